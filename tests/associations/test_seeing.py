"""The map at another moment, and with what was forgotten: what is on it, and what never is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
import pytest

from memoryhub.associations import atlas
from memoryhub.associations.graph.inputs import EdgeKind, NodeState
from memoryhub.associations.models import GraphLevel
from memoryhub.associations.seeing import Sight, forgotten_count
from memoryhub.core import clock, packed
from memoryhub.lifecycle import erasing
from memoryhub.memories import services as memories
from memoryhub.memories.horizon import Horizon
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories

FIRST = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
NOW = FIRST + timedelta(days=20)


def on(day: float) -> datetime:
    return FIRST + timedelta(days=day)


def look(space: Space, sight: Sight) -> atlas.Atlas:
    return atlas.atlas_of(space, now=NOW, sight=sight)


def places_of(found: atlas.Atlas) -> dict[UUID, complex]:
    """Id -> place of what is on a map."""
    return dict(zip(packed.unpack(found.graph.ids), (found.levels.x + 1j * found.levels.y).tolist(), strict=True))


def known(day: float) -> Sight:
    return Sight(horizon=Horizon(known_at=on(day)))


def states(found: atlas.Atlas) -> dict[str, str]:
    """Text -> state of what is on a map."""
    texts = dict(Memory.objects.values_list("pk", "text"))
    return {
        texts[pk]: NodeState(state).name.lower()
        for pk, state in zip(packed.unpack(found.graph.ids), found.graph.states, strict=True)
        if pk in texts
    }


@dataclass(frozen=True, slots=True)
class Rows:
    """A chain of three versions, the third told on day 4, and a fact of day 2 that extends the second."""

    versions: tuple[Memory, Memory, Memory]
    desk: Memory


@pytest.fixture
def rows(space: Space) -> Rows:
    with clock.frozen(on(0)):
        first = factories.remember(space, "Mina works in Seoul.")
    with clock.frozen(on(1)):
        second = factories.revise(space, first, "Mina works in Busan.")
    with clock.frozen(on(2)):
        desk = factories.remember(space, "The desk is in Busan.")
        memories.relate(actor=factories.HUB, space=space, newer_id=desk.pk, older_id=second.pk, kind="extends")
    with clock.frozen(on(4)):
        third = factories.revise(space, second, "Mina works in Daegu.")
    return Rows((first, second, third), desk)


def test_a_map_of_then_has_the_version_of_then_and_those_it_replaced(space: Space, rows: Rows) -> None:
    assert states(look(space, known(0.5))) == {"Mina works in Seoul.": "current"}
    assert states(look(space, known(3))) == {
        "Mina works in Seoul.": "superseded",
        "Mina works in Busan.": "current",
        "The desk is in Busan.": "current",
    }
    assert states(look(space, known(-1))) == {}
    assert states(look(space, Sight()))["Mina works in Daegu."] == "current"


def test_relations_are_those_of_then_unless_they_were_severed_since(space: Space, rows: Rows) -> None:
    def kinds(day: float) -> list[str]:
        return [EdgeKind(kind).name for kind in look(space, known(day)).graph.merged_edges().kind]

    assert kinds(1.5) == ["UPDATES"]
    assert sorted(kinds(3)) == ["EXTENDS", "UPDATES"]
    relation = rows.desk.relations_out.get()
    memories.sever(actor=factories.HUB, space=space, relation_id=relation.pk)
    assert kinds(3) == ["UPDATES"]


def test_what_was_true_then_is_a_matter_of_the_facts_own_dates(space: Space) -> None:
    with clock.frozen(on(9)):
        first = factories.remember(space, "Mina works in Seoul.", valid_from=on(0), valid_to=on(5))
        factories.remember(space, "Rain fell.", valid_from=on(6), valid_to=on(7))
    with clock.frozen(on(10)):
        memories.revise(
            actor=factories.HUB,
            space=space,
            memory_id=first.pk,
            draft=factories.draft("Mina works in Busan.", valid_from=on(5)),
        )
    then = Sight(horizon=Horizon(as_of=on(2)))
    assert states(look(space, then)) == {"Mina works in Seoul.": "current"}
    both = Sight(horizon=Horizon(as_of=on(6.5), known_at=on(9.5)))
    assert states(look(space, both)) == {"Rain fell.": "current"}


def test_places_at_any_moment_are_those_of_the_present_and_nothing_more_is_stored(space: Space, rows: Rows) -> None:
    present = look(space, Sight(with_review=True))
    places = places_of(present)
    stored = GraphLevel.objects.count()
    for sight in (known(3), known(1.5), Sight(with_review=True, with_forgotten=True)):
        for pk, place in places_of(look(space, sight)).items():
            assert np.isclose(places[pk], place, atol=1e-3)
    assert GraphLevel.objects.count() == stored


def test_what_has_gone_since_or_waited_then_is_on_no_map_of_then(space: Space, rows: Rows) -> None:
    with clock.frozen(on(5)):
        secret = factories.remember(space, "The vault is open.")
        ends = factories.remember(space, "The sale goes on.", forget_after=on(8))
        guess = factories.infer(space, "Mina likes the sea.", rows.desk)
        wrong = factories.remember(space, "The password is tea.")
    then = known(6)
    assert guess.pk not in places_of(look(space, then))
    with clock.frozen(on(7)):
        memories.forget(actor=factories.HUB, space=space, memory_ids=[secret.pk])
        erasing.erase_memory(actor=factories.HUB, space=space, memory_id=wrong.pk)
    found = places_of(look(space, then))
    assert not {secret.pk, ends.pk, guess.pk, wrong.pk} & set(found)
    assert rows.desk.pk in found


def test_a_version_that_ends_by_itself_leaves_the_map_of_then_by_the_clock(space: Space) -> None:
    with clock.frozen(on(0)):
        first = factories.remember(space, "The sale goes on.", forget_after=on(21))
    with clock.frozen(on(1)):
        memories.revise(
            actor=factories.HUB,
            space=space,
            memory_id=first.pk,
            draft=factories.draft("The sale goes on and on.", forget_after=on(30)),
        )
    then = known(0.5)
    assert states(look(space, then)) == {"The sale goes on.": "current"}
    later = atlas.atlas_of(space, now=on(22), sight=then)
    assert len(later.graph) == 0


def test_every_sight_and_moment_has_a_version_of_its_own(space: Space, rows: Rows) -> None:
    sights = [
        Sight(),
        Sight(with_review=True),
        Sight(with_review=True, with_forgotten=True),
        known(1),
        known(2),
        Sight(horizon=Horizon(as_of=on(1))),
        Sight(horizon=Horizon(as_of=on(1), known_at=on(1))),
    ]
    assert len({atlas.version_of(space, now=NOW, sight=sight) for sight in sights}) == len(sights)


def test_what_was_forgotten_or_has_expired_is_on_the_map_of_those_who_ask(space: Space, rows: Rows) -> None:
    with clock.frozen(on(5)):
        gone = factories.remember(space, "The lamp is red.")
        factories.remember(space, "The sale goes on.", forget_after=on(8))
        wrong = factories.remember(space, "The password is tea.")
        memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
        erasing.erase_memory(actor=factories.HUB, space=space, memory_id=wrong.pk)
    found = states(look(space, Sight(with_review=True, with_forgotten=True)))
    assert {text for text, state in found.items() if state == "forgotten"} == {"The lamp is red.", "The sale goes on."}
    assert forgotten_count(space, NOW) == 2
    assert "forgotten" not in states(look(space, Sight(with_review=True))).values()


def test_a_forgotten_word_names_no_island_even_where_it_is_shown(space: Space) -> None:
    group = [factories.remember(space, f"Heron number {number} stands.") for number in range(12)]
    factories.key(space, "heronry", *group)
    memories.forget(actor=factories.HUB, space=space, memory_ids=[memory.pk for memory in group])
    found = look(space, Sight(with_review=True, with_forgotten=True))
    assert len(found.graph) == 12
    assert found.graph.keys.texts == ()
    assert all("heron" not in each.name.lower() for each in found.levels.clusters)
