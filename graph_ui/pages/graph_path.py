"""The shortest way between two nodes of the map, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import path, reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.graph import asked, outline
from graph_ui.graph.asked import End
from memoryhub.associations import paths, ties
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.associations.ties import Tie
from memoryhub.core import errors
from memoryhub.spaces.access import Access

PANEL = "pages/graph/path.html"
# From how many steps on a way is told by its ends and number alone.
MOST_TOLD = 50


@dataclass(frozen=True, slots=True)
class Step:
    """From one node to the next: the word between them, the keys they share, the address of the edge's panel."""

    word: str | Promise
    name: str
    keys: Sequence[str]
    edge: str
    to: End


@require_GET
@door.in_space()
def way(request: HttpRequest, opened: Access) -> HttpResponse:
    """The shortest way from `?from=<id>` to `&to=<id>`, or a sentence that there is none."""
    context = panel(opened, request.GET)
    if request.headers.get("HX-Request") == "true":
        return frame.render(request, opened, PANEL, context)
    return frame.render(request, opened, "pages/graph/alone.html", {**context, "panel": PANEL})


def panel(opened: Access, given: QueryDict) -> dict[str, Any]:
    """What the panel says; raises `errors.NotFound` where one end is not on this reader's map."""
    for name in ("from", "to"):
        if not given.get(name):
            raise errors.InvalidInput(name, f"{name} must be the id of a node.")
    wire = asked.map_for(opened, given)
    start, end = (asked.place_of(wire, given.get(name, "")) for name in ("from", "to"))
    edges = wire.atlas.graph.merged_edges()
    found = paths.shortest(edges, start, end, among=np.ones(len(wire), np.bool_))
    nodes = [start, end] if found is None else found.tolist()
    told = asked.ends_of(opened, wire, nodes[:MOST_TOLD] if len(nodes) <= MOST_TOLD else [start, end])
    kinds = [paths.between(edges, *pair) for pair in pairwise(nodes)] if len(told) == len(nodes) else []
    return {
        "start": told[0],
        "end": told[-1],
        "is_linked": found is not None,
        "count": len(nodes) - 1,
        "steps": [_step(opened, *pair, each) for pair, each in zip(pairwise(told), kinds, strict=False) if each],
        "lit": [wire.id_at(int(wire.rank[node])) for node in nodes] if found is not None else [],
        "page": reverse("console:graph", args=[opened.space.tag]),
        "swapped": f"?from={told[-1].id}&to={told[0].id}",
    }


def _step(opened: Access, one: End, to: End, kinds: Sequence[EdgeKind]) -> Step:
    """The first kind there is says most: a relation before a source, and a key last."""
    tie = _first(ties.between(opened.space, one.pk, to.pk, kinds=kinds))
    word = outline.WORDS[tie.kind, tie.source == one.pk]
    name = tie.kind.name.lower()
    return Step(word, name, [key.text for key in tie.keys], f"{one.id}.{to.id}.{name}", to)


def _first(found: Sequence[Tie]) -> Tie:
    if not found:  # it was cut since the map was read
        raise errors.Conflict("The map has changed; ask again.", code="moved_on")
    return found[0]


urls = [path("s/<str:space>/graph/path/", way, name="graph_path")]
