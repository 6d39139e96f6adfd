"""What the hub took each version for, from when to when, with the number of the change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memoryhub.core import clock
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.ledger.models import Entry
from memoryhub.memories import selectors, services, states
from memoryhub.memories.models import Memory, State
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.factories import HUB

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def states_of(memory: Memory) -> list[str]:
    return list(State.objects.filter(memory=memory).order_by("seq", "from_at", "pk").values_list("state", flat=True))


def at(minutes: int, deed: Callable[[], object]) -> None:
    with clock.frozen(NOON + timedelta(minutes=minutes)):
        deed()


def test_each_change_closes_one_state_and_opens_the_next_at_the_same_moment(space: Space) -> None:
    with clock.frozen(NOON):
        memory = factories.remember(space, "One.")
    at(10, lambda: services.forget(actor=HUB, space=space, memory_ids=[memory.pk]))
    at(20, lambda: services.unforget(actor=HUB, space=space, memory_ids=[memory.pk]))
    at(30, lambda: factories.revise(space, memory, "Two."))
    rows = State.objects.filter(memory=memory).order_by("from_at")
    minute = [int((row.from_at - NOON).total_seconds() // 60) for row in rows]
    assert ([row.state for row in rows], minute) == (["current", "forgotten", "current", "superseded"], [0, 10, 20, 30])
    assert [row.to_at for row in rows] == [*[row.from_at for row in rows][1:], None]


def test_a_state_carries_the_number_of_the_entry_that_made_it_so(space: Space) -> None:
    memory = factories.remember(space, "One.")
    newer = factories.revise(space, memory, "Two.")
    services.forget(actor=HUB, space=space, memory_ids=[memory.pk])

    def number(verb: str) -> int:
        return Entry.objects.get(space_id=space.pk, verb=verb).seq

    assert dict(State.objects.filter(memory=memory).values_list("state", "seq")) == {
        "current": number("memory.remembered"),
        "superseded": number("memory.revised"),
    }
    assert dict(State.objects.filter(memory=newer).values_list("state", "seq")) == {
        "current": number("memory.revised"),
        "forgotten": number("memory.forgotten"),
    }
    assert ledger.revision_of(space.pk) == number("memory.forgotten")


def test_the_life_of_an_inference(space: Space) -> None:
    source = factories.remember(space, "Ground.")
    approved, declined, edited = (factories.infer(space, f"Therefore {name}.", source) for name in "abc")
    review.approve_memory(actor=HUB, space=space, memory_id=approved.pk)
    review.decline_memory(actor=HUB, space=space, memory_id=declined.pk, reason="other")
    words = review.approve_memory(actor=HUB, space=space, memory_id=edited.pk, text="In my words.")
    services.forget(actor=HUB, space=space, memory_ids=[source.pk])
    assert states_of(approved) == ["pending", "current", "pending"]
    assert states_of(declined) == ["pending", "declined"]
    assert states_of(edited) == ["pending", "withdrawn"]
    assert states_of(words) == ["current"]


def test_an_undone_decision_is_a_change_like_any_other(space: Space) -> None:
    inferred = factories.infer(space, "Therefore.", factories.remember(space, "Ground."))
    review.approve_memory(actor=HUB, space=space, memory_id=inferred.pk)
    entry = Entry.objects.get(space_id=space.pk, verb="review.approved")
    undo.undo(actor=HUB, space_id=space.pk, entry_id=entry.pk)
    assert states_of(inferred) == ["pending", "current", "pending"]


def test_every_version_has_one_open_state_and_it_is_what_the_row_says(space: Space) -> None:
    first = factories.remember(space, "One.")
    factories.revise(space, first, "Two.")
    factories.revise(space, first, "Three.")
    other = factories.remember(space, "Other.")
    services.supersede(actor=HUB, space=space, newer_id=other.pk, older_id=first.pk)
    gone = factories.remember(space, "Gone.")
    services.erase(actor=HUB, space=space, memory_id=gone.pk)
    rows = Memory.objects.filter(space=space)
    kept = dict(State.objects.filter(space=space, to_at=None).values_list("memory_id", "state"))
    assert kept == {row.pk: states.of(row) for row in rows}
    assert set(kept.values()) == {"current", "superseded", "forgotten", "erased"}


def test_an_end_that_passes_changes_what_is_shown_and_no_row(space: Space) -> None:
    with clock.frozen(NOON):
        memory = factories.remember(space, "Until one.", forget_after=NOON + timedelta(hours=1))
    shown = [states.shown(memory, NOON + timedelta(minutes=minutes)) for minutes in (0, 59, 60)]
    assert shown == ["current", "current", "expired"]
    assert states_of(memory) == ["current"]


def test_a_clock_that_was_set_back_stands_in_nobodys_way(space: Space) -> None:
    with clock.frozen(NOON):
        memory = factories.remember(space, "One.")
    at(-5, lambda: services.forget(actor=HUB, space=space, memory_ids=[memory.pk]))
    first = State.objects.get(memory=memory, state="current")
    assert first.from_at == first.to_at == NOON
    assert states_of(memory) == ["current", "forgotten"]


@pytest.mark.parametrize(
    ("name", "count"),
    [("current", 2), ("pending", 1), ("declined", 1), ("withdrawn", 1), ("superseded", 1), ("forgotten", 2),
     ("expired", 1), ("erased", 1)],
)  # fmt: skip
def test_lists_and_counts_by_state_agree(space: Space, name: str, count: int) -> None:
    first = factories.remember(space, "One.")
    factories.revise(space, first, "Two.")
    ground, doomed = factories.remember(space, "Ground."), factories.remember(space, "Doomed ground.")
    factories.infer(space, "Pending.", ground)
    declined = factories.infer(space, "Declined.", ground)
    review.decline_memory(actor=HUB, space=space, memory_id=declined.pk, reason="other")
    factories.infer(space, "Withdrawn.", doomed)
    services.forget(actor=HUB, space=space, memory_ids=[doomed.pk, factories.remember(space, "Forgotten.").pk])
    factories.remember(space, "Expired.", forget_after=clock.now())
    services.erase(actor=HUB, space=space, memory_id=factories.remember(space, "Erased.").pk)
    rows = selectors.memories_of(space, now=clock.now(), state=name)
    assert rows.count() == count
    assert {states.shown(row, clock.now()) for row in rows} == {name}
    counted = selectors.counts_of(space, now=clock.now())
    if hasattr(counted, name):
        assert getattr(counted, name) == count
