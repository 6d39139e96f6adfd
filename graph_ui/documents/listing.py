"""The list of documents: which are asked for, those in work with their steps, those that are finished."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Left
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from graph_ui.documents import progress
from memoryhub.accounts import selectors as accounts
from memoryhub.core import clock, errors, paging, text
from memoryhub.documents import selectors
from memoryhub.documents.models import Document
from memoryhub.memories import selectors as memories
from memoryhub.memories.selectors import Drawn
from memoryhub.spaces.access import Access

Status = Document.Status

PAGE_SIZE = 20
MOST_IN_WORK = 10
MOST_JUST_DONE = 3
NEWEST = ("-created_at", "-pk")
JUST = timedelta(minutes=2)
LONGEST_QUERY = 200
ENDED = (Status.DONE, Status.CANCELLED)
# What the chips stand for; the empty one is all.
IN_WORK = {
    "in_work": (Status.QUEUED, Status.RUNNING),
    "waiting": (Status.WAITING,),
    "failed": (Status.FAILED,),
}
NOTHING = "nothing"
# Of more than fit on top, these come first.
URGENCY = (Status.RUNNING, Status.WAITING, Status.FAILED, Status.QUEUED)
LONGEST_BEGINNING = 120
KIND_SIGNS = {"markdown": "MD", "text": "TXT", "transcript": "CHAT"}
LONGEST_SUFFIX = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """Which documents are asked for: a chip, words of a title, a page."""

    status: str = ""
    query: str = ""
    cursor: str = ""

    @property
    def address(self) -> str:
        """The query string that asks for the same, with its question mark; empty for all."""
        return f"?{self._given}" if self._given else ""

    @property
    def tail(self) -> str:
        """The same, to follow another value of a query string."""
        return f"&{self._given}" if self._given else ""

    @property
    def is_open(self) -> bool:
        """Whether a chip asks for documents that are not finished."""
        return self.status in IN_WORK

    @property
    def is_all(self) -> bool:
        return not self._given

    @property
    def _given(self) -> str:
        given = {"status": self.status, "q": self.query, "cursor": self.cursor}
        return urlencode({name: value for name, value in given.items() if value})

    @property
    def first(self) -> str:
        """The address of the first page of the same."""
        return replace(self, cursor="").address

    def next(self, cursor: str | None) -> str:
        """The address of the page that follows; empty after the last."""
        return replace(self, cursor=cursor).address if cursor else ""


@dataclass(frozen=True, slots=True)
class Row:
    """A document with all its line says `at` a moment. `actor` is the name of who added it; `is_stuck` when no live
    worker is at it.
    """

    document: Document
    at: datetime
    is_stuck: bool
    actor: str
    drawn: Drawn
    chunks: int

    @property
    def name(self) -> str:
        return name_of(self.document)

    @property
    def sign(self) -> str:
        return sign_of(self.document)

    # Rows of what is finished show neither, and have them by the hundred.
    @property
    def steps(self) -> Sequence[progress.Step]:
        return progress.steps(self.document, self.at)

    @property
    def now(self) -> progress.Now:
        return progress.now_of(self.document, self.at, is_stuck=self.is_stuck)

    @property
    def step(self) -> str:
        """Where a retry would start."""
        return progress.step_of(self.document)

    @property
    def said(self) -> str:
        """How it stands, for who listens instead of looking."""
        now = self.now
        return f"{self.name}: {now.word} {now.detail}".strip()


def asked(request: HttpRequest) -> Asked:
    """What the address asks for; `errors.InvalidInput` for a status that is none."""
    status = request.GET.get("status", "")
    if status and status not in {*IN_WORK, NOTHING}:
        raise errors.InvalidInput("status", _("There is no such filter."))
    query = " ".join(text.clean(request.GET.get("q", "")).split())[:LONGEST_QUERY]
    return Asked(status, query, request.GET.get("cursor", ""))


def everything(opened: Access, wanted: Asked) -> dict[str, Any]:
    """All parts of the list."""
    parts = figures(opened, wanted)
    return _as_rows(opened, {**parts, **_in_work(opened, wanted, parts["open"]), **_finished(opened, wanted)})


def in_work(opened: Access, wanted: Asked) -> dict[str, Any]:
    """What is under work or needs somebody, with its figures."""
    parts = figures(opened, wanted)
    return _as_rows(opened, {**parts, **_in_work(opened, wanted, parts["open"])})


def finished(opened: Access, wanted: Asked) -> dict[str, Any]:
    """What is done or stopped, with its figures."""
    return _as_rows(opened, {**figures(opened, wanted), **_finished(opened, wanted)})


def figures(opened: Access, wanted: Asked) -> dict[str, Any]:
    """The chips with their counts, how many documents there are, and in which statuses any are open."""
    counted = selectors.counts_by_outcome(opened.space)
    counts: Counter[str] = Counter()
    for (status, _outcome), number in counted.items():
        counts[status] += number
    total, nothing = counts.total(), counted.get((Status.DONE, Document.Outcome.NOTHING), 0)
    chips = [
        ("", _("All"), total),
        *(
            (status, label, sum(counts[one] for one in IN_WORK[status]))
            for status, label in (("in_work", _("In work")), ("waiting", _("Waiting")), ("failed", _("Failed")))
        ),
        (NOTHING, _("Nothing to extract"), nothing),
    ]
    url = reverse("console:documents", args=[opened.space.tag])
    return {
        "asked": wanted,
        "list_url": url,
        "total": total,
        "open": [status for status in URGENCY if counts[status]],
        "chips": [
            {"label": label, "url": url + Asked(status, wanted.query).address, "on": status == wanted.status, "n": n}
            for status, label, n in chips
        ],
    }


def _in_work(opened: Access, wanted: Asked, statuses: Sequence[Status]) -> dict[str, Any]:
    """The documents with steps: without a chip those that fit on top, with one a page of them; `statuses` are those
    in which any are open, the most urgent first.
    """
    if wanted.status == NOTHING:
        return {"work": [], "work_next": "", "work_is_cut": False}
    if wanted.status:
        page = paging.page(
            _lines(selectors.documents_of(opened.space, statuses=IN_WORK[wanted.status], titled=wanted.query)),
            scope=f"console-work:{opened.space.tag}:{wanted.status}:{wanted.query}",
            # The oldest is the next the worker takes.
            sort="created_at" if wanted.status == "in_work" else "-created_at",
            size=PAGE_SIZE,
            cursor=wanted.cursor or None,
        )
        return {"work": page.rows, "work_next": wanted.next(page.next_cursor), "work_is_cut": False}
    now = clock.now()
    urgent, just_done = _on_top(opened, wanted, statuses, now)
    is_begun = any(document.status in selectors.IN_WORK for document in urgent)
    found = [*urgent[:MOST_IN_WORK], *just_done]
    found.sort(key=lambda row: (row.created_at, row.pk), reverse=True)
    return {
        "work": found,
        "work_next": "",
        "work_is_cut": len(urgent) > MOST_IN_WORK,
        "nobody_works": is_begun and not selectors.has_live_worker(now=now),
    }


def _finished(opened: Access, wanted: Asked) -> dict[str, Any]:
    """The documents that are done or stopped."""
    if wanted.is_open:
        return {"done": None, "done_next": ""}
    outcome = Document.Outcome.NOTHING if wanted.status == NOTHING else ""
    found = selectors.documents_of(opened.space, statuses=ENDED, outcome=outcome, titled=wanted.query)
    page = paging.page(
        _lines(found),
        scope=f"console-done:{opened.space.tag}:{wanted.status}:{wanted.query}",
        sort="-created_at",
        size=PAGE_SIZE,
        cursor=wanted.cursor or None,
    )
    return {"done": page.rows, "done_next": wanted.next(page.next_cursor)}


def _as_rows(opened: Access, parts: dict[str, Any]) -> dict[str, Any]:
    """The parts with their documents as rows; both lists are asked about together."""
    lists = {name: parts[name] for name in ("work", "done") if parts.get(name)}
    found = {document.pk: document for listed in lists.values() for document in listed}
    row_of = {row.document.pk: row for row in rows(opened, list(found.values()), clock.now())}
    return {**parts, **{name: [row_of[document.pk] for document in listed] for name, listed in lists.items()}}


def rows(opened: Access, found: Sequence[Document], now: datetime) -> list[Row]:
    """The documents as rows, in a fixed number of queries."""
    wanted = [document.pk for document in found]
    drawn = memories.drawn_per_document(opened.space, wanted, now=now)
    chunks = selectors.chunks_per_document(opened.space, wanted)
    names = _names(found)
    stuck = selectors.stuck(found, now=now)
    return [
        Row(
            document=document,
            at=now,
            is_stuck=document.pk in stuck,
            actor=names.get(document.added_by_id) or _("the hub"),
            drawn=drawn.get(document.pk, Drawn(0, 0)),
            chunks=chunks.get(document.pk, 0),
        )
        for document in found
    ]


def told(found: QuerySet[Document]) -> QuerySet[Document]:
    """The documents with their first words, for those that have no other name."""
    return found.annotate(beginning=Left("content", LONGEST_BEGINNING))


def _lines(found: QuerySet[Document]) -> QuerySet[Document]:
    """The same for a list, without what no list shows."""
    return told(found).defer("content", "summary", "metadata", "properties", "places", "stated")


def name_of(document: Document) -> str:
    """What people call it; of a text without any name its first line, where `told` has fetched it."""
    beginning = getattr(document, "beginning", "").strip().partition("\n")[0]
    return document.title or document.file_name or document.url or document.custom_id or beginning or _("Untitled")


def sign_of(document: Document) -> str:
    """Its kind in a few capitals: the ending of the file, or how it was read."""
    suffix = PurePosixPath(document.file_name).suffix[1:]
    if suffix.isalnum() and len(suffix) <= LONGEST_SUFFIX:
        return suffix.upper()
    return KIND_SIGNS.get(document.kind, "TXT")


def upload_limit() -> int:
    """The most bytes of one file."""
    return int(settings.MEMORYHUB_LIMITS["upload_bytes"])


def _on_top(
    opened: Access, wanted: Asked, statuses: Sequence[Status], now: datetime
) -> tuple[list[Document], list[Document]]:
    """What is under work or needs somebody, the most urgent first, and one more than are shown; and what somebody who
    watches should see the end of: it keeps its place on top for a while.
    """
    # Each status by itself, so that an index gives the newest of thousands.
    newest = [
        _lines(selectors.documents_of(opened.space, statuses=[status], titled=wanted.query)).order_by(*NEWEST)[
            : MOST_IN_WORK + 1
        ]
        for status in statuses
    ]
    done = _lines(selectors.documents_of(opened.space, statuses=[Status.DONE], titled=wanted.query))
    ended = done.filter(updated_at__gt=now - JUST).order_by("-updated_at", "-pk")[:MOST_JUST_DONE]
    urgent: list[Document] = []
    just_done: list[Document] = []
    for document in ended.union(*newest, all=True):
        (just_done if document.status == Status.DONE else urgent).append(document)
    urgent.sort(key=lambda document: (document.created_at, document.pk), reverse=True)
    urgent.sort(key=lambda document: URGENCY.index(Status(document.status)))
    return urgent[: MOST_IN_WORK + 1], just_done


def _names(found: Iterable[Document]) -> dict[str, str]:
    actors = {(document.added_by_kind, document.added_by_id) for document in found}
    people = accounts.names_of(uuid.UUID(actor) for kind, actor in actors if kind == "person")
    keys = accounts.key_names_of(uuid.UUID(actor) for kind, actor in actors if kind == "key")
    return {str(actor): name for actor, name in {**people, **keys}.items()}
