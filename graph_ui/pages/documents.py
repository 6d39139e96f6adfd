"""Documents: the list with what is in work, the ways to add one, and the panel that shows one."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from graph_ui import door, frame
from graph_ui.documents import listing, progress, reading
from graph_ui.forms.documents import PastedText
from graph_ui.pages import undo
from memoryhub.core import errors, ids
from memoryhub.documents import selectors
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ingest.services import Submitted
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import verbs as memory_verbs
from memoryhub.spaces.access import Access, Capability

PAGE = "pages/documents/page.html"
PANEL = "pages/documents/panel.html"
MOST_AT_ONCE = 500
MOST_NAMED = 5
# Parts that show documents fetch themselves anew when a deed answers with this event.
CHANGED = "documents:changed"


@require_GET
@door.in_space()
def documents(request: HttpRequest, opened: Access) -> HttpResponse:
    """The list; the part in work or the finished one alone where a refresh asks for it."""
    wanted = listing.asked(request)
    match request.GET.get("part"):
        case "work":
            context = {**listing.figures(opened, wanted), **listing.in_work(opened, wanted), "alone": True}
            return frame.render(request, opened, f"{PAGE}#work", {**context, "columns": progress.labels()})
        case "done":
            context = {**listing.figures(opened, wanted), **listing.finished(opened, wanted)}
            return frame.render(request, opened, f"{PAGE}#done", context)
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
def upload(request: HttpRequest, opened: Access) -> HttpResponse:
    """Take in one file; the row is there before the answer. What is wrong with a file is a problem that names it."""
    given = request.FILES.getlist("file")
    if len(given) != 1:
        raise errors.InvalidInput("file", _("Send one file, in the field “file”."))
    taken = ingest.submit(
        actor=opened.actor,
        space=opened.space,
        content=_bytes_of(given[0]),
        name=given[0].name or "",
        media_type=given[0].content_type or None,
        source="upload",
        origin="console",
    )
    return _taken(request, opened, taken)


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def paste(request: HttpRequest, opened: Access) -> HttpResponse:
    """A text put in by hand, in a dialog."""
    form = PastedText(request.POST or None)
    if request.method == "POST" and form.is_valid():
        title, text = form.cleaned_data["title"], form.cleaned_data["text"]
        try:
            taken = ingest.submit(
                actor=opened.actor, space=opened.space, content=text, title=title, source="paste", origin="console"
            )
        except errors.InvalidInput as error:
            form.add_error(error.field if error.field in form.fields else "text", error.message)
        else:
            return _taken(request, opened, taken)
    context = {
        "form": form,
        "title": _("Paste text"),
        "url": reverse("console:paste_document", args=[opened.space.tag]),
        "deed": _("Take it in"),
    }
    return frame.dialog(request, opened, "components/form_dialog.html", context, status=422 if form.errors else 200)


@require_POST
@door.in_space(Capability.WRITE)
def cancel(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """Stop the work on a document, also while it goes on."""
    stopped = ingest.cancel(actor=opened.actor, space=opened.space, document_id=ids.decode(document))
    return _changed(request, opened, _("Stopped. What has been read so far stays."), stopped)


@require_POST
@door.in_space(Capability.WRITE)
def retry(request: HttpRequest, opened: Access, document: str) -> HttpResponse:
    """Start the work again where it ended, or at once where it waits."""
    begun = ingest.retry(actor=opened.actor, space=opened.space, document_id=ids.decode(document))
    return _changed(request, opened, _("Started again at %(step)s.") % {"step": progress.step_of(begun)}, begun)


@require_GET
@door.in_space(Capability.WRITE)
def impact(request: HttpRequest, opened: Access) -> HttpResponse:
    """What deleting the chosen documents would do, in a line."""
    chosen = _chosen(request)
    counted = lifecycle.impact_of_deleting(opened.space, chosen) if chosen else None
    return frame.render(request, opened, "pages/documents/impact.html", {"impact": counted})


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def delete(request: HttpRequest, opened: Access) -> HttpResponse:
    """Say what is lost, in a dialog; then delete. Only what was forgotten by it can be brought back."""
    chosen = _chosen(request)
    if request.method == "POST":
        return _deleted(request, opened, chosen)
    found = listing.told(selectors.documents_of(opened.space)).filter(pk__in=chosen).order_by("-created_at", "-pk")
    if not found:
        raise errors.NotFound()
    n = len(found)
    context = {
        "title": ngettext("Delete %(n)d document?", "Delete %(n)d documents?", n) % {"n": n},
        "chosen": found,
        "names": [listing.name_of(row) for row in found[:MOST_NAMED]],
        "more": max(0, n - MOST_NAMED),
        "impact": lifecycle.impact_of_deleting(opened.space, chosen),
    }
    return frame.dialog(request, opened, "pages/documents/delete.html", context)


def _list(request: HttpRequest, opened: Access) -> dict[str, Any]:
    everything = listing.everything(opened, listing.asked(request))
    return {**everything, "columns": progress.labels(), "limit": listing.upload_limit()}


def _document(opened: Access, wire: str) -> Document:
    """The document without its content, which may be large."""
    found = listing.told(selectors.documents_of(opened.space)).filter(pk=ids.decode(wire)).first()
    if found is None:
        raise errors.NotFound()
    return found


def _bytes_of(given: UploadedFile[Any]) -> bytes:
    """The bytes of a file that is not too large to be read at all."""
    limit = listing.upload_limit()
    if (given.size or 0) > limit:
        raise errors.TooLarge("file", _("The file is larger than %(limit)s.") % {"limit": filesizeformat(limit)})
    return bytes(given.read())


def _chosen(request: HttpRequest) -> set[uuid.UUID]:
    given = (request.POST if request.method == "POST" else request.GET).getlist("document")
    if len(given) > MOST_AT_ONCE:
        raise errors.InvalidInput("document", _("At most %(n)d documents at once.") % {"n": MOST_AT_ONCE})
    return {ids.decode(wire) for wire in given}


def _taken(request: HttpRequest, opened: Access, taken: Submitted) -> HttpResponse:
    """The new row, or the one there was, as the caller wants it told: as data, as a notice, as a page."""
    name = listing.name_of(taken.document)
    url = reverse("console:document", args=[opened.space.tag, ids.encode(taken.document.pk)])
    text = _("“%(name)s” is here already, word for word.") if taken.unchanged else _("“%(name)s” is received.")
    if "application/json" in request.headers.get("Accept", ""):
        body = {"id": ids.encode(taken.document.pk), "url": url, "unchanged": taken.unchanged}
        body["notice"] = text % {"name": name} if taken.unchanged else ""
        return JsonResponse(body, status=200 if taken.unchanged else 201)
    return _changed(request, opened, text % {"name": name}, taken.document)


def _changed(request: HttpRequest, opened: Access, text: str, document: Document) -> HttpResponse:
    """A notice, upon which the parts of the page fetch themselves; without htmx the document's page."""
    if request.headers.get("HX-Request") != "true":
        messages.success(request, text)
        return redirect("console:document", space=opened.space.tag, document=ids.encode(document.pk))
    return _notice(request, opened, text)


def _deleted(request: HttpRequest, opened: Access, chosen: Collection[uuid.UUID]) -> HttpResponse:
    gone = lifecycle.delete_documents(actor=opened.actor, space=opened.space, document_ids=chosen)
    n = len(gone.documents)
    text, undo_url = ngettext("%(n)d document deleted.", "%(n)d documents deleted.", n) % {"n": n}, ""
    if gone.forgotten:
        text = f"{text} {_forgotten(len(gone.forgotten))}"
        undo_url = undo.url_of_last(opened, gone.forgotten[0], memory_verbs.FORGOTTEN)
    if request.headers.get("HX-Request") != "true":
        messages.success(request, text)
        return redirect("console:documents", space=opened.space.tag)
    return _notice(request, opened, text, undo_url=undo_url, deleted=gone.documents)


def _forgotten(n: int) -> str:
    one = "%(n)d memory forgotten; Undo brings the memory back."
    return ngettext(one, "%(n)d memories forgotten; Undo brings the memories back.", n) % {"n": n}


def _notice(
    request: HttpRequest, opened: Access, text: str, *, undo_url: str = "", deleted: Collection[uuid.UUID] = ()
) -> HttpResponse:
    notice = {"text": text, "undo_url": undo_url, "seconds": 10}
    answer = frame.render(request, opened, "components/toast_oob.html", notice)
    answer["HX-Trigger"] = json.dumps({CHANGED: {"deleted": [ids.encode(gone) for gone in deleted]}})
    return answer


urls = [
    path("s/<str:space>/documents/", documents, name="documents"),
    path("s/<str:space>/documents/upload/", upload, name="upload_document"),
    path("s/<str:space>/documents/paste/", paste, name="paste_document"),
    path("s/<str:space>/documents/impact/", impact, name="documents_impact"),
    path("s/<str:space>/documents/delete/", delete, name="delete_documents"),
    path("s/<str:space>/documents/<str:document>/", document, name="document"),
    path("s/<str:space>/documents/<str:document>/cancel/", cancel, name="cancel_document"),
    path("s/<str:space>/documents/<str:document>/retry/", retry, name="retry_document"),
]
