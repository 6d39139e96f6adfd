"""What turns one version of a map into the next, for a page that has the former: a few rows in place of two blocks.

`{version, revision, total, truncated, gone, ids, new, changed, edges, roles, hues, clusters, bridges, parts}`: `gone`
are nodes of the former map by their places on the wire, all else counts as the new map does. `new` holds
`[node, x, y, cluster, kind, state, degree, flags]` with x and y in map units, `ids` the id of each, `changed` the same
without a place. `edges` is `{gone, new}`: places in the former block of edges, without those of nodes that went, and
`[source, target, type, count]`. `roles` and `hues` have one value per cluster. `clusters`, `bridges` and `parts` are
rows of the overview as `{gone, new}`: places in the former list, and `[place, row]` in the new one. `payload` says what
the values mean. Nodes and edges that stay keep their order, so that lists are merged as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graph_ui.graph import payload
from graph_ui.graph.wire import COUNTS, WireMap
from memoryhub.associations.graph.inputs import EdgeKind, Flags, Ints
from memoryhub.associations.kept import Kept

KEPT = 32
KEPT_ROWS = 100_000
FEW = 200  # rows that are told of any map
MOST_SHARE = 0.05  # of nodes and edges; past it the blocks are not much larger
LISTS = ("clusters", "bridges", "parts")
Overview = Callable[[WireMap], dict[str, Any]]


def between(former: WireMap, found: WireMap, overview: Overview, *, language: str) -> dict[str, Any] | None:
    """How the one becomes the other; None where so much is new that the blocks are better, or anything has moved."""
    name = f"{former.atlas.version} {found.atlas.version} {language}"
    return _kept.get(name, lambda: _made(former, found, overview)) or None


def _made(former: WireMap, found: WireMap, overview: Overview) -> dict[str, Any]:
    if not len(former) or not len(found):
        return {}
    there = found.atlas.graph.positions(former.atlas.graph.ids[former.order])
    stays = there >= 0
    place = np.where(stays, found.rank[there], -1)
    if not (np.diff(place[stays]) > 0).all() or _has_moved(former, found, there):
        return {}
    gone, new = np.flatnonzero(~stays), _missing(len(found), place[stays])
    changed = place[stays][(former.facts[:, stays] != found.facts[:, place[stays]]).any(axis=0)]
    edges_gone, edges_new = _edges(former, found, place)
    rows = sum(map(len, (gone, new, changed, edges_gone, edges_new)))
    if rows > max(FEW, MOST_SHARE * (len(found) + len(found.merged))):
        return {}
    before, after = overview(former), overview(found)
    levels = found.atlas.levels
    node = found.order[new]
    places = zip(levels.x[node].tolist(), levels.y[node].tolist(), strict=True)
    roles, hues = payload.looks(levels)
    return {
        "version": found.atlas.version,
        "revision": found.atlas.revision,
        "total": found.atlas.total,
        "truncated": found.atlas.total > len(found),
        "gone": gone.tolist(),
        "ids": [found.id_at(each) for each in new.tolist()],
        "new": [
            [each, round(x, 2), round(y, 2), *facts]
            for each, (x, y), facts in zip(new.tolist(), places, found.facts[:, new].T.tolist(), strict=True)
        ],
        "changed": np.column_stack([changed, found.facts[:, changed].T]).tolist(),
        "edges": {"gone": edges_gone.tolist(), "new": edges_new.tolist()},
        "roles": roles,
        "hues": hues,
        **{name: _rows(before[name], after[name]) for name in LISTS},
    }


def _missing(count: int, places: Ints) -> Ints:
    """Which of so many places are none of these."""
    is_missing = np.ones(count, bool)
    is_missing[places] = False
    return np.flatnonzero(is_missing)


def _has_moved(former: WireMap, found: WireMap, there: Ints) -> bool:
    stays = there >= 0
    old, new = former.order[stays], there[stays]
    one, other = former.atlas.levels, found.atlas.levels
    return not (np.array_equal(one.x[old], other.x[new]) and np.array_equal(one.y[old], other.y[new]))


def _edges(former: WireMap, found: WireMap, place: Ints) -> tuple[Ints, Ints]:
    """Places of edges that are there no more although their nodes are, and rows of those that were not there."""
    source, target, kind, count = former.edges_of(former.edge_numbers)
    source, target = place[source], place[target]
    inside = np.flatnonzero((source >= 0) & (target >= 0))
    pair = source[inside] * len(found) + target[inside]
    was, now = (pair * len(EdgeKind) + kind[inside]) * COUNTS + count[inside], found.edge_numbers
    return inside[~_among(was, now)], np.column_stack(found.edges_of(now[~_among(now, was)]))


def _among(some: Ints, others: Ints) -> Flags:
    """Which of some numbers are among others, both of which ascend."""
    if not len(others):
        return np.zeros(len(some), bool)
    found: Flags = others[np.minimum(np.searchsorted(others, some), len(others) - 1)] == some
    return found


def _rows(before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    """How one list becomes the other; all of it anew where what stays is not in the same order."""
    old, new = (list(map(tuple, rows)) for rows in (before, after))
    both = set(old) & set(new)
    if [row for row in old if row in both] != [row for row in new if row in both]:
        both = set()
    gone = [at for at, row in enumerate(old) if row not in both]
    return {"gone": gone, "new": [[at, after[at]] for at, row in enumerate(new) if row not in both]}


_kept: Kept[dict[str, Any]] = Kept(most=KEPT, elements=KEPT_ROWS)
