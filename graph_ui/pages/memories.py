"""The page of memories."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from graph_ui import door, frame
from memoryhub.spaces.access import Access


@door.in_space()
def memories(request: HttpRequest, opened: Access) -> HttpResponse:
    """The memories of a space."""
    return frame.render(request, opened, "pages/memories.html")


@door.in_space()
def memory(request: HttpRequest, opened: Access, memory: str) -> HttpResponse:
    """One memory."""
    return frame.render(request, opened, "pages/memories.html")


urls = [
    path("s/<str:space>/memories/", memories, name="memories"),
    path("s/<str:space>/memories/<str:memory>/", memory, name="memory"),
]
