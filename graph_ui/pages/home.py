"""Home: one search, what needs the person, what changed since the last visit, and whether the memory can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_GET

from graph_ui import door, frame, sentences
from memoryhub import health
from memoryhub.accounts import services as accounts
from memoryhub.associations.services import ARRANGED, LINKED
from memoryhub.core import clock
from memoryhub.documents import selectors as documents
from memoryhub.documents.models import Document
from memoryhub.documents.verbs import STAGE
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import selectors as memories
from memoryhub.memories.verbs import RELATED
from memoryhub.review import selectors as review
from memoryhub.spaces import access
from memoryhub.spaces.access import Access, Capability, Principal

PAGE = "pages/home.html"
LINES = 12
ON_THE_SPOT = 2
TRUST_DAYS = 7


@require_GET
@door.signed_in
def start(request: HttpRequest) -> HttpResponse:
    """The address `/` leads to the person's first space; without one, to where one is made."""
    person = door.person_of(request)
    if not person.has_usable_password():
        return redirect("console:first_sign_in")
    first = access.spaces_of(Principal(person)).first()
    if first is not None:
        return redirect("console:home", space=first.tag)
    return redirect("console:spaces") if person.is_staff else frame.render(request, None, "pages/no_space.html")


@require_GET
@door.in_space()
def home(request: HttpRequest, opened: Access) -> HttpResponse:
    """The start page of a space; its parts alone where a live refresh asks for them."""
    since = accounts.note_visit(user=door.person_of(request), space_id=opened.space.pk)
    part = request.GET.get("part", "")
    context = {"needs": _needs, "news": _news, "trust": _trust}
    if part in context:
        return frame.render(request, opened, f"{PAGE}#{part}", context[part](opened, since))
    everything: dict[str, Any] = {}
    for make in context.values():
        everything |= make(opened, since)
    return frame.render(request, opened, PAGE, everything)


def _needs(opened: Access, since: datetime) -> dict[str, Any]:
    """What waits for this person: decisions, and documents that failed."""
    now = clock.now()
    queue = review.queue_for(opened.space, now=now) if opened.may(Capability.REVIEW) else []
    failed = documents.documents_of(opened.space, statuses=[Document.Status.FAILED]).order_by("-updated_at")[:3]
    return {
        "queue": queue,
        "kinds": _kinds(queue),
        "spot": [(item, review.why(opened.space, item)) for item in queue[:ON_THE_SPOT]],
        "failed": list(failed),
        "is_empty": not documents.documents_of(opened.space).exists()
        and not memories.current_memories_of(opened.space, now=now).exists(),
    }


def _kinds(queue: Sequence[review.Item]) -> str:
    """The queue in words, the most frequent kind first: "9 inferred, 3 updates"."""
    words = {
        "inference": ngettext_lazy("%(n)d inferred", "%(n)d inferred", "n"),
        "source_changed": ngettext_lazy("%(n)d with a changed source", "%(n)d with a changed source", "n"),
        "update": ngettext_lazy("%(n)d update", "%(n)d updates", "n"),
        "merge": ngettext_lazy("%(n)d merge", "%(n)d merges", "n"),
        "flagged_text": ngettext_lazy("%(n)d flagged text", "%(n)d flagged texts", "n"),
    }
    counted = Counter(item.kind for item in queue)
    return ", ".join(str(words[kind] % {"n": number}) for kind, number in counted.most_common())


def _news(opened: Access, since: datetime) -> dict[str, Any]:
    """The ledger as sentences, newest first, without the stages of documents and what the hub links on the way: ten
    lines of that would hide the one that matters."""
    rows = ledger.entries_of(opened.space.pk).exclude(verb=STAGE).order_by("-seq")
    rows = rows.exclude(actor_kind="hub", verb__in=[RELATED, LINKED, ARRANGED])
    recent = list(rows[:LINES])
    fresh = rows.filter(at__gt=since).count()
    return {"lines": sentences.of(opened, recent), "since": since, "fresh": fresh}


def _trust(opened: Access, since: datetime) -> dict[str, Any]:
    """Three figures with what they are made of, and the checks of the hub."""
    after = clock.now() - timedelta(days=TRUST_DAYS)
    return {
        "counts_by_state": memories.counts_of(opened.space, now=clock.now()),
        "sourced": memories.sourced(opened.space, now=clock.now()),
        "decided": review.decided(opened.space, after=after),
        "checks": [health.database(), health.queue()],
    }


@require_GET
@door.in_space()
def counts(request: HttpRequest, opened: Access) -> HttpResponse:
    """The numbers of the frame, for pages that stay open."""
    return JsonResponse(frame.counts(opened))


urls = [
    path("", start, name="start"),
    path("s/<str:space>/", home, name="home"),
    path("s/<str:space>/counts/", counts, name="counts"),
]
