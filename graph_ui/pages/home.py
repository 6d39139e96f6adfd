"""Home: what needs the person, what changed, and whether the memory can be trusted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path

from graph_ui import door, frame
from memoryhub.spaces import access
from memoryhub.spaces.access import Access, Principal


@door.signed_in
def start(request: HttpRequest) -> HttpResponse:
    """The address `/` leads to the person's first space; without one, to the page that makes one."""
    person = door.person_of(request)
    first = access.spaces_of(Principal(person)).first()
    if first is not None:
        return redirect("console:home", space=first.tag)
    return redirect("console:spaces") if person.is_staff else frame.render(request, None, "pages/no_space.html")


@door.in_space()
def home(request: HttpRequest, opened: Access) -> HttpResponse:
    """The start page of a space."""
    return frame.render(request, opened, "pages/home.html")


urls = [path("", start, name="start"), path("s/<str:space>/", home, name="home")]
