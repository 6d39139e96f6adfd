"""Memories: the list with its filters and its search, and the panel that shows one memory everywhere."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from graph_ui import door, frame, sentences
from graph_ui.forms.memories import Correction, NewMemory
from graph_ui.memories import asking
from graph_ui.pages import undo
from memoryhub.associations import related
from memoryhub.associations import selectors as associations
from memoryhub.associations.models import Key
from memoryhub.core import clock, errors, ids, paging
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import depth, selectors, sight, states, verbs
from memoryhub.memories import services as memories_write
from memoryhub.memories.models import Memory
from memoryhub.spaces import days
from memoryhub.spaces.access import Access, Capability

PAGE = "pages/memories/page.html"
STATES = ("current", "pending", "superseded", "forgotten", "expired")
KINDS = {"static": gettext_lazy("Stable facts"), "dynamic": gettext_lazy("Recent context")}
PAGE_SIZE = 30
MOST_CHOSEN = 500


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list."""

    memory: Memory
    state: str
    keys: Sequence[Key]


@require_GET
@door.in_space()
def memories(request: HttpRequest, opened: Access) -> HttpResponse:
    """The list, or what a search finds; the list alone where htmx asks for it."""
    context = _list(request, opened)
    part = "#list" if request.headers.get("HX-Target", "") in {"memory-list", "more"} else ""
    return frame.render(request, opened, PAGE + part, context, status=400 if context["is_refused"] else 200)


@require_GET
@door.in_space()
def memory(request: HttpRequest, opened: Access, memory: str) -> HttpResponse:
    """One memory beside the list; the panel alone where htmx asks for it."""
    shown = sight.latest(opened, ids.decode(memory), now=clock.now())
    context = panel(opened, shown)
    # The list of this page refreshes itself under this page's address.
    if request.headers.get("HX-Target") == "memory-list":
        return frame.render(request, opened, f"{PAGE}#list", {**_list(request, opened), **context})
    if request.headers.get("HX-Request") == "true":
        return frame.render(request, opened, "pages/memories/panel.html", context)
    return frame.render(request, opened, PAGE, {**_list(request, opened), **context})


def panel(opened: Access, shown: Memory) -> dict[str, Any]:
    """What the panel says of one memory: its sources, keys, versions and history, and what has to do with it."""
    now = clock.now()
    versions = list(sight.history(opened, shown.pk, now=now))
    sources = selectors.sources_of(opened.space, [version.pk for version in versions])
    own = [source for source in sources if source.memory_id == shown.pk]
    history = ledger.entries_of(opened.space.pk).filter(subject_id=shown.root_id).order_by("-seq")[:12]
    return {
        "shown": shown,
        "shown_state": states.shown(shown, now),
        "keys": associations.keys_of(opened.space, [shown.pk]).get(shown.pk, []),
        "sources": [source for source in own if source.ended_at is None],
        "ended": [source for source in own if source.ended_at is not None],
        "related": related.related(opened.space, shown, now=now),
        "stage": depth.stage(selectors.vitality_of(opened.space, [shown.pk], now=now)[shown.pk].depth),
        "versions": [(version, _before(version, versions)) for version in reversed(versions)],
        "history": sentences.of(opened, list(history)),
        "may_write": opened.may(Capability.WRITE) and opened.space.archived_at is None,
    }


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def new(request: HttpRequest, opened: Access) -> HttpResponse:
    """A person tells the hub one fact."""
    form = NewMemory(request.POST or None)
    if request.method == "POST" and form.is_valid():
        last_day = form.cleaned_data["forget_after"]
        try:
            told = ingest.remember(
                actor=opened.actor,
                space=opened.space,
                text=form.cleaned_data["text"],
                keys=[(word.strip(), "concept") for word in form.cleaned_data["keys"].split(",") if word.strip()],
                is_static=form.cleaned_data["is_static"],
                forget_after=last_day and days.end(opened.space, last_day),
                origin="console",
            )
        except errors.InvalidInput as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        else:
            return _changed(request, opened, told.memory.pk, _("Remembered."), verbs.REMEMBERED)
    url = reverse("console:new_memory", args=[opened.space.tag])
    return _dialog(request, opened, form, _("Tell a fact"), url, _("Remember"))


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.WRITE)
def correct(request: HttpRequest, opened: Access, memory: str) -> HttpResponse:
    """Write the next version by hand; a conflict is shown, never overwritten."""
    shown = selectors.latest_of(opened.space, ids.decode(memory))
    form = Correction(request.POST or None, initial={"text": shown.text, "base_version": shown.version})
    if request.method == "POST" and form.is_valid():
        try:
            ingest.revise(actor=opened.actor, space=opened.space, memory_id=shown.pk, **form.cleaned_data)
        except (errors.InvalidInput, errors.Conflict) as error:
            form.add_error("text", error.message)
        else:
            return _changed(request, opened, shown.pk, _("A new version stands."), verbs.REVISED)
    url = reverse("console:correct_memory", args=[opened.space.tag, memory])
    return _dialog(request, opened, form, _("Correct this memory"), url, _("Write the new version"))


@require_POST
@door.in_space(Capability.WRITE)
def restore(request: HttpRequest, opened: Access, memory: str) -> HttpResponse:
    """Make an older version the newest again, as a new version."""
    made = memories_write.restore(actor=opened.actor, space=opened.space, memory_id=ids.decode(memory))
    return _changed(request, opened, made.pk, _("Restored as version %(n)d.") % {"n": made.version}, verbs.RESTORED)


@require_POST
@door.in_space(Capability.WRITE)
def forget(request: HttpRequest, opened: Access, memory: str) -> HttpResponse:
    """Forget at once; undo stands in the notice."""
    memory_id = ids.decode(memory)
    done = memories_write.forget(actor=opened.actor, space=opened.space, memory_ids=[memory_id])
    if done.unknown_ids:
        raise errors.NotFound()
    return _changed(request, opened, memory_id, _("Forgotten."), verbs.FORGOTTEN)


@require_POST
@door.in_space(Capability.WRITE)
def forget_many(request: HttpRequest, opened: Access) -> HttpResponse:
    """Forget what was chosen, in one deed with one undo; the list follows by its live refresh."""
    chosen = request.POST.getlist("memory")
    if not 1 <= len(chosen) <= MOST_CHOSEN:
        raise errors.InvalidInput("memory", _("Choose 1 to %(most)d memories.") % {"most": MOST_CHOSEN})
    done = memories_write.forget(
        actor=opened.actor, space=opened.space, memory_ids=[ids.decode(wire) for wire in chosen]
    )
    if request.headers.get("HX-Request") != "true":
        return redirect("console:memories", space=opened.space.tag)
    n = len(done.root_ids)
    told = ngettext("%(n)d memory forgotten.", "%(n)d memories forgotten.", n) % {"n": n}
    undo_url = reverse("console:undo", args=[opened.space.tag, ids.encode(done.batch)]) if n else ""
    context = {"text": told, "undo_url": undo_url, "seconds": 10}
    return frame.render(request, opened, "components/toast_oob.html", context)


@require_POST
@door.in_space(Capability.WRITE)
def unforget(request: HttpRequest, opened: Access, memory: str) -> HttpResponse:
    """Bring a forgotten memory back."""
    memory_id = ids.decode(memory)
    memories_write.unforget(actor=opened.actor, space=opened.space, memory_ids=[memory_id])
    return _changed(request, opened, memory_id, _("It is back."), verbs.UNFORGOTTEN)


def _list(request: HttpRequest, opened: Access) -> dict[str, Any]:
    now, query = clock.now(), request.GET.get("q", "").strip()
    state, kind = request.GET.get("state", "current"), request.GET.get("kind", "")
    sight.require(opened, state)
    chosen = {"state": state, "kind": kind, "q": query}
    counts = selectors.counts_of(opened.space, now=now)
    answered = asking.answered(request, opened) if query else None
    context: dict[str, Any] = {
        "query": query,
        "chosen": chosen,
        "chips": _chips(opened, chosen, counts),
        "counted": {"memories": counts.current},
        "list_url": reverse("console:memories", args=[opened.space.tag]),
        "answered": answered,
        "is_refused": answered is not None and answered.results is None,
        # What is forgotten or superseded cannot be forgotten, and what waits is decided at the desk.
        "may_pick": state in {"current", "expired"} and opened.may(Capability.WRITE) and not opened.space.archived_at,
    }
    if answered:
        return context
    wanted = _filtered(selectors.memories_of(opened.space, now=now, state=state), kind)
    page = paging.page(
        wanted,
        scope=f"console-memories:{opened.space.tag}:{state}:{kind}",
        sort="-created_at",
        size=PAGE_SIZE,
        cursor=request.GET.get("cursor") or None,
    )
    return {
        **context,
        "rows": _rows(opened, page.rows, now),
        "next_cursor": page.next_cursor,
        "is_more": bool(request.GET.get("cursor")),
    }


def _filtered(rows: QuerySet[Memory], kind: str) -> QuerySet[Memory]:
    if kind and kind not in KINDS:
        raise errors.InvalidInput("kind", _("kind must be static or dynamic."))
    return rows.filter(is_static=kind == "static") if kind else rows


def _rows(opened: Access, found: Sequence[Memory], now: datetime) -> list[Row]:
    keys = associations.keys_of(opened.space, [row.pk for row in found])
    return [Row(row, states.shown(row, now), keys.get(row.pk, [])[:3]) for row in found]


def _chips(opened: Access, chosen: dict[str, str], counts: selectors.Counts) -> list[dict[str, Any]]:
    """State and kind as links; every view of the list is an address."""
    url = reverse("console:memories", args=[opened.space.tag])
    words = {
        "current": _("Current"),
        "pending": _("Pending"),
        "superseded": _("Superseded"),
        "forgotten": _("Forgotten"),
        "expired": _("Expired"),
    }
    chips = [
        {
            "label": words[state],
            "url": f"{url}?state={state}" + (f"&kind={chosen['kind']}" if chosen["kind"] else ""),
            "on": chosen["state"] == state and not chosen["q"],
            "count": getattr(counts, state),
        }
        for state in STATES
        if sight.may_see(opened, state)
    ]
    for kind, label in KINDS.items():
        on = chosen["kind"] == kind
        chips.append(
            {
                "label": label,
                "url": f"{url}?state={chosen['state']}" + ("" if on else f"&kind={kind}"),
                "on": on,
                "removable": True,
            }
        )
    return chips


def _before(version: Memory, versions: Sequence[Memory]) -> Memory | None:
    """The version a version follows, where it may be seen."""
    return next((other for other in versions if other.version == version.version - 1), None)


def _changed(request: HttpRequest, opened: Access, memory_id: uuid.UUID, text: str, verb: str) -> HttpResponse:
    shown = selectors.latest_of(opened.space, memory_id)
    if request.headers.get("HX-Request") != "true":
        return redirect("console:memory", space=opened.space.tag, memory=ids.encode(shown.pk))
    notice = {"text": text, "undo_url": undo.url_of_last(opened, shown.root_id, verb)}
    answer = frame.render(request, opened, "pages/memories/panel.html", {**panel(opened, shown), "notice": notice})
    answer["HX-Retarget"], answer["HX-Reswap"] = "#inspector", "innerHTML"
    return answer


def _dialog(request: HttpRequest, opened: Access, form: Any, title: str, url: str, deed: str) -> HttpResponse:
    context = {"form": form, "title": title, "url": url, "deed": deed}
    return frame.dialog(request, opened, "components/form_dialog.html", context, status=422 if form.errors else 200)


urls = [
    path("s/<str:space>/memories/", memories, name="memories"),
    path("s/<str:space>/memories/new/", new, name="new_memory"),
    path("s/<str:space>/memories/forget/", forget_many, name="forget_memories"),
    path("s/<str:space>/memories/<str:memory>/", memory, name="memory"),
    path("s/<str:space>/memories/<str:memory>/correct/", correct, name="correct_memory"),
    path("s/<str:space>/memories/<str:memory>/restore/", restore, name="restore_memory"),
    path("s/<str:space>/memories/<str:memory>/forget/", forget, name="forget_memory"),
    path("s/<str:space>/memories/<str:memory>/unforget/", unforget, name="unforget_memory"),
]
