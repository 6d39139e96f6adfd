"""An island of the map in the inspector, or a part of one: what is there, and what people call it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import numpy as np
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from graph_ui import door, frame
from graph_ui.forms.graph import Rename
from graph_ui.graph import asked, lens
from graph_ui.graph.unfolding import Unfolded, Window
from graph_ui.graph.view import View, view_of
from graph_ui.pages import undo
from memoryhub.associations import island_names, naming, services
from memoryhub.associations.graph import names
from memoryhub.core import clock, errors, ids
from memoryhub.spaces.access import Access, Capability

PANEL = "pages/graph/island.html"
NAMES = ("island", "part")  # in an address, with the id of a node that is there
KEYS, NEWEST, PARTS = 8, 5, 12


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of an island: its name, how many nodes of it are shown, and the id of one of them."""

    name: str
    count: int
    node: str


@require_GET
@door.in_space()
def island(request: HttpRequest, opened: Access) -> HttpResponse:
    """The island that the node of `?island=<id>` is on; with `?part=<id>` the part of it."""
    return _answer(request, opened, panel(opened, request.GET, request.GET))


@require_POST
@door.in_space(Capability.WRITE)
def rename(request: HttpRequest, opened: Access) -> HttpResponse:
    """Call it by the posted `name`, or with `automatic` as it would be called by itself; undo stands in the notice."""
    node, is_part = _named(request.POST)
    look = lens.only(request.GET, lens.ALL)
    asked.place_of(asked.map_for(opened, request.GET), node)  # what is not on this person's map is not named
    form = Rename(request.POST)
    is_automatic = "automatic" in request.POST
    if not is_automatic and not form.is_valid():
        return _answer(request, opened, {**panel(opened, request.GET, request.POST), "form": form}, status=422)
    try:
        row = naming.name(
            actor=opened.actor,
            space=opened.space,
            node_id=ids.decode(node),
            name=None if is_automatic else form.cleaned_data["name"],
            is_part=is_part,
            was=request.POST.get("was"),
        )
    except errors.InvalidInput as error:
        form.add_error("name", error.message)
        return _answer(request, opened, {**panel(opened, request.GET, request.POST), "form": form}, status=422)
    if request.headers.get("HX-Request") != "true":
        return redirect(_address(opened, node, look, is_part=is_part))
    notice = None
    if row is not None:
        said = _("It has its automatic name again.") if is_automatic else _("It is called “%(name)s” now.")
        url = undo.url_of_last(opened, row.pk, services.ISLAND_NAMED)
        notice = {"text": said % {"name": row.name}, "undo_url": url}
    return _answer(request, opened, {**panel(opened, request.GET, request.POST), "notice": notice})


def _answer(request: HttpRequest, opened: Access, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        return frame.render(request, opened, PANEL, context, status=status)
    return frame.render(request, opened, "pages/graph/alone.html", {**context, "panel": PANEL}, status=status)


def panel(opened: Access, look: QueryDict, given: QueryDict) -> dict[str, Any]:
    """What the panel says of the island that is `given`, on the map that a `look` asks for.

    Raises `errors.NotFound` where the node is not on this reader's map, or on no island.
    """
    node, is_part = _named(given)
    seen = view_of(opened, look, now=clock.now())
    query = lens.only(look, lens.ALL)
    levels, graph = seen.wire.atlas.levels, seen.wire.atlas.graph
    home = island_names.home_of(levels, asked.place_of(seen.wire, node), is_part=is_part)
    place = island_names.places(levels, is_part=is_part)
    shown = np.flatnonzero((place == home) & seen.mask)
    newest = shown[np.argsort(-graph.created[shown], kind="stable")][:NEWEST]
    around = levels.parts[home].cluster if is_part else home
    named = (levels.parts if is_part else levels.clusters)[home]
    page = reverse("console:graph", args=[opened.space.tag])
    unfolded = Unfolded({around: Window()}, {})
    return {
        "island": named,
        "hue": levels.clusters[around].hue,
        "whole": levels.clusters[around].name if is_part else "",
        "is_part": is_part,
        "is_named": named.named_by == names.BY_A_PERSON,
        "count": len(shown),
        "keys": names.keys_of(graph.keys, place == home, most=KEYS),
        "newest": asked.ends_of(opened, seen.wire, newest.tolist(), gone=""),
        "parts": [] if is_part else _parts(seen, home),
        "here": _address(opened, node, query, is_part=is_part),
        "deed": f"{reverse('console:graph_island_name', args=[opened.space.tag])}?{query}".removesuffix("?"),
        "given": [(NAMES[is_part], node), ("was", named.name)],
        "outline": f"{page}?{'&'.join(filter(None, ['view=outline', unfolded.query(), query]))}#outline-{around}",
        "page": page,
        "may_name": opened.may(Capability.WRITE) and opened.space.archived_at is None and seen.lens.sight.is_present,
    }


def _parts(seen: View, home: int) -> list[PartRow]:
    """The largest parts of an island of which something is shown."""
    levels, wire = seen.wire.atlas.levels, seen.wire
    found = []
    for at, part in enumerate(levels.parts):
        if part.cluster == home and len(shown := np.flatnonzero((levels.part == at) & seen.mask)):
            node = wire.id_at(int(wire.rank[shown[0]]))
            found.append(PartRow(part.name, len(shown), node))
    return sorted(found, key=lambda part: -part.count)[:PARTS]


def _named(given: QueryDict) -> tuple[str, bool]:
    """The node whose island is meant, and whether it is the part of the island."""
    chosen = [name for name in NAMES if given.get(name)]
    if len(chosen) != 1:
        raise errors.InvalidInput("island", "Either island or part must be the id of a node.")
    return given.get(chosen[0], ""), chosen[0] == "part"


def _address(opened: Access, node: str, query: str, *, is_part: bool) -> str:
    """Where the panel is."""
    values = "&".join(filter(None, [urlencode({NAMES[is_part]: node}), query]))
    return f"{reverse('console:graph_island', args=[opened.space.tag])}?{values}"


urls = [
    path("s/<str:space>/graph/island/", island, name="graph_island"),
    path("s/<str:space>/graph/island/name/", rename, name="graph_island_name"),
]
