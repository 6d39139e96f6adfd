"""The review desk: what waits for a person, one card at a time, each with its reason and its evidence."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from graph_ui import door, frame, sentences, wording
from graph_ui.pages import undo
from memoryhub.core import clock, errors, ids
from memoryhub.documents import selectors as documents
from memoryhub.documents.models import Chunk, Document
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.review import selectors, services, verbs
from memoryhub.review.selectors import Item
from memoryhub.spaces.access import Access, Capability

PAGE = "pages/review/page.html"
DECIDED_DAYS = 30


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence inside its paragraph, and the document it stands in; `memory` is what it supports."""

    quote: str
    chunk: Chunk | None
    document: Document | None
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One question with all a person needs to answer it. `known` is what an update or merge is about."""

    item: Item
    question: str
    kind: str
    rule: str
    facts: Sequence[wording.Fact]
    known: Sequence[Memory]
    proposed: str
    evidence: Sequence[Evidence]
    is_open: bool
    is_stale: bool


@require_GET
@door.in_space(Capability.REVIEW)
def review(request: HttpRequest, opened: Access) -> HttpResponse:
    """The desk with the first open question."""
    return _desk(request, opened, None)


@require_GET
@door.in_space(Capability.REVIEW)
def item(request: HttpRequest, opened: Access, kind: str, subject: str) -> HttpResponse:
    """The desk with one question, open or decided."""
    return _desk(request, opened, selectors.item_of(opened.space, kind, ids.decode(subject)))


@require_GET
@door.in_space(Capability.REVIEW)
def decided(request: HttpRequest, opened: Access) -> HttpResponse:
    """What people decided in the last 30 days, with undo."""
    after = clock.now() - timedelta(days=DECIDED_DAYS)
    rows = ledger.entries_of(opened.space.pk).filter(verb__in=[verbs.APPROVED, verbs.REJECTED], at__gte=after)
    lines = sentences.of(opened, list(rows.order_by("-seq")[:100]))
    return frame.render(request, opened, "pages/review/decided.html", {"lines": lines})


@require_POST
@door.in_space(Capability.REVIEW)
def approve(request: HttpRequest, opened: Access, kind: str, subject: str) -> HttpResponse:
    """Yes, in the words shown or in the reviewer's own."""
    subject_id, text = ids.decode(subject), request.POST.get("text", "").strip() or None
    following = _following(request, opened, kind, subject_id)
    if kind == "memory":
        root = services.approve_memory(actor=opened.actor, space=opened.space, memory_id=subject_id, text=text).root_id
    elif kind == "proposal":
        root = services.approve_proposal(actor=opened.actor, space=opened.space, proposal_id=subject_id, text=text).pk
    else:
        raise errors.NotFound()
    return _decided(request, opened, root, verbs.APPROVED, following, _("Approved."))


@require_POST
@door.in_space(Capability.REVIEW)
def reject(request: HttpRequest, opened: Access, kind: str, subject: str) -> HttpResponse:
    """No, with one of six reasons."""
    subject_id = ids.decode(subject)
    reason = request.POST.get("reason", "")
    following = _following(request, opened, kind, subject_id)
    who: dict[str, Any] = {"actor": opened.actor, "space": opened.space, "reason": reason}
    if kind == "memory":
        root = services.decline_memory(memory_id=subject_id, **who).root_id
    elif kind == "proposal":
        root = services.reject_proposal(proposal_id=subject_id, **who).pk
    else:
        raise errors.NotFound()
    text = _("Rejected: %(reason)s.") % {"reason": wording.said(reason, "reason")}
    return _decided(request, opened, root, verbs.REJECTED, following, text)


def _queue(request: HttpRequest, opened: Access) -> Sequence[Item]:
    """The open questions the filters let through: list and stream are the same."""
    kinds = request.GET.getlist("kind") or list(wording.KINDS)
    return selectors.queue_for(opened.space, now=clock.now(), kinds=kinds)


def _following(request: HttpRequest, opened: Access, kind: str, subject_id: uuid.UUID) -> tuple[str, uuid.UUID] | None:
    """The question after this one, asked before it is decided."""
    queue = [(one.subject_kind, one.id) for one in _queue(request, opened)]
    roots = {subject_id}
    if kind == "memory":
        roots.add(memories.memory_of(opened.space, subject_id).root_id)
    at = next((index for index, one in enumerate(queue) if one[0] == kind and one[1] in roots), None)
    if at is None or len(queue) == 1:
        return None
    return queue[at + 1] if at + 1 < len(queue) else queue[at - 1]


def _decided(
    request: HttpRequest,
    opened: Access,
    subject_id: uuid.UUID,
    verb: str,
    following: tuple[str, uuid.UUID] | None,
    text: str,
) -> HttpResponse:
    url = _url(request, opened, following)
    if request.headers.get("HX-Request") != "true":
        return redirect(url)
    shown = selectors.item_of(opened.space, *following) if following else None
    notice = {"text": text, "undo_url": undo.url_of_last(opened, subject_id, verb)}
    answer = _desk(request, opened, shown, notice)
    answer["HX-Push-Url"] = url
    return answer


def _url(request: HttpRequest, opened: Access, subject: tuple[str, uuid.UUID] | None) -> str:
    tag = opened.space.tag
    url = (
        reverse("console:review_item", args=[tag, subject[0], ids.encode(subject[1])])
        if subject
        else reverse("console:review", args=[tag])
    )
    kinds = request.GET.getlist("kind")
    return f"{url}?{urlencode({'kind': kinds}, doseq=True)}" if kinds else url


def _desk(
    request: HttpRequest, opened: Access, shown: Item | None, notice: dict[str, str] | None = None
) -> HttpResponse:
    queue = _queue(request, opened)
    shown = shown or (queue[0] if queue else None)
    at = next((index for index, one in enumerate(queue) if shown and one.id == shown.id), None)
    context = {
        "queue": [(one, _url(request, opened, (one.subject_kind, one.id))) for one in queue],
        "card": _card(opened, shown) if shown else None,
        "position": None if at is None else at + 1,
        "next_url": _neighbour(request, opened, queue, at, 1),
        "previous_url": _neighbour(request, opened, queue, at, -1),
        "facets": _facets(request, opened),
        "filter_query": urlencode({"kind": request.GET.getlist("kind")}, doseq=True),
        "reasons": [(value, word, str(n)) for n, (value, word) in enumerate(wording.REASONS.items(), start=1)],
        "notice": notice,
    }
    fragment = request.headers.get("HX-Request") == "true"
    return frame.render(request, opened, PAGE + ("#desk" if fragment else ""), context)


def _neighbour(request: HttpRequest, opened: Access, queue: Sequence[Item], at: int | None, step: int) -> str:
    if at is None or not 0 <= at + step < len(queue):
        return ""
    other = queue[at + step]
    return _url(request, opened, (other.subject_kind, other.id))


def _facets(request: HttpRequest, opened: Access) -> list[dict[str, Any]]:
    everything = selectors.queue_for(opened.space, now=clock.now())
    chosen = request.GET.getlist("kind")
    return [
        {
            "value": kind,
            "label": label,
            "on": not chosen or kind in chosen,
            "count": sum(1 for one in everything if one.kind == kind),
        }
        for kind, label in wording.KINDS.items()
    ]


def _card(opened: Access, shown: Item) -> Card:
    why = selectors.why(opened.space, shown)
    evidence = [*_proposed(opened, shown), *_stated(opened, why.memories)]
    is_open = selectors.is_open(shown, now=clock.now())
    return Card(
        item=shown,
        question=str(wording.QUESTIONS[shown.kind]),
        kind=wording.said(shown.kind, "kind"),
        rule=wording.said(why.rule, "rule"),
        facts=wording.facts(why.evidence),
        known=why.memories,
        proposed=shown.text or (why.memories[-1].text if why.memories else ""),
        evidence=evidence,
        is_open=is_open,
        is_stale=is_open and selectors.is_stale(shown),
    )


def _proposed(opened: Access, shown: Item) -> list[Evidence]:
    """The sentences a proposal was read from."""
    given = shown.proposal.payload.get("sources", []) if shown.proposal else []
    chunks = documents.chunks_by_id(opened.space, [one["chunk_id"] for one in given if one.get("chunk_id")])
    found = []
    for one in given:
        chunk = chunks.get(one.get("chunk_id") or "")
        found.append(Evidence(one.get("quote", ""), chunk, chunk.document if chunk else None))
    return found


def _stated(opened: Access, known: Sequence[Memory]) -> list[Evidence]:
    """One live source of each memory the question is about."""
    sources = memories.sources_of(opened.space, [memory.pk for memory in known])
    first = {source.memory_id: source for source in reversed(sources) if source.ended_at is None}
    return [
        Evidence(source.quote, source.chunk, source.document, memory)
        if (source := first.get(memory.pk))
        else Evidence("", None, None, memory)
        for memory in known
    ]


urls = [
    path("s/<str:space>/review/", review, name="review"),
    path("s/<str:space>/review/decided/", decided, name="decided"),
    path("s/<str:space>/review/<str:kind>/<str:subject>/", item, name="review_item"),
    path("s/<str:space>/review/<str:kind>/<str:subject>/approve/", approve, name="approve"),
    path("s/<str:space>/review/<str:kind>/<str:subject>/reject/", reject, name="reject"),
]
