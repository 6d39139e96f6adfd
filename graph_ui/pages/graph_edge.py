"""An edge of the map in the inspector: what links two nodes, and for those who may: cut it, or say that it holds."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from graph_ui import door, frame, sentences, wording
from graph_ui.graph import asked, outline
from graph_ui.graph.asked import End
from graph_ui.pages import undo
from graph_ui.sentences import Sentence
from graph_ui.wording import Fact
from memoryhub.associations import paths, ties
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.associations.ties import Tie
from memoryhub.core import errors
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from memoryhub.memories import verbs
from memoryhub.spaces.access import Access, Capability

PANEL = "pages/graph/edge.html"
NAMES = {kind.name.lower(): kind for kind in EdgeKind}
CAN_BE_CUT = (EdgeKind.EXTENDS, EdgeKind.DERIVES)  # an update is an order of versions; a source and a key are facts


@dataclass(frozen=True, slots=True)
class Card:
    """One relation for a reader. `edge` is what its deeds name, empty where it has none."""

    name: str
    word: str | Promise
    source: End
    target: End
    tie: Tie
    facts: Sequence[Fact]
    by: str
    history: Sequence[Sentence]
    edge: str
    is_asked_for: bool


@require_GET
@door.in_space()
def edge(request: HttpRequest, opened: Access) -> HttpResponse:
    """All that links the two nodes of `?edge=<id>.<id>`; with `.<kind>` behind, that relation first."""
    context = panel(opened, request.GET, request.GET.get("edge", ""))
    if request.headers.get("HX-Request") == "true":
        return frame.render(request, opened, PANEL, context)
    return frame.render(request, opened, "pages/graph/alone.html", {**context, "panel": PANEL})


@require_POST
@door.in_space(Capability.WRITE)
def sever(request: HttpRequest, opened: Access) -> HttpResponse:
    """Cut a relation; undo stands in the notice."""
    return _deed(request, opened, memories.sever, verbs.SEVERED, _("The link is cut."))


@require_POST
@door.in_space(Capability.REVIEW)
def confirm(request: HttpRequest, opened: Access) -> HttpResponse:
    """Say that a relation holds; undo stands in the notice."""
    return _deed(request, opened, memories.confirm, verbs.CONFIRMED, _("Confirmed."))


def panel(opened: Access, given: QueryDict, written: str) -> dict[str, Any]:
    """What the panel says; raises `errors.NotFound` where one end is not on this reader's map."""
    first, second, kind = _parsed(written)
    wire = asked.map_for(opened, given)
    places = [asked.place_of(wire, node) for node in (first, second)]
    one, other = asked.ends_of(opened, wire, places)
    kinds = paths.between(wire.atlas.graph.merged_edges(), *places)
    found = ties.between(opened.space, one.pk, other.pk, kinds=kinds)
    of = {one.pk: one, other.pk: other}
    cards = [_card(opened, tie, of[tie.source], of[tie.target], asked_for=kind) for tie in found]
    return {
        "one": one,
        "other": other,
        "cards": sorted(cards, key=lambda card: not card.is_asked_for),
        "edge": written,
        "word": {card.name: card.word for card in cards}.get(cards[0].name) if len(cards) == 1 else None,
        "page": reverse("console:graph", args=[opened.space.tag]),
    }


def _parsed(written: str) -> tuple[str, str, EdgeKind | None]:
    first, _dot, rest = written.partition(".")
    second, dot, name = rest.partition(".")
    if not second or (dot and name not in NAMES) or first == second:
        raise errors.InvalidInput("edge", f"edge must be <id>.<id> or <id>.<id>.<kind>, one of {', '.join(NAMES)}.")
    return first, second, NAMES.get(name)


def _card(opened: Access, tie: Tie, source: End, target: End, *, asked_for: EdgeKind | None) -> Card:
    name, relation, version = tie.kind.name.lower(), tie.relation, tie.version
    entries = ledger.entries_of(opened.space.pk).filter(subject_id=relation.pk).order_by("-seq") if relation else []
    return Card(
        name=name,
        word=outline.WORDS[tie.kind, True],
        source=source,
        target=target,
        tie=tie,
        facts=wording.facts(relation.evidence) if relation else (),
        by=sentences.who(version.written_by_kind, version.written_by_id) if version else "",
        history=sentences.of(opened, list(entries)),
        edge=f"{source.id}.{target.id}.{name}" if tie.kind in CAN_BE_CUT else "",
        is_asked_for=tie.kind is asked_for,
    )


def _deed(request: HttpRequest, opened: Access, act: Callable[..., Any], verb: str, said: str) -> HttpResponse:
    """Do it to the relation that `edge` names, as far as it is on this person's map, and show what there is now."""
    written = request.POST.get("edge", "")
    relation = _relation_of(opened, request.GET, written)
    act(actor=opened.actor, space=opened.space, relation_id=relation)
    if request.headers.get("HX-Request") != "true":
        return redirect(f"{reverse('console:graph_edge', args=[opened.space.tag])}?edge={written}")
    notice = {"text": said, "undo_url": undo.url_of_last(opened, relation, verb)}
    return frame.render(request, opened, PANEL, {**panel(opened, request.GET, written), "notice": notice})


def _relation_of(opened: Access, given: QueryDict, written: str) -> uuid.UUID:
    kind = _parsed(written)[2]
    if kind not in CAN_BE_CUT:
        raise errors.InvalidInput("edge", "edge must name a relation that is extends or derives.")
    for card in panel(opened, given, written)["cards"]:
        if card.edge == written and card.tie.relation is not None:
            found: uuid.UUID = card.tie.relation.pk
            return found
    raise errors.NotFound()


urls = [
    path("s/<str:space>/graph/edge/", edge, name="graph_edge"),
    path("s/<str:space>/graph/edge/sever/", sever, name="graph_sever"),
    path("s/<str:space>/graph/edge/confirm/", confirm, name="graph_confirm"),
]
