"""What the map's script asks for when the live link tells it of something new."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from graph_ui import door
from graph_ui.graph import delta, payload, serving, words
from graph_ui.graph.lens import Lens
from graph_ui.graph.wire import WireMap, wire_of
from memoryhub.associations import atlas
from memoryhub.core import clock
from memoryhub.spaces.access import Access

WHOLE = {"whole": True}


@require_GET
@door.in_space()
def changes(request: HttpRequest, opened: Access) -> HttpResponse:
    """What has changed since the `version` of this reader's map; 204 where that is the map still.

    `{"whole": true}` where the hub does not know that version (any more), where it is of a map with another sight or of
    another space, and where the whole is better fetched: all the same to one who asks, and no fault.
    """
    sight, version = Lens.parse(request.GET, opened).sight, request.GET.get("version", "")
    former = atlas.known(opened.space, version, sight)
    found = atlas.atlas_of(opened.space, now=clock.now(), sight=sight)
    if version == found.version:
        return serving.private(HttpResponse(status=204))
    told = former and delta.between(wire_of(former), wire_of(found), overview, language=get_language() or "")
    return serving.private(JsonResponse(told or WHOLE))


def overview(wire: WireMap) -> dict[str, object]:
    """All clusters, names and bridges of a map."""
    found = wire.atlas
    return payload.overview(found.levels, revision=found.revision, total=found.total, titles=words.titles())


urls = [path("s/<str:space>/graph/changes/", changes, name="graph_changes")]
