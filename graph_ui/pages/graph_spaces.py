"""All spaces of a person on one map, or as a list; each leads to its own map."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.graph import spaces, words
from memoryhub.core import clock
from memoryhub.spaces.access import Principal

PAGE = "pages/graph/spaces.html"
LONGEST_QUERY = 200


@require_GET
@door.signed_in
def spaces_graph(request: HttpRequest) -> HttpResponse:
    """The spaces this person may read; with `?q=` those of that name, with `?view=outline` as a list."""
    shape = "outline" if request.GET.get("view") == "outline" else "map"
    asked = request.GET.get("q", "")[:LONGEST_QUERY]
    everything = spaces.of(Principal(door.person_of(request)), now=clock.now())
    shown = spaces.matching(everything, asked)
    page, query = reverse("console:spaces_graph"), {"q": asked} if asked else {}
    context = {
        "view": shape,
        "asked": asked,
        "islands": [(each, each in shown) for each in everything],
        "none": not shown,
        "bridges": any(each.shared for each in everything),
        "overview": spaces.overview(everything),
        "words": words.for_spaces(),
        "count_words": words.count_line(len(shown), len(everything)),
        "urls": {
            "page": page,
            "map": f"{page}?{urlencode(query)}" if query else page,
            "outline": f"{page}?{urlencode({'view': 'outline', **query})}",
        },
    }
    return frame.render(request, None, PAGE, context)


urls = [path("graph/", spaces_graph, name="spaces_graph")]
