"""The rows a map is made of, as arrays. Which they are is said in `seeing`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from uuid import UUID

import numpy as np
from django.db.models import Case, Count, F, Q, SmallIntegerField, Value, When
from django.db.models.functions import Cast, Coalesce, Left

from memoryhub.associations.graph.inputs import EdgeKind, Flags, GraphInput, Ints, KeyTerms, NodeKind
from memoryhub.associations.models import Key, KeyLink
from memoryhub.associations.seeing import HIDDEN, WHOLE, Sight
from memoryhub.core import columns, packed
from memoryhub.core.columns import ID, MOMENT, REAL, SMALL, Table
from memoryhub.core.packed import PackedIds
from memoryhub.documents.models import Document
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

HUB_KEY = 30  # a key that more memories share says nothing about any two of them
LABEL_CHARACTERS = 60
NOBODY = UUID(int=0)
DOCUMENT = {"pk": ID, "created_at": MOMENT}
MEMORY = {**DOCUMENT, "before": ID, "mark": SMALL}
STATIC, INFERRED, UNSEEN = 8, 16, 32  # beside a NodeState in one small number; the last for what only reviewers see


@dataclass(frozen=True, slots=True)
class Counts:
    """How many nodes a space has, and how many of them only reviewers see."""

    total: int
    hidden: int

    def seen(self, *, with_review: bool) -> int:
        return self.total if with_review else self.total - self.hidden


@dataclass(frozen=True, slots=True)
class Reading:
    """Nodes that both sights need, oldest first, which of them only reviewers see, and how many there are in all."""

    graph: GraphInput
    is_hidden: Flags
    counts: Counts
    most: int

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
    mark = nodes["mark"].astype(np.int64)
    is_memory = nodes["kind"] == NodeKind.MEMORY
    graph = GraphInput(
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
    parents = np.flatnonzero(is_memory & (nodes["parent"] != packed.pack([NOBODY])))
    updates = np.column_stack([parents, graph.positions(nodes["parent"][parents])])
    keys, shared = _keys(space, graph, is_memory & graph.is_served)
    edges = [(EdgeKind.UPDATES, updates), *_pairs(space, graph, sight), (EdgeKind.KEY, shared)]
    linked = replace(
        graph,
        edges=np.concatenate([pairs for _kind, pairs in edges]).astype(np.int32),
        edge_kinds=np.repeat([kind for kind, _pairs in edges], [len(pairs) for _kind, pairs in edges]).astype(np.uint8),
        keys=keys,
    )
    return Reading(linked, mark & UNSEEN > 0, counts, most)


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
    marked = sight.memories(space, now).annotate(mark=_mark(sight))
    rows = marked.annotate(before=Coalesce("parent_id", Value(NOBODY)))
    papers = sight.documents(space)
    facts = columns.read(rows[: most + 1], MEMORY)
    sheets = columns.read(papers[: most + 1], DOCUMENT)
    counts = Counts(len(facts) + len(sheets), int((facts["mark"] & UNSEEN > 0).sum()))
    if counts.total > most:
        counts = count(space, now, sight)
        newest = most + counts.hidden
        facts = columns.read(rows.order_by("-created_at", "-pk")[:newest], MEMORY)
        sheets = columns.read(papers.order_by("-created_at", "-pk")[:newest], DOCUMENT)
    nodes = np.zeros(
        len(facts) + len(sheets), [("id", ID), ("created", "<i8"), ("parent", ID), ("mark", "<i2"), ("kind", "u1")]
    )
    nodes["id"] = np.concatenate([facts["pk"], sheets["pk"]])
    nodes["created"] = np.concatenate([facts["created_at"], sheets["created_at"]])
    nodes["parent"][: len(facts)] = facts["before"]
    nodes["mark"][: len(facts)] = facts["mark"]
    nodes["kind"] = np.repeat([NodeKind.MEMORY, NodeKind.DOCUMENT], [len(facts), len(sheets)])
    order = packed.sort_order(nodes["id"])
    order = order[np.argsort(nodes["created"][order], kind="stable")]
    return nodes[order[-(most + counts.hidden) :]], counts


def _mark(sight: Sight) -> Cast:
    """State and flags of a memory in one small number."""
    flags = [
        (Q(is_static=True), STATIC),
        (Q(is_inference=True), INFERRED),
        *([(HIDDEN, UNSEEN)] if sight == WHOLE else []),
    ]
    return Cast(sum((Case(When(told, then=bit), default=0) for told, bit in flags), F("state")), SmallIntegerField())


def _pairs(space: Space, graph: GraphInput, sight: Sight) -> Iterator[tuple[EdgeKind, Ints]]:
    """What the tables say links two nodes, by kind; -1 for an end outside the map."""
    kind = Case(When(kind="extends", then=EdgeKind.EXTENDS.value), default=EdgeKind.DERIVES.value)
    related = sight.relations(space).annotate(number=Cast(kind, SmallIntegerField()))
    table = columns.read(related, {"newer_id": ID, "older_id": ID, "number": SMALL})
    ends = _ends(graph, table[["newer_id", "older_id"]])
    for each in (EdgeKind.EXTENDS, EdgeKind.DERIVES):
        yield each, ends[table["number"] == each]
    yield EdgeKind.SOURCE, _ends(graph, columns.read(sight.sources(space), {"document_id": ID, "memory_id": ID}))


def _ends(graph: GraphInput, table: Table) -> Ints:
    source, target = table.dtype.names or ()
    return np.column_stack([graph.positions(table[source]), graph.positions(table[target])])


def _keys(space: Space, graph: GraphInput, carries: Flags) -> tuple[KeyTerms, Ints]:
    """The keys of what is current, and pairs of memories that follow each other in time among those of a key."""
    named = list(Key.objects.filter(space=space, taken_over_by=None).order_by("normalised").values_list("pk", "text"))
    links = columns.read(KeyLink.objects.filter(space=space), {"key_id": ID, "memory_id": ID, "weight": REAL})
    node = graph.positions(links["memory_id"])
    key = packed.Index(packed.pack(pk for pk, _text in named)).positions(links["key_id"])
    kept = (node >= 0) & (key >= 0)
    kept[kept] = carries[node[kept]]
    order = np.flatnonzero(kept)
    order = order[np.lexsort((node[order], key[order]))]
    node, key = node[order], key[order]
    terms = KeyTerms(tuple(text for _pk, text in named), node, key, links["weight"][order].astype(np.float64))
    near = (key[1:] == key[:-1]) & (np.bincount(key, minlength=1)[key[1:]] <= HUB_KEY)
    pairs = np.column_stack([node[:-1][near], node[1:][near]])
    return terms.moved(np.arange(len(graph))), pairs
