"""The graph page: the map of a space, its list twin, and what the map's script asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.graph import asked, lens, local, outline, payload, replay, serving, still, unfolding, words
from graph_ui.graph.outline import Shown
from graph_ui.graph.unfolding import Unfolded
from graph_ui.graph.view import View, view_of
from graph_ui.pages import graph_filters as filters
from graph_ui.pages import graph_picked, graph_pins
from memoryhub.associations.atlas import Atlas, BeingDrawn
from memoryhub.associations.graph.inputs import NodeKind
from memoryhub.associations.graph.levels import bridges_of
from memoryhub.core import clock, errors, ids, packed, text
from memoryhub.documents import selectors as documents_read
from memoryhub.memories import selectors as memories_read
from memoryhub.retrieval import search as retrieval
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.access import Access

PAGE, DRAWING = "pages/graph/page.html", "pages/graph/drawing.html"
# What the map's script asks for.
PARTS = (
    *("nodes", "edges", "overview", "ids", "labels", "search", "changes", "mask", "times", "facets"),
    *("edge", "path", "island", "replay", "around", "versions", "pins"),
)
HITS = 8
LABELS_AT_ONCE = 200
ID_OF_NODE = "0" * ids.WIRE_LENGTH  # 0 is no base-58 character, so that this can be no id


@require_GET
@door.in_space()
def graph(request: HttpRequest, opened: Access) -> HttpResponse:
    """The map, or with `?view=outline` the same as a list; while there is none yet, how large it will be."""
    try:
        seen = view_of(opened, request.GET, now=clock.now())
    except BeingDrawn as drawing:
        return _drawing(request, opened, drawing)
    if request.GET.get("part") == "drawing":
        return HttpResponse(headers={"HX-Refresh": "true"})
    chosen = request.GET.get("node", "")
    shape = "outline" if request.GET.get("view") == "outline" else "map"
    context = filters.context(seen, request.GET) | {
        "view": shape,
        "chosen": chosen,
        "urls": _urls(opened, request.GET),
        "picked": graph_picked.offered(opened, request.GET),
        "panel_url": asked.panel_url(opened, request.GET) or _panel_url(seen, chosen),
    }
    if shape == "outline":
        context |= _outline(request, seen, chosen) | graph_pins.listed(seen)
    else:
        inline = _overview(seen, most_bytes=payload.OVERVIEW_BYTES)
        drawn = still.picture(seen.islands)
        context |= {"overview": inline, "words": words.for_script(), "still": drawn}
    return frame.render(request, opened, PAGE, context)


@require_GET
@door.in_space()
def nodes(request: HttpRequest, opened: Access) -> HttpResponse:
    """The typed block of nodes."""
    return serving.block(request, opened, lambda seen: seen.wire.nodes, payload.NODES_TYPE)


@require_GET
@door.in_space()
def edges(request: HttpRequest, opened: Access) -> HttpResponse:
    """The typed block of edges."""
    return serving.block(request, opened, lambda seen: seen.wire.edges, payload.EDGES_TYPE)


@require_GET
@door.in_space()
def overview(request: HttpRequest, opened: Access) -> HttpResponse:
    """All clusters, names and bridges."""
    return serving.private(JsonResponse(_overview(view_of(opened, request.GET, now=clock.now()))))


@require_GET
@door.in_space()
def node_ids(request: HttpRequest, opened: Access) -> HttpResponse:
    """Wire ids of the nodes by index, in batches."""
    offset = request.GET.get("offset", "0")
    if not offset.isdecimal():
        raise errors.InvalidInput("offset", "offset must be a number.")
    return serving.private(JsonResponse(view_of(opened, request.GET, now=clock.now()).wire.ids_from(int(offset))))


@require_GET
@door.in_space()
def labels(request: HttpRequest, opened: Access) -> HttpResponse:
    """Places, ids and texts of up to 200 nodes that this person may see; the rest is left out.

    They are asked for by id (`?id=…`, repeated), or by index (`?index=…`) into the map whose ETag is `version`; where
    that is no longer the map, nothing is told of an index but the version that holds. A canvas shows no marks, so that
    hidden and turning characters are written out here.
    """
    wire = view_of(opened, request.GET, now=clock.now()).wire
    version = wire.atlas.version
    indices = {at for node in request.GET.getlist("id")[:LABELS_AT_ONCE] if (at := wire.index_of(node)) is not None}
    if request.GET.get("version") == version:
        asked = (int(text) for text in request.GET.getlist("index")[:LABELS_AT_ONCE] if text.isdecimal())
        indices |= {at for at in asked if at < len(wire)}
    texts = _texts(opened, wire.atlas, [int(wire.order[at]) for at in indices])
    told = [
        {"index": at, "id": wire.id_at(at), "text": text.visible(texts[wire.order[at]])}
        for at in sorted(indices)
        if wire.order[at] in texts
    ]
    return serving.private(JsonResponse({"version": version, "labels": told}))


@require_GET
@door.in_space()
def search(request: HttpRequest, opened: Access) -> HttpResponse:
    """What agents would find, at the moment the map is of, as places on it; none for what is not shown."""
    seen = view_of(opened, request.GET, now=clock.now())
    then = seen.lens.sight.horizon
    asked = SearchRequest(opened.space, request.GET.get("q", ""), limit=HITS, as_of=then.as_of, known_at=then.known_at)
    results = retrieval.search(asked)
    found = [(hit.id, hit.text, "memory") for hit in results.hits]
    titled = documents_read.titled(opened.space, results.query, limit=3)
    found += [(row.pk, row.title or row.file_name, "document") for row in titled]
    hits = [
        {"id": (node := ids.encode(pk)), "label": text.visible(full), "kind": kind, "index": seen.index_of(node)}
        for pk, full, kind in found
    ]
    return serving.private(JsonResponse({"version": seen.wire.atlas.version, "hits": hits}))


def _drawing(request: HttpRequest, opened: Access, drawing: BeingDrawn) -> HttpResponse:
    """The page in place of a map that is being drawn, or the part of it that looks whether it is there."""
    context = {
        "view": "outline" if request.GET.get("view") == "outline" else "map",
        "urls": _urls(opened, request.GET),
        "count_words": words.count_line(0, drawing.nodes),
        "drawing_words": words.drawing_line(drawing.nodes),
    }
    if request.GET.get("part") == "drawing":
        return render(request, DRAWING, context)
    return frame.render(request, opened, PAGE, context)


def _overview(seen: View, *, most_bytes: int | None = None) -> dict[str, Any]:
    revision, total = seen.wire.atlas.revision, seen.wire.atlas.total
    return payload.overview(seen.islands, revision=revision, total=total, titles=words.titles(), most_bytes=most_bytes)


def _outline(request: HttpRequest, seen: View, chosen: str) -> dict[str, Any]:
    found, names, levels = seen.wire.atlas, seen.wire.names, seen.groups
    shown = _shown(seen)
    unfolded = Unfolded.parse(request.GET.getlist("open"), request.GET.getlist("unfold"))
    chosen = chosen or request.GET.get("around", "")
    if chosen and not unfolded.clusters:
        unfolded = outline.opened_at(found.graph, levels, names, chosen, shown)
    rows = outline.build(
        found.graph,
        levels,
        names,
        unfolded,
        shown,
        titles=words.titles(),
        texts=partial(_texts, seen.opened, found),
        addresses=_addresses(seen.opened),
        expanding=local.expanding(seen.local, request.GET) if seen.local else {},
    )
    return {
        "rows": rows,
        "unfolded": unfolded.query(),
        "islands_words": words.islands_line(rows) if seen.local is None else "",
        "figures_words": words.figures_line(found.graph, shown),
        "page_size": unfolding.PAGE,
        "replay_query": (query := request.GET.get("replay", "")),
        "replay_steps": replay.steps_of(seen, query) if query else [],
    }


def _shown(seen: View) -> Shown:
    edges = seen.edges()
    if not seen.lens.filter:
        return Shown(seen.mask, edges, seen.groups.bridges)
    return Shown(seen.mask, edges, bridges_of(edges, seen.groups.cluster) if seen.local is None else ())


def _addresses(opened: Access) -> Callable[[NodeKind, str], tuple[str, str]]:
    def address(kind: NodeKind, node: str) -> tuple[str, str]:
        name = "memory" if kind is NodeKind.MEMORY else "document"
        url = reverse(f"console:{name}", args=[opened.space.tag, node])
        return url, url

    return address


def _texts(opened: Access, found: Atlas, indices: Sequence[int]) -> Mapping[int, str]:
    """Full texts of memories and titles of documents, by index."""
    place: dict[UUID, int] = dict(zip(packed.unpack(found.graph.ids[list(indices)]), indices, strict=True))
    texts = {place[row.pk]: row.text for row in memories_read.versions(opened.space, place)}
    for row in documents_read.documents_of(opened.space).filter(pk__in=place):
        texts[place[row.pk]] = row.title or row.file_name
    return texts


def _panel_url(seen: View, chosen: str) -> str:
    """Where the inspector's fragment of the chosen node is; nothing for one that is not shown."""
    at = seen.index_of(chosen)
    if at is None:
        return ""
    return _addresses(seen.opened)(NodeKind(seen.facts.graph.kinds[seen.wire.order[at]]), chosen)[1]


def _urls(opened: Access, given: QueryDict) -> dict[str, str]:
    """What of the address says which map it is, and how it is looked at, goes along."""
    tag = opened.space.tag
    page = reverse("console:graph", args=[tag])
    sight, look = lens.only(given, lens.CHOOSING), lens.only(given, (*lens.ALL, *lens.BESIDE))
    names = {name: _with(reverse(f"console:graph_{name}", args=[tag]), sight) for name in PARTS}
    panels = {
        name: reverse(f"console:{name}", args=[tag, ID_OF_NODE]).replace(ID_OF_NODE, "{id}")
        for name in ("memory", "document")
    }
    return {**names, **panels, "page": page, "map": _with(page, look), "outline": _with(f"{page}?view=outline", look)}


def _with(url: str, query: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}{query}" if query else url


urls = [
    path("s/<str:space>/graph/", graph, name="graph"),
    path("s/<str:space>/graph/nodes/", nodes, name="graph_nodes"),
    path("s/<str:space>/graph/edges/", edges, name="graph_edges"),
    path("s/<str:space>/graph/overview/", overview, name="graph_overview"),
    path("s/<str:space>/graph/ids/", node_ids, name="graph_ids"),
    path("s/<str:space>/graph/labels/", labels, name="graph_labels"),
    path("s/<str:space>/graph/search/", search, name="graph_search"),
    *filters.urls,
]
