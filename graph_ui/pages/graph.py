"""The graph page: the map of a space, its list twin, and what the map's script asks for."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.urls import path, reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.graph import outline, payload, still, words
from graph_ui.graph.outline import Unfolded
from graph_ui.graph.wire import WireMap, wire_of
from memoryhub.associations import atlas
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.inputs import NodeKind
from memoryhub.core import clock, errors, ids, text
from memoryhub.documents import selectors as documents_read
from memoryhub.memories import selectors as memories_read
from memoryhub.retrieval import search as retrieval
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.access import Access, Capability

PAGE = "pages/graph/page.html"
PARTS = ("nodes", "edges", "overview", "ids", "labels", "search")  # what the map's script asks for
HITS = 8
LABELS_AT_ONCE = 200
ID_OF_NODE = "0" * ids.WIRE_LENGTH  # 0 is no base-58 character, so that this can be no id


@require_GET
@door.in_space()
def graph(request: HttpRequest, opened: Access) -> HttpResponse:
    """The map, or with `?view=outline` the same as a list."""
    wire = _wire(opened)
    view = "outline" if request.GET.get("view") == "outline" else "map"
    chosen = request.GET.get("node", "")
    context: dict[str, Any] = {
        "view": view,
        "chosen": chosen,
        "urls": _urls(opened),
        "count_words": words.count_line(len(wire), wire.atlas.total),
        "panel_url": _panel_url(opened, wire, chosen),
    }
    if view == "outline":
        context |= _outline(request, opened, wire.atlas, chosen)
    else:
        inline = _overview(wire.atlas, most_bytes=payload.OVERVIEW_BYTES)
        context |= {"overview": inline, "words": words.for_script(), "still": still.picture(wire.atlas.levels)}
    return frame.render(request, opened, PAGE, context)


@require_GET
@door.in_space()
def nodes(request: HttpRequest, opened: Access) -> HttpResponse:
    """The typed block of nodes."""
    return _block(request, opened, lambda wire: wire.nodes, payload.NODES_TYPE)


@require_GET
@door.in_space()
def edges(request: HttpRequest, opened: Access) -> HttpResponse:
    """The typed block of edges."""
    return _block(request, opened, lambda wire: wire.edges, payload.EDGES_TYPE)


@require_GET
@door.in_space()
def overview(request: HttpRequest, opened: Access) -> HttpResponse:
    """All clusters, names and bridges."""
    return _private(JsonResponse(_overview(_wire(opened).atlas)))


@require_GET
@door.in_space()
def node_ids(request: HttpRequest, opened: Access) -> HttpResponse:
    """Wire ids of the nodes by index, in batches."""
    offset = request.GET.get("offset", "0")
    if not offset.isdecimal():
        raise errors.InvalidInput("offset", "offset must be a number.")
    return _private(JsonResponse(_wire(opened).ids_from(int(offset))))


@require_GET
@door.in_space()
def labels(request: HttpRequest, opened: Access) -> HttpResponse:
    """Places, ids and texts of up to 200 nodes that this person may see; the rest is left out.

    They are asked for by id (`?id=…`, repeated), or by index (`?index=…`) into the map whose ETag is `version`; where
    that is no longer the map, nothing is told of an index but the version that holds. A canvas shows no marks, so that
    hidden and turning characters are written out here.
    """
    wire = _wire(opened)
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
    return _private(JsonResponse({"version": version, "labels": told}))


@require_GET
@door.in_space()
def search(request: HttpRequest, opened: Access) -> HttpResponse:
    """What agents would find, as places on the map."""
    results = retrieval.search(SearchRequest(opened.space, request.GET.get("q", ""), limit=HITS))
    found = [(hit.id, hit.text, "memory") for hit in results.hits]
    titled = documents_read.titled(opened.space, results.query, limit=3)
    found += [(row.pk, row.title or row.file_name, "document") for row in titled]
    wire = _wire(opened)
    hits = [
        {"id": (node := ids.encode(pk)), "label": text.visible(full), "kind": kind, "index": wire.index_of(node)}
        for pk, full, kind in found
    ]
    return _private(JsonResponse({"version": wire.atlas.version, "hits": hits}))


def _with_review(opened: Access) -> bool:
    return opened.may(Capability.REVIEW)


def _wire(opened: Access) -> WireMap:
    return wire_of(atlas.atlas_of(opened.space, now=clock.now(), with_review=_with_review(opened)))


def _block(request: HttpRequest, opened: Access, of: Callable[[WireMap], bytes], media_type: str) -> HttpResponse:
    """A block with an ETag that changes with what this person may see; packed for those who can unpack it."""
    etag = f'"{atlas.version_of(opened.space, now=clock.now(), with_review=_with_review(opened))}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _private(HttpResponseNotModified(headers={"ETag": etag}))
    wire = _wire(opened)
    answer = HttpResponse(of(wire), content_type=media_type, headers={"ETag": f'"{wire.atlas.version}"'})
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.headers["Content-Encoding"] = "gzip"
    else:
        answer.content = gzip.decompress(answer.content)
    patch_vary_headers(answer, ["Accept-Encoding"])
    return _private(answer)


def _overview(found: Atlas, *, most_bytes: int | None = None) -> dict[str, Any]:
    revision, total = found.revision, found.total
    return payload.overview(found.levels, revision=revision, total=total, titles=words.titles(), most_bytes=most_bytes)


def _outline(request: HttpRequest, opened: Access, found: Atlas, chosen: str) -> dict[str, Any]:
    wire = [ids.encode(node) for node in found.graph.ids]
    unfolded = Unfolded.parse(request.GET.getlist("open"), request.GET.getlist("unfold"))
    if chosen and not unfolded.clusters:
        unfolded = outline.opened_at(found.graph, found.levels, wire, chosen)
    rows = outline.build(
        found.graph,
        found.levels,
        wire,
        unfolded,
        titles=words.titles(),
        texts=partial(_texts, opened, found),
        addresses=_addresses(opened),
    )
    return {
        "rows": rows,
        "unfolded": unfolded.query(),
        "islands_words": words.islands_line(found.levels),
        "figures_words": words.figures_line(found.graph),
        "page_size": outline.PAGE,
    }


def _addresses(opened: Access) -> Callable[[NodeKind, str], tuple[str, str]]:
    def address(kind: NodeKind, node: str) -> tuple[str, str]:
        name = "memory" if kind is NodeKind.MEMORY else "document"
        url = reverse(f"console:{name}", args=[opened.space.tag, node])
        return url, url

    return address


def _texts(opened: Access, found: Atlas, indices: Sequence[int]) -> Mapping[int, str]:
    """Full texts of memories and titles of documents, by index."""
    place: dict[UUID, int] = {found.graph.ids[index]: index for index in indices}
    texts = {place[row.pk]: row.text for row in memories_read.versions(opened.space, place)}
    for row in documents_read.documents_of(opened.space).filter(pk__in=place):
        texts[place[row.pk]] = row.title or row.file_name
    return texts


def _panel_url(opened: Access, wire: WireMap, chosen: str) -> str:
    """Where the inspector's fragment of the chosen node is; nothing for one that is not on the map."""
    at = wire.index_of(chosen)
    if at is None:
        return ""
    return _addresses(opened)(NodeKind(wire.atlas.graph.kinds[wire.order[at]]), chosen)[1]


def _urls(opened: Access) -> dict[str, str]:
    tag = opened.space.tag
    page = reverse("console:graph", args=[tag])
    names = {name: reverse(f"console:graph_{name}", args=[tag]) for name in PARTS}
    panels = {
        name: reverse(f"console:{name}", args=[tag, ID_OF_NODE]).replace(ID_OF_NODE, "{id}")
        for name in ("memory", "document")
    }
    return {**names, **panels, "map": page, "outline": f"{page}?view=outline"}


def _private(answer: HttpResponse) -> HttpResponse:
    """Kept by this person's browser alone, and asked about each time: what may be seen changes with the clock."""
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


urls = [
    path("s/<str:space>/graph/", graph, name="graph"),
    path("s/<str:space>/graph/nodes/", nodes, name="graph_nodes"),
    path("s/<str:space>/graph/edges/", edges, name="graph_edges"),
    path("s/<str:space>/graph/overview/", overview, name="graph_overview"),
    path("s/<str:space>/graph/ids/", node_ids, name="graph_ids"),
    path("s/<str:space>/graph/labels/", labels, name="graph_labels"),
    path("s/<str:space>/graph/search/", search, name="graph_search"),
]
