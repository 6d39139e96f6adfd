"""Plain text: paragraphs, short lines that head them, list items, tables and code told apart by their look."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memoryhub.ingest.extract import dating
from memoryhub.ingest.extract.model import Block, BlockKind, Extracted
from memoryhub.ingest.extract.source import Source

KIND = "text"
LONGEST_HEADING = 44
LEAST_WRAPPED = 50
# The look of a longer line is not judged: no listing has such lines, and the patterns are not made for them.
LONGEST_JUDGED = 2000
SENTENCE_END = re.compile(r"[.!?…。！？；;:：，,、]['\"”’)）」』]*$")
ITEM = re.compile(r"[ \t]*(?:[-*+•·–—]|\d{1,3}[.)、]|[（(]\d{1,3}[)）])[ \t]*(?=\S)")
TABLE = re.compile(r"\t\S|\S.* \|$|^\s*\|.*\|\s*$|\S {3,}\S.* {3,}\S")
CODE_START = re.compile(
    r"(?:import |from \S+ import|export |const |let |var |def |class |return\b|function\b|async |await |public "
    r"|#include|//|/\*|\*/"
    r"|\$ |>>> |if \(|for \(|while \(|else\b|@\w+\(|<\w+[ />]|</\w|[}\])]+[;,)]*\s*$"
    r"|[\w.\"'-]+\s*[:=]\s*[\[{(\"'\d].*[,;{\[(]?$)"
)
STATEMENT = re.compile(
    r"(?:import [\w.]+(?: as \w+)?|from [\w.]+ import .+|(?:for|if|elif|while|with|def|class|except)\b.*[(._=<>].*:)$"
)
FIELD = re.compile(r"""["'][\w.-]+["']\s*:\s*.+[,}\]]""")
CODE_END = re.compile(r"(?:[{;\[(]|=>|\},?|\],?|\\)\s*(?:(?://|#|/\*).*)?$")
DRAWING = re.compile(r"[\u2500-\u259f\u25b2-\u25c4]")
VISIBLE = re.compile(r"[^\W_]|[\u2500-\u259f{}()\[\]]")
SIGNS = re.compile(r"[{}\[\]()<>=;|_$#&\\/*+^~@`\"]")


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str
    kind: BlockKind

    @property
    def width(self) -> int:
        """Columns as a terminal counts them: a Chinese character takes two."""
        if self.text.isascii():
            return len(self.text)
        return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in self.text)

    @property
    def is_open(self) -> bool:
        """Whether the line ends without any punctuation, as a heading does and as a wrapped line does."""
        return not SENTENCE_END.search(self.text)


def claims(source: Source) -> bool:
    """Whatever is left and decodes: raw text stays searchable even if its kind is not known."""
    return bool(source.text)


def read(source: Source) -> Extracted:
    """The text is kept as it is; a paragraph whose lines are wrapped is one block."""
    text = source.text
    blocks = list(_blocks(text))
    if blocks and blocks[-1].kind == "heading":
        # Nothing stands below it, so it is the text itself.
        blocks[-1] = replace(blocks[-1], kind="paragraph", level=0)
    first = blocks[0] if blocks else None
    title = first.text if first and first.kind == "heading" else source.stem
    return Extracted(
        kind=KIND,
        title=title,
        text=text,
        blocks=tuple(blocks),
        turns=(),
        document_date=dating.day_of_title(text.lstrip().partition("\n")[0], source.stem),
    )


def _blocks(text: str) -> Iterator[Block]:
    for group in _groups(text):
        position = 0
        for run in _runs(group):
            kind = run[0].kind
            if len(run) == 1 and _is_heading(group, position):
                kind = "heading"
            position += len(run)
            yield _block(text, run, kind)


def _groups(text: str) -> Iterator[list[_Line]]:
    """The lines between blank lines."""
    group: list[_Line] = []
    offset = 0
    for raw in text.split("\n"):
        stripped = raw.strip()
        if VISIBLE.search(stripped):
            start = offset + raw.index(stripped[0])
            group.append(_Line(start, start + len(stripped), stripped, _line_kind(raw)))
        elif group and not stripped:
            yield _whole_code(group)
            group = []
        offset += len(raw) + 1
    if group:
        yield _whole_code(group)


def _whole_code(group: list[_Line]) -> list[_Line]:
    """A listing is code as a whole, though some of its lines by themselves do not look like it."""
    code = sum(line.kind == "code" for line in group)
    return [replace(line, kind="code") for line in group] if code * 2 > len(group) else group


def _line_kind(raw: str) -> BlockKind:
    stripped = raw.strip()
    if len(stripped) > LONGEST_JUDGED:
        return "paragraph"
    if TABLE.search(raw.rstrip()):
        return "table"
    if _is_code(stripped) or (raw.startswith(("    ", "\t")) and not SENTENCE_END.search(stripped)):
        return "code"
    return "item" if ITEM.match(stripped) and not re.match(r"\d+\.\d", stripped) else "paragraph"


def _is_code(line: str) -> bool:
    signs = len(SIGNS.findall(line))
    return (
        len(DRAWING.findall(line)) >= 2
        or (bool(DRAWING.search(line)) and len(line) < 30)
        or bool(FIELD.fullmatch(line) or STATEMENT.match(line))
        or (bool(CODE_START.match(line)) and signs >= 1)
        or (bool(CODE_END.search(line)) and line.isascii())
        or signs > max(len(line) * 0.2, 2)
    )


def _runs(group: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines that belong together: of one kind, and wrapped rather than each complete."""
    run = [group[0]]
    widest = max(line.width for line in group)
    for line in group[1:]:
        if _continues(run[-1], line, widest):
            run.append(line)
        else:
            yield run
            run = [line]
    yield run


def _continues(before: _Line, line: _Line, widest: int) -> bool:
    if before.kind in {"code", "table"}:
        return line.kind == before.kind
    # A wrapped line is about as long as the longest; it need not end a sentence.
    wrapped = before.width >= max(LEAST_WRAPPED, widest * 0.7) and widest <= 140
    return line.kind == "paragraph" and wrapped


def _is_heading(group: Sequence[_Line], position: int) -> bool:
    """A short open line alone between blank lines, numbered or not, or one at the head of something longer."""
    line = group[position]
    if line.kind not in {"paragraph", "item"} or line.width > LONGEST_HEADING or not line.is_open:
        return False
    if len(group) == 1:
        return line.kind == "paragraph" or line.text[0].isdigit()
    before = group[position - 1] if position else None
    after = group[position + 1] if position + 1 < len(group) else None
    heads = after is not None and (after.width > line.width * 2 or after.kind != "paragraph")
    return line.kind == "paragraph" and heads and (before is None or not before.is_open or before.kind != "paragraph")


def _block(text: str, run: Sequence[_Line], kind: BlockKind) -> Block:
    start, end = run[0].start, run[-1].end
    if kind in {"code", "table"}:
        return Block(kind, start, end, text[start:end], ((0, start),))
    if run[0].kind == "item" and (marker := ITEM.match(text, start, end)):
        start = marker.end()
    # Line feeds become blanks one for one, so that offsets run in step.
    return Block(kind, start, end, text[start:end].replace("\n", " "), ((0, start),), level=int(kind == "heading"))
