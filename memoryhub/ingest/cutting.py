"""Cuts a block that is over the budget into pieces, each of which can be understood without the one before it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import Block
from memoryhub.ingest.extract.tables import AFTER_NAME, BETWEEN

# Characters to a token where they are fewest, as in English.
LIGHTEST = 4
DENSE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
# What leads a piece may take so much of its budget.
LEAD_SHARE = 4
LONGEST_LABEL = 80
# In a row longer than that nobody looks for its beginning.
LONGEST_ROW = 20_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or a part of one that was cut, with the `lead` that is read before it.

    The lead of a part: the last sentence of the part before it (of prose), the opening line (of code), the names of
    its row and of its column (of a table). Where a lead stands right before the part in the kept text, at `start`,
    the chunk begins there.
    """

    block: Block
    start: int
    lead: str = ""

    @property
    def text(self) -> str:
        return self.lead + self.block.text

    @property
    def cost(self) -> int:
        return 0 if self.block.kind == "heading" else estimate_tokens(self.text)


def estimate_tokens(text: str) -> int:
    """About how many tokens an embedder sees: one for a Han, kana or Hangul character, one for four others."""
    dense = 0 if text.isascii() else len(DENSE.findall(text))
    return dense + (len(text) - dense + LIGHTEST - 1) // LIGHTEST


def pieces(block: Block, budget: int) -> Iterator[Piece]:
    """The block itself if it fits, else pieces of it that end where sentences, rows or lines do."""
    if block.kind == "heading" or estimate_tokens(block.text) <= budget:
        yield Piece(block, block.start)
        return
    units = list(_units(block, budget))
    first, size, lead = 0, 0, ""
    for index, (start, end) in enumerate(units):
        cost = estimate_tokens(block.text[start:end])
        if index > first and size + cost > budget:
            yield _piece(block, units[first][0], start, lead)
            lead = _lead(block, units, index, min(budget // LEAD_SHARE, budget - cost))
            first, size = index, estimate_tokens(lead)
        size += cost
    yield _piece(block, units[first][0] if units else 0, len(block.text), lead)


def _piece(block: Block, start: int, end: int, lead: str) -> Piece:
    # A block may have a hundred thousand segments; those of the part are all that is looked at.
    first, last = bisect_right(block.segments, (start, block.end)) - 1, bisect_right(block.segments, (end, block.end))
    near = replace(block, segments=block.segments[max(first, 0) : last])
    part = near.part(start, max(start + len(block.text[start:end].rstrip()), start + 1))
    if start == 0:
        # The names of a table's columns stand before its first row and belong to it.
        part = replace(part, start=block.start)
    if lead and block.is_prose:
        return Piece(part, block.locate(start - len(lead), start)[0], lead)
    return Piece(part, part.start, lead)


def _lead(block: Block, units: list[tuple[int, int]], index: int, room: int) -> str:
    """What has to be read before the unit at `index`; nothing if that takes more tokens than there is room."""
    start = units[index][0]
    if block.is_prose:
        lead = block.text[units[index - 1][0] : start] if _is_sentence_end(block.text, units[index - 1][0]) else ""
    elif block.kind == "code":
        lead = block.text[: block.text.find("\n") + 1]
    elif block.kind == "table":
        lead = _names(block.text, start)
    else:
        lead = ""
    return lead if estimate_tokens(lead) <= room else ""


def _is_sentence_end(text: str, start: int) -> bool:
    """Whether a sentence begins at `start`, so that what follows it is a whole one."""
    return start == 0 or text[start - 1] in "。！？｡" or text[start - 1].isspace()


def _names(text: str, start: int) -> str:
    """For a place inside a row: the row's first cell, and the name of the column if the place is inside a cell."""
    row = text.rfind("\n", max(start - LONGEST_ROW, 0), start) + 1
    if row == start or (row == 0 and start > LONGEST_ROW):
        return ""
    first = text[row : start if (end := text.find(BETWEEN, row, start)) < 0 else end]
    lead = f"{first}{BETWEEN}" if len(first) <= LONGEST_LABEL and len(first) < start - row else ""
    cell = max(text.rfind(BETWEEN, row, start) + len(BETWEEN), row)
    if cell >= start:
        return lead
    name, found, _value = text[cell:start].partition(AFTER_NAME)
    return f"{lead}{name}{AFTER_NAME}" if found and len(name) <= LONGEST_LABEL else lead


def _units(block: Block, budget: int) -> Iterator[tuple[int, int]]:
    """Sentences of prose, rows of tables, lines of anything else; a row over the budget by itself is cut between its
    cells, and what is still over the budget at blanks.
    """
    if block.is_prose:
        spans = _sentences(block.text)
    else:
        spans = [match.span() for match in re.finditer(r"[^\n]+\n*|\n+", block.text)]
    for start, end in spans:
        if block.kind == "table" and estimate_tokens(block.text[start:end]) > budget:
            for cell_start, cell_end in _cells(block.text, start, end):
                yield from _cut(block.text, cell_start, cell_end, budget * 3 // 4)
        else:
            yield from _cut(block.text, start, end, budget)


def _sentences(text: str) -> list[tuple[int, int]]:
    """The sentences, each up to where the next begins, so that together they are the whole text."""
    starts = [0, *(span.start for span in text_rules.sentences(text)[1:])]
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while (stop := text.find(BETWEEN, start, end)) >= 0:
        yield start, stop + len(BETWEEN)
        start = stop + len(BETWEEN)
    yield start, end


def _cut(text: str, start: int, end: int, budget: int) -> Iterator[tuple[int, int]]:
    """Pieces of `text[start:end]` within the budget: at a blank if there is one, else after so many characters."""
    while end - start > budget * LIGHTEST or estimate_tokens(text[start:end]) > budget:
        # The budget in characters is safe for every script; Latin text holds four times as many.
        light = not DENSE.search(text, start, min(start + budget * LIGHTEST, end))
        stop = start + budget * (LIGHTEST if light else 1)
        blank = text.rfind(" ", start + 1, stop)
        stop = blank + 1 if blank > start else stop
        yield start, stop
        start = stop
    yield start, end
