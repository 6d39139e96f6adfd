"""The ways to add a document by hand: files, a text, an address."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.defaultfilters import filesizeformat
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from graph_ui import door, frame
from graph_ui.documents import listing
from graph_ui.forms.documents import PastedText, WebAddress
from graph_ui.pages import documents
from memoryhub.core import errors, ids
from memoryhub.ingest import services as ingest
from memoryhub.ingest.services import Submitted
from memoryhub.spaces.access import Access, Capability


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


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def address(request: HttpRequest, opened: Access) -> HttpResponse:
    """A page of the web, named in a dialog; the worker fetches it."""
    form = WebAddress(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            taken = ingest.submit(
                actor=opened.actor, space=opened.space, url=form.cleaned_data["url"], source="web", origin="console"
            )
        except errors.InvalidInput as error:
            form.add_error("url", error.message)
        else:
            return _taken(request, opened, taken)
    context = {
        "form": form,
        "title": _("From an address"),
        "url": reverse("console:fetch_document", args=[opened.space.tag]),
        "deed": _("Fetch it"),
    }
    return frame.dialog(request, opened, "components/form_dialog.html", context, status=422 if form.errors else 200)


def _bytes_of(given: UploadedFile[Any]) -> bytes:
    """The bytes of a file that is not too large to be read at all."""
    limit = listing.upload_limit()
    if (given.size or 0) > limit:
        raise errors.TooLarge("file", _("The file is larger than %(limit)s.") % {"limit": filesizeformat(limit)})
    return bytes(given.read())


def _taken(request: HttpRequest, opened: Access, taken: Submitted) -> HttpResponse:
    """The new row, or the one there was, as the caller wants it told: as data, as a notice, as a page."""
    name = listing.name_of(taken.document)
    url = reverse("console:document", args=[opened.space.tag, ids.encode(taken.document.pk)])
    text = _("“%(name)s” is here already, word for word.") if taken.unchanged else _("“%(name)s” is received.")
    if "application/json" in request.headers.get("Accept", ""):
        body = {"id": ids.encode(taken.document.pk), "url": url, "unchanged": taken.unchanged}
        body["notice"] = text % {"name": name} if taken.unchanged else ""
        return JsonResponse(body, status=200 if taken.unchanged else 201)
    return documents.changed(request, opened, text % {"name": name}, taken.document)


urls = [
    path("s/<str:space>/documents/upload/", upload, name="upload_document"),
    path("s/<str:space>/documents/paste/", paste, name="paste_document"),
    path("s/<str:space>/documents/address/", address, name="fetch_document"),
]
