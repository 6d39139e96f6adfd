"""How sure the hub is, in three words."""

from __future__ import annotations

from uuid import UUID

from memoryhub.memories.confidence import Level, below_high
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast


def test_levels_begin_at_a_half_and_at_four_fifths(space: Space, cast: Cast) -> None:
    factories.remember(cast.elsewhere, "This is far away.", confidence=0.1)
    made = {each: factories.remember(space, f"It is so by {each}.", confidence=each) for each in (0.49, 0.5, 0.79, 0.8)}
    found = {level: split(packed) for level, packed in below_high(space).items()}
    assert found == {Level.LOW: {made[0.49].pk}, Level.FAIR: {made[0.5].pk, made[0.79].pk}}


def test_a_space_without_memories_has_none(space: Space) -> None:
    assert below_high(space) == {Level.LOW: b"", Level.FAIR: b""}


def split(packed: bytes) -> set[UUID]:
    return {UUID(bytes=packed[at : at + 16]) for at in range(0, len(packed), 16)}
