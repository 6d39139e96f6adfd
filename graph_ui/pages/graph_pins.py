"""Nodes that a person has pinned on their map of a space; nobody else sees them there."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from graph_ui import door
from graph_ui.graph import asked, serving
from graph_ui.graph.asked import End
from graph_ui.graph.view import View
from graph_ui.graph.wire import WireMap
from memoryhub.associations import pins
from memoryhub.associations.pins import Place
from memoryhub.core import errors, ids
from memoryhub.spaces.access import Access


@require_http_methods(["GET", "POST"])
@door.in_space()
def graph_pins(request: HttpRequest, opened: Access) -> HttpResponse:
    """Places of the pinned nodes by index; POST `node` pins it at `x`, `y`, without these where it stands, and with
    `unpin` lets it go. What is posted may stand in the address, as it does in a notice that takes a deed back."""
    wire = asked.map_for(opened, request.GET)
    if request.method == "POST":
        return _keep(request, opened, wire, request.POST if "node" in request.POST else request.GET)
    found = pins.shown(opened.principal.user, opened.space, wire.atlas.graph)
    told = sorted((int(wire.rank[node]), *place) for node, place in found.items())
    return serving.private(JsonResponse({"version": wire.atlas.version, "pins": told}))


def _keep(request: HttpRequest, opened: Access, wire: WireMap, given: QueryDict) -> HttpResponse:
    user, space, node = opened.principal.user, opened.space, given.get("node", "")
    node_id = ids.decode(node)
    before = pins.pins_of(user, space).get(node_id)
    if given.get("unpin"):
        pins.unpin(user=user, space=space, node_id=node_id)
        said = _("It is back in its place.")
    else:
        place = _place(wire, asked.place_of(wire, node), given)
        pins.pin(user=user, space=space, graph=wire.atlas.graph, node_id=node_id, place=place)
        said = _("Pinned on your map.")
    if request.headers.get("HX-Request") != "true":
        return redirect(f"{reverse('console:graph', args=[space.tag])}?{urlencode({'node': node})}")
    back = {"unpin": "1"} if before is None else dict(zip("xy", before, strict=True))
    undo_url = f"{reverse('console:graph_pins', args=[space.tag])}?{urlencode({'node': node, **back})}"
    answer = render(request, "components/toast_oob.html", {"text": said, "undo_url": undo_url})
    answer["HX-Trigger"] = "pins:change"
    return answer


def _place(wire: WireMap, node: int, given: QueryDict) -> Place:
    """Where it is to be pinned."""
    levels = wire.atlas.levels
    stands = {"x": float(levels.x[node]), "y": float(levels.y[node])}
    return _number(given, "x", stands["x"]), _number(given, "y", stands["y"])


def _number(given: QueryDict, name: str, otherwise: float) -> float:
    try:
        return float(given.get(name) or otherwise)
    except ValueError as error:
        raise errors.InvalidInput(name, f"{name} must be a number.") from error


def listed(seen: View) -> dict[str, Any]:
    """What the outline says of them: their ids, and each in words as far as it is shown."""
    found = pins.shown(seen.opened.principal.user, seen.opened.space, seen.wire.atlas.graph)
    ends: list[End] = asked.ends_of(seen.opened, seen.wire, [at for at in found if seen.mask[at]], gone="")
    return {"pinned": ends, "pinned_ids": {end.id for end in ends}}


urls = [path("s/<str:space>/graph/pins/", graph_pins, name="graph_pins")]
