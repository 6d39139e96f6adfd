"""The map as a file, of what its reader sees under the filters of the address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.http import require_GET

from graph_ui import door
from graph_ui.graph import asked, export, lens
from graph_ui.graph.export import About, Edge, Node
from graph_ui.graph.view import View, view_of
from graph_ui.graph.wire import WireMap
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.core import clock, errors, packed
from memoryhub.core.streaming import MadeInParts
from memoryhub.spaces.access import Access

AT_ONCE = 2_000  # nodes or edges that are in memory besides the map
DIGITS = 2  # of a place; neighbours stand 13 map units apart
NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


@require_GET
@door.in_space()
def exported(request: HttpRequest, opened: Access, format_: str) -> HttpResponseBase:
    """What the address shows in the format of that name, as an attachment; made while it is sent.

    Texts are those of now: what is erased between the map and its turn has none. Raises `errors.NotFound` for a format
    that is not among `export.WRITERS`, and as `view.view_of` does.
    """
    if format_ not in export.WRITERS:
        raise errors.NotFound()
    now = clock.now()
    writer, seen = export.WRITERS[format_](), view_of(opened, request.GET, now=now)
    about = About(opened.space.name, {"made": now.isoformat(timespec="seconds"), **_asked(seen, request.GET)})
    shown = np.flatnonzero(seen.mask).tolist()
    parts = export.written(writer, about, nodes_of(opened, seen.wire, shown), _edges(seen))
    headers = as_file(opened, format_, part="-filtered" if seen.lens.filter else "")
    return MadeInParts(parts, content_type=f"{writer.media_type}; charset=utf-8", headers=headers)


def as_file(opened: Access, ending: str, *, part: str = "") -> dict[str, str]:
    """Headers of what is saved under the name of the space and the day, and of what part of it it is."""
    name = f"{NOT_IN_A_NAME.sub('-', opened.space.tag)}-{clock.now():%Y-%m-%d}{part}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}


def _asked(seen: View, given: QueryDict) -> dict[str, str]:
    """Filters as the address has them, and moments with their offset."""
    told = {"filters": lens.only(given, lens.FACETS), "forgotten": "1" if seen.lens.sight.with_forgotten else ""}
    told |= {name: moment.isoformat() for name, moment in seen.lens.moments().items()}
    return {name: value for name, value in told.items() if value}


def nodes_of(opened: Access, wire: WireMap, places: Sequence[int]) -> Iterator[Sequence[Node]]:
    """The nodes at these places of the atlas, a part at a time."""
    graph, levels = wire.atlas.graph, wire.atlas.levels
    for first in range(0, len(places), AT_ONCE):
        yield [
            Node(
                id=end.id,
                text=end.text,
                kind=end.kind,
                state=end.state,
                is_static=bool(graph.is_static[end.index]),
                is_inference=bool(graph.is_inferred[end.index]),
                created=export.moment(float(graph.created[end.index])),
                island=levels.clusters[levels.cluster[end.index]].name,
                x=round(float(levels.x[end.index]), DIGITS),
                y=round(float(levels.y[end.index]), DIGITS),
            )
            for end in asked.ends_of(opened, wire, places[first : first + AT_ONCE], gone="")
        ]


def _edges(seen: View) -> Iterator[Sequence[Edge]]:
    graph, edges = seen.wire.atlas.graph, seen.edges()
    for first in range(0, len(edges), AT_ONCE):
        run = slice(first, first + AT_ONCE)
        ends = (packed.encode(graph.ids[end[run]]) for end in (edges.source, edges.target))
        rows = zip(*ends, edges.kind[run].tolist(), edges.count[run].tolist(), strict=True)
        yield [Edge(source, target, EdgeKind(kind).name.lower(), count) for source, target, kind, count in rows]


urls = [path("s/<str:space>/graph/export/<str:format_>/", exported, name="graph_export")]
