"""Undo, from anywhere a deed is shown."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from graph_ui import door
from memoryhub.core import ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo as ledger_undo
from memoryhub.ledger import verbs
from memoryhub.spaces.access import Access, Capability


@require_POST
@door.in_space()
def undo(request: HttpRequest, opened: Access, entry: str) -> HttpResponse:
    """Take a deed back; the pages follow by their live refresh."""
    found = ledger.entry_of(opened.space.pk, ids.decode(entry))
    opened.require(Capability(verbs.get(found.verb).needs))
    ledger_undo.undo(actor=opened.actor, space_id=opened.space.pk, entry_id=found.pk)
    if request.headers.get("HX-Request") == "true":
        return render(request, "components/toast_oob.html", {"text": _("Taken back.")})
    return redirect("console:home", space=opened.space.tag)


def url_of_last(opened: Access, subject_id: uuid.UUID, verb: str) -> str:
    """Where the newest deed of this kind on this subject can be taken back."""
    entry = ledger.entries_of(opened.space.pk).filter(subject_id=subject_id, verb=verb).latest("seq")
    return reverse("console:undo", args=[opened.space.tag, ids.encode(entry.pk)])


urls = [path("s/<str:space>/undo/<str:entry>/", undo, name="undo")]
