"""Answers about a map that one person's browser may keep: packed blocks with an ETag, and what is private."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from graph_ui.graph import view
from graph_ui.graph.view import View
from memoryhub.core import clock
from memoryhub.spaces.access import Access


def block(request: HttpRequest, opened: Access, of: Callable[[View], bytes], media_type: str) -> HttpResponse:
    """A gzipped block with an ETag that changes with what this person may see; packed for those who can unpack it.

    The tag names the version of the map, also where the block depends on the rest of the address.
    """
    etag = f'"{view.version_of(opened, request.GET, now=clock.now())}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return private(HttpResponseNotModified(headers={"ETag": etag}))
    seen = view.view_of(opened, request.GET, now=clock.now())
    answer = HttpResponse(of(seen), content_type=media_type, headers={"ETag": f'"{seen.wire.atlas.version}"'})
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.headers["Content-Encoding"] = "gzip"
    else:
        answer.content = gzip.decompress(answer.content)
    patch_vary_headers(answer, ["Accept-Encoding"])
    return private(answer)


def private(answer: HttpResponse) -> HttpResponse:
    """Kept by this person's browser alone, and asked about each time: what may be seen changes with the clock."""
    patch_cache_control(answer, private=True, no_cache=True)
    return answer
