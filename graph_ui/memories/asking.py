"""A question asked on a page: its answers, what narrows it, and what else could be tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from graph_ui.forms.search import Asked
from graph_ui.memories import explaining
from graph_ui.memories.explaining import Explained
from memoryhub.memories import selectors as memories
from memoryhub.memories import sight, states
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Hit, Results, SearchRequest
from memoryhub.spaces.access import Access

MOST = 50
NAMES: Mapping[str, Promise] = {
    "threshold": _("least similarity"),
    "kind": _("kind"),
    "since": _("made since"),
    "until": _("made before"),
    "as_of": _("true at"),
    "known_at": _("known at"),
    "metadata": _("metadata has"),
}


@dataclass(frozen=True, slots=True)
class InForce:
    """Something that narrows the question, and the query string of the page without it."""

    name: Promise | str
    value: str
    without: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What a page shows of a question; without `results` the question could not be asked, and `form` says why."""

    form: Asked
    results: Results | None = None
    hits: Sequence[Explained] = field(default_factory=tuple)
    forgotten: Sequence[Explained] = field(default_factory=tuple)
    in_force: Sequence[InForce] = field(default_factory=tuple)
    wider: str = ""
    missing: str = ""
    on_map: str = ""


def asked(request: HttpRequest, opened: Access) -> Asked:
    """The form as the address has it; what was forgotten is only for those who may see it."""
    if request.GET.get("forgotten"):
        sight.require(opened, states.FORGOTTEN)
    return Asked(opened, request.GET, belongs_to="ask")


def answered(request: HttpRequest, opened: Access) -> Answered:
    """The answers to what the address asks."""
    form = asked(request, opened)
    wanted = form.request(limit=MOST)
    if wanted is None:
        return Answered(form)
    results = search.search(wanted)
    return Answered(
        form,
        results,
        explained(opened, results.hits, wanted),
        explained(opened, results.forgotten, wanted),
        _in_force(request.GET, form),
        _wider(request.GET, wanted),
        request.GET.urlencode(),
        _on_map(request.GET, wanted),
    )


def _on_map(given: QueryDict, wanted: SearchRequest) -> str:
    """The query string of the map on which this search is replayed; empty where it asks what the map does not."""
    if wanted.mode != "memories" or wanted.narrowing.given() or wanted.threshold or wanted.rerank:
        return ""
    moments = {name: given[name] for name in ("as_of", "known_at") if given.get(name)}
    return urlencode({"replay": wanted.query, **moments})


def explained(opened: Access, hits: Sequence[Hit], wanted: SearchRequest) -> list[Explained]:
    """Answers with why they are there. What their paths lead over was within the question's sight, too."""
    passed = {step.memory_id for hit in hits for step in hit.path}
    texts = dict(memories.versions(opened.space, passed).values_list("pk", "text")) if passed else {}
    return [explaining.explained(hit, wanted, texts) for hit in hits]


def _in_force(given: QueryDict, form: Asked) -> list[InForce]:
    return [
        InForce(name, _shown(form, field_name), _without(given, field_name))
        for field_name, name in NAMES.items()
        if given.get(field_name)
    ]


def _shown(form: Asked, name: str) -> str:
    chosen = form.data[name]
    choices: dict[str, Any] = dict(getattr(form.fields[name], "choices", ()))
    return str(choices.get(chosen, chosen))


def _without(given: QueryDict, name: str) -> str:
    left = given.copy()
    del left[name]
    return left.urlencode()


def _wider(given: QueryDict, wanted: SearchRequest) -> str:
    """The same question to documents too, where that can be asked."""
    if wanted.mode != "memories" or wanted.horizon or wanted.narrowing.is_static is not None:
        return ""
    wider = given.copy()
    wider["mode"] = "hybrid"
    return wider.urlencode()
