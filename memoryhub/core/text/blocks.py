"""Finds the blocks of a text by its lines: paragraphs, headings, list items, table rows and fenced code."""

from __future__ import annotations

import enum
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace


class Kind(enum.StrEnum):
    """What a stretch of text is."""

    PROSE = "prose"
    HEADING = "heading"
    ITEM = "item"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """`text[start:end]` without the mark of its kind, such as `## ` or `- `."""

    kind: Kind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A line: what it is, where it and its words begin, and whether it can carry on the line before."""

    kind: Kind
    begin: int
    start: int
    end: int
    quoted: bool
    carries_on: bool

    def joins(self, previous: _Line) -> bool:
        return self.carries_on and self.quoted == previous.quoted and previous.kind in (Kind.PROSE, Kind.ITEM)


# Widths in columns, of which a Han character takes two: writers wrap lines within these.
_NARROWEST, _WIDEST = 40, 130
# A wrapped line may fall this much short, since some marks may not begin a line.
_SLACK = 4

_LINES = re.compile(r"([^\r\n\x0b\x0c\x85\u2028\u2029]*)(?:\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]|\Z)")
_FENCE = re.compile(r"\s{0,3}(?:`{3,}|~{3,})")
_BARE_FENCE = re.compile(r"\s{0,3}(?:`{3,}|~{3,})\s*")
_QUOTE = re.compile(r"(?:\s{0,3}>)+\s?")
_HEADING = re.compile(r"\s{0,3}#{1,6}[ \t]+")
_UNDERLINE = re.compile(r"\s{0,3}(?:={3,}|-{3,})\s*")
_MONTH = r"(?:Jan|Feb|Mar|Mär|Apr|Mai|May|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|janv|févr|avr|juin|juil|août|déc)"
# "3. März" opens a date and "A. Lund" a name, not a list.
_ITEM = re.compile(
    r"\s*(?:[-*+•‣◦·–—][ \t]+(?:\[[ xX]\][ \t]+)?"
    r"|[（(][0-9０-９一二三四五六七八九十]{1,3}[)）][ \t]*"
    r"|[一二三四五六七八九十]{1,3}、|[①-⑳][ \t]*"
    rf"|(?:\d{{1,3}}[.)]|[a-zA-Z]\))[ \t]+(?!{_MONTH})"
    r")(?=\S)"
)
# How a line of a transcript or a log begins.
_SPEAKER = re.compile(r"\s*(?:\[|\d{1,4}[-:./]\d|[^\s:：][^:：\n]{0,40}[:：](?:\s|$))")
_STOPPED = re.compile(r"[.!?。！？｡；;:：…][\s\"'”’」』）)\]*_]*$")
_WORD = re.compile(r"\s*([\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]|\S+)")


def blocks(text: str) -> Iterator[Block]:
    """The blocks of `text` in order, without blank lines.

    A line break ends a block, unless the writer wrapped the line: it has no final stop, and the first word of the
    next line would not have fitted into the width of the paragraph.
    """
    group: list[_Line] = []
    for line in _lines(text):
        if line and group and line.joins(group[-1]):
            group.append(line)
            continue
        underlined = line is not None and line.kind is Kind.HEADING and line.start == line.end
        if underlined and len(group) == 1 and not _STOPPED.search(text, group[0].start, group[0].end):
            group[0] = replace(group[0], kind=Kind.HEADING)
        yield from _unwrapped(text, group)
        group = [] if line is None or underlined else [line]
    yield from _unwrapped(text, group)


def _lines(text: str) -> Iterator[_Line | None]:
    """Every line, `None` for a blank one; a fenced block is one line."""
    spans = [match.span(1) for match in _LINES.finditer(text)]
    closers = [at for at, span in enumerate(spans) if _BARE_FENCE.fullmatch(text, *span)]
    at = 0
    while at < len(spans):
        begin, end = spans[at]
        at += 1
        if not text[begin:end].strip():
            yield None
            continue
        closer = bisect_right(closers, at - 1) if _FENCE.match(text, begin, end) else len(closers)
        if closer < len(closers):
            last = closers[closer]
            yield None
            if last > at:
                yield _Line(Kind.CODE, spans[at][0], spans[at][0], spans[last - 1][1], False, False)
            at = last + 1
        else:
            yield _line(text, begin, end)


def _line(text: str, begin: int, end: int) -> _Line:
    quote = _QUOTE.match(text, begin, end)
    start = quote.end() if quote else begin
    if _UNDERLINE.fullmatch(text, start, end):
        return _Line(Kind.HEADING, begin, end, end, bool(quote), False)
    if mark := _HEADING.match(text, start, end):
        return _Line(Kind.HEADING, begin, mark.end(), _title_end(text, mark.end(), end), bool(quote), False)
    row = text[start:end].strip()
    if len(row) > 1 and row.startswith("|") and row.endswith("|"):
        return _Line(Kind.TABLE, begin, start, end, bool(quote), False)
    if mark := _ITEM.match(text, start, end):
        return _Line(Kind.ITEM, begin, mark.end(), end, bool(quote), False)
    return _Line(Kind.PROSE, begin, start, end, bool(quote), not _SPEAKER.match(text, start, end))


def _title_end(text: str, start: int, end: int) -> int:
    title = text[start:end].rstrip()
    bare = title.rstrip("#")
    return start + len(title if bare and not bare[-1].isspace() else bare)


def _unwrapped(text: str, group: list[_Line]) -> Iterator[Block]:
    """The lines of a paragraph, those its writer wrapped put together."""
    if not group:
        return
    widths = [_width(text[line.begin : line.end].rstrip()) for line in group]
    full = max(widths)
    start, kind = group[0].start, group[0].kind
    for line, width, following in zip(group, widths, [*group[1:], None], strict=True):
        if following and _NARROWEST <= full <= _WIDEST and not _STOPPED.search(text, line.start, line.end):
            word = _WORD.match(text, following.start, following.end)
            if word and width + 1 + _width(word[1]) + _SLACK > full:
                continue
        yield Block(kind, start, line.end)
        if following:
            start, kind = following.start, following.kind


def _width(text: str) -> int:
    return len(text) if text.isascii() else sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
