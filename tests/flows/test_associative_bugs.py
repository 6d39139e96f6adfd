"""What an associative memory gets wrong when it is run, each as a test: the bugs of contract 1.6 by their number."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.memories import selectors
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.profiles import profile
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests.ingest.work_through import ADDER

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def tell(space: Space, text: str, *, ends: datetime | None = None) -> Memory:
    memory: Memory = ingest.remember(actor=ADDER, space=space, text=text, forget_after=ends).memory
    return memory


def correct(space: Space, memory: Memory, text: str) -> Memory:
    return ingest.revise(actor=ADDER, space=space, memory_id=memory.pk, text=text)


def served(space: Space, query: str) -> list[str]:
    return [hit.text for hit in search.search(SearchRequest(space, query)).hits]


class TestBug3:
    """A time to live is not lost when what it is given with is known already."""

    def test_a_known_fact_told_with_an_end_ends_then(self, space: Space) -> None:
        with clock.frozen(NOON):
            first = tell(space, "The visitor code is 4417.")
            again = tell(space, "The visitor code is 4417.", ends=NOON + HOUR)
            assert (again.pk, again.forget_after) == (first.pk, NOON + HOUR)
            assert served(space, "visitor code") == ["The visitor code is 4417."]
        with clock.frozen(NOON + HOUR):
            assert served(space, "visitor code") == []

    def test_a_known_fact_told_with_a_later_end_lives_until_then(self, space: Space) -> None:
        with clock.frozen(NOON):
            tell(space, "The visitor code is 4417.", ends=NOON + HOUR)
            tell(space, "The visitor code is 4417.", ends=NOON + 2 * HOUR)
        with clock.frozen(NOON + HOUR):
            assert served(space, "visitor code") == ["The visitor code is 4417."]

    def test_what_is_told_after_its_twin_has_ended_is_not_born_ended(self, space: Space) -> None:
        with clock.frozen(NOON):
            ended = tell(space, "The visitor code is 4417.", ends=NOON + HOUR)
        with clock.frozen(NOON + 2 * HOUR):
            again = tell(space, "The visitor code is 4417.")
            assert (again.root_id != ended.root_id, again.forget_after) == (True, None)
            assert served(space, "visitor code") == ["The visitor code is 4417."]

    def test_a_correction_of_what_has_ended_is_not_born_ended(self, space: Space) -> None:
        with clock.frozen(NOON):
            ended = tell(space, "The visitor code is 4417.", ends=NOON + HOUR)
        with clock.frozen(NOON + 2 * HOUR):
            correct(space, ended, "The visitor code is 5523.")
            assert served(space, "visitor code") == ["The visitor code is 5523."]


def test_bug_6_forgetting_the_newest_version_wakes_no_older_one(space: Space) -> None:
    first = tell(space, "Mina works in Seoul.")
    newest = correct(space, first, "Mina works in Busan.")
    memories.forget(actor=ADDER, space=space, memory_ids=[newest.pk])
    assert served(space, "where does Mina work?") == []
    assert [line.text for line in profile.profile(space).dynamic] == []
    assert not selectors.current_memories_of(space, now=clock.now()).exists()
    assert [row.is_latest for row in selectors.history_of(space, first.pk)] == [False, True]


def test_bug_7_a_third_correction_keeps_every_version_before_it(space: Space) -> None:
    said = [f"Mina works in {city}." for city in ("Seoul", "Busan", "Daegu", "Ulsan")]
    first = tell(space, said[0])
    for text in said[1:]:
        correct(space, first, text)
    assert [(row.version, row.text) for row in selectors.history_of(space, first.pk)] == list(enumerate(said, start=1))
    assert served(space, "where does Mina work?") == [said[-1]]
