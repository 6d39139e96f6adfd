"""What sits deepest, and what came up last, of a space."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import Q
from pytest_django import DjangoAssertNumQueries

from memoryhub.core import clock
from memoryhub.memories import liveliness
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.ingest.work_through import take_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def week(space: Space) -> list[Memory]:
    """Five facts of the week, a minute apart, and a stable one."""
    made = []
    for minute in range(5):
        with clock.frozen(NOON + timedelta(minutes=minute)):
            made.append(factories.remember(space, f"Fact {minute} of the week."))
    factories.remember(space, "Mina is a nurse.", is_static=True)
    return made


def newest(space: Space, count: int) -> list[str]:
    rows = liveliness.lines(space, [], recent=count, now=clock.now())
    ordered = sorted(rows.values(), key=lambda line: (line.reinforced_at, line.pk), reverse=True)
    return [line.text[5] for line in ordered]


def test_what_was_said_last_comes_up_first(space: Space, week: list[Memory]) -> None:
    assert newest(space, 3) == ["4", "3", "2"]


def test_a_recall_brings_it_up(space: Space, week: list[Memory]) -> None:
    with clock.frozen(NOON + timedelta(hours=1)):
        memories.note_recall(space=space, memory_ids=[week[0].pk])
    assert newest(space, 2) == ["0", "4"]


def test_a_new_source_brings_it_up_until_it_ends(space: Space, week: list[Memory]) -> None:
    document = take_in(space, "Why is the depot green?")
    with clock.frozen(NOON + timedelta(hours=1)):
        source = SourceDraft(document_id=document.pk)
        memories.add_source(actor=factories.HUB, space=space, memory=week[1], source=source)
    assert newest(space, 2) == ["1", "4"]
    memories.end_sources(actor=factories.HUB, space=space, document_id=document.pk, reason="source_removed")
    assert newest(space, 2) == ["4", "3"]


def test_what_is_forgotten_fills_no_place(space: Space, week: list[Memory]) -> None:
    with clock.frozen(NOON + timedelta(hours=1)):
        memories.note_recall(space=space, memory_ids=[row.pk for row in week[:2]])
    memories.forget(actor=factories.HUB, space=space, memory_ids=[week[0].pk, week[4].pk])
    assert newest(space, 3) == ["1", "3", "2"]


def test_versions_that_are_named_are_read_too_while_they_are_current(
    space: Space, week: list[Memory], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    memories.forget(actor=factories.HUB, space=space, memory_ids=[week[0].pk])
    with django_assert_num_queries(1):
        rows = liveliness.lines(space, [week[0].pk, week[1].pk], recent=0, now=clock.now())
        assert [line.text for line in rows.values()] == [week[1].text]


def test_the_deepest_come_by_depth_then_by_sources_then_the_newest_with_their_end_and_text(space: Space) -> None:
    first, second = (factories.remember(space, f"Mina has trait {n}.", is_static=True) for n in (1, 2))
    ending = factories.remember(space, "Mina is away.", is_static=True, forget_after=NOON + timedelta(days=9000))
    memories.note_recall(space=space, memory_ids=[first.pk])
    found = liveliness.deepest(space, Q(is_static=True), now=clock.now(), limit=10)
    told = [(row.pk, row.forget_after, row.text) for row in (first, ending, second)]
    assert found == told
    assert liveliness.deepest(space, Q(is_static=True), now=clock.now(), limit=1) == told[:1]
