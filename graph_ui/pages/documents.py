"""Documents: the list with what is in work, the panel that shows one, and what may be done with them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from graph_ui import door, frame, wording
from graph_ui.documents import listing, progress, reading
from graph_ui.pages import undo
from memoryhub.core import errors, ids
from memoryhub.documents import selectors
from memoryhub.documents.models import Document
from memoryhub.ingest import rereading
from memoryhub.ingest import services as ingest
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import verbs as memory_verbs
from memoryhub.spaces.access import Access, Capability

PAGE = "pages/documents/page.html"
PANEL = "pages/documents/panel.html"
MOST_AT_ONCE = 500
MOST_NAMED = 5
MOST_CHANGES = 20
# Parts that show documents fetch themselves anew when a deed answers with this event.
CHANGED = "documents:changed"


@require_GET
@door.in_space()
def documents(request: HttpRequest, opened: Access) -> HttpResponse:
    """The list; the part in work or the finished one alone where a refresh asks for it."""
    wanted = listing.asked(request)
    match request.GET.get("part"):
        case "work":
            context = {**listing.in_work(opened, wanted), "alone": True, "columns": progress.labels()}
            return frame.render(request, opened, f"{PAGE}#work", context)
        case "done":
            return frame.render(request, opened, f"{PAGE}#done", listing.finished(opened, wanted))
    return frame.render(request, opened, PAGE, _list(request, opened))


@require_GET
@door.in_space()
def document(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """One document beside the list; the panel, its state or its text alone where htmx asks for it."""
    shown, wanted = _document(opened, document), listing.asked(request)
    part = request.GET.get("part", "")
    if part == "more":
        context = {**reading.paragraphs(request, opened, shown), "asked": wanted}
        return frame.render(request, opened, f"{PANEL}#more", context)
    context = {**reading.facts(opened, shown), "asked": wanted}
    if part == "state":
        return frame.render(request, opened, f"{PANEL}#state", {**context, "alone": True})
    context |= reading.paragraphs(request, opened, shown)
    if part == "text":
        return frame.render(request, opened, f"{PANEL}#text", context)
    if request.headers.get("HX-Request") == "true":
        return frame.render(request, opened, PANEL, context)
    return frame.render(request, opened, PAGE, {**_list(request, opened), **context})


@require_POST
@door.in_space(Capability.WRITE)
def cancel(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """Stop the work on a document, also while it goes on."""
    stopped = ingest.cancel(actor=opened.actor, space=opened.space, document_id=ids.decode(document))
    return changed(request, opened, _("Stopped. What has been read so far stays."), stopped)


@require_POST
@door.in_space(Capability.WRITE)
def retry(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """Start the work again where it ended, or at once where it waits."""
    begun = ingest.retry(actor=opened.actor, space=opened.space, document_id=ids.decode(document))
    return changed(request, opened, _("Started again at %(step)s.") % {"step": progress.step_of(begun)}, begun)


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def reread(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """Say what reading a document again would change, in a dialog; then have it read again."""
    if request.method == "POST":
        begun = rereading.reread(actor=opened.actor, space=opened.space, document_id=ids.decode(document))
        return changed(request, opened, _("It is read again; what has not changed keeps its place."), begun)
    shown = selectors.document_of(opened.space, ids.decode(document))
    context = {
        "title": _("Read “%(name)s” again?") % {"name": listing.name_of(shown)},
        "document": shown,
        "most": MOST_CHANGES,
    }
    try:
        context["preview"] = rereading.preview(shown)
    except errors.HubError as error:
        context["problem"] = wording.failure(error.code, error.message)
    return frame.dialog(request, opened, "pages/documents/reread.html", context)


@require_GET
@door.in_space(Capability.WRITE)
def impact(request: HttpRequest, opened: Access) -> HttpResponse:
    """What deleting the chosen documents would do, in a line."""
    wanted = chosen(request)
    counted = lifecycle.impact_of_deleting(opened.space, wanted) if wanted else None
    return frame.render(request, opened, "pages/documents/impact.html", {"impact": counted})


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def delete(request: HttpRequest, opened: Access) -> HttpResponse:
    """Say what is lost, in a dialog; then delete. Only what was forgotten by it can be brought back."""
    wanted = chosen(request)
    if request.method == "POST":
        return _deleted(request, opened, wanted)
    found = listing.told(selectors.documents_of(opened.space)).filter(pk__in=wanted).order_by("-created_at", "-pk")
    if not found:
        raise errors.NotFound()
    n = len(found)
    context = {
        "title": ngettext("Delete %(n)d document?", "Delete %(n)d documents?", n) % {"n": n},
        "chosen": found,
        "names": [listing.name_of(row) for row in found[:MOST_NAMED]],
        "more": max(0, n - MOST_NAMED),
        "impact": lifecycle.impact_of_deleting(opened.space, wanted),
    }
    return frame.dialog(request, opened, "pages/documents/delete.html", context)


def _list(request: HttpRequest, opened: Access) -> dict[str, Any]:
    everything = listing.everything(opened, listing.asked(request))
    counted = {"documents": everything["total"]}
    return {**everything, "counted": counted, "columns": progress.labels(), "limit": listing.upload_limit()}


def _document(opened: Access, wire: str) -> Document:
    """The document without its content, which may be large."""
    found = listing.told(selectors.documents_of(opened.space)).filter(pk=ids.decode(wire)).first()
    if found is None:
        raise errors.NotFound()
    return found


def chosen(request: HttpRequest) -> set[uuid.UUID]:
    """The ids of the rows that are ticked."""
    given = (request.POST if request.method == "POST" else request.GET).getlist("document")
    if len(given) > MOST_AT_ONCE:
        raise errors.InvalidInput("document", _("At most %(n)d documents at once.") % {"n": MOST_AT_ONCE})
    return {ids.decode(wire) for wire in given}


def changed(request: HttpRequest, opened: Access, text: str, document: Document) -> HttpResponse:
    """A notice, upon which the parts of the page fetch themselves; without htmx the document's page."""
    if request.headers.get("HX-Request") != "true":
        messages.success(request, text)
        return redirect("console:document", space=opened.space.tag, document=ids.encode(document.pk))
    return _notice(request, opened, text)


def _deleted(request: HttpRequest, opened: Access, wanted: Collection[uuid.UUID]) -> HttpResponse:
    deleted = lifecycle.delete_documents(actor=opened.actor, space=opened.space, document_ids=wanted)
    n = len(deleted.documents)
    text, undo_url = ngettext("%(n)d document deleted.", "%(n)d documents deleted.", n) % {"n": n}, ""
    if deleted.forgotten:
        text = f"{text} {_forgotten(len(deleted.forgotten))}"
        undo_url = undo.url_of_last(opened, deleted.forgotten[0], memory_verbs.FORGOTTEN)
    return gone(request, opened, text, undo_url=undo_url, deleted=deleted.documents)


def gone(
    request: HttpRequest, opened: Access, text: str, *, deleted: Collection[uuid.UUID], undo_url: str = ""
) -> HttpResponse:
    """A notice, upon which the page no longer shows these documents; without htmx the list."""
    if request.headers.get("HX-Request") != "true":
        messages.success(request, text)
        return redirect("console:documents", space=opened.space.tag)
    return _notice(request, opened, text, undo_url=undo_url, deleted=deleted)


def _forgotten(n: int) -> str:
    one = "%(n)d memory forgotten; Undo brings the memory back."
    return ngettext(one, "%(n)d memories forgotten; Undo brings the memories back.", n) % {"n": n}


def _notice(
    request: HttpRequest, opened: Access, text: str, *, undo_url: str = "", deleted: Collection[uuid.UUID] = ()
) -> HttpResponse:
    notice = {"text": text, "undo_url": undo_url, "seconds": 10}
    answer = frame.render(request, opened, "components/toast_oob.html", notice)
    answer["HX-Trigger"] = json.dumps({CHANGED: {"deleted": [ids.encode(one) for one in deleted]}})
    return answer


urls = [
    path("s/<str:space>/documents/", documents, name="documents"),
    path("s/<str:space>/documents/impact/", impact, name="documents_impact"),
    path("s/<str:space>/documents/delete/", delete, name="delete_documents"),
    path("s/<str:space>/documents/<str:document>/", document, name="document"),
    path("s/<str:space>/documents/<str:document>/cancel/", cancel, name="cancel_document"),
    path("s/<str:space>/documents/<str:document>/retry/", retry, name="retry_document"),
    path("s/<str:space>/documents/<str:document>/reread/", reread, name="reread_document"),
]
