"""The local graph in an address, and what the page says of it: its bar, its rings, and the list by steps."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from graph_ui.graph import asked, lens
from graph_ui.graph.outline import Expanding
from graph_ui.graph.wire import WireMap
from memoryhub.associations.around import DEEPEST, MOST_NODES, PAGE, Direction, Local, Wanted
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.levels import Cluster, Levels
from memoryhub.core import errors, ids, packed
from memoryhub.spaces.access import Access

MOST_EXPANDED = 50
MOST_PAGES = MOST_NODES // PAGE
DEPTHS, PAGES = (frozenset(map(str, range(1, most + 1))) for most in (DEEPEST, MOST_PAGES))

DIRECTIONS: dict[Direction, Promise] = {
    Direction.BOTH: _("Both ways"),
    Direction.OUT: _("Outward"),
    Direction.IN: _("Inward"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A direction, and the query string that leads there."""

    value: str
    label: Promise
    query: str
    on: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """How much is shown around which node. ``count`` and ``total`` are without the node itself."""

    count: int
    total: int
    depth: int
    nearer: str
    further: str
    directions: Sequence[Choice]
    whole: str


def parse(given: QueryDict) -> Wanted | None:
    """What an address asks to see around a node; None where it names none.

    Raises `errors.NotFound` for what cannot be the id of a node, and `errors.InvalidInput` naming what else cannot be
    taken.
    """
    node = given.get("around", "")
    if not node:
        return None
    depth, direction = given.get("depth", "") or "1", given.get("direction", "") or Direction.BOTH.value
    if depth not in DEPTHS:
        raise errors.InvalidInput("depth", f"depth must be a number from 1 to {DEEPEST}.")
    if direction not in set(Direction):
        raise errors.InvalidInput("direction", f"direction must be one of {', '.join(Direction)}.")
    expanded = [each for each in given.getlist("expand") if each]
    if len(expanded) > MOST_EXPANDED:
        raise errors.InvalidInput("expand", f"expand can be given {MOST_EXPANDED} times at most.")
    return Wanted(ids.decode(node), int(depth), Direction(direction), tuple(map(_expanded, expanded)))


def _expanded(written: str) -> tuple[uuid.UUID, int]:
    wrong = errors.InvalidInput("expand", f"expand must be <id>.<pages>, with 1 to {MOST_PAGES} pages.")
    node, _dot, pages = written.partition(".")
    if pages not in PAGES:
        raise wrong
    try:
        return ids.decode(node), int(pages)
    except errors.NotFound as error:
        raise wrong from error


def context(opened: Access, wire: WireMap, local: Local | None, given: QueryDict) -> dict[str, Any]:
    """What the template of the bar needs."""
    if local is None:
        return {"local": None}
    return {"local": bar(local, given), "around": asked.ends_of(opened, wire, [local.centre])[0]}


def bar(local: Local, given: QueryDict) -> Bar:
    """What the page says above what lies around a node, with the ways on."""
    wanted, shown = local.wanted, len(local) - 1
    again = lens.without(given, ("expand",))
    return Bar(
        count=shown,
        total=local.near.total - 1,
        depth=wanted.depth,
        nearer=_with(again, depth=str(wanted.depth - 1)) if wanted.depth > 1 else "",
        further=_with(again, depth=str(wanted.depth + 1)) if wanted.depth < DEEPEST else "",
        directions=[
            Choice(each.value, label, _with(again, direction=each.value), each is wanted.direction)
            for each, label in DIRECTIONS.items()
        ],
        whole=lens.without(given, lens.AROUND),
    )


def _with(query: str, **values: str) -> str:
    return lens.put(QueryDict(query), **values)


def rings(local: Local, wire: WireMap) -> dict[str, Any]:
    """What the map's script needs to draw the rings: a value per node in the order of the wire; see `Neighbourhood`."""
    near = local.near
    columns = {"hops": near.hops, "turns": near.turns, "beyond": near.beyond, "pages": near.pages}
    return {
        "version": wire.atlas.version,
        "centre": int(wire.rank[local.centre]),
        "depth": local.wanted.depth,
        **{name: column[wire.order].tolist() for name, column in columns.items()},
    }


def by_steps(local: Local) -> Levels:
    """The same nodes as groups by their distance, in place of islands: for the list."""
    hops = local.near.hops
    plain = Cluster(Role.ISLAND, "", 0, 0, 0.0, 0.0, 0.0, 0.0)
    groups = tuple(replace(plain, name=_step(hop)) for hop in range(int(hops.max()) + 1))
    return replace(local.atlas.levels, cluster=hops, clusters=groups)


def _step(hop: int) -> str:
    if not hop:
        return gettext("Here")
    return ngettext("%(count)s step away", "%(count)s steps away", hop) % {"count": hop}


def expanding(local: Local, given: QueryDict) -> dict[str, Expanding]:
    """What can be expanded or collapsed, by wire id."""
    near = local.near
    is_full = len(local) >= MOST_NODES
    places = np.flatnonzero((near.beyond > 0) | (near.pages > 0)).tolist()
    names = packed.encode(local.atlas.graph.ids[places])
    found = {}
    for at, node in zip(places, names, strict=True):
        beyond, pages = int(near.beyond[at]), int(near.pages[at])
        more = _with_pages(given, node, pages + 1) if beyond and not is_full else ""
        found[node] = Expanding(beyond, more, _with_pages(given, node, 0) if pages else "")
    return found


def _with_pages(given: QueryDict, node: str, pages: int) -> str:
    """The same address with so many pages of a node, in the place where it stands."""
    changed, written = given.copy(), {node: f"{node}.{pages}"} if pages else {}
    kept = {each.partition(".")[0]: each for each in given.getlist("expand") if each}
    names = [*kept, *(() if node in kept else (node,))]
    changed.setlist("expand", [{**kept, **written}[each] for each in names if pages or each != node])
    return changed.urlencode()
