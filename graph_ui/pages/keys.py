"""Association keys: the list with its search, and the panel of one key with what has it and what stands beside it."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from graph_ui import door, frame, wording
from memoryhub.associations import selectors
from memoryhub.associations.models import Key
from memoryhub.core import clock, errors, ids, paging
from memoryhub.spaces.access import Access, Capability

PAGE, PANEL = "pages/keys/page.html", "pages/keys/panel.html"
PAGE_SIZE = 50
MEMORIES_SHOWN = 20
NEIGHBOURS = 20


@require_GET
@door.in_space()
def keys(request: HttpRequest, opened: Access) -> HttpResponse:
    """The list; the list alone where htmx asks for it."""
    wanted = request.headers.get("HX-Target", "")
    part = "#list" if wanted in {"key-list", "more"} else ""
    return frame.render(request, opened, PAGE + part, _list(request, opened))


@require_GET
@door.in_space()
def key(request: HttpRequest, opened: Access, key: str) -> HttpResponse:
    """One key beside the list; the panel alone, or the next of its memories, where htmx asks for it."""
    try:
        context = panel(request, opened, ids.decode(key))
    except errors.NotFound:
        # A panel that refreshes itself says that its key went; to everybody else it never was.
        if request.headers.get("HX-Trigger") != "key-panel":
            raise
        return frame.render(request, opened, f"{PANEL}#gone")
    wanted = request.headers.get("HX-Target", "")
    if wanted == "more-memories":
        return frame.render(request, opened, f"{PANEL}#memories", context)
    if request.headers.get("HX-Request") == "true":
        return frame.render(request, opened, PANEL, context)
    return frame.render(request, opened, PAGE, {**_list(request, opened), **context})


def panel(request: HttpRequest, opened: Access, key_id: uuid.UUID) -> dict[str, Any]:
    """What the panel says of one key: its wordings, the memories that have it, and its neighbours."""
    space, now = opened.space, clock.now()
    shown = selectors.key_of(space, key_id, now=now)
    page = paging.page(
        selectors.memories_with(space, key_id, now=now),
        scope=f"console-key:{space.tag}:{key_id}",
        sort="-created_at",
        size=MEMORIES_SHOWN,
        cursor=request.GET.get("after") or None,
    )
    return {
        "shown": shown,
        "neighbours": selectors.neighbours(space, key_id, now=now, limit=NEIGHBOURS),
        "memories": page.rows,
        "next_memories": page.next_cursor,
        "may_write": opened.may(Capability.WRITE) and space.archived_at is None,
    }


def _list(request: HttpRequest, opened: Access) -> dict[str, Any]:
    query, kind = request.GET.get("q", "").strip(), request.GET.get("kind", "")
    if kind and kind not in Key.Kind.values:
        raise errors.InvalidInput("kind", _("kind must be concept, name or proper_noun."))
    page = paging.page(
        selectors.keys_with_counts(opened.space, now=clock.now(), kind=kind, query=query),
        scope=f"console-keys:{opened.space.tag}:{kind}:{query}",
        sort="-memory_count",
        size=PAGE_SIZE,
        cursor=request.GET.get("cursor") or None,
    )
    url = reverse("console:keys", args=[opened.space.tag])
    return {
        "query": query,
        "kind": kind,
        "chips": [_chip(url, name, chosen=kind, query=query) for name in Key.Kind.values],
        "list_url": url,
        # The list stays, whichever key is open beside it, or gone since.
        "here": f"{url}?{urlencode({'kind': kind, 'q': query})}",
        "rows": page.rows,
        "more_url": f"{url}?{urlencode({'kind': kind, 'q': query, 'cursor': page.next_cursor})}"
        if page.next_cursor
        else "",
    }


def _chip(url: str, kind: str, *, chosen: str, query: str) -> dict[str, Any]:
    """A kind as a link; every view of the list is an address."""
    on = kind == chosen
    asked = {name: value for name, value in (("kind", "" if on else kind), ("q", query)) if value}
    label = capfirst(wording.said(kind, "key"))
    return {"label": label, "url": f"{url}?{urlencode(asked)}" if asked else url, "on": on}


urls = [
    path("s/<str:space>/keys/", keys, name="keys"),
    path("s/<str:space>/keys/<str:key>/", key, name="key"),
]
