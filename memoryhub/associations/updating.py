"""A reading brought up to date: of the rows of a space, only those are read that have changed since it was made.

The result equals what `reading.read` would read, save for the order of edges.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Q

from memoryhub.associations import changed, reading
from memoryhub.associations.changed import Changed
from memoryhub.associations.graph.inputs import Bytes, EdgeKind, Flags, Floats, GraphInput, Ints, KeyTerms
from memoryhub.associations.models import Key, KeyLink
from memoryhub.associations.reading import Counts, Keys, Reading
from memoryhub.associations.seeing import WHOLE
from memoryhub.core import columns, packed
from memoryhub.core.packed import PackedIds
from memoryhub.spaces.models import Space

COLUMNS = ("ids", "kinds", "states", "created", "is_static", "is_inferred")


def updated(space: Space, former: Reading, *, after: int, upto: int, now: datetime) -> Reading | None:
    """What the whole of a space is at a revision and a moment, from a reading of an earlier one; None where it takes a
    whole reading. To be called within `columns.one_moment`."""
    if former.counts.total > former.most:
        return None
    news = changed.since(space, former, after=after, upto=upto, now=now)
    if news is None:
        return None
    found = _with(space, former, news, now) if news else replace(former, now=now)
    return None if found.counts.total > found.most else found


def _with(space: Space, former: Reading, news: Changed, now: datetime) -> Reading:
    """All that has changed is taken out, and what there is of it now put in."""
    graph = former.graph
    facts = reading.memories(space, now, WHOLE).filter(root_id__in=news.roots)
    sheets = WHOLE.documents(space).filter(pk__in=news.named)
    nodes = reading.in_order(columns.read(facts, reading.MEMORY), columns.read(sheets, reading.DOCUMENT))
    fresh = reading.graph_of(space, nodes)
    stays = np.ones(len(graph), bool)
    gone = np.concatenate([graph.positions(news.versions), graph.positions(packed.pack(news.named))])
    stays[gone[gone >= 0]] = False
    at = _places(graph.ids[stays], graph.created[stays], fresh)
    now_at = _moved(stays, at)
    put: dict[str, Any] = {name: np.insert(getattr(graph, name)[stays], at, getattr(fresh, name)) for name in COLUMNS}
    bare = replace(graph, **put, edges=fresh.edges, edge_kinds=fresh.edge_kinds, keys=KeyTerms())
    keys = _keys(space, bare, former.keys.moved(now_at), news.versions)
    kept = graph.edge_kinds != EdgeKind.KEY
    links = [
        (graph.edge_kinds[kept], now_at[graph.edges[kept]]),
        reading.updates(bare, nodes),
        *_links(space, bare, packed.unpack(news.versions)),
    ]
    hidden = np.insert(former.is_hidden[stays], at, nodes["mark"] & reading.UNSEEN > 0)
    counts = Counts(len(bare), int(hidden.sum()))
    return Reading(reading.linked_by(bare, links, keys), hidden, counts, former.most, keys, now)


def _links(space: Space, graph: GraphInput, versions: list[UUID]) -> Iterator[tuple[Bytes, Ints]]:
    relations = WHOLE.relations(space).filter(Q(newer__in=versions) | Q(older__in=versions))
    return reading.pairs(graph, relations, WHOLE.sources(space).filter(memory__in=versions))


def _places(ids: PackedIds, created: Floats, fresh: GraphInput) -> Ints:
    """Before which of the nodes each fresh one comes by creation, then by id."""
    low, high = (np.searchsorted(created, fresh.created, side) for side in ("left", "right"))
    for each in np.flatnonzero(low < high).tolist():
        low[each] += int((ids[low[each] : high[each]] < fresh.ids[each : each + 1]).sum())
    return low


def _moved(stays: Flags, at: Ints) -> Ints:
    """Where each node stands once those are out that do not stay, -1 for these, and others in at these places."""
    index = np.cumsum(stays) - 1
    index += np.searchsorted(at, index, "right")
    index[~stays] = -1
    return index


def _keys(space: Space, graph: GraphInput, kept: Keys, versions: PackedIds) -> Keys:
    """The keys that stayed with those that these versions carry now."""
    links = KeyLink.objects.filter(space=space, memory__in=packed.unpack(versions))
    rows = Key.objects.filter(space=space, pk__in=links.values("key"))
    more = reading.keys_of(graph, rows, links)
    known = packed.Index(kept.ids).positions(more.ids)
    new = np.flatnonzero(known < 0).tolist()
    at = np.array([bisect_left(kept.forms, more.forms[each]) for each in new], np.int64)
    old_at = _moved(np.ones(len(kept.ids), bool), at)
    more_at = np.empty(len(known), np.int64)
    more_at[known >= 0] = old_at[known[known >= 0]]
    more_at[new] = at + np.arange(len(new))
    terms = _joined(kept.terms, more.terms, old_at, more_at, len(graph))
    texts = _inserted(kept.terms.texts, at, [more.terms.texts[each] for each in new])
    forms = _inserted(kept.forms, at, [more.forms[each] for each in new])
    return Keys(np.insert(kept.ids, at, more.ids[new]), forms, replace(terms, texts=texts))


def _joined(kept: KeyTerms, more: KeyTerms, kept_at: Ints, more_at: Ints, nodes: int) -> KeyTerms:
    """Who carries which key, by key, then by node; without the texts of the keys."""
    rank, fresh = kept_at[kept.key] * nodes + kept.node, more_at[more.key] * nodes + more.node
    order = np.argsort(fresh)
    at = np.searchsorted(rank, fresh[order])
    key, node = np.divmod(np.insert(rank, at, fresh[order]), max(nodes, 1))
    return KeyTerms((), node, key, np.insert(kept.weight, at, more.weight[order]))


def _inserted(values: tuple[str, ...], at: Ints, more: list[str]) -> tuple[str, ...]:
    """The values with others in before these places, which ascend."""
    found = list(values)
    for place, each in reversed(list(zip(at.tolist(), more, strict=True))):
        found.insert(place, each)
    return tuple(found)
