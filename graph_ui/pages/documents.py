"""The page of documents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from graph_ui import door, frame
from memoryhub.spaces.access import Access


@door.in_space()
def documents(request: HttpRequest, opened: Access) -> HttpResponse:
    """The documents of a space."""
    return frame.render(request, opened, "pages/documents.html")


@door.in_space()
def document(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """One document."""
    return frame.render(request, opened, "pages/documents.html")


urls = [
    path("s/<str:space>/documents/", documents, name="documents"),
    path("s/<str:space>/documents/<str:document>/", document, name="document"),
]
