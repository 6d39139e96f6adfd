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


@door.in_space()
def item(request: HttpRequest, opened: Access, kind: str, subject: str) -> HttpResponse:
    """One question."""
    return frame.render(request, opened, "pages/review.html")


urls = [
    path("s/<str:space>/review/", review, name="review"),
    path("s/<str:space>/review/<str:kind>/<str:subject>/", item, name="review_item"),
]
