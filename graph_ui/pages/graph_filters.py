"""What of the map is shown: the panel of filters, and the blocks by which the map's script leaves nodes out."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import path, reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.graph import export, lens, local, panel, payload, serving, words
from graph_ui.graph.view import View, view_of
from graph_ui.graph.wire import gzipped
from memoryhub.core import clock
from memoryhub.spaces.access import Access

# What of an address a form repeats, so that sending it keeps the rest of the view.
KEPT = ("view", "node", "open", "unfold", *lens.BESIDE, *lens.ALL)


@require_GET
@door.in_space()
def facets(request: HttpRequest, opened: Access) -> HttpResponse:
    """How many nodes each value of each facet would show, as JSON; the panel itself where a page asks for it."""
    seen = view_of(opened, request.GET, now=clock.now())
    if request.headers.get("HX-Request") == "true":
        answer = frame.render(request, opened, "pages/graph/filters.html#parts", context(seen, request.GET))
    else:
        answer = JsonResponse(panel.as_json(seen, panel.panel_of(seen, request.GET)))
    patch_vary_headers(answer, ["HX-Request"])
    return serving.private(answer)


@require_GET
@door.in_space()
def mask(request: HttpRequest, opened: Access) -> HttpResponse:
    """Which nodes are shown, a bit each."""
    return serving.block(request, opened, _mask, payload.MASK_TYPE)


def _mask(seen: View) -> bytes:
    return gzipped(payload.encode_mask(seen.mask[seen.wire.order]))


@require_GET
@door.in_space()
def times(request: HttpRequest, opened: Access) -> HttpResponse:
    """When each node was made, as a bin of the timeline, a byte each."""
    return serving.block(request, opened, _times, payload.TIMES_TYPE)


def _times(seen: View) -> bytes:
    return gzipped(seen.facts.timeline.bin[seen.wire.order].tobytes())


def context(seen: View, given: QueryDict) -> dict[str, Any]:
    """What the templates of the filters need."""
    return {
        **local.context(seen.opened, seen.wire, seen.local, given),
        "lens": seen.lens,
        "panel": (found := panel.panel_of(seen, given)),
        "options": found.options(),
        "given": given,
        "count_words": words.count_line(found.shown, found.total),
        "exports": _exports(seen, given),
        "urls": {"page": reverse("console:graph", args=[seen.opened.space.tag])},
        "kept": [(name, value) for name in KEPT for value in given.getlist(name) if value],
    }


def _exports(seen: View, given: QueryDict) -> list[tuple[str, str]]:
    """The names of the formats, and where what is shown now is to be had in each."""
    look = lens.only(given, lens.MAKING)
    pages = {
        name: reverse("console:graph_export", args=[seen.opened.space.tag, name]) for name, _title in export.TITLES
    }
    return [(title, f"{pages[name]}?{look}" if look else pages[name]) for name, title in export.TITLES]


urls = [
    path("s/<str:space>/graph/facets/", facets, name="graph_facets"),
    path("s/<str:space>/graph/mask/", mask, name="graph_mask"),
    path("s/<str:space>/graph/times/", times, name="graph_times"),
]
