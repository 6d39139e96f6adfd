"""Why a memory is not among the answers: asked for one memory, or for those whose text has some words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET

from graph_ui import door, frame
from graph_ui.forms.search import Missing
from graph_ui.memories import asking
from graph_ui.memories.explaining import Explained
from memoryhub.core import clock, ids
from memoryhub.memories import sight
from memoryhub.retrieval import explain
from memoryhub.retrieval.explain import Why
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.access import Access

MOST = 10
OPTIONS = ("mode", "threshold", "kind", "since", "until", "as_of", "known_at", "metadata")


@dataclass(frozen=True, slots=True)
class Line:
    """One memory with its reason, and the parts of its score where it has one."""

    why: Why
    parts: Explained | None


@require_GET
@door.in_space()
def missing(request: HttpRequest, opened: Access) -> HttpResponse:
    """The question and the memory to name, and below them the reasons."""
    form = Missing(opened, request.GET)
    chosen = request.GET.get("memory", "")
    shown = sight.latest(opened, ids.decode(chosen), now=clock.now()) if chosen else None
    is_asked = bool(request.GET.get("q"))
    wanted = form.request(limit=asking.MOST) if is_asked else None
    lines = [] if wanted is None else _lines(opened, wanted, chosen, form.cleaned_data["text"].strip())
    context = {
        "form": form,
        "options": [form[name] for name in OPTIONS if request.GET.get(name)],
        "chosen": shown,
        "is_asked": wanted is not None and bool(chosen or form.cleaned_data["text"].strip()),
        "lines": lines,
    }
    status = 400 if is_asked and wanted is None else 200
    return frame.render(request, opened, "pages/memories/missing.html", context, status=status)


def _lines(opened: Access, wanted: SearchRequest, chosen: str, words: str) -> Sequence[Line]:
    if chosen:
        whys = [explain.of(opened, wanted, ids.decode(chosen))]
    else:
        named = sight.saying(opened, words, now=clock.now(), limit=MOST)
        whys = explain.among(opened, wanted, named) if named else []
    return [Line(why, _parts(opened, wanted, why)) for why in whys]


def _parts(opened: Access, wanted: SearchRequest, why: Why) -> Explained | None:
    return None if why.hit is None else asking.explained(opened, [why.hit], wanted)[0]


urls = [path("s/<str:space>/memories/missing/", missing, name="missing_memory")]
