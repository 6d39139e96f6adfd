"""What people make of keys, in dialogs: renamed, merged into another, split; each notice can take it back."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from graph_ui import door, frame
from graph_ui.forms.keys import Change, Merge, Split
from graph_ui.pages import keys, undo
from memoryhub.associations import curating, selectors
from memoryhub.associations.models import Key
from memoryhub.associations.texts import normalise
from memoryhub.core import clock, errors, ids, text
from memoryhub.memories.models import Memory
from memoryhub.spaces.access import Access, Capability

MOST_CHOICES = 100


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def change(request: HttpRequest, opened: Access, key: str) -> HttpResponse:
    """Call it otherwise, or take it for something else."""
    shown = _key(opened, key)
    form = Change(request.POST or None, initial={"text": shown.text, "kind": shown.kind})

    def deed(values: dict[str, Any]) -> HttpResponse:
        curating.change(actor=opened.actor, space=opened.space, key_id=shown.pk, **values)
        return _done(request, opened, shown.pk, _("Changed."), (shown.pk, curating.CHANGED))

    done = _carried_out(request, form, deed)
    return done or _dialog(request, opened, form, _("Change this key"), "console:change_key", shown, _("Change"))


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def merge(request: HttpRequest, opened: Access, key: str) -> HttpResponse:
    """Let another key take it over."""
    shown = _key(opened, key)
    form = Merge(request.POST or None)

    def deed(values: dict[str, Any]) -> HttpResponse:
        into = _called(opened, values["into"])
        curating.merge(actor=opened.actor, space=opened.space, key_id=shown.pk, into_id=into.pk)
        return _done(request, opened, into.pk, _("They are one key now."), (into.pk, curating.MERGED))

    done = _carried_out(request, form, deed)
    title = _("Merge “%(key)s” into another key") % {"key": shown.text}
    return done or _dialog(request, opened, form, title, "console:merge_key", shown, _("Merge"))


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def split(request: HttpRequest, opened: Access, key: str) -> HttpResponse:
    """Make a key of its own of a wording or of some memories; those that say a wording are chosen beforehand."""
    shown = _key(opened, key)
    rows = list(selectors.memories_with(opened.space, shown.pk, now=clock.now()).order_by("-pk")[:MOST_CHOICES])
    wording = request.GET.get("text", "")
    initial = {"text": wording, "memory_ids": _saying(rows, wording)}
    form = Split(request.POST or None, memories=rows, most=MOST_CHOICES, initial=initial)

    def deed(values: dict[str, Any]) -> HttpResponse:
        chosen = [ids.decode(one) for one in values["memory_ids"]]
        made = curating.split(
            actor=opened.actor, space=opened.space, key_id=shown.pk, text=values["text"], memory_ids=chosen
        )
        return _done(request, opened, made.pk if chosen else shown.pk, _("Split."), (shown.pk, curating.SPLIT))

    done = _carried_out(request, form, deed)
    title = _("Split “%(key)s”") % {"key": shown.text}
    return done or _dialog(request, opened, form, title, "console:split_key", shown, _("Split"))


def _key(opened: Access, wire: str) -> Key:
    return selectors.key_of(opened.space, ids.decode(wire), now=clock.now())


def _called(opened: Access, wording: str) -> Key:
    """The key of this wording that current memories have; `errors.InvalidInput` naming `into`."""
    keys_ = selectors.keys_with_counts(opened.space, now=clock.now())
    found = keys_.filter(forms__contains=[normalise(wording)]).first()
    if found is None:
        raise errors.InvalidInput("into", _("No key is called so."))
    return found


def _saying(rows: Sequence[Memory], wording: str) -> list[str]:
    return [ids.encode(row.pk) for row in rows if wording and text.mentions(row.text, wording)]


def _carried_out(
    request: HttpRequest, form: forms.Form, deed: Callable[[dict[str, Any]], HttpResponse]
) -> HttpResponse | None:
    """The answer of the deed; None where the form has yet to be filled in, or says what is wrong."""
    if request.method == "POST" and form.is_valid():
        try:
            return deed(form.cleaned_data)
        except errors.InvalidInput as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
    return None


def _done(
    request: HttpRequest, opened: Access, key_id: uuid.UUID, said: str, entry: tuple[uuid.UUID, str]
) -> HttpResponse:
    """The panel of what there is now, with a notice that can take it back."""
    address = reverse("console:key", args=[opened.space.tag, ids.encode(key_id)])
    if request.headers.get("HX-Request") != "true":
        return redirect(address)
    notice = {"text": said, "undo_url": undo.url_of_last(opened, *entry)}
    context = {**keys.panel(request, opened, key_id), "notice": notice}
    answer = frame.render(request, opened, keys.PANEL, context)
    answer["HX-Retarget"], answer["HX-Reswap"], answer["HX-Push-Url"] = "#inspector", "innerHTML", address
    return answer


def _dialog(
    request: HttpRequest, opened: Access, form: forms.Form, title: str, view: str, key: Key, deed: str
) -> HttpResponse:
    url = reverse(view, args=[opened.space.tag, ids.encode(key.pk)])
    context = {"form": form, "title": title, "url": url, "deed": deed}
    return frame.dialog(request, opened, "components/form_dialog.html", context, status=422 if form.errors else 200)


urls = [
    path("s/<str:space>/keys/<str:key>/change/", change, name="change_key"),
    path("s/<str:space>/keys/<str:key>/merge/", merge, name="merge_key"),
    path("s/<str:space>/keys/<str:key>/split/", split, name="split_key"),
]
