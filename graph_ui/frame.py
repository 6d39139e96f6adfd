"""The frame around every page: rail, counts, live cursor, and how the person likes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render as render_template

from graph_ui import door, nav
from graph_ui.nav import NavGroup
from memoryhub.accounts.models import User
from memoryhub.core import clock
from memoryhub.documents import selectors as documents
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import selectors as memories
from memoryhub.review import selectors as review
from memoryhub.spaces import access
from memoryhub.spaces.access import Access, Capability, Principal


def render(
    request: HttpRequest,
    opened: Access | None,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """A page of a space, or of the hub where `opened` is None; `template#part` answers with that part alone.

    Figures of the rail that the page has asked for itself are its `counted`, by their names.
    """
    values = {**(_of_space(request, opened) if opened else _of_hub(request)), **(context or {})}
    if "#" not in template:
        values |= _rail(request, opened, values.get("counted", {}))
    return render_template(request, template, values, status=status)


def dialog(
    request: HttpRequest,
    opened: Access | None,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """What a dialog shows; where no script asks for it, the same as a page of its own. `context` has its `title`."""
    if request.headers.get("HX-Request") == "true":
        return render(request, opened, template, context, status=status)
    alone = {**context, "dialog": template, "alone": True}
    return render(request, opened, "components/dialog_page.html", alone, status=status)


def _of_space(request: HttpRequest, opened: Access) -> dict[str, Any]:
    return {
        "space": opened.space,
        "role": opened.role,
        "may_write": _may(opened, Capability.WRITE),
        "may_review": _may(opened, Capability.REVIEW),
        "may_manage": opened.may(Capability.MANAGE),
        "now": clock.now(),
    }


def _may(opened: Access, capability: Capability) -> bool:
    """What a page offers: nobody changes anything in an archive."""
    return opened.may(capability) and opened.space.archived_at is None


def _of_hub(request: HttpRequest) -> dict[str, Any]:
    return {"space": None, "role": "", "now": clock.now()}


def _rail(request: HttpRequest, opened: Access | None, counted: Mapping[str, int]) -> dict[str, Any]:
    person = door.person_of(request)
    return {
        "spaces": list(access.spaces_of(Principal(person))),
        "nav": _nav(request, opened, person),
        "counts": counts(opened, counted) if opened else {},
        "seq": ledger.revision_of(opened.space.pk) if opened else 0,
    }


def _nav(request: HttpRequest, opened: Access | None, person: User) -> list[NavGroup]:
    """The pages of the hub itself are there for staff alone."""
    if opened is not None:
        return nav.entries(request, opened.space, opened.capabilities)
    return nav.entries(request, None) if person.is_staff else []


def counts(opened: Access, counted: Mapping[str, int] = MappingProxyType({})) -> dict[str, int]:
    """The numbers beside the names in the rail; those already `counted` are not asked for again."""
    space, now = opened.space, clock.now()
    count: dict[str, Callable[[], int]] = {
        "memories": lambda: memories.current_memories_of(space, now=now).count(),
        "documents": lambda: documents.documents_of(space).count(),
        "review": lambda: review.queue_length(space, now=now),
    }
    return {name: counted[name] if name in counted else ask() for name, ask in count.items()}
