"""Deeds on many: what is selected on the map or in the outline is told what would come of it, and then it is done."""

from __future__ import annotations

import json
import uuid
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_GET, require_POST

from graph_ui import door, frame
from graph_ui.forms import picked as forms
from graph_ui.graph import asked, lens, picked_words
from graph_ui.graph.picked import Picked
from graph_ui.pages import graph_export
from memoryhub.core import clock, errors, ids, packed
from memoryhub.lifecycle import bulk, bulk_plan, bulk_tasks
from memoryhub.lifecycle.bulk import Order
from memoryhub.lifecycle.bulk_plan import Plan
from memoryhub.spaces.access import Access, Capability

DIALOG, PROGRESS = "pages/graph/picked.html", "pages/graph/picked_progress.html"


@dataclass(frozen=True, slots=True)
class Offer:
    """A deed as the page offers it; `deed` is what `lifecycle.bulk` calls it."""

    deed: str
    label: str | Promise
    icon: str
    form: type[forms.Deed] = forms.Deed

    @property
    def needs(self) -> Capability:
        """Who may."""
        return bulk.DEEDS[self.deed].needs


OFFERS: dict[str, Offer] = {
    "forget": Offer("forget", _("Forget"), "trash", forms.Forget),
    "give": Offer("give", _("Add key"), "key", forms.Give),
    "take": Offer("take", _("Take key"), "minus", forms.Take),
    "stable": Offer("mark", _("Stable"), "pin", forms.Stable),
    "recent": Offer("mark", _("Recent"), "clock", forms.Recent),
    "cut": Offer("cut", _("Cut relations"), "link"),
    "approve": Offer("approve", _("Approve"), "check"),
    "reject": Offer("reject", _("Reject"), "x", forms.Reject),
}
EXPORT = pgettext_lazy("to save as a file", "Export")


def offered(opened: Access, given: QueryDict) -> dict[str, Any]:
    """What the bar of the selection offers this person, by address; the filters of the page go along."""
    is_open = opened.space.archived_at is None
    deeds = [
        {"url": _url(opened, given, "graph_picked", name), "label": offer.label, "icon": offer.icon, "name": name}
        for name, offer in OFFERS.items()
        if is_open and opened.may(offer.needs)
    ]
    return {"deeds": deeds, "export": _url(opened, given, "graph_picked_export"), "export_label": EXPORT}


@require_POST
@door.in_space()
def picked(request: HttpRequest, opened: Access, deed: str) -> HttpResponse:
    """What the deed would do to the selection, in a dialog; with `sure=1` it is done."""
    if deed not in OFFERS:
        raise errors.NotFound()
    offer = OFFERS[deed]
    opened.require(offer.needs)
    chosen = Picked.of(opened, request)
    is_sure = request.POST.get("sure") == "1"
    keys = bulk_plan.keys_among(opened.space, chosen.nodes) if deed == "take" else ()
    form = offer.form(request.POST if is_sure else None, space=opened.space, keys=keys)
    if is_sure and form.is_valid():
        try:
            return _do(request, opened, chosen, offer, form.values())
        except errors.InvalidInput as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
    known = {} if form.fields else form.values()
    planned = bulk_plan.plan(_order(opened, offer, known), chosen.nodes, now=clock.now())
    return _dialog(request, opened, chosen, deed, form, planned)


@require_POST
@door.in_space()
def export(request: HttpRequest, opened: Access) -> HttpResponse:
    """The selection as a JSON list, with the texts, states, islands and places that its reader sees."""
    chosen, wire = Picked.of(opened, request), asked.map_for(opened, request.GET)
    places = wire.atlas.graph.positions(packed.pack(chosen.nodes)).tolist() if chosen.nodes else []
    rows = [asdict(node) for part in graph_export.nodes_of(opened, wire, places) for node in part]
    body = json.dumps(rows, ensure_ascii=False, indent=1)
    return HttpResponse(
        body, content_type="application/json; charset=utf-8", headers=graph_export.as_file(opened, "json")
    )


@require_GET
@door.in_space()
def progress(request: HttpRequest, opened: Access, batch: str) -> HttpResponse:
    """How far the job of a deed has come, and once it is over, how to take it back."""
    found = bulk_tasks.progress_of(opened.space, ids.decode(batch))
    if found is None:
        raise errors.NotFound()
    opened.require(bulk.DEEDS[found.deed].needs)
    context = {
        "title": picked_words.done(found.deed, found.done, found.done if found.is_at_work else found.total),
        "progress": found,
        "url": reverse("console:graph_picked_progress", args=[opened.space.tag, batch]),
        "undo_url": reverse("console:undo", args=[opened.space.tag, batch]) if found.done else "",
        "back": reverse("console:graph", args=[opened.space.tag]),
    }
    return frame.dialog(request, opened, PROGRESS, context)


def _do(request: HttpRequest, opened: Access, chosen: Picked, offer: Offer, values: dict[str, Any]) -> HttpResponse:
    order = _order(opened, offer, values)
    planned = bulk_plan.plan(order, chosen.nodes, now=clock.now())
    subjects = planned.subjects
    if len(subjects) > bulk.AT_ONCE:
        bulk.check_size(len(subjects))
        bulk_tasks.queue(order, subjects, user_id=opened.principal.user.pk)
        return redirect("console:graph_picked_progress", space=opened.space.tag, batch=ids.encode(order.batch))
    count = bulk.carry_out(order, subjects)
    told = request.POST.get("told", "")
    # What is so already is nothing that was missed.
    wanted = int(told) - planned.left.get(bulk_plan.SAME, 0) if told.isdecimal() else len(subjects)
    return _told(request, opened, picked_words.done(order.deed, count, wanted), order.batch if count else None)


def _order(opened: Access, offer: Offer, values: dict[str, Any]) -> Order:
    """A day makes an end of forgetting."""
    deed = "end" if "forget_after" in values else offer.deed
    return Order(deed, opened.actor, opened.space, ids.new(), values)


def _told(request: HttpRequest, opened: Access, text: str, batch: uuid.UUID | None) -> HttpResponse:
    """A notice with undo, upon which the map follows by its live refresh; without a script the outline."""
    if request.headers.get("HX-Request") != "true":
        messages.success(request, text)
        return redirect(_url(opened, request.GET, "graph") + ("&" if request.GET else "?") + "view=outline")
    undo_url = reverse("console:undo", args=[opened.space.tag, ids.encode(batch)]) if batch else ""
    return frame.render(request, opened, "components/toast_oob.html", {"text": text, "undo_url": undo_url})


def _dialog(
    request: HttpRequest, opened: Access, chosen: Picked, deed: str, form: forms.Deed, planned: Plan
) -> HttpResponse:
    n = len(planned.subjects)
    context = {
        "title": picked_words.say(picked_words.TITLES[deed], n),
        "count": n,
        "means": picked_words.WHAT_IT_MEANS[deed](),
        "left": picked_words.left(planned.left, chosen.hidden),
        "follows": picked_words.follows(planned.follows),
        "by_job": n > bulk.AT_ONCE,
        "form": form,
        "chosen": chosen,
        "url": _url(opened, request.GET, "graph_picked", deed),
        "deed": OFFERS[deed].label,
        "is_danger": deed in {"forget", "reject"},
    }
    return frame.dialog(request, opened, DIALOG, context, status=422 if form.errors else 200)


def _url(opened: Access, given: QueryDict, view: str, *args: str) -> str:
    """An address of the space with what of the page's address says how the map is looked at."""
    address, look = reverse(f"console:{view}", args=[opened.space.tag, *args]), lens.only(given, lens.ALL)
    return f"{address}?{look}" if look else address


urls = [
    path("s/<str:space>/graph/picked/export/", export, name="graph_picked_export"),
    path("s/<str:space>/graph/picked/progress/<str:batch>/", progress, name="graph_picked_progress"),
    path("s/<str:space>/graph/picked/<str:deed>/", picked, name="graph_picked"),
]
