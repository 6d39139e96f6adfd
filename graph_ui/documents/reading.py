"""One document to read: its facts, the memories drawn from it, and its text with the sentences that became memories."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from graph_ui import wording
from graph_ui.documents import listing
from memoryhub.core import clock, paging
from memoryhub.documents import selectors
from memoryhub.documents.models import Chunk, Document
from memoryhub.memories import selectors as memories
from memoryhub.memories import sight, states
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.spaces.access import Access

MOST_MEMORIES = 100
PARAGRAPHS = 20
# A turn of a conversation is never cut; a panel shows its beginning, and the download has the rest.
LONGEST_PARAGRAPH = 4_000
LONGEST_LABEL = 200
MOST_MEMBERS = 50
SOURCES = {
    "upload": _("uploaded"),
    "paste": _("pasted"),
    "api": _("through the API"),
    "web": _("fetched from its address"),
    "command": _("by a command"),
}
# Of what a document says of itself, what a person wants to know, in this order.
PROPERTIES = {
    "author": _("Author"),
    "sender": _("From"),
    "recipients": _("To"),
    "subject": _("Subject"),
    "site": _("Site"),
}


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of text, and the memories it became; none where it is only text."""

    text: str
    memories: Sequence[Memory] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A chunk as it is read. `is_cut` where it goes on beyond what is shown."""

    chunk: Chunk
    passages: Sequence[Passage]
    is_cut: bool
    place: str = ""

    @property
    def turn(self) -> Any:
        """Speaker and time, in a conversation."""
        return getattr(self.chunk, "turn", None)


def facts(opened: Access, document: Document) -> dict[str, Any]:
    """What the panel says of the document itself, with its steps and the memories drawn from it."""
    now = clock.now()
    (row,) = listing.rows(opened, [document], now)
    drawn = _visible(opened, memories.drawn_from(document)[: MOST_MEMORIES * 2], now)
    found = {source.memory_id: (source.memory, states.shown(source.memory, now)) for source in drawn}
    return {
        "shown": document,
        "row": row,
        "kind": wording.said(document.kind, "document"),
        "properties": [(label, told) for name, label in PROPERTIES.items() if (told := document.properties.get(name))],
        **_inside(opened, document),
        "source": SOURCES.get(document.source, document.source),
        "memories": list(found.values())[:MOST_MEMORIES],
        "is_in_work": document.status in selectors.IN_WORK,
    }


def _inside(opened: Access, document: Document) -> dict[str, Any]:
    """What the document was found in, and what was found in it."""
    members = selectors.members_of(document)
    found = list(listing.told(members)[: MOST_MEMBERS + 1]) if document.outcome else []
    more = members.count() - MOST_MEMBERS if len(found) > MOST_MEMBERS else 0
    return {
        "container": _outer(opened, document),
        "members": listing.rows(opened, found[:MOST_MEMBERS], clock.now()),
        "more_members": max(0, more),
    }


def _outer(opened: Access, document: Document) -> Document | None:
    if document.container_id is None:
        return None
    return listing.told(selectors.documents_of(opened.space)).filter(pk=document.container_id).first()


def paragraphs(request: HttpRequest, opened: Access, document: Document) -> dict[str, Any]:
    """A page of the document's text, with what of it is remembered."""
    page = paging.page(
        selectors.chunks_of(document).defer("tokens", "embed_text", "index_text"),
        scope=f"console-text:{document.pk}:{document.revision}",
        sort="index",
        size=PARAGRAPHS,
        cursor=request.GET.get("after") or None,
    )
    chunk_ids = [chunk.pk for chunk in page.rows]
    sources = _visible(opened, memories.drawn_from(document).filter(chunk__in=chunk_ids), clock.now())
    return {
        "shown": document,
        "paragraphs": list(_paragraphs(document, page.rows, sources)),
        "text_cursor": page.next_cursor,
    }


def passages(text: str, start: int, sources: Collection[MemorySource]) -> list[Passage]:
    """`text`, which begins at character `start` of its document, parted where sentences became memories.

    A source whose words do not stand at its span any more is left out; of two that overlap the later one is.
    """
    found: list[Passage] = []
    at = 0
    for first, last, became in _spans(text, start, sources):
        if first < at:
            continue
        if first > at:
            found.append(Passage(text[at:first]))
        found.append(Passage(text[first:last], became))
        at = last
    return [*found, Passage(text[at:])] if at < len(text) else found


def _spans(text: str, start: int, sources: Iterable[MemorySource]) -> list[tuple[int, int, list[Memory]]]:
    """(from, to, memories) of each span in `text`, in order; one sentence may have become several memories."""
    found: dict[tuple[int, int], list[Memory]] = {}
    for source in sources:
        if source.start is None or source.end is None or not source.quote:
            continue
        first, last = source.start - start, source.end - start
        if 0 <= first < last <= len(text) and text[first:last] == source.quote:
            found.setdefault((first, last), []).append(source.memory)
    return [(first, last, became) for (first, last), became in sorted(found.items(), key=lambda item: item[0])]


def _paragraphs(document: Document, chunks: Iterable[Chunk], sources: Sequence[MemorySource]) -> Iterator[Paragraph]:
    """The chunks as they are read; those with which a page, slide or sheet begins say where they stand."""
    before: tuple[str, str] | None = None
    for chunk in chunks:
        at, last = selectors.place_at(document, chunk.start), selectors.place_at(document, chunk.end - 1)
        is_new = not (at == last == before)
        label = _from_to(at, last) if at and last and is_new else ""
        before = last
        yield _paragraph(chunk, [one for one in sources if one.chunk_id == chunk.pk], label)


def _from_to(first: tuple[str, str], last: tuple[str, str]) -> str:
    return wording.place(*first) if first == last else f"{wording.place(*first)} – {wording.place(*last)}"


def _paragraph(chunk: Chunk, sources: Collection[MemorySource], place: str = "") -> Paragraph:
    begin = _label_end(chunk)
    shown = chunk.text[begin : begin + LONGEST_PARAGRAPH]
    parts = passages(shown, chunk.start + begin, sources)
    return Paragraph(chunk, parts, is_cut=begin + len(shown) < len(chunk.text), place=place)


def _label_end(chunk: Chunk) -> int:
    """Where the words of a turn begin in its chunk: who spoke and when is said above them already."""
    turn = getattr(chunk, "turn", None)
    if turn is None or not turn.speaker:
        return 0
    label = f"{turn.speaker}:"
    at = chunk.text.find(label, 0, LONGEST_LABEL)
    if at < 0:
        return 0
    words = chunk.text[at + len(label) :]
    return len(chunk.text) - len(words.lstrip())


def _visible(opened: Access, sources: Iterable[MemorySource], now: datetime) -> list[MemorySource]:
    return [source for source in sources if sight.may_see(opened, states.shown(source.memory, now))]
