"""What of a map is shown: filters resolved to the nodes they leave, and how many nodes each further value would leave.

A facet restricts the map to nodes that have one of its chosen values; what is chosen in several facets must hold at
once. The values of a facet are counted under all other facets, so that a count says what choosing that value in its
place would show (Hearst, *Search User Interfaces*, 2009, chapter 8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum, StrEnum
from functools import cached_property, reduce
from uuid import UUID

import numpy as np

from memoryhub.associations import selectors
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.inputs import EdgeKind, Flags, Ints, MergedEdges, NodeKind, NodeState
from memoryhub.associations.kept import Kept
from memoryhub.associations.timeline import Timeline, timeline_of
from memoryhub.core import packed
from memoryhub.memories import confidence
from memoryhub.spaces.models import Space

KEPT_MAPS = 8
KEPT_NODES = 2_500_000


class Trait(StrEnum):
    """What is said of a memory beside its state; a memory that was inferred is also static or dynamic."""

    STATIC = "static"
    DYNAMIC = "dynamic"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Filter:
    """What a node must have to be shown; an empty facet asks for nothing.

    `relation`: an edge of one of these kinds. `key`: a key, by id, as current memories have it. `source`: a memory told
    by one of these documents, or the document itself. `since` and `until`: made from then on and before then.
    """

    kind: frozenset[NodeKind] = frozenset()
    state: frozenset[NodeState] = frozenset()
    relation: frozenset[EdgeKind] = frozenset()
    key: frozenset[UUID] = frozenset()
    source: frozenset[UUID] = frozenset()
    confidence: frozenset[confidence.Level] = frozenset()
    trait: frozenset[Trait] = frozenset()
    since: datetime | None = None
    until: datetime | None = None

    def __bool__(self) -> bool:
        return any(getattr(self, each.name) for each in fields(self))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many nodes each value would show: by name of its facet and value; `keys` per key of the map, `sources` per
    node, 0 but for documents; `created` per bin of the timeline.
    """

    shown: int
    values: Mapping[str, Mapping[str, int]]
    keys: Ints
    sources: Ints
    created: Ints


class Facts:
    """What the nodes of one map can be asked by. Masks have one flag per node, in the order of the map's ids."""

    def __init__(self, space: Space, atlas: Atlas) -> None:
        self._space = space
        self.graph = atlas.graph

    def __len__(self) -> int:
        return len(self.graph)

    @cached_property
    def edges(self) -> MergedEdges:
        """The edges of the map."""
        return self.graph.merged_edges()

    @cached_property
    def timeline(self) -> Timeline:
        """When the nodes were made, in bins."""
        return timeline_of(self.graph.created, self._space.time_zone)

    @cached_property
    def _has(self) -> Mapping[str, Mapping[Enum, Flags]]:
        """Facet -> value -> which nodes have it, for the facets whose values are few."""
        graph, memories = self.graph, self.graph.kinds == NodeKind.MEMORY
        traits: Mapping[Enum, Flags] = {
            Trait.STATIC: graph.is_static,
            Trait.DYNAMIC: memories & ~graph.is_static,
            Trait.INFERRED: graph.is_inferred,
        }
        return {
            "kind": {each: graph.kinds == each for each in NodeKind},
            "state": {each: graph.states == each for each in NodeState},
            "relation": {each: self._linked(each) for each in EdgeKind},
            "confidence": self._confidence(memories),
            "trait": traits,
        }

    def _linked(self, kind: EdgeKind) -> Flags:
        """The nodes at an end of an edge of this kind."""
        edges, linked = self.edges.where(self.edges.kind == kind), np.zeros(len(self.graph), np.bool_)
        linked[edges.source] = linked[edges.target] = True
        return linked

    def _confidence(self, memories: Flags) -> Mapping[Enum, Flags]:
        found = {}
        for level, unsure in confidence.below_high(self._space).items():
            found[level] = flagged(len(self.graph), self.graph.positions(packed.of_bytes(unsure))) & memories
        others = memories & ~reduce(np.logical_or, found.values())
        return {confidence.Level.HIGH: others, **dict(reversed(found.items()))}

    def mask(self, asked: Filter) -> Flags:
        """The nodes that are shown."""
        return _all_of(len(self.graph), self._masks(asked).values())

    def shown_edges(self, asked: Filter, mask: Flags) -> MergedEdges:
        """The edges between nodes that are shown, of the kinds that are asked for."""
        kept = mask[self.edges.source] & mask[self.edges.target]
        if asked.relation:
            kept &= np.isin(self.edges.kind, [int(each) for each in asked.relation])
        return self.edges.where(kept)

    def counts(self, asked: Filter) -> Counts:
        """How many nodes are shown, and how many each value of each facet would show."""
        masks, nodes = self._masks(asked), len(self.graph)
        others = {name: _all_of(nodes, (mask for of, mask in masks.items() if of != name)) for name in masks}
        shown = _all_of(nodes, masks.values())
        under = {name: others.get(name, shown) for name in (*self._has, "key", "source", "created")}
        terms = self.graph.keys
        return Counts(
            int(shown.sum()),
            {
                name: {each.name.lower(): int((under[name] & flags).sum()) for each, flags in values.items()}
                for name, values in self._has.items()
            },
            np.bincount(terms.key[under["key"][terms.node]], minlength=len(terms.texts)),
            self._per_source(under["source"]),
            self.timeline.counts(under["created"]),
        )

    def _per_source(self, base: Flags) -> Ints:
        told = self.edges.kind == EdgeKind.SOURCE
        documents, memories = self.edges.source[told], self.edges.target[told]
        return np.bincount(documents[base[memories]], minlength=len(base)) + (
            base & self._has["kind"][NodeKind.DOCUMENT]
        )

    def _masks(self, asked: Filter) -> dict[str, Flags]:
        """Facet -> the nodes it leaves, for those that ask for something."""
        found = {
            name: reduce(np.logical_or, (values[each] for each in chosen))
            for name, values in self._has.items()
            if (chosen := getattr(asked, name))
        }
        if asked.key:
            found["key"] = self._with_keys(asked.key)
        if asked.source:
            found["source"] = self._from_sources(asked.source)
        if asked.since or asked.until:
            since, until = (each.timestamp() if each else None for each in (asked.since, asked.until))
            made = self.graph.created
            found["created"] = (made >= (-np.inf if since is None else since)) & (
                made < (np.inf if until is None else until)
            )
        return found

    def _with_keys(self, keys: Iterable[UUID]) -> Flags:
        places = [self.key_place(each.text) for each in selectors.keys_by_id(self._space, keys)]
        terms = self.graph.keys
        return flagged(len(self.graph), terms.node[np.isin(terms.key, places)])

    def _from_sources(self, sources: Iterable[UUID]) -> Flags:
        asked = flagged(len(self.graph), self.graph.positions(packed.pack(sources)))
        asked &= self.graph.kinds == NodeKind.DOCUMENT
        told = self.edges.where((self.edges.kind == EdgeKind.SOURCE) & asked[self.edges.source])
        asked |= flagged(len(self.graph), told.target)
        return asked

    def key_place(self, text: str) -> int:
        """Which of the map's keys has that wording, -1 where nothing on the map has it."""
        return self._key_places.get(text, -1)

    @cached_property
    def _key_places(self) -> Mapping[str, int]:
        return {text: place for place, text in enumerate(self.graph.keys.texts)}


def flagged(nodes: int, places: Ints) -> Flags:
    """One flag per node, set at these places; negative ones are left out."""
    flags = np.zeros(nodes, np.bool_)
    flags[places[places >= 0]] = True
    return flags


def _all_of(nodes: int, masks: Iterable[Flags]) -> Flags:
    kept = np.ones(nodes, np.bool_)
    for mask in masks:
        kept &= mask
    return kept


def facts_of(space: Space, atlas: Atlas) -> Facts:
    """What the map can be asked by; kept with the last few maps."""
    return _kept.get(atlas.version, lambda: Facts(space, atlas))


_kept: Kept[Facts] = Kept(most=KEPT_MAPS, elements=KEPT_NODES)
