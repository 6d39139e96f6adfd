"""The page of review."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from graph_ui import door, frame
from memoryhub.spaces.access import Access


@door.in_space()
def review(request: HttpRequest, opened: Access) -> HttpResponse:
    """The review of a space."""
    return frame.render(request, opened, "pages/review.html")


urls = [path("s/<str:space>/review/", review, name="review")]
