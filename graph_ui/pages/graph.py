"""The graph page: the map of a space, its list twin, and what the map's script asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.urls import path, reverse
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.graph import outline, payload, words
from graph_ui.graph.outline import Unfolded
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
HITS = 8
LABELS_AT_ONCE = 200
ID_OF_NODE = "0" * ids.WIRE_LENGTH  # 0 is no base-58 character, so that this can be no id


@require_GET
@door.in_space()
def graph(request: HttpRequest, opened: Access) -> HttpResponse:
    """The map, or with `?view=outline` the same as a list."""
    found, wire = _atlas(opened)
    view = "outline" if request.GET.get("view") == "outline" else "map"
    chosen = request.GET.get("node", "")
    context = {
        "view": view,
        "chosen": chosen,
        "urls": _urls(opened),
        "count_words": words.count_line(len(found.graph), found.total),
        "panel_url": _panel_url(opened, found, wire, chosen),
    }
    if view == "outline":
        context |= _outline(request, opened, found, wire, chosen)
    else:
        context |= {"overview": _overview(found), "words": words.for_script()}
    return frame.render(request, opened, PAGE, context)


@require_GET
@door.in_space()
def nodes(request: HttpRequest, opened: Access) -> HttpResponse:
    """The typed block, with an ETag that changes with what this person may see."""
    version = atlas.version_of(opened.space, now=clock.now(), with_review=_with_review(opened))
    etag = f'"{version}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _private(HttpResponseNotModified(headers={"ETag": etag}))
    found, _wire = _atlas(opened)
    body = payload.encode(found.graph, found.levels, revision=found.revision, total=found.total)
    return _private(HttpResponse(body, content_type=payload.MEDIA_TYPE, headers={"ETag": f'"{found.version}"'}))


@require_GET
@door.in_space()
def overview(request: HttpRequest, opened: Access) -> HttpResponse:
    """Clusters, names and bridges."""
    found, _wire = _atlas(opened)
    return _private(JsonResponse(_overview(found)))


@require_GET
@door.in_space()
def node_ids(request: HttpRequest, opened: Access) -> HttpResponse:
    """Wire ids of the nodes by index, in batches."""
    offset = request.GET.get("offset", "0")
    if not offset.isdecimal():
        raise errors.InvalidInput("offset", "offset must be a number.")
    found, wire = _atlas(opened)
    return _private(JsonResponse(payload.ids_batch(wire, offset=int(offset), revision=found.revision)))


@require_GET
@door.in_space()
def labels(request: HttpRequest, opened: Access) -> HttpResponse:
    """Texts of up to 200 nodes (`?id=…` repeated) that this person may see; the rest is left out.

    A canvas shows no marks, so that hidden and turning characters are written out here.
    """
    asked = request.GET.getlist("id")[:LABELS_AT_ONCE]
    found, wire = _atlas(opened)
    place = {name: index for index, name in enumerate(wire)}
    indices = [place[name] for name in asked if name in place]
    texts = _texts(opened, found, indices)
    return _private(JsonResponse({"labels": {wire[index]: text.visible(full) for index, full in texts.items()}}))


@require_GET
@door.in_space()
def search(request: HttpRequest, opened: Access) -> HttpResponse:
    """What agents would find, as places on the map."""
    results = retrieval.search(SearchRequest(opened.space, request.GET.get("q", ""), limit=HITS))
    found = [(hit.id, hit.text, "memory") for hit in results.hits]
    titled = documents_read.titled(opened.space, results.query, limit=3)
    found += [(row.pk, row.title or row.file_name, "document") for row in titled]
    hits = [{"id": ids.encode(pk), "label": text.visible(full), "kind": kind} for pk, full, kind in found]
    return _private(JsonResponse({"hits": hits}))


def _with_review(opened: Access) -> bool:
    return opened.may(Capability.REVIEW)


def _atlas(opened: Access) -> tuple[Atlas, list[str]]:
    found = atlas.atlas_of(opened.space, now=clock.now(), with_review=_with_review(opened))
    return found, [ids.encode(node) for node in found.graph.ids]


def _overview(found: Atlas) -> dict[str, Any]:
    return payload.overview(found.levels, revision=found.revision, total=found.total, titles=words.titles())


def _outline(request: HttpRequest, opened: Access, found: Atlas, wire: Sequence[str], chosen: str) -> dict[str, Any]:
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


def _panel_url(opened: Access, found: Atlas, wire: Sequence[str], chosen: str) -> str:
    """Where the inspector's fragment of the chosen node is; nothing for one that is not on the map."""
    if chosen not in wire:
        return ""
    return _addresses(opened)(NodeKind(found.graph.kinds[wire.index(chosen)]), chosen)[1]


def _urls(opened: Access) -> dict[str, str]:
    tag = opened.space.tag
    page = reverse("console:graph", args=[tag])
    names = {
        name: reverse(f"console:graph_{name}", args=[tag]) for name in ("nodes", "ids", "labels", "search", "overview")
    }
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
    path("s/<str:space>/graph/overview/", overview, name="graph_overview"),
    path("s/<str:space>/graph/ids/", node_ids, name="graph_ids"),
    path("s/<str:space>/graph/labels/", labels, name="graph_labels"),
    path("s/<str:space>/graph/search/", search, name="graph_search"),
]
