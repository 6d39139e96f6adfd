"""Markdown as the readers of other formats write it, and the document that is made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import dating, markdown
from memoryhub.ingest.extract.model import Block, Extracted, ExtractionError, Place, PlaceKind
from memoryhub.ingest.extract.source import Source

# What would be taken for markup: at the start of a line, and anywhere.
OPENER = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|={3,}\s*$|-{3,}\s*$|~{3,})")
NUMBERED = re.compile(r"^(\s*\d{1,9})([.)])(?=\s|$)")
INLINE = re.compile(r"[\\`*\[\]]|<(?=[A-Za-z/!?])|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|~(?=~)")
BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")
TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
# Ends of lines that are none of a text file's; a vertical tab is a line break inside a paragraph of office files.
LINE_ENDS = re.compile(r"\r\n?|[\v\f\u0085\u2028\u2029]")
DEEPEST_HEADING = 6
FENCE = "```"


def one_line(text: str) -> str:
    """`text` with every run of white space made one blank."""
    return " ".join(text.split())


def escaped(text: str) -> str:
    """One line of plain text, written so that Markdown reads it as the same text."""
    return NUMBERED.sub(r"\1\\\2", OPENER.sub(r"\1\\\2", inline(text)))


def inline(text: str) -> str:
    """The same for text inside a line, where signs that open one mean nothing."""
    return INLINE.sub(lambda match: f"\\{match[0]}", text)


def heading(level: int, text: str) -> str:
    """A heading; the deepest there is has level 6."""
    return f"{'#' * min(max(level, 1), DEEPEST_HEADING)} {inline(one_line(text))}"


def item(level: int, text: str) -> str:
    """An item of a list, indented by its level (0 is the outermost)."""
    return f"{'  ' * level}- {escaped(one_line(text))}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of plain cells; rows that are short get empty cells."""
    lines = [_row(header, len(header)), "|" + " --- |" * len(header)]
    return "\n".join([*lines, *(_row(row, len(header)) for row in rows)])


def _row(cells: Sequence[str], width: int) -> str:
    written = [cell(words) for words in cells]
    return "| " + " | ".join([*written, *[""] * (width - len(written))]) + " |"


def cell(text: str) -> str:
    """The words of a cell, written so that Markdown reads them as the same text in a table."""
    return inline(one_line(text)).replace("|", "\\|")


def fenced(code: str) -> str:
    """A listing, between fences longer than any inside it."""
    longest = max((len(run) for run in re.findall("`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{code}\n{fence}"


def tidied(text: str) -> str:
    """The form in which text is kept: cleaned, line feeds only, no blanks at ends of lines, one empty line at most."""
    cleaned = TRAILING.sub("", LINE_ENDS.sub("\n", text_rules.clean(text)))
    return BLANK_LINES.sub("\n\n", cleaned).strip("\n")


def _parsable(paragraph: str) -> str:
    """The paragraph, as a listing if it is so full of signs that it would take too long to parse."""
    # Rows and items are parsed one by one.
    parts = paragraph.split("\n") if paragraph.startswith(("|", "- ")) else [paragraph]
    return fenced(paragraph) if any(map(markdown.is_mere_marks, parts)) else paragraph


@dataclass(slots=True)
class Composition:
    """The Markdown of a document while it is written, part by part, each on a page, slide or sheet or on none.

    Raises ExtractionError as soon as there is too much.
    """

    source: Source
    parts: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    length: int = 0
    size: int = 0

    def add(self, text: str, *, place: PlaceKind | None = None, label: str = "", gap: str = "\n\n") -> int:
        """Append a part after the gap; one without text leaves no trace. Returns where it begins."""
        part = "\n\n".join(map(_parsable, tidied(text).split("\n\n")))
        if not part:
            return self.length
        gap = gap if self.parts else ""
        start = self.length + len(gap)
        self.parts.append(gap + part)
        self.length = start + len(part)
        self.size += len(gap) + len(part.encode())
        if place:
            self.places.append(Place(start, place, text_rules.clean(label)))
        refuse_large(self.size, self.source)
        return start

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def extracted(
        self,
        kind: str,
        *,
        title: str = "",
        written_on: date | None = None,
        properties: Mapping[str, str] | None = None,
        blocks: Sequence[Block] | None = None,
    ) -> Extracted:
        """The document, with the blocks of its Markdown where none are given.

        Its title is the given one, else its first heading, else the name of its file. Raises ExtractionError (no_text)
        with a message of its own for each kind.
        """
        text = self.text
        if not any(map(str.isalnum, text)):
            raise no_text(f"the {NAMES.get(kind, kind)} has no words.")
        found = tuple(markdown.blocks(text)) if blocks is None else tuple(blocks)
        first = next((block.text for block in found if block.kind == "heading"), "")
        told = one_line(text_rules.clean(title)) or first or self.source.stem
        prose = "\n".join(block.text for block in found if block.is_prose or block.kind == "heading")
        return Extracted(
            kind=kind,
            title=told,
            text=text,
            blocks=found,
            turns=(),
            prose=prose,
            document_date=dating.day_of_title(told, self.source.stem) or written_on,
            places=tuple(self.places),
            properties={name: told for name, value in (properties or {}).items() if (told := _told(value))},
        )


NAMES = {
    "pdf": "PDF",
    "docx": "Word document",
    "pptx": "presentation",
    "xlsx": "workbook",
    "epub": "book",
    "html": "page",
}


def _told(value: str) -> str:
    return one_line(text_rules.clean(value))


def no_text(reason: str) -> ExtractionError:
    """The refusal of what has nothing to read."""
    return ExtractionError("no_text", f"No text found: {reason}")


def refuse_large(size: int, source: Source) -> None:
    """Refuse a text of more bytes than may be kept."""
    if size > source.limits.text_bytes:
        message = f"The text has more than {source.limits.text_bytes:,} bytes, which is the limit."
        raise ExtractionError("too_large", message)
