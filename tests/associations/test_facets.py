"""Which nodes a filter leaves, and what each value of a facet would show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

import numpy as np
import pytest

from memoryhub.associations import atlas
from memoryhub.associations.facets import Facts, Filter, Trait, facts_of
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from memoryhub.associations.models import Key
from memoryhub.associations.seeing import Sight
from memoryhub.core import clock, ids, packed
from memoryhub.documents.models import Document
from memoryhub.memories import services as memories
from memoryhub.memories.confidence import Level
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

FIRST = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Town:
    """A space of five memories and two documents, and the name of each of its rows."""

    space: Space
    paper: Document
    other: Document
    tea: Key
    names: dict[str, str]

    def facts(self, *, with_review: bool = True) -> Facts:
        return facts_of(self.space, atlas.atlas_of(self.space, now=FIRST + timedelta(days=9), with_review=with_review))

    def left(self, asked: Filter, *, with_review: bool = True) -> set[str]:
        facts = self.facts(with_review=with_review)
        return {
            self.names[str(pk)]
            for pk, kept in zip(packed.unpack(facts.graph.ids), facts.mask(asked), strict=True)
            if kept
        }


def paper(space: Space, title: str) -> Document:
    return Document.objects.create(
        space=space, kind="text", title=title, content=title, content_hash="0" * 64, added_by_kind="hub", status="done",
        created_at=clock.now(),
    )  # fmt: skip


@pytest.fixture
def town(space: Space) -> Town:
    """A day lies between any two rows."""
    made: dict[str, Memory | Document] = {}

    def on(day: int, name: str, make: Callable[[], Memory | Document]) -> None:
        with clock.frozen(FIRST + timedelta(days=day)):
            made[name] = make()

    on(0, "paper", lambda: paper(space, "Paper"))
    on(1, "other", lambda: paper(space, "Other"))
    on(2, "old", lambda: factories.remember(space, "Tea is sold at nine.", confidence=0.9))
    with clock.frozen(FIRST + timedelta(days=3)):
        made["new"] = factories.revise(space, made["old"], "Tea is sold at ten.")  # type: ignore[arg-type]
        source = SourceDraft(document_id=made["paper"].pk, chunk_id=None, start=0, end=5, quote="Paper")
        memories.add_source(actor=factories.HUB, space=space, memory=made["new"], source=source)  # type: ignore[arg-type]
    on(4, "name", lambda: factories.remember(space, "Mina is a baker.", is_static=True, confidence=0.3))
    on(5, "soon", lambda: factories.remember(space, "The sale goes on.", forget_after=FIRST + timedelta(days=12)))
    on(6, "guess", lambda: factories.infer(space, "Mina sells tea.", made["new"], confidence=0.6))  # type: ignore[arg-type]
    tea = factories.key(space, "tea", made["new"], made["soon"], made["guess"])  # type: ignore[arg-type]
    names = {str(row.pk): name for name, row in made.items()}
    return Town(space, made["paper"], made["other"], tea, names)  # type: ignore[arg-type]


EVERYTHING = {"paper", "other", "old", "new", "name", "soon", "guess"}


def chosen(**values: object) -> Filter:
    """A filter of one value each."""
    return Filter(**{name: frozenset([value]) for name, value in values.items()})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (Filter(), EVERYTHING),
        (chosen(kind=NodeKind.DOCUMENT), {"paper", "other"}),
        (chosen(state=NodeState.SUPERSEDED), {"old"}),
        (Filter(state=frozenset({NodeState.PENDING, NodeState.EXPIRING})), {"guess", "soon"}),
        (chosen(relation=EdgeKind.UPDATES), {"old", "new"}),
        (chosen(relation=EdgeKind.SOURCE), {"paper", "new"}),
        (chosen(relation=EdgeKind.DERIVES), {"guess", "new"}),
        (chosen(relation=EdgeKind.EXTENDS), set()),
        (chosen(confidence=Level.LOW), {"name"}),
        (chosen(confidence=Level.FAIR), {"guess", "soon", "new"}),
        (chosen(confidence=Level.HIGH), {"old"}),
        (chosen(trait=Trait.STATIC), {"name"}),
        (chosen(trait=Trait.DYNAMIC), {"old", "new", "soon", "guess"}),
        (chosen(trait=Trait.INFERRED), {"guess"}),
        (Filter(since=FIRST + timedelta(days=4)), {"name", "soon", "guess"}),
        (Filter(until=FIRST + timedelta(days=1)), {"paper"}),
        (Filter(since=FIRST + timedelta(days=1), until=FIRST + timedelta(days=3)), {"other", "old"}),
        (Filter(kind=frozenset({NodeKind.MEMORY}), until=FIRST + timedelta(days=3)), {"old"}),
        (Filter(trait=frozenset({Trait.STATIC}), confidence=frozenset({Level.HIGH})), set()),
    ],
)
def test_a_filter_leaves_what_has_a_value_of_each_facet(town: Town, asked: Filter, left: set[str]) -> None:
    assert town.left(asked) == left


def test_a_key_leaves_the_current_memories_that_have_it(town: Town) -> None:
    assert town.left(chosen(key=town.tea.pk)) == {"new", "soon"}


def test_a_source_leaves_what_it_tells_and_itself(town: Town) -> None:
    assert town.left(chosen(source=town.paper.pk)) == {"paper", "new"}
    assert town.left(Filter(source=frozenset({town.paper.pk, town.other.pk}))) == {"paper", "other", "new"}


def test_an_id_that_nothing_here_has_leaves_nothing(town: Town) -> None:
    for asked in (chosen(key=ids.new()), chosen(source=ids.new()), chosen(source=town.tea.pk)):
        assert town.left(asked) == set()


def test_a_key_of_another_space_is_as_unknown_as_any(town: Town, cast: Cast) -> None:
    far = factories.key(cast.elsewhere, "tea", factories.remember(cast.elsewhere, "Tea is cold here."))
    assert town.left(chosen(key=far.pk)) == set()


def test_what_is_not_on_the_readers_map_is_left_by_no_filter(town: Town) -> None:
    for asked in (Filter(), chosen(state=NodeState.PENDING), chosen(trait=Trait.INFERRED), chosen(key=town.tea.pk)):
        assert "guess" not in town.left(asked, with_review=False)


def test_each_facet_is_counted_as_if_it_asked_for_nothing(town: Town) -> None:
    facts = town.facts()
    counts = facts.counts(Filter(kind=frozenset({NodeKind.MEMORY}), state=frozenset({NodeState.CURRENT})))
    assert counts.shown == 2
    assert counts.values == {
        "kind": {"memory": 2, "document": 2},
        "state": {"current": 2, "superseded": 1, "pending": 1, "expiring": 1, "forgotten": 0},
        "relation": {"updates": 1, "extends": 0, "derives": 1, "source": 1, "key": 1},
        "confidence": {"high": 0, "fair": 1, "low": 1},
        "trait": {"static": 1, "dynamic": 1, "inferred": 0},
    }
    assert dict(zip(facts.graph.keys.texts, counts.keys.tolist(), strict=True)) == {"tea": 1}
    told = np.flatnonzero(counts.sources)
    assert (packed.unpack(facts.graph.ids[told]), counts.sources[told].tolist()) == ([town.paper.pk], [1])
    assert counts.created.sum() == 2


def test_the_histogram_counts_under_all_but_the_times(town: Town) -> None:
    asked = Filter(trait=frozenset({Trait.DYNAMIC}), since=FIRST + timedelta(days=6))
    counts = town.facts().counts(asked)
    assert counts.shown == 1
    assert counts.created.sum() == 4


def test_a_count_says_what_choosing_that_value_shows(town: Town) -> None:
    facts = town.facts()
    enumerations: dict[str, type[Enum]] = {
        "kind": NodeKind, "state": NodeState, "relation": EdgeKind, "confidence": Level, "trait": Trait
    }  # fmt: skip
    counts = facts.counts(Filter()).values
    for name, members in enumerations.items():
        left = {each.name.lower(): int(facts.mask(chosen(**{name: each})).sum()) for each in members}
        assert left == counts[name]


def test_edges_of_other_kinds_and_with_an_end_outside_are_left_out(town: Town) -> None:
    facts = town.facts()
    asked = chosen(relation=EdgeKind.DERIVES)
    assert facts.shown_edges(asked, facts.mask(asked)).kind.tolist() == [EdgeKind.DERIVES]
    memories_only = chosen(kind=NodeKind.MEMORY)
    left = facts.shown_edges(memories_only, facts.mask(memories_only))
    assert sorted(left.kind.tolist()) == [EdgeKind.UPDATES, EdgeKind.DERIVES, EdgeKind.KEY]


def test_a_map_of_nothing_can_be_asked_too(space: Space) -> None:
    facts = facts_of(space, atlas.atlas_of(space, now=clock.now(), sight=Sight()))
    assert facts.mask(chosen(source=ids.new())).tolist() == []
    assert facts.counts(Filter()).shown == 0
