"""What held, and what was known, at a moment: one version of each chain, and never what has gone since."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from memoryhub.core import clock
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
LATER = MONDAY + 20 * DAY


def seen(space: Space, horizon: Horizon, *, now: datetime = LATER) -> set[str]:
    """The texts, by Django's query, and that our own SQL says the same."""
    rows = Memory.objects.filter(horizon.q(space, now), space=space)
    texts = set(rows.values_list("text", flat=True))
    condition, values = horizon.sql(space, now)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT text FROM memories_memory WHERE {condition}", values)
        assert {text for (text,) in cursor.fetchall()} == texts
    return texts


def remember(space: Space, text: str, at: datetime, **values: Any) -> Memory:
    with clock.frozen(at):
        return factories.remember(space, text, **values)


def revise(space: Space, memory: Memory, text: str, at: datetime, **values: Any) -> Memory:
    with clock.frozen(at):
        draft = factories.draft(text, **values)
        return memories.revise(actor=factories.HUB, space=space, memory_id=memory.pk, draft=draft)


@pytest.fixture
def moved(space: Space) -> Memory:
    """Told on Monday that Mina has been in Seoul since January; on Friday, that she moved to Busan on Wednesday."""
    first = remember(space, "Seoul", MONDAY, valid_from=MONDAY - 300 * DAY, valid_to=MONDAY + 2 * DAY)
    return revise(space, first, "Busan", MONDAY + 4 * DAY, valid_from=MONDAY + 2 * DAY)


class TestTrueAt:
    """By `valid_from` and `valid_to`, with what the hub knows now."""

    @pytest.mark.parametrize(
        ("at", "texts"),
        [
            (MONDAY - 301 * DAY, set()),
            (MONDAY - 300 * DAY, {"Seoul"}),
            (MONDAY + 2 * DAY - timedelta(microseconds=1), {"Seoul"}),
            (MONDAY + 2 * DAY, {"Busan"}),
            (LATER + 300 * DAY, {"Busan"}),
        ],
    )
    def test_the_version_that_held_is_seen(self, space: Space, moved: Memory, at: datetime, texts: set[str]) -> None:
        assert seen(space, Horizon(as_of=at)) == texts

    def test_a_correction_holds_for_the_past_too(self, space: Space) -> None:
        wrong = remember(space, "Born in 1980", MONDAY)
        revise(space, wrong, "Born in 1981", MONDAY + DAY)
        assert seen(space, Horizon(as_of=MONDAY - 900 * DAY)) == {"Born in 1981"}

    def test_of_versions_that_held_at_once_the_newest_is_seen(self, space: Space) -> None:
        first = remember(space, "Ten seats", MONDAY, valid_from=MONDAY)
        revise(space, first, "Twelve seats", MONDAY + DAY, valid_from=MONDAY)
        assert seen(space, Horizon(as_of=MONDAY + 5 * DAY)) == {"Twelve seats"}

    @pytest.mark.parametrize("zone", ["+00:00", "+09:00", "-08:00"])
    def test_one_moment_is_the_same_in_every_zone(self, space: Space, moved: Memory, zone: str) -> None:
        offset = datetime.fromisoformat(f"2026-11-04T00:00:00{zone}").utcoffset() or timedelta()
        local = datetime.fromisoformat((MONDAY + 2 * DAY + offset).strftime("%Y-%m-%dT%H:%M:%S") + zone)
        assert seen(space, Horizon(as_of=local)) == {"Busan"}
        assert seen(space, Horizon(as_of=local - timedelta(seconds=1))) == {"Seoul"}


class TestKnownAt:
    """By the states that were noted."""

    @pytest.mark.parametrize(
        ("at", "texts"),
        [
            (MONDAY - timedelta(seconds=1), set()),
            (MONDAY, {"Seoul"}),
            (MONDAY + 3 * DAY, {"Seoul"}),
            (MONDAY + 4 * DAY, {"Busan"}),
            (LATER, {"Busan"}),
        ],
    )
    def test_the_version_that_was_current_is_seen(
        self, space: Space, moved: Memory, at: datetime, texts: set[str]
    ) -> None:
        assert seen(space, Horizon(known_at=at)) == texts

    @pytest.mark.parametrize(
        ("as_of", "known_at", "texts"),
        [
            (MONDAY + 3 * DAY, MONDAY + 3 * DAY, set()),
            (MONDAY + DAY, MONDAY + 3 * DAY, {"Seoul"}),
            (MONDAY + 3 * DAY, MONDAY + 4 * DAY, {"Busan"}),
            (MONDAY + DAY, MONDAY + 4 * DAY, {"Seoul"}),
            (MONDAY + DAY, MONDAY - DAY, set()),
        ],
    )
    def test_with_both_it_is_what_was_known_then_of_what_held_then(
        self, space: Space, moved: Memory, as_of: datetime, known_at: datetime, texts: set[str]
    ) -> None:
        assert seen(space, Horizon(as_of=as_of, known_at=known_at)) == texts

    def test_an_inference_is_known_from_its_approval_on(self, space: Space, ada: Actor) -> None:
        source = remember(space, "The desk is cedar", MONDAY)
        with clock.frozen(MONDAY + DAY):
            guess = factories.infer(space, "Somebody likes cedar", source)
        with clock.frozen(MONDAY + 2 * DAY):
            review.approve_memory(actor=ada, space=space, memory_id=guess.pk)
        assert "Somebody likes cedar" not in seen(space, Horizon(known_at=MONDAY + DAY))
        assert "Somebody likes cedar" in seen(space, Horizon(known_at=MONDAY + 2 * DAY))

    def test_what_was_brought_back_was_not_known_in_between(self, space: Space, ada: Actor) -> None:
        memory = remember(space, "Seoul", MONDAY)
        for day, deed in ((1, memories.forget), (3, memories.unforget)):
            with clock.frozen(MONDAY + day * DAY):
                deed(actor=ada, space=space, memory_ids=[memory.pk])
        known = [bool(seen(space, Horizon(known_at=MONDAY + day * DAY))) for day in range(5)]
        assert known == [True, False, False, True, True]


class TestGone:
    """Whatever moment is asked for, what has gone since does not come back."""

    @pytest.fixture(params=["forgotten", "erased", "expired", "back in review"])
    def gone(self, request: pytest.FixtureRequest, space: Space, ada: Actor) -> Memory:
        """A chain of two versions that was current on Tuesday and is not now."""
        source = remember(space, "The source", MONDAY - DAY)
        ends = MONDAY + 5 * DAY if request.param == "expired" else None
        if request.param == "back in review":
            with clock.frozen(MONDAY):
                memory = factories.infer(space, "One", source)
                review.approve_memory(actor=ada, space=space, memory_id=memory.pk)
            with clock.frozen(MONDAY + 5 * DAY):
                memories.forget(actor=ada, space=space, memory_ids=[source.pk])
            return memory
        first = remember(space, "One", MONDAY)
        memory = revise(space, first, "Two", MONDAY + DAY, forget_after=ends)
        with clock.frozen(MONDAY + 5 * DAY):
            if request.param == "forgotten":
                memories.forget(actor=ada, space=space, memory_ids=[memory.pk])
            if request.param == "erased":
                lifecycle.erase_memory(actor=ada, space=space, memory_id=memory.pk)
        return memory

    @pytest.mark.parametrize(
        "horizon",
        [
            PRESENT,
            Horizon(as_of=MONDAY + 2 * DAY),
            Horizon(known_at=MONDAY + timedelta(hours=1)),
            Horizon(known_at=MONDAY + 2 * DAY),
            Horizon(as_of=MONDAY + 2 * DAY, known_at=MONDAY + 2 * DAY),
        ],
    )
    def test_no_version_of_it_is_seen(self, space: Space, gone: Memory, horizon: Horizon) -> None:
        assert seen(space, horizon) - {"The source"} == set()

    def test_what_is_forgotten_is_seen_where_it_alone_is_asked_for(self, space: Space, ada: Actor) -> None:
        first = remember(space, "One", MONDAY)
        kept = remember(space, "Kept", MONDAY)
        remember(space, "Ended", MONDAY, forget_after=MONDAY + DAY)
        newest = revise(space, first, "Two", MONDAY + DAY)
        erased = remember(space, "Erased", MONDAY)
        guess = factories.infer(space, "Guess", kept)
        with clock.frozen(MONDAY + 2 * DAY):
            memories.forget(actor=ada, space=space, memory_ids=[newest.pk, erased.pk, guess.pk])
            lifecycle.erase_memory(actor=ada, space=space, memory_id=erased.pk)
        assert seen(space, Horizon(forgotten=True)) == {"Two", "Ended"}


def test_another_space_is_never_seen(space: Space, cast: Any) -> None:
    factories.remember(cast.elsewhere, "Foreign")
    now = clock.now()
    for horizon in (PRESENT, Horizon(as_of=now), Horizon(known_at=now), Horizon(forgotten=True)):
        assert seen(space, horizon, now=now) == set()
