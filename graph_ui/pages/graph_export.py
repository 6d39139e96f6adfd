"""The map as a file, of what its reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.http import require_GET

from graph_ui import door
from graph_ui.graph import asked, export
from graph_ui.graph.export import Edge, Node
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
    """All nodes and edges in the format of that name, as an attachment; made while it is sent.

    Texts are those of now: what is erased between the map and its turn has none. Raises `errors.NotFound` for a format
    that is not among `export.WRITERS`.
    """
    if format_ not in export.WRITERS:
        raise errors.NotFound()
    writer, wire = export.WRITERS[format_](), asked.map_for(opened, request.GET)
    name = f"{NOT_IN_A_NAME.sub('-', opened.space.tag)}-{clock.now():%Y-%m-%d}.{format_}"
    parts = export.written(writer, opened.space.name, _nodes(opened, wire), _edges(wire))
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return MadeInParts(parts, content_type=f"{writer.media_type}; charset=utf-8", headers=headers)


def _nodes(opened: Access, wire: WireMap) -> Iterator[Sequence[Node]]:
    graph, levels = wire.atlas.graph, wire.atlas.levels
    for first in range(0, len(wire), AT_ONCE):
        run = range(first, min(first + AT_ONCE, len(wire)))
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
            for end in asked.ends_of(opened, wire, run, gone="")
        ]


def _edges(wire: WireMap) -> Iterator[Sequence[Edge]]:
    graph = wire.atlas.graph
    edges = graph.merged_edges()
    for first in range(0, len(edges), AT_ONCE):
        run = slice(first, first + AT_ONCE)
        ends = (packed.encode(graph.ids[end[run]]) for end in (edges.source, edges.target))
        rows = zip(*ends, edges.kind[run].tolist(), edges.count[run].tolist(), strict=True)
        yield [Edge(source, target, EdgeKind(kind).name.lower(), count) for source, target, kind, count in rows]


urls = [path("s/<str:space>/graph/export/<str:format_>/", exported, name="graph_export")]
