"""The page of graph."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from graph_ui import door, frame
from memoryhub.spaces.access import Access


@door.in_space()
def graph(request: HttpRequest, opened: Access) -> HttpResponse:
    """The graph of a space."""
    return frame.render(request, opened, "pages/graph.html")


urls = [path("s/<str:space>/graph/", graph, name="graph")]
