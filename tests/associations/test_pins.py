"""What a person has pinned on the map of a space: kept for them alone, bounded, and gone with what it is about."""

from __future__ import annotations

import math
from uuid import uuid4

import pytest

from memoryhub.accounts.models import Preference
from memoryhub.associations import atlas, pins
from memoryhub.associations.graph.inputs import GraphInput
from memoryhub.core import clock, errors
from memoryhub.ledger import selectors as ledger
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from tests import factories
from tests.cast import Cast


@pytest.fixture
def told(cast: Cast) -> list[Memory]:
    return [factories.remember(cast.space, f"Fact number {number} stands.") for number in range(3)]


def graph(cast: Cast) -> GraphInput:
    return atlas.atlas_of(cast.space, now=clock.now()).graph


def pin(cast: Cast, memory: Memory, x: float = 1.0, y: float = 2.0) -> None:
    pins.pin(user=cast.chen, space=cast.space, graph=graph(cast), node_id=memory.pk, place=(x, y))


def test_a_pin_is_a_place_and_moves_and_goes(cast: Cast, told: list[Memory]) -> None:
    before = ledger.revision_of(cast.space.pk)
    pin(cast, told[0], 1.239, -2)
    pin(cast, told[1])
    pin(cast, told[1], 5, 6)
    assert pins.pins_of(cast.chen, cast.space) == {told[0].pk: (1.24, -2), told[1].pk: (5, 6)}
    assert pins.shown(cast.chen, cast.space, graph(cast)) == {0: (1.24, -2), 1: (5, 6)}
    for _ in range(2):
        pins.unpin(user=cast.chen, space=cast.space, node_id=told[0].pk)
    assert pins.pins_of(cast.chen, cast.space) == {told[1].pk: (5, 6)}
    assert ledger.revision_of(cast.space.pk) == before


def test_nobody_else_has_it_and_no_other_space(cast: Cast, told: list[Memory]) -> None:
    pin(cast, told[0])
    assert pins.pins_of(cast.ada, cast.space) == pins.pins_of(cast.chen, cast.elsewhere) == {}
    assert pins.shown(cast.ada, cast.space, graph(cast)) == {}


@pytest.mark.parametrize(("x", "y", "field"), [(math.nan, 0, "x"), (0, math.inf, "y"), (-1e7, 0, "x")])
def test_what_is_no_place_is_refused(cast: Cast, told: list[Memory], x: float, y: float, field: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        pin(cast, told[0], x, y)
    assert refused.value.field == field


def test_there_are_so_many_and_no_more_and_what_has_gone_makes_room(
    cast: Cast, told: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "MOST_PINS", 2)
    pin(cast, told[0])
    pin(cast, told[1])
    pin(cast, told[1], 8, 8)
    with pytest.raises(errors.Conflict, match="At most 2"):
        pin(cast, told[2])
    memories.forget(actor=cast.principal("ada").actor, space=cast.space, memory_ids=[told[0].pk])
    pin(cast, told[2])
    assert pins.pins_of(cast.chen, cast.space).keys() == {told[1].pk, told[2].pk}


def test_a_forgotten_memory_is_not_shown_and_is_where_it_was_when_it_comes_back(cast: Cast, told: list[Memory]) -> None:
    ada = cast.principal("ada").actor
    pin(cast, told[0])
    memories.forget(actor=ada, space=cast.space, memory_ids=[told[0].pk])
    assert pins.shown(cast.chen, cast.space, graph(cast)) == {}
    memories.unforget(actor=ada, space=cast.space, memory_ids=[told[0].pk])
    assert list(pins.shown(cast.chen, cast.space, graph(cast)).values()) == [(1, 2)]


def test_it_goes_when_the_memory_is_erased_when_one_leaves_and_when_the_space_is_purged(
    cast: Cast, told: list[Memory]
) -> None:
    ada = cast.principal("ada").actor
    pin(cast, told[0])
    pin(cast, told[1])
    lifecycle.erase_memory(actor=ada, space=cast.space, memory_id=told[0].root_id)
    assert pins.pins_of(cast.chen, cast.space).keys() == {told[1].pk}
    spaces.remove_member(actor=ada, space=cast.space, user=cast.chen)
    assert pins.pins_of(cast.chen, cast.space) == {}
    pins.pin(user=cast.ed, space=cast.space, graph=graph(cast), node_id=told[1].pk, place=(0, 0))
    lifecycle.purge_space(actor=ada, space=cast.space)
    assert not Preference.objects.filter(space_id=cast.space.pk).exists()


def test_one_that_was_never_there_is_let_go_without_a_word(cast: Cast) -> None:
    pins.unpin(user=cast.chen, space=cast.space, node_id=uuid4())
    assert pins.pins_of(cast.chen, cast.space) == {}
