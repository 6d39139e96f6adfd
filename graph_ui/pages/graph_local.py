"""What the map's script asks for around one node: its rings, and the older versions of a memory."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path, reverse
from django.views.decorators.http import require_GET

from graph_ui import door
from graph_ui.graph import local, serving
from graph_ui.graph.view import view_of
from memoryhub.core import clock, errors, ids
from memoryhub.memories import sight
from memoryhub.spaces.access import Access


@require_GET
@door.in_space()
def rings(request: HttpRequest, opened: Access) -> HttpResponse:
    """How far each node of the local graph is from its middle, and what is not shown beside it."""
    seen = view_of(opened, request.GET, now=clock.now())
    if seen.local is None:
        raise errors.InvalidInput("around", "around must be the id of a node.")
    return serving.private(JsonResponse(local.rings(seen.local, seen.wire)))


@require_GET
@door.in_space()
def versions(request: HttpRequest, opened: Access) -> HttpResponse:
    """The versions before that of `?node=<id>` that this person sees, the newest first.

    Each has the address where it is compared with the one that replaced it.
    """
    node = ids.decode(request.GET.get("node", ""))
    rows = list(sight.history(opened, node, now=clock.now()).order_by("-version"))
    shown = next((row.version for row in rows if row.pk == node), None)
    if shown is None:
        raise errors.NotFound()
    page = reverse("console:memory", args=[opened.space.tag, ids.encode(node)])
    older = [
        {"id": ids.encode(row.pk), "version": row.version, "url": f"{page}#version-{row.version + 1}"}
        for row in rows
        if row.version < shown
    ]
    return serving.private(JsonResponse({"of": rows[0].version, "older": older}))


urls = [
    path("s/<str:space>/graph/around/", rings, name="graph_around"),
    path("s/<str:space>/graph/versions/", versions, name="graph_versions"),
]
