"""Documents moved to another space, and made one: both in dialogs that say what it means."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from graph_ui import door, frame
from graph_ui.documents import listing
from graph_ui.pages import documents, undo
from memoryhub.core import errors, ids
from memoryhub.documents import selectors
from memoryhub.documents.models import Document
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import verbs as memory_verbs
from memoryhub.spaces import access
from memoryhub.spaces.access import Access, Capability
from memoryhub.transfer import merging, moving


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.MANAGE)
def move(request: HttpRequest, opened: Access) -> HttpResponse:
    """Choose among the spaces one owns; then move."""
    opened.require(Capability.WRITE)
    chosen = documents.chosen(request)
    if request.method == "POST":
        target = access.space_for(opened.principal, request.POST.get("to", ""), Capability.MANAGE)
        target.require(Capability.WRITE)
        moved = moving.move(actor=opened.actor, source=opened.space, target=target.space, document_ids=chosen)
        n = len(moved.documents)
        text = ngettext("%(n)d document moved to %(name)s.", "%(n)d documents moved to %(name)s.", n)
        undo_url = undo.url_of_last(opened, moved.forgotten[0], memory_verbs.FORGOTTEN) if moved.forgotten else ""
        told = text % {"n": n, "name": target.space.name or target.space.tag}
        return documents.gone(request, opened, told, undo_url=undo_url, deleted=chosen)
    found = _found(opened, chosen)
    n = len(found)
    context = {
        "title": ngettext("Move %(n)d document?", "Move %(n)d documents?", n) % {"n": n},
        "targets": [space for space in access.owned_by(opened.principal) if space.pk != opened.space.pk],
        "impact": lifecycle.impact_of_deleting(opened.space, chosen),
        **_named(found),
    }
    return frame.dialog(request, opened, "pages/documents/move.html", context)


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def merge(request: HttpRequest, opened: Access) -> HttpResponse:
    """Choose into which of them the others go; then merge."""
    chosen = documents.chosen(request)
    if request.method == "POST":
        into = ids.decode(request.POST.get("into", ""))
        others = sorted(chosen - {into})
        merged = merging.merge(actor=opened.actor, space=opened.space, into=into, document_ids=others)
        text = _("They are one document now, “%(name)s”, which is read again.") % {"name": listing.name_of(merged)}
        return documents.gone(request, opened, text, deleted=others)
    found = _found(opened, chosen)
    if len(found) < 2:
        raise errors.InvalidInput("document", _("Choose two or more documents that are to become one."))
    n = len(found)
    context = {"title": ngettext("Merge %(n)d document?", "Merge %(n)d documents?", n) % {"n": n}, **_named(found)}
    return frame.dialog(request, opened, "pages/documents/merge.html", context)


def _found(opened: Access, chosen: set[uuid.UUID]) -> list[Document]:
    found = listing.told(selectors.documents_of(opened.space)).filter(pk__in=chosen).order_by("created_at", "pk")
    if not found:
        raise errors.NotFound()
    return list(found)


def _named(found: Sequence[Document]) -> dict[str, Any]:
    return {
        "chosen": found,
        "names": [listing.name_of(row) for row in found[: documents.MOST_NAMED]],
        "more": max(0, len(found) - documents.MOST_NAMED),
    }


urls = [
    path("s/<str:space>/documents/move/", move, name="move_documents"),
    path("s/<str:space>/documents/merge/", merge, name="merge_documents"),
]
