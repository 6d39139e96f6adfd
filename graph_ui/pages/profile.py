"""The profile: what an agent knows of a space before it asks, and what it gets with a question."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.memories import asking
from memoryhub.profiles import profile as profiles
from memoryhub.profiles import text
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.access import Access

PAGE = "pages/profile/page.html"


@require_GET
@door.in_space()
def profile(request: HttpRequest, opened: Access) -> HttpResponse:
    """Halves, buckets and answers, line by line; these alone where a live refresh asks for them."""
    part = "#lines" if request.headers.get("HX-Target") == "profile-lines" else ""
    return frame.render(request, opened, PAGE + part, _context(request, opened))


def _context(request: HttpRequest, opened: Access) -> dict[str, Any]:
    query = request.GET.get("q", "").strip()
    found = profiles.profile(opened.space, query=query)
    hits = found.results.hits if found.results else ()
    return {
        "query": query,
        "found": found,
        "hits": asking.explained(opened, hits, SearchRequest(opened.space, query)),
        "missing": urlencode({"q": query}),
        "budget": profiles.DEFAULT_TOKENS,
        "as_text": text.of(found),
        "profile_url": reverse("console:profile", args=[opened.space.tag]),
    }


urls = [path("s/<str:space>/profile/", profile, name="profile")]
