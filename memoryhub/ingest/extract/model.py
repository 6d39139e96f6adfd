"""What every reader returns: the kept text, and where its blocks and turns stand in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from memoryhub.core import text as text_rules
from memoryhub.core.errors import InvalidInput

BlockKind = Literal["heading", "paragraph", "item", "quote", "table", "code", "html", "front_matter", "turn"]
PlaceKind = Literal["page", "slide", "sheet"]
PROSE: frozenset[BlockKind] = frozenset({"paragraph", "item", "quote", "turn"})


class ExtractionError(InvalidInput):
    """The bytes cannot be read; `code` says why, for good: empty_document, no_text, binary_content, unknown_encoding,
    broken_file, broken_json, no_turns, locked_file, unsafe_archive, too_many_pages, too_large, too_slow,
    too_much_memory.
    """

    code = "extraction_failed"

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__("content", message, code=code, **details)


@dataclass(frozen=True, slots=True)
class Block:
    """A structural piece of a document.

    `start` and `end` are offsets in the kept text. `text` is the readable form without markup; `segments` are pairs
    (offset in `text`, offset in the kept text), ascending, between which both run in step. `level` is the depth of
    a heading.
    """

    kind: BlockKind
    start: int
    end: int
    text: str
    segments: tuple[tuple[int, int], ...]
    level: int = 0

    @property
    def is_prose(self) -> bool:
        return self.kind in PROSE

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """The span in the kept text of `text[start:end]`."""
        return self._source(start), min(self._source(max(end - 1, start)) + 1, self.end)

    def part(self, start: int, end: int) -> Block:
        """The same block cut down to `text[start:end]`."""
        inside = tuple((offset - start, source) for offset, source in self.segments if start < offset < end)
        source_start, source_end = self.locate(start, end)
        segments = ((0, source_start), *inside)
        return Block(self.kind, source_start, source_end, self.text[start:end], segments, self.level)

    def _source(self, offset: int) -> int:
        index = max(bisect_right(self.segments, (offset, self.end)) - 1, 0)
        at, source = self.segments[index]
        return min(source + offset - at, self.end)


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance. `start` and `end` enclose its words in the kept text; at `line_start` its speaker's label begins.

    `at` is aware; a time without a zone is read as UTC. `role` is user, assistant, system or tool, or empty where the
    source has none.
    """

    index: int
    speaker: str
    role: str
    text: str
    at: datetime | None
    session: str
    start: int
    end: int
    line_start: int


@dataclass(frozen=True, slots=True)
class Place:
    """From `start` on, the kept text stands on this page, slide or sheet, until the next place begins.

    `label` is what people call it: a number, or the name of a sheet.
    """

    start: int
    kind: PlaceKind
    label: str


@dataclass(frozen=True, slots=True)
class Member:
    """A document found inside another, such as a file of an archive or a mail of a mailbox.

    `path` names it within the other and is the same each time that is read; `file` holds its bytes and lies in the
    reader's scratch folder. The rest is what the outer document knows of it.
    """

    path: str
    file: Path
    media_type: str = ""
    kind: str = ""
    title: str = ""


@dataclass(frozen=True)
class Extracted:
    """A document as it is kept: `text` is what is stored, and every span points into it.

    `prose` is what of it is written for people, or the beginning of that: by this its language is told, by all of
    `text` where it is empty.
    `properties` are what the content says of itself: texts by name, such as author, site, url, sender, recipients,
    subject. A document with `members` is read for the sake of these; its own text is their list.
    """

    kind: str
    title: str
    text: str
    blocks: tuple[Block, ...]
    turns: tuple[Turn, ...]
    document_date: date | None
    prose: str = ""
    places: tuple[Place, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    members: tuple[Member, ...] = ()

    @cached_property
    def language(self) -> str:
        """The code of the language, as `text.language` gives it; told where it is asked for, since a process that
        reads would need 75 MB for it.
        """
        return text_rules.language(self.prose or self.text)
