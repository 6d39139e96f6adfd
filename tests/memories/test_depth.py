"""How deep memories sit, and what a correction leaves of it."""

from __future__ import annotations

import pytest

from memoryhub.core import clock, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.memories import depth, selectors
from memoryhub.memories import services as memories
from memoryhub.memories.models import Activity, Memory
from memoryhub.spaces.models import Space
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("value", "stage"),
    [(0, "shallow"), (0.29, "shallow"), (0.3, "medium"), (0.69, "medium"), (0.7, "deep"), (1, "deep")],
)
def test_depth_has_three_stages(value: float, stage: str) -> None:
    assert depth.stage(value) == stage


@pytest.mark.parametrize(("before", "after"), [(0, 0), (0.5, 0.15), (0.69, 0.207), (0.7, 0.56), (1, 0.8)])
def test_a_correction_weakens_and_what_sits_deep_resists(before: float, after: float) -> None:
    assert depth.corrected(before) == pytest.approx(after)


def recalled(space: Space, memory: Memory, times: int) -> None:
    for _ in range(times):
        memories.note_recall(space=space, memory_ids=[memory.pk])


def depth_of(space: Space, memory: Memory) -> float:
    return selectors.vitality_of(space, [memory.pk], now=clock.now())[memory.pk].depth


@pytest.mark.parametrize(("recalls", "left"), [(4, 0.06), (16, 0.64)])
def test_the_corrected_version_is_weakened_and_the_new_one_begins_shallow(
    space: Space, recalls: int, left: float
) -> None:
    first = factories.remember(space, "Mina works in Seoul.")
    recalled(space, first, recalls)
    second = factories.revise(space, first, "Mina works in Busan.")
    assert depth_of(space, first) == pytest.approx(left)
    assert depth_of(space, second) == 0
    assert Activity.objects.get(memory=first).recall_count == recalls


def test_what_nobody_was_given_has_no_depth_to_lose(space: Space) -> None:
    first = factories.remember(space, "Mina works in Seoul.")
    factories.revise(space, first, "Mina works in Busan.")
    assert not Activity.objects.exists()


def test_a_version_that_comes_back_sits_as_deep_as_correction_has_left_it(space: Space) -> None:
    first = factories.remember(space, "Mina works in Seoul.")
    recalled(space, first, 16)
    factories.revise(space, first, "Mina works in Busan.")
    third = memories.restore(actor=factories.HUB, space=space, memory_id=first.pk)
    assert depth_of(space, third) == pytest.approx(0.64)


def test_taking_a_correction_back_brings_the_depth_back_too(space: Space) -> None:
    first = factories.remember(space, "Mina works in Seoul.")
    recalled(space, first, 16)
    factories.revise(space, first, "Mina works in Busan.")
    entry = ledger.entries_of(space.pk).latest("seq")
    undo.undo(actor=factories.HUB, space_id=space.pk, entry_id=entry.pk)
    assert depth_of(space, selectors.latest_of(space, first.pk)) == pytest.approx(0.64)


def test_changing_details_weakens_nothing(space: Space) -> None:
    first = factories.remember(space, "Mina works in Seoul.")
    recalled(space, first, 4)
    memories.change(actor=factories.HUB, space=space, memory_id=first.pk, metadata={"seen": str(ids.new())})
    assert depth_of(space, first) == pytest.approx(0.2)
