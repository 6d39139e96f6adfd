"""Names that people give to islands: whose they are, what they outlive, and how they are taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from memoryhub.associations import atlas, island_names, naming, services, tasks, texts
from memoryhub.associations.graph import levels as graph_levels
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput
from memoryhub.associations.graph.levels import Part
from memoryhub.associations.models import GraphLevel, IslandName
from memoryhub.core import clock, errors, ids, packed
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.associations.graph_cast import graph, wheel


def look(space: Space, *, with_review: bool = False) -> atlas.Atlas:
    return atlas.atlas_of(space, now=clock.now(), with_review=with_review)


def called(space: Space, *, with_review: bool = False) -> list[str]:
    return sorted(each.name for each in look(space, with_review=with_review).levels.clusters if each.name)


def group(space: Space, key: str, numbers: Sequence[int]) -> list[Memory]:
    found = [factories.remember(space, f"{key.capitalize()} number {number} is told here.") for number in numbers]
    prepared = texts.prepare([(key, "concept")])
    links = {memory.pk: prepared for memory in found}
    services.link(actor=factories.HUB, space=space, keys=links, about=("memory", found[0].root_id))
    hub = Memory.objects.filter(space=space, text__startswith=key.capitalize()).earliest("created_at")
    for memory in found:
        if memory != hub:
            memories.relate(actor=factories.HUB, space=space, newer_id=memory.pk, older_id=hub.pk, kind="extends")
    return found


def last_entry(space: Space) -> tuple[str, object]:
    entry = ledger.entries_of(space.pk).latest("seq")
    return entry.verb, entry.subject_id


@pytest.fixture
def tea(space: Space) -> list[Memory]:
    group(space, "rain", range(8))
    return group(space, "tea", range(8))


def named(space: Space, ada: Actor, memory: Memory, name: str | None = "Kitchen", **values: Any) -> IslandName | None:
    return naming.name(actor=ada, space=space, node_id=memory.pk, name=name, **values)


def test_an_island_is_called_as_somebody_says_and_all_who_see_it_read_so(
    space: Space, ada: Actor, tea: list[Memory]
) -> None:
    assert called(space) == ["rain", "tea"]
    row = named(space, ada, tea[0], "  Our   kitchen ")
    assert row is not None
    assert called(space) == called(space, with_review=True) == ["Our kitchen", "rain"]
    assert last_entry(space) == (services.ISLAND_NAMED, row.pk)
    assert ledger.entries_of(space.pk).latest("seq").values == {}


def test_the_stored_map_does_not_know_the_name_and_the_old_one_comes_back_at_once(
    space: Space, ada: Actor, tea: list[Memory]
) -> None:
    named(space, ada, tea[0])
    named(space, ada, tea[5], "Bar")
    assert IslandName.objects.count() == 1
    assert "Bar" not in str(GraphLevel.objects.get(space=space).clusters)
    named(space, ada, tea[3], None)
    assert called(space) == ["rain", "tea"]


def test_a_naming_is_taken_back_to_the_name_before_it(space: Space, ada: Actor, tea: list[Memory]) -> None:
    first, second = (named(space, ada, tea[0], each) for each in ("Kitchen", "Bar"))
    assert first is not None
    assert second is not None
    assert first.pk == second.pk
    newest, oldest = ledger.entries_of(space.pk).filter(verb=services.ISLAND_NAMED).order_by("-seq")
    with pytest.raises(errors.Conflict, match="since"):
        undo.undo(actor=ada, space_id=space.pk, entry_id=oldest.pk)
    undo.undo(actor=ada, space_id=space.pk, entry_id=newest.pk)
    assert called(space) == ["Kitchen", "rain"]
    with pytest.raises(errors.Conflict, match="already"):
        undo.undo(actor=ada, space_id=space.pk, entry_id=newest.pk)


def test_the_first_naming_is_taken_back_to_the_automatic_name(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0])
    undo.undo(actor=ada, space_id=space.pk, entry_id=ledger.entries_of(space.pk).latest("seq").pk)
    assert called(space) == ["rain", "tea"]


def test_what_changes_nothing_is_not_written(space: Space, ada: Actor, tea: list[Memory]) -> None:
    before = ledger.revision_of(space.pk)
    assert named(space, ada, tea[0], None) is None
    named(space, ada, tea[0])
    assert named(space, ada, tea[1]) is None
    assert ledger.revision_of(space.pk) == before + 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("\x00", "empty"),
        ("x" * 61, "60"),
        ("a\u202eb", "turn"),
        ("a\x07b", "control"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused(
    space: Space, ada: Actor, tea: list[Memory], name: str, why: str
) -> None:
    with pytest.raises(errors.InvalidInput, match=why) as refused:
        named(space, ada, tea[0], name)
    assert refused.value.field == "name"
    assert not IslandName.objects.exists()


@pytest.mark.parametrize("name", ["厨房", "مطبخ", "👩‍🍳 Küche", "x" * 60, "<b>&\"'"])
def test_names_in_any_script_are_taken(space: Space, ada: Actor, tea: list[Memory], name: str) -> None:
    named(space, ada, tea[0], name)
    assert name in called(space)


def test_what_is_on_no_island_has_no_name(space: Space, ada: Actor, tea: list[Memory]) -> None:
    alone = factories.remember(space, "A stone lies still.")
    for node in (alone.pk, uuid4()):
        with pytest.raises(errors.NotFound):
            naming.name(actor=ada, space=space, node_id=node, name="Kitchen")
    with pytest.raises(errors.NotFound):
        named(space, ada, tea[0], is_part=True)


def test_who_has_seen_another_name_is_told(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0], was="tea")
    for was in ("tea", "rain", ""):
        with pytest.raises(errors.Conflict, match="otherwise") as stale:
            named(space, ada, tea[0], "Bar", was=was)
        assert stale.value.code == "moved_on"
    named(space, ada, tea[0], "Bar", was="Kitchen")
    assert called(space) == ["Bar", "rain"]


def test_of_two_who_name_it_at_once_the_second_is_told(
    space: Space, ada: Actor, tea: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = look(space, with_review=True)
    named(space, ada, tea[0])
    monkeypatch.setattr(atlas, "atlas_of", lambda *_args, **_values: seen)
    known = {row.pk: "" for row in island_names.given(space)}
    with pytest.raises(errors.Conflict, match="otherwise"):
        naming._name(
            actor=ada, space=space, found=seen, known=known, node_id=tea[0].pk, wanted="Bar", is_part=False, was="tea"
        )


def test_a_space_has_so_many_names_and_no_more(
    space: Space, ada: Actor, tea: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(naming, "MOST_NAMES", 1)
    named(space, ada, tea[0])
    rain = Memory.objects.filter(space=space, text__startswith="Rain")[0]
    with pytest.raises(errors.Conflict, match="at most 1"):
        named(space, ada, rain, "Weather")
    named(space, ada, tea[0], "Bar")
    assert called(space) == ["Bar", "rain"]


def test_the_name_outlives_what_comes_in_and_each_arrangement(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0])
    group(space, "tea", [8])
    assert "Kitchen" in called(space)
    group(space, "tea", range(9, 26))
    group(space, "wood", range(12))
    assert called(space) == ["Kitchen", "rain", "wood"]
    row = IslandName.objects.get()
    assert row.count == 26


def test_the_job_keeps_a_name_that_was_given_while_it_ran(
    space: Space, ada: Actor, tea: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    look(space)
    monkeypatch.setattr(services, "ARRANGED_AT_ONCE", 5)
    group(space, "wood", range(12))
    build = graph_levels.build

    def name_meanwhile(*args: Any, **values: Any) -> graph_levels.Levels:
        named(space, ada, tea[0])
        return build(*args, **values)

    monkeypatch.setattr(graph_levels, "build", name_meanwhile)
    tasks.arrange(str(space.pk))
    assert called(space) == ["Kitchen", "rain", "wood"]


def test_it_outlives_the_loss_of_the_stored_map(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0])
    lifecycle.erase_memory(actor=ada, space=space, memory_id=tea[1].root_id)
    assert not GraphLevel.objects.filter(space=space).exists()
    assert called(space) == ["Kitchen", "rain"]
    GraphLevel.objects.filter(space=space).delete()
    group(space, "tea", [9])
    assert called(space) == ["Kitchen", "rain"]


def test_it_goes_with_the_last_of_the_island(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0])
    for memory in tea[:-1]:
        lifecycle.erase_memory(actor=ada, space=space, memory_id=memory.root_id)
    assert IslandName.objects.exists()
    lifecycle.erase_memory(actor=ada, space=space, memory_id=tea[-1].root_id)
    assert not IslandName.objects.exists()


def test_a_naming_of_what_is_gone_cannot_be_taken_back(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0])
    entry = ledger.entries_of(space.pk).latest("seq")
    for memory in tea:
        lifecycle.erase_memory(actor=ada, space=space, memory_id=memory.root_id)
    with pytest.raises(errors.Conflict):
        undo.undo(actor=ada, space_id=space.pk, entry_id=entry.pk)


def test_who_sees_no_member_sees_no_island_and_no_name(space: Space, ada: Actor) -> None:
    known = group(space, "rain", range(8))
    guesses = [factories.infer(space, f"Guess number {number} is made.", known[0]) for number in range(8)]
    for one, other in combinations(guesses, 2):
        memories.relate(actor=ada, space=space, newer_id=other.pk, older_id=one.pk, kind="extends")
    whole = look(space, with_review=True)
    homes = {int(whole.levels.cluster[at]) for at in whole.graph.positions(packed.pack(one.pk for one in guesses))}
    assert homes.isdisjoint(whole.levels.cluster[whole.graph.positions(packed.pack(one.pk for one in known))].tolist())
    named(space, ada, guesses[3], "Rumours")
    assert "Rumours" in called(space, with_review=True)
    assert "Rumours" not in called(space)


def test_a_purged_space_leaves_no_name(space: Space, ada: Actor, tea: list[Memory]) -> None:
    named(space, ada, tea[0])
    lifecycle.purge_space(actor=ada, space=space)
    assert not IslandName.objects.exists()


def row_of(space: Space, members: Sequence[int], given: GraphInput, **values: object) -> IslandName:
    row = IslandName(id=ids.new(), space=space, name="Kitchen", is_part=bool(values.get("is_part", False)))
    island_names.take(row, given, np.array(members))
    return row


def one_island(given: GraphInput) -> graph_levels.Levels:
    built = graph_levels.build(given)
    return replace(built, cluster=np.zeros(len(given), np.int64), clusters=built.clusters[:1])


def test_a_small_island_that_a_large_one_takes_in_does_not_name_it(space: Space) -> None:
    whole = graph(60, wheel(0, 60))
    small = row_of(space, range(20), whole)
    found = graph_levels.build(whole)
    assert island_names.borne([small], whole, found, is_part=False) == {}
    large = row_of(space, range(40), whole)
    assert island_names.borne([small, large], whole, found, is_part=False) == {0: large}


def test_an_island_that_grew_by_what_is_new_keeps_its_name(space: Space) -> None:
    before, after = graph(8), graph(60, wheel(0, 60))
    row = row_of(space, range(8), before)
    assert island_names.borne([row], after, one_island(after), is_part=False) == {0: row}


def test_a_name_follows_the_larger_part_of_an_island_that_split_and_none_if_there_is_none(space: Space) -> None:
    links = [*wheel(0, 20), *wheel(20, 12)]
    parted = graph(32, links)
    found = graph_levels.build(parted)
    row = row_of(space, range(32), parted)
    assert island_names.borne([row], parted, found, is_part=False) == {int(found.cluster[0]): row}
    thirds = graph(60, [*wheel(0, 20), *wheel(20, 20), *wheel(40, 20)])
    row = row_of(space, range(60), thirds)
    assert island_names.borne([row], thirds, graph_levels.build(thirds), is_part=False) == {}


def test_an_island_is_known_by_some_of_many_members(space: Space) -> None:
    whole = graph(2_000, wheel(0, 2_000))
    one = one_island(whole)
    row = row_of(space, range(2_000), whole)
    assert (len(row.members) // packed.BYTES, row.count) == (island_names.MOST_MEMBERS, 2_000)
    assert island_names.borne([row], whole, one, is_part=False) == {0: row}
    sixth = row_of(space, range(600), whole)
    assert island_names.borne([sixth], whole, one, is_part=False) == {}


def test_parts_have_names_of_their_own(space: Space) -> None:
    whole = graph(30, wheel(0, 30))
    parts = tuple(Part(0, name, 10, 0.0, 0.0, 1.0) for name in ("north", "south"))
    found = replace(one_island(whole), part=np.repeat([0, 1, -1], 10), parts=parts)
    row = row_of(space, range(10, 20), whole, is_part=True)
    named = island_names.put_on(found, whole, [row])
    assert [each.name for each in named.parts] == ["north", "Kitchen"]
    assert named.clusters == found.clusters
    island = row_of(space, range(30), whole)
    assert [each.name for each in island_names.put_on(found, whole, [island]).clusters] == ["Kitchen"]


def test_an_empty_map_bears_no_name(space: Space) -> None:
    whole = graph(8, wheel(0, 8))
    nothing = graph(0)
    row = row_of(space, range(8), whole)
    assert island_names.put_on(graph_levels.build(nothing), nothing, [row]).clusters == ()
    apart = graph(8, [(0, 1, EdgeKind.EXTENDS)])
    assert "Kitchen" not in [
        each.name for each in island_names.put_on(graph_levels.build(apart), apart, [row]).clusters
    ]
