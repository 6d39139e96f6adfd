"""The doorbell: rung once per space and transaction, heard after the commit, and never after a rollback."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection, transaction

from memoryhub.core import ids
from memoryhub.ledger import unit
from tests.ledger.test_unit import note, noted
from tests.processes import database_environment

pytestmark = pytest.mark.django_db(transaction=True)


class Bell:
    """A connection that listens."""

    def __init__(self) -> None:
        self._connection = psycopg.connect(database_environment()["DATABASE_URL"], autocommit=True)
        self._connection.execute(f"LISTEN {unit.CHANNEL}")

    def rings(self) -> list[str]:
        """What was rung since last asked."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, 'end')", [unit.CHANNEL])
        heard: list[str] = []
        for ring in self._connection.notifies(timeout=10):
            if ring.payload == "end":
                return heard
            heard.append(ring.payload)
        raise AssertionError("the bell is broken")

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def bell() -> Iterator[Bell]:
    """A bell to listen to."""
    bell = Bell()
    yield bell
    bell.close()


def test_one_ring_per_space_tells_the_space_and_its_last_number(bell: Bell) -> None:
    low, high = sorted([ids.new(), ids.new()])
    noted(high, low, high)
    assert bell.rings() == [f"{low}:1", f"{high}:2"]


def test_nothing_rings_before_the_commit(bell: Bell) -> None:
    space_id = ids.new()
    with transaction.atomic():
        noted(space_id)
        assert list(bell._connection.notifies(timeout=0.3)) == []
    assert bell.rings() == [f"{space_id}:1"]


def test_a_rollback_rings_nothing(bell: Bell) -> None:
    space_id = ids.new()
    with pytest.raises(ZeroDivisionError):
        fail(space_id)
    assert bell.rings() == []


@unit.service
def fail(space_id: uuid.UUID) -> None:
    """Record, and break off when everything is written and rung."""

    def refuse(_: object) -> None:
        raise ZeroDivisionError

    note(space_id)
    unit.at_flush(refuse)


def test_rings_come_in_the_order_of_commits(bell: Bell) -> None:
    space_id = ids.new()
    for _ in range(5):
        noted(space_id)
    assert bell.rings() == [f"{space_id}:{number}" for number in range(1, 6)]


def test_a_service_without_entries_rings_nothing(bell: Bell) -> None:
    noted()
    assert bell.rings() == []
