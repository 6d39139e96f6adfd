"""Indexes of one space: built by one process at a time, and read into memory where the server can."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection, transaction

from memoryhub.core import space_indexes
from memoryhub.core.lexical import words_of
from memoryhub.core.space_indexes import SpaceIndex
from memoryhub.spaces.models import Space
from tests.factories import remember
from tests.threads import apart, begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _none_left() -> Iterator[None]:
    """An index outlives the emptying of its table."""
    yield
    for name in space_indexes.existing():
        space_indexes.drop(name)


def test_while_one_process_builds_another_leaves_it_to_that_one(space: Space) -> None:
    index = words_of("memories_memory", space.pk)

    def build() -> bool:
        return space_indexes.build(index)

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtextextended('memoryhub.space_indexes', 0))")
        assert apart(build) is False
        assert space_indexes.existing() == {}
        cursor.execute("SELECT pg_advisory_unlock(hashtextextended('memoryhub.space_indexes', 0))")
    assert apart(build) is True
    assert space_indexes.existing() == {index.name: True}


def test_an_index_that_was_left_half_built_is_made_anew(space: Space) -> None:
    index = words_of("memories_memory", space.pk)
    break_off(index)
    assert space_indexes.existing() == {index.name: False}
    assert space_indexes.build(index) is True
    assert space_indexes.existing() == {index.name: True}


def break_off(index: SpaceIndex) -> None:
    """End the building of an index while it waits for somebody who writes."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {index.table} IN ROW EXCLUSIVE MODE")
            held.set()
            done.wait(20)

    writer = begin(hold)
    assert held.wait(20)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '500ms'")
        with pytest.raises(OperationalError):
            space_indexes.build(index)
        cursor.execute("RESET statement_timeout")
    done.set()
    writer.result(20)


def test_pages_are_read_where_the_server_can(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(space, "The studio is in Ghent.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size('memories_memory') / current_setting('block_size')::int")
        (pages,) = cursor.fetchone()
    assert space_indexes.warm(["memories_memory"]) == pages > 0
    monkeypatch.setattr(space_indexes, "_WARMS", "no_such_extension")
    assert space_indexes.warm(["memories_memory"]) == 0
