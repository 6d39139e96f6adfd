"""The map of a space as one caller may see it: from rows to arrays, arranged once per revision and kept."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Min, Q
from django.db.models.functions import Left

from memoryhub.associations.graph import levels as graph_levels
from memoryhub.associations.graph import names
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import (
    MAX_NODES,
    EdgeKind,
    GraphInput,
    KeyTerms,
    NodeKind,
    NodeState,
    index_edges,
)
from memoryhub.associations.graph.levels import Bridge, Cluster, Former, Levels
from memoryhub.associations.kept import Kept
from memoryhub.associations.models import GraphLevel, KeyLink
from memoryhub.associations.seeing import SOON, WHOLE, Sight
from memoryhub.ledger import selectors as ledger
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

HUB_KEY = 30  # a key that more memories share says nothing about any two of them
LABEL_CHARACTERS = 60
KEPT_MAPS = 8


@dataclass(frozen=True, slots=True)
class Atlas:
    """A map and what it was made of. ``total`` counts the nodes past the cap too; ``version`` is fit for an ETag."""

    graph: GraphInput
    levels: Levels
    total: int
    revision: int
    version: str


def version_of(space: Space, *, now: datetime, with_review: bool = False, sight: Sight | None = None) -> str:
    """Names what a caller would see now: it changes with every entry, with sight, and as the clock nears an expiry."""
    sight = sight or Sight(with_review)
    ending = Memory.objects.filter(space=space, forget_after__gt=now)
    if not sight.horizon:  # else an older version may be the one that is seen, and end
        ending = ending.filter(is_latest=True)
    clocks = ending.aggregate(ends=Min("forget_after"), soon=Min("forget_after", filter=Q(forget_after__gt=now + SOON)))
    ends, soon = (f"{moment.timestamp() if moment else 0:f}" for moment in (clocks["ends"], clocks["soon"]))
    return f"{space.pk.hex}-{ledger.revision_of(space.pk)}-{sight.name()}-{ends}-{soon}"


def atlas_of(space: Space, *, now: datetime, with_review: bool = False, sight: Sight | None = None) -> Atlas:
    """The map of everything in the space that is current, with older versions; with what waits for review if asked.

    A `sight` asks for more, or for another moment. The places are always those of the map that reviewers have of the
    present, so that all readers see the same islands at all moments; no other map is stored.
    """
    sight = sight or Sight(with_review)
    version = version_of(space, now=now, sight=sight)
    found = _kept.get(version)
    if found is None:
        found = _make(space, now, sight, version)
        _kept.put(version, found)
    return found


def _make(space: Space, now: datetime, sight: Sight, version: str) -> Atlas:
    revision = ledger.revision_of(space.pk)
    graph, total = _input(space, now, sight)
    if sight.is_whole:
        return Atlas(graph, _arranged(space, graph, revision), total, revision, version)
    whole = atlas_of(space, now=now, sight=WHOLE)
    former = graph_levels.carry_over(whole.graph.ids, whole.levels, graph.ids)
    return Atlas(graph, graph_levels.extend(graph, former), total, revision, version)


def _arranged(space: Space, graph: GraphInput, revision: int) -> Levels:
    stored = GraphLevel.objects.filter(space=space).order_by("-seq").first()
    if stored is None:
        arranged = graph_levels.build(graph)
    else:
        former = graph_levels.carry_over(stored.node_ids, _unpacked(stored), graph.ids)
        former = replace(former, clusters=_still_named(former.clusters, graph))
        if stored.seq == revision and not former.is_new.any():
            return graph_levels.extend(graph, former)
        arranged = _continued(graph, former)
    _keep(space, graph, arranged, revision)
    return arranged


def _still_named(clusters: Sequence[Cluster], graph: GraphInput) -> tuple[Cluster, ...]:
    """Islands keep a name only while it is said by something on the map: a forgotten word goes with its memory."""
    said = {names.shorten(text) for text in (*graph.keys.texts, *graph.labels)}
    return tuple(
        each if all(part in said for part in each.name.split(names.AND)) else replace(each, name="")
        for each in clusters
    )


def _continued(graph: GraphInput, former: Former) -> Levels:
    if graph_levels.needs_rebuild(former):
        return graph_levels.build(graph, former=former)
    return graph_levels.extend(graph, former)


def _keep(space: Space, graph: GraphInput, arranged: Levels, revision: int) -> None:
    """Store the arrangement; of two that arrange the same revision, the first one stands."""
    GraphLevel.objects.filter(space=space, seq__lt=revision).delete()
    GraphLevel.objects.bulk_create(
        [
            GraphLevel(
                space=space,
                seq=revision,
                node_ids=list(graph.ids),
                places=np.column_stack([arranged.x, arranged.y]).astype("<f4").tobytes(),
                members=arranged.cluster.astype("<u2").tobytes(),
                clusters=[{**asdict(each), "role": each.role.value} for each in arranged.clusters],
            )
        ],
        ignore_conflicts=True,
    )


def _unpacked(stored: GraphLevel) -> Levels:
    places = np.frombuffer(bytes(stored.places), "<f4").reshape(-1, 2).astype(np.float64)
    label = np.frombuffer(bytes(stored.members), "<u2").astype(np.int64)
    clusters = tuple(Cluster(**{**each, "role": Role(each["role"])}) for each in stored.clusters)
    bridges: tuple[Bridge, ...] = ()
    return Levels(places[:, 0].copy(), places[:, 1].copy(), label, clusters, bridges)


def _input(space: Space, now: datetime, sight: Sight) -> tuple[GraphInput, int]:
    """The newest nodes of the space up to the cap, and how many there are in all."""
    visible, papers = sight.memories(space, now), sight.documents(space)
    rows = (
        visible.annotate(label=Left("text", LABEL_CHARACTERS))
        .order_by("-created_at", "-pk")
        .values_list("pk", "created_at", "parent_id", "state", "is_static", "is_inference", "label")[:MAX_NODES]
    )
    named = papers.order_by("-created_at", "-pk").values_list("pk", "created_at", "title", "file_name")[:MAX_NODES]
    nodes = [_memory_node(row) for row in rows] + [_document_node(row) for row in named]
    nodes = sorted(nodes, key=lambda node: (node.created, node.id))[-MAX_NODES:]
    return _arrays(space, nodes, sight), visible.count() + papers.count()


@dataclass(frozen=True, slots=True)
class _Node:
    id: UUID
    created: float
    kind: NodeKind
    state: NodeState
    parent: UUID | None = None
    is_static: bool = False
    is_inferred: bool = False
    label: str = ""


def _memory_node(row: tuple[Any, ...]) -> _Node:
    pk, created, parent, state, is_static, is_inferred, label = row
    # Only what everybody may read may name an island.
    shown = label if state in {NodeState.CURRENT, NodeState.EXPIRING} else ""
    return _Node(pk, created.timestamp(), NodeKind.MEMORY, NodeState(state), parent, is_static, is_inferred, shown)


def _document_node(row: tuple[Any, ...]) -> _Node:
    pk, created, title, file_name = row
    return _Node(pk, created.timestamp(), NodeKind.DOCUMENT, NodeState.CURRENT, label=title or file_name)


def _arrays(space: Space, nodes: list[_Node], sight: Sight) -> GraphInput:
    ids = tuple(node.id for node in nodes)
    pairs, kinds = _pairs(space, nodes, sight)
    keys, shared = _keys(space, nodes)
    pairs += shared
    kinds += [EdgeKind.KEY] * len(shared)
    return GraphInput(
        ids=ids,
        kinds=np.array([node.kind for node in nodes], np.uint8),
        states=np.array([node.state for node in nodes], np.uint8),
        created=np.array([node.created for node in nodes], np.float64),
        is_static=np.array([node.is_static for node in nodes], np.bool_),
        is_inferred=np.array([node.is_inferred for node in nodes], np.bool_),
        edges=index_edges(ids, pairs),
        edge_kinds=np.array(kinds, np.uint8),
        keys=keys,
        labels=tuple(node.label for node in nodes),
    )


def _pairs(space: Space, nodes: list[_Node], sight: Sight) -> tuple[list[tuple[UUID, UUID]], list[EdgeKind]]:
    """What the tables say links two nodes; ends outside the map are dropped later, in one place."""
    updates = [(node.id, node.parent) for node in nodes if node.parent is not None]
    relations = sight.relations(space).values_list("newer_id", "older_id", "kind")
    sources = sight.sources(space).values_list("document_id", "memory_id")
    told = [(document, memory) for document, memory in sources if document]
    pairs = [*updates, *((newer, older) for newer, older, _kind in relations), *told]
    word = {"extends": EdgeKind.EXTENDS, "derives": EdgeKind.DERIVES}
    kinds = [EdgeKind.UPDATES] * len(updates) + [word[kind] for _newer, _older, kind in relations]
    return pairs, kinds + [EdgeKind.SOURCE] * len(told)


def _keys(space: Space, nodes: list[_Node]) -> tuple[KeyTerms, list[tuple[UUID, UUID]]]:
    """The keys of what is current, and memories that stand next to each other in the order of a shared key."""
    place = {
        node.id: index
        for index, node in enumerate(nodes)
        if node.kind is NodeKind.MEMORY and node.state in {NodeState.CURRENT, NodeState.EXPIRING}
    }
    rows = KeyLink.objects.filter(space=space, key__taken_over_by=None).order_by("key__normalised", "memory_id")
    links = [row for row in rows.values_list("key__text", "memory_id", "weight") if row[1] in place]
    texts = tuple(dict.fromkeys(text for text, _memory, _weight in links))
    index = {text: at for at, text in enumerate(texts)}
    terms = KeyTerms(
        texts,
        np.array([place[memory] for _text, memory, _weight in links], np.int64),
        np.array([index[text] for text, _memory, _weight in links], np.int64),
        np.array([weight for _text, _memory, weight in links], np.float64),
    )
    members: dict[str, list[UUID]] = {}
    for text, memory, _weight in links:
        members.setdefault(text, []).append(memory)
    shared = [pair for each in members.values() if len(each) <= HUB_KEY for pair in itertools.pairwise(each)]
    return terms, shared


_kept: Kept[Atlas] = Kept(KEPT_MAPS)
