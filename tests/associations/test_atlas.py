"""The map as one caller may see it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import numpy as np

from memoryhub.associations import atlas, services, texts
from memoryhub.associations.graph.inputs import EdgeKind, NodeState
from memoryhub.associations.models import GraphLevel
from memoryhub.core import clock, packed
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast


def look(space: Space, *, with_review: bool = False) -> atlas.Atlas:
    return atlas.atlas_of(space, now=clock.now(), with_review=with_review)


def tag(space: Space, memory: Memory, *keys: str) -> None:
    prepared = texts.prepare([(key, "concept") for key in keys])
    services.link(actor=factories.HUB, space=space, keys={memory.pk: prepared}, about=("memory", memory.root_id))


def ids_of(found: atlas.Atlas) -> list[UUID]:
    return packed.unpack(found.graph.ids)


def kinds(found: atlas.Atlas) -> list[str]:
    return sorted(EdgeKind(kind).name for kind in found.graph.merged_edges().kind)


def test_an_empty_space_has_an_empty_map(space: Space) -> None:
    found = look(space)
    assert (len(found.graph), found.total, found.levels.clusters) == (0, 0, ())


def test_versions_relations_and_shared_keys_are_edges(space: Space, ada: Actor) -> None:
    office = factories.remember(space, "Mina works in Seoul.")
    newer = factories.revise(space, office, "Mina works in Busan.")
    desks = factories.remember(space, "The desks are in Busan.")
    memories.relate(actor=ada, space=space, newer_id=desks.pk, older_id=newer.pk, kind="extends")
    tag(space, newer, "Busan")
    tag(space, desks, "Busan")
    found = look(space)
    assert kinds(found) == ["EXTENDS", "KEY", "UPDATES"]
    states = dict(zip(ids_of(found), found.graph.states, strict=True))
    assert (states[office.pk], states[newer.pk]) == (NodeState.SUPERSEDED, NodeState.CURRENT)


def test_what_waits_is_on_the_map_of_reviewers_only(space: Space) -> None:
    known = factories.remember(space, "Mina works in Busan.")
    guess = factories.infer(space, "Mina has moved.", known)
    assert guess.pk in ids_of(look(space, with_review=True))
    seen = look(space)
    assert guess.pk not in ids_of(seen)
    assert kinds(seen) == []


def test_both_sights_show_the_same_places(space: Space) -> None:
    known = [factories.remember(space, f"Fact number {number} stands.") for number in range(8)]
    factories.infer(space, "Somebody counts.", *known)
    whole, seen = look(space, with_review=True), look(space)
    places = {pk: (x, y) for pk, x, y in zip(ids_of(whole), whole.levels.x, whole.levels.y, strict=True)}
    for pk, x, y in zip(ids_of(seen), seen.levels.x, seen.levels.y, strict=True):
        assert np.allclose(places[pk], (x, y), atol=1e-3)


def test_a_forgotten_or_expired_memory_leaves_the_map_with_its_versions(space: Space, ada: Actor) -> None:
    old = factories.remember(space, "The lamp is red.")
    new = factories.revise(space, old, "The lamp is green.")
    ends = factories.remember(space, "The sale goes on.", forget_after=clock.now() + timedelta(hours=1))
    assert {old.pk, new.pk, ends.pk} == set(ids_of(look(space)))
    memories.forget(actor=ada, space=space, memory_ids=[new.pk])
    assert ids_of(look(space)) == [ends.pk]
    with clock.frozen(clock.now() + timedelta(hours=2)):
        assert ids_of(look(space)) == []


def test_a_forgotten_word_names_no_island(space: Space, ada: Actor) -> None:
    group = [factories.remember(space, f"The zebra number {number} runs.") for number in range(6)]
    for memory in group:
        tag(space, memory, "savanna", f"stripe {memory.text[17]}")
    secret = factories.remember(space, "The vault is open.")
    tag(space, secret, "vault", "savanna")
    look(space, with_review=True)
    memories.forget(actor=ada, space=space, memory_ids=[secret.pk])
    after = look(space, with_review=True)
    assert all("vault" not in each.name for each in after.levels.clusters)
    assert "vault" not in str(GraphLevel.objects.get(space=space).clusters)


def test_erasing_drops_the_stored_map(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "The vault is open.")
    look(space)
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory.pk)
    assert not GraphLevel.objects.filter(space=space).exists()


def test_places_stay_when_something_is_added(space: Space) -> None:
    first = [factories.remember(space, f"Fact number {number} stands here.") for number in range(30)]
    for memory in first:
        tag(space, memory, "fact")
    before = look(space)
    places = {pk: (x, y) for pk, x, y in zip(ids_of(before), before.levels.x, before.levels.y, strict=True)}
    tag(space, factories.remember(space, "One more fact."), "fact")
    after = look(space)
    moved = [
        pk
        for pk, x, y in zip(ids_of(after), after.levels.x, after.levels.y, strict=True)
        if pk in places and not np.allclose(places[pk], (x, y), atol=1e-3)
    ]
    assert (len(after.graph), moved) == (31, [])


def test_the_version_changes_with_entries_clock_and_sight(space: Space) -> None:
    def version(*, with_review: bool = False) -> str:
        return atlas.version_of(space, now=clock.now(), with_review=with_review)

    start = version()
    assert version() == start
    assert version(with_review=True) != start
    factories.remember(space, "The sale goes on.", forget_after=clock.now() + timedelta(hours=1))
    changed = version()
    assert changed != start
    with clock.frozen(clock.now() + timedelta(hours=2)):
        assert version() != changed


def test_another_space_is_not_on_the_map(cast: Cast) -> None:
    factories.remember(cast.elsewhere, "Dora's secret.")
    assert len(look(cast.space).graph) == 0


def test_the_map_takes_a_fixed_number_of_queries(
    space: Space, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    for number in range(20):
        tag(space, factories.remember(space, f"Fact number {number} is here."), "fact")
    with django_assert_max_num_queries(16):  # type: ignore[attr-defined]  # a context manager
        look(space, with_review=True)
