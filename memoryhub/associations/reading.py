"""The rows a map is made of, as arrays. Which they are is said in `seeing`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from operator import itemgetter
from uuid import UUID

import numpy as np
from django.db.models import Case, Count, F, Q, QuerySet, SmallIntegerField, Value, When
from django.db.models.functions import Cast, Coalesce, Left

from memoryhub.associations.graph.inputs import Bytes, EdgeKind, Flags, GraphInput, Ints, KeyTerms, NodeKind
from memoryhub.associations.models import Key, KeyLink
from memoryhub.associations.seeing import HIDDEN, WHOLE, Sight
from memoryhub.core import columns, packed
from memoryhub.core.columns import ID, MOMENT, REAL, SMALL, Table
from memoryhub.core.packed import PackedIds
from memoryhub.documents.models import Document
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.spaces.models import Space

HUB_KEY = 30  # a key that more memories share says nothing about any two of them
LABEL_CHARACTERS = 60
NOBODY = UUID(int=0)
DOCUMENT = {"pk": ID, "created_at": MOMENT}
MEMORY = {**DOCUMENT, "before": ID, "mark": SMALL}
NODE = [("id", ID), ("created", "<i8"), ("parent", ID), ("mark", "<i2"), ("kind", "u1")]
STATIC, INFERRED, UNSEEN = 8, 16, 32  # beside a NodeState in one small number; the last for what only reviewers see


@dataclass(frozen=True, slots=True)
class Counts:
    """How many nodes a space has, and how many of them only reviewers see."""

    total: int
    hidden: int

    def seen(self, *, with_review: bool) -> int:
        return self.total if with_review else self.total - self.hidden


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a map: their ids and normal forms, by which they are sorted, and which node carries which."""

    ids: PackedIds
    forms: tuple[str, ...]
    terms: KeyTerms

    def moved(self, index: Ints) -> Keys:
        """As `KeyTerms.moved`."""
        used = self.terms.used(index)
        forms = tuple(form for form, is_used in zip(self.forms, used.tolist(), strict=True) if is_used)
        return Keys(self.ids[used], forms, self.terms.moved(index))

    def pairs(self) -> Ints:
        """Memories that follow each other in time among those of a key."""
        node, key = self.terms.node, self.terms.key
        near = (key[1:] == key[:-1]) & (np.bincount(key, minlength=1)[key[1:]] <= HUB_KEY)
        return np.column_stack([node[:-1][near], node[1:][near]])


@dataclass(frozen=True, slots=True)
class Reading:
    """Nodes that both sights need, oldest first, which of them only reviewers see, and how many there are in all; the
    keys of the graph with their ids, and the moment it is of."""

    graph: GraphInput
    is_hidden: Flags
    counts: Counts
    most: int
    keys: Keys
    now: datetime

    def seen(self, *, with_review: bool) -> GraphInput:
        """The newest nodes of those that may be seen, as many as a map may have."""
        nodes = np.ones(len(self.graph), bool) if with_review else ~self.is_hidden
        nodes[np.flatnonzero(nodes)[: -self.most]] = False
        return self.graph.among(nodes)


def count(space: Space, now: datetime, sight: Sight = WHOLE) -> Counts:
    """The nodes of a space for a sight, without reading them; that of the whole counts what is hidden from others."""
    hidden = Count("pk", filter=HIDDEN) if sight == WHOLE else Value(0)
    found = sight.memories(space, now).aggregate(total=Count("pk"), hidden=hidden)
    return Counts(found["total"] + sight.documents(space).count(), found["hidden"])


def read(space: Space, now: datetime, sight: Sight = WHOLE, *, most: int) -> Reading:
    """The newest nodes of a space for a sight, ``most`` of them, and what links them. Of the whole there are so many
    that a reader who does not review has the newest ``most`` too.

    To be called within `columns.one_moment`.
    """
    nodes, counts = _nodes(space, now, sight, most)
    graph = graph_of(space, nodes)
    keys = _keys(space, graph)
    linked = linked_by(
        graph, [updates(graph, nodes), *pairs(graph, sight.relations(space), sight.sources(space))], keys
    )
    return Reading(linked, nodes["mark"] & UNSEEN > 0, counts, most, keys, now)


def graph_of(space: Space, nodes: Table) -> GraphInput:
    """These nodes without anything that links them."""
    mark = nodes["mark"].astype(np.int64)
    return GraphInput(
        ids=nodes["id"].copy(),
        kinds=nodes["kind"].astype(np.uint8),
        states=(mark % STATIC).astype(np.uint8),
        created=columns.seconds(nodes["created"]),
        is_static=mark & STATIC > 0,
        is_inferred=mark & INFERRED > 0,
        edges=np.zeros((0, 2), np.int32),
        edge_kinds=np.zeros(0, np.uint8),
        labels=partial(labels, space),
    )


def linked_by(graph: GraphInput, links: Iterable[tuple[Bytes, Ints]], keys: Keys) -> GraphInput:
    """The nodes with these edges (kinds, pairs of nodes) between them, those with an end outside left out, and with
    those that shared keys make."""
    shared = keys.pairs()
    links = [*links, (np.full(len(shared), EdgeKind.KEY, np.uint8), shared)]
    kinds, edges = (np.concatenate(each) for each in zip(*links, strict=True))
    inside = (edges >= 0).all(axis=1)
    return replace(graph, edges=edges[inside].astype(np.int32), edge_kinds=kinds[inside], keys=keys.terms)


def labels(space: Space, ids: PackedIds) -> list[str]:
    """The beginnings of the texts of memories and the titles of documents, in order; "" where there is none now."""
    wanted = packed.unpack(ids)
    kept = Memory.objects.filter(space=space, pk__in=wanted, forgotten_at=None, erased_at=None)
    told = dict(kept.values_list("pk", Left("text", LABEL_CHARACTERS)))
    if others := [pk for pk in wanted if pk not in told]:
        papers = Document.objects.filter(space=space, pk__in=others).values_list("pk", "title", "file_name")
        told |= {pk: title or file_name for pk, title, file_name in papers}
    return [told.get(pk, "") for pk in wanted]


def _nodes(space: Space, now: datetime, sight: Sight, most: int) -> tuple[Table, Counts]:
    """Nodes by creation, then by id, and how many there are."""
    rows, papers = memories(space, now, sight), sight.documents(space)
    facts, sheets = columns.read(rows[: most + 1], MEMORY), columns.read(papers[: most + 1], DOCUMENT)
    counts = Counts(len(facts) + len(sheets), int((facts["mark"] & UNSEEN > 0).sum()))
    if counts.total > most:
        counts = count(space, now, sight)
        newest = most + counts.hidden
        facts = columns.read(rows.order_by("-created_at", "-pk")[:newest], MEMORY)
        sheets = columns.read(papers.order_by("-created_at", "-pk")[:newest], DOCUMENT)
    return in_order(facts, sheets)[-(most + counts.hidden) :], counts


def memories(space: Space, now: datetime, sight: Sight) -> QuerySet[Memory]:
    """The memories on the map with the columns of MEMORY."""
    return sight.memories(space, now).annotate(mark=_mark(sight), before=Coalesce("parent_id", Value(NOBODY)))


def in_order(facts: Table, sheets: Table) -> Table:
    """Memories and documents, read as MEMORY and DOCUMENT, as nodes by creation, then by id."""
    nodes = np.zeros(len(facts) + len(sheets), NODE)
    nodes["id"] = np.concatenate([facts["pk"], sheets["pk"]])
    nodes["created"] = np.concatenate([facts["created_at"], sheets["created_at"]])
    nodes["parent"][: len(facts)] = facts["before"]
    nodes["mark"][: len(facts)] = facts["mark"]
    nodes["kind"] = np.repeat([NodeKind.MEMORY, NodeKind.DOCUMENT], [len(facts), len(sheets)])
    order = packed.sort_order(nodes["id"])
    ordered: Table = nodes[order[np.argsort(nodes["created"][order], kind="stable")]]
    return ordered


def _mark(sight: Sight) -> Cast:
    """State and flags of a memory in one small number."""
    flags = [
        (Q(is_static=True), STATIC),
        (Q(is_inference=True), INFERRED),
        *([(HIDDEN, UNSEEN)] if sight == WHOLE else []),
    ]
    return Cast(sum((Case(When(told, then=bit), default=0) for told, bit in flags), F("state")), SmallIntegerField())


def updates(graph: GraphInput, nodes: Table) -> tuple[Bytes, Ints]:
    """Edges from versions among the nodes to those they replace."""
    newer = np.flatnonzero((nodes["kind"] == NodeKind.MEMORY) & (nodes["parent"] != packed.pack([NOBODY])))
    ends = np.column_stack([graph.positions(nodes["id"][newer]), graph.positions(nodes["parent"][newer])])
    return np.full(len(ends), EdgeKind.UPDATES, np.uint8), ends


def pairs(
    graph: GraphInput, relations: QuerySet[Relation], sources: QuerySet[MemorySource]
) -> Iterator[tuple[Bytes, Ints]]:
    """What these rows say links two nodes, as kinds and ends; -1 for an end outside the map."""
    kind = Case(When(kind="extends", then=EdgeKind.EXTENDS.value), default=EdgeKind.DERIVES.value)
    related = relations.annotate(number=Cast(kind, SmallIntegerField()))
    table = columns.read(related, {"newer_id": ID, "older_id": ID, "number": SMALL})
    yield table["number"].astype(np.uint8), _ends(graph, table["newer_id"], table["older_id"])
    table = columns.read(sources, {"document_id": ID, "memory_id": ID})
    kinds = np.full(len(table), EdgeKind.SOURCE, np.uint8)
    yield kinds, _ends(graph, table["document_id"], table["memory_id"])


def _ends(graph: GraphInput, source: PackedIds, target: PackedIds) -> Ints:
    return np.column_stack([graph.positions(source), graph.positions(target)])


def _keys(space: Space, graph: GraphInput) -> Keys:
    return keys_of(graph, Key.objects.filter(space=space), KeyLink.objects.filter(space=space))


def keys_of(graph: GraphInput, rows: QuerySet[Key], links: QuerySet[KeyLink]) -> Keys:
    """Those of these keys, as far as nothing has taken them over, that these links give to what is current."""
    named = list(rows.filter(taken_over_by=None).values_list("pk", "normalised", "text"))
    named.sort(key=itemgetter(1))  # not by the server, whose order may be another one
    table = columns.read(links, {"key_id": ID, "memory_id": ID, "weight": REAL})
    ids = packed.pack(pk for pk, _form, _text in named)
    node, key = graph.positions(table["memory_id"]), packed.Index(ids).positions(table["key_id"])
    kept = (node >= 0) & (key >= 0)
    kept[kept] = ((graph.kinds == NodeKind.MEMORY) & graph.is_served)[node[kept]]
    order = np.flatnonzero(kept)
    order = order[np.lexsort((node[order], key[order]))]
    terms = KeyTerms(
        tuple(text for _pk, _form, text in named), node[order], key[order], table["weight"][order].astype(np.float64)
    )
    return Keys(ids, tuple(form for _pk, form, _text in named), terms).moved(np.arange(len(graph)))
