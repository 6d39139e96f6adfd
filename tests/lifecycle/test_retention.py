"""What a space does not want to keep goes by the clock, with grace, and with one undo a run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import clock, errors
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import retention, retention_tasks
from memoryhub.lifecycle.retention import Done, Policy
from memoryhub.memories import selectors, states
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.profiles import profile
from memoryhub.review import services as review
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
FORGET, PURGE = {"forget_after_days": 30}, {"purge_after_days": 7}


@pytest.fixture
def old(space: Space) -> dict[str, Memory]:
    """A fact of each kind, all said on the first of November."""
    with clock.frozen(NOON):
        return {
            "dynamic": factories.remember(space, "Mina plans a trip."),
            "stable": factories.remember(space, "Mina is a nurse.", is_static=True),
            "ending": factories.remember(space, "Mina is away.", forget_after=NOON + timedelta(days=900)),
        }


def set_policy(space: Space, **given: int) -> None:
    spaces.change(actor=factories.HUB, space=space, settings={"retention": given})


def run(space: Space, after: timedelta) -> Done:
    with clock.frozen(NOON + after):
        return retention.carry_out(space=space, now=clock.now())


def state(memory: Memory) -> str:
    return states.of(selectors.latest_of(memory.space, memory.pk))


def test_recent_context_that_nothing_came_back_to_is_forgotten_and_the_rest_is_kept(
    space: Space, old: dict[str, Memory]
) -> None:
    set_policy(space, **FORGET)
    done = run(space, timedelta(days=40))
    assert (done.forgotten, done.purged) == (1, 0)
    assert {name: state(memory) for name, memory in old.items()} == {
        "dynamic": "forgotten",
        "stable": "current",
        "ending": "current",
    }
    forgotten = selectors.latest_of(space, old["dynamic"].pk)
    assert (forgotten.forget_reason, forgotten.forget_batch) == ("retention", done.batch)


def test_days_are_whole_days_of_the_space(space: Space, old: dict[str, Memory]) -> None:
    spaces.change(actor=factories.HUB, space=space, time_zone="Asia/Tokyo")
    set_policy(space, **FORGET)
    # Said on the first there; the 2nd of December begins there at 15:00 of the 1st in UTC.
    in_tokyo = datetime(2026, 12, 1, 15, tzinfo=UTC) - NOON
    assert run(space, in_tokyo - timedelta(seconds=1)).forgotten == 0
    assert run(space, in_tokyo).forgotten == 1


REINFORCED: dict[str, Any] = {
    "asked for": lambda space, memory: memories.note_recall(space=space, memory_ids=[memory.pk]),
    "changed": lambda space, memory: memories.change(
        actor=factories.HUB, space=space, memory_id=memory.pk, metadata={"seen": True}
    ),
}


@pytest.mark.parametrize("how", REINFORCED)
def test_what_somebody_came_back_to_is_kept(space: Space, old: dict[str, Memory], how: str) -> None:
    set_policy(space, **FORGET)
    with clock.frozen(NOON + timedelta(days=20)):
        REINFORCED[how](space, old["dynamic"])
    assert run(space, timedelta(days=40)).forgotten == 0
    assert run(space, timedelta(days=60)).forgotten == 1


def test_a_run_of_several_transactions_is_one_batch_with_one_undo(
    space: Space, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    with clock.frozen(NOON):
        made = [factories.remember(space, f"Fact {number} of the week.") for number in range(5)]
    set_policy(space, **FORGET)
    done = run(space, timedelta(days=40))
    assert done.forgotten == 5
    entries = ledger.entries_of(space.pk).filter(verb="memory.forgotten")
    assert {(entry.batch, entry.values["reason"], entry.actor_id) for entry in entries} == {
        (done.batch, "retention", "retention")
    }
    undo.undo(actor=ada, space_id=space.pk, entry_id=done.batch)
    assert {state(memory) for memory in made} == {"current"}


def test_what_was_brought_back_is_not_forgotten_by_the_next_run(space: Space, old: dict[str, Memory]) -> None:
    set_policy(space, **FORGET)
    done = run(space, timedelta(days=40))
    with clock.frozen(NOON + timedelta(days=41)):
        undo.undo(actor=factories.HUB, space_id=space.pk, entry_id=done.batch)
    assert run(space, timedelta(days=42)).forgotten == 0


def test_what_is_forgotten_is_erased_after_its_grace_and_can_be_brought_back_until_then(
    space: Space, old: dict[str, Memory]
) -> None:
    set_policy(space, **PURGE)
    with clock.frozen(NOON + timedelta(days=1)):
        memories.forget(actor=factories.HUB, space=space, memory_ids=[old["dynamic"].pk, old["stable"].pk])
    assert run(space, timedelta(days=8)).purged == 0
    with clock.frozen(NOON + timedelta(days=8)):
        memories.unforget(actor=factories.HUB, space=space, memory_ids=[old["stable"].pk])
    assert run(space, timedelta(days=9)).purged == 1
    assert (state(old["dynamic"]), state(old["stable"])) == ("erased", "current")
    old["dynamic"].refresh_from_db()
    assert old["dynamic"].text == ""
    tombstone = ledger.entries_of(space.pk).get(verb="memory.erased")
    assert (tombstone.subject_id, tombstone.actor_id) == (old["dynamic"].pk, "retention")


def test_what_has_expired_is_erased_after_the_same_grace(space: Space) -> None:
    set_policy(space, **PURGE)
    with clock.frozen(NOON):
        ended = factories.remember(space, "The code is 1.", forget_after=NOON + timedelta(days=1))
    assert run(space, timedelta(days=8)).purged == 0
    assert run(space, timedelta(days=9)).purged == 1
    assert state(ended) == "erased"


def test_what_follows_from_it_goes_back_to_review_and_the_profile_follows(space: Space, old: dict[str, Memory]) -> None:
    with clock.frozen(NOON):
        packs = factories.infer(space, "Mina packs.", old["dynamic"], is_static=True)
        review.approve_memory(actor=factories.HUB, space=space, memory_id=packs.pk)
    assert "Mina packs." in {line.text for line in profile.profile(space).static}
    set_policy(space, **FORGET)
    run(space, timedelta(days=40))
    packs.refresh_from_db()
    assert (packs.review_status, packs.review_reason) == ("pending", "source_forgotten")
    assert [line.text for line in profile.profile(space).static] == ["Mina is a nurse."]


def test_a_preview_counts_and_names_those_that_have_waited_longest_and_does_nothing(
    space: Space, old: dict[str, Memory]
) -> None:
    with clock.frozen(NOON + timedelta(days=2)):
        factories.remember(space, "It rains.")
        memories.forget(actor=factories.HUB, space=space, memory_ids=[old["ending"].pk])
    before = ledger.revision_of(space.pk)
    found = retention.preview(
        space, Policy(forget_after_days=30, purge_after_days=7), now=NOON + timedelta(days=40), first=1
    )
    assert (found.forget, found.purge) == (2, 1)
    assert [memory.text for memory in found.first_to_forget] == ["Mina plans a trip."]
    assert [memory.text for memory in found.first_to_purge] == ["Mina is away."]
    assert ledger.revision_of(space.pk) == before


def test_a_space_without_a_policy_or_an_archive_is_left_as_it_is(space: Space, old: dict[str, Memory]) -> None:
    assert run(space, timedelta(days=4000)).forgotten == 0
    set_policy(space, **FORGET, **PURGE)
    spaces.archive(actor=factories.HUB, space=space)
    done = run(space, timedelta(days=4000))
    assert (done.forgotten, done.purged) == (0, 0)


def test_another_space_is_not_reached(cast: Cast) -> None:
    with clock.frozen(NOON):
        elsewhere = factories.remember(cast.elsewhere, "Dora has a boat.")
    set_policy(cast.space, **FORGET, **PURGE)
    assert run(cast.space, timedelta(days=400)).forgotten == 0
    assert state(elsewhere) == "current"


def test_each_space_with_a_policy_gets_one_job_however_often_it_is_queued(cast: Cast) -> None:
    set_policy(cast.space, **FORGET)
    retention_tasks.retention_of_all(0)
    retention_tasks.retention_of_all(0)
    jobs = ProcrastinateJob.objects.filter(task_name="lifecycle.retention_of")
    assert [job.args["space_id"] for job in jobs] == [str(cast.space.pk)]


def test_the_job_carries_the_policy_out(space: Space, old: dict[str, Memory]) -> None:
    set_policy(space, **FORGET)
    with clock.frozen(NOON + timedelta(days=40)):
        retention_tasks.retention_of(str(space.pk))
    assert state(old["dynamic"]) == "forgotten"


@pytest.mark.parametrize(
    "given",
    [
        [],
        {"forget": 3},
        {"forget_after_days": 0},
        {"forget_after_days": 3651},
        {"forget_after_days": 2.5},
        {"forget_after_days": True},
        {"purge_after_days": "7"},
        {"purge_after_days": None},
    ],
)
def test_what_is_no_policy_is_refused(space: Space, given: Any) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        spaces.change(actor=factories.HUB, space=space, settings={"retention": given})
    assert refused.value.field == "settings"
