"""Spaces, for staff: figures and members, no content."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from graph_ui import door, frame


@door.for_staff
def spaces(request: HttpRequest) -> HttpResponse:
    """All spaces of the hub."""
    return frame.render(request, None, "pages/spaces.html")


urls = [path("hub/spaces/", spaces, name="spaces")]
