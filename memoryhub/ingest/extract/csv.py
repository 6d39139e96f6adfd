"""Comma, semicolon or tab separated values: one row, one line that names the column of each cell. Kept as written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from memoryhub.ingest.extract import composing, dating, html_tables, tables
from memoryhub.ingest.extract.model import Block, Extracted
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.extract.tables import Cell, Row

KIND = "csv"
SUFFIXES = {".csv", ".tsv", ".tab", ".psv"}
MEDIA_TYPES = {"text/csv", "text/tab-separated-values", "application/csv"}
SEPARATORS = ",;\t|"
SAMPLED_ROWS = 50
# Excel's own line that names the separator.
STATED = re.compile(r'(?:\ufeff)?"?sep=(.)"?\n', re.IGNORECASE)


def claims(source: Source) -> bool:
    """By name or media type."""
    return source.suffix in SUFFIXES or source.media_type in MEDIA_TYPES


def read(source: Source) -> Extracted:
    """The text as it is, with its rows as blocks. A file of one column is read as lines. Raises ExtractionError."""
    text = source.text
    composing.refuse_large(len(text.encode()), source)
    stated = STATED.match(text)
    start = stated.end() if stated else 0
    separator = stated[1] if stated else _separator(text)
    rows = [row for row in _rows(text, separator, start) if any(cell.text for cell in row.cells)]
    return Extracted(
        kind=KIND,
        title=source.stem,
        text=text,
        blocks=tuple(_blocks(rows)),
        turns=(),
        document_date=dating.day_of_title(source.stem),
    )


def _blocks(rows: Sequence[Row]) -> Iterator[Block]:
    """Titles that stand above the table, and the table."""
    width = max((len(row.cells) for row in rows), default=0)
    first = 0
    while first < len(rows) - 1 and width > 1 and sum(bool(cell.text) for cell in rows[first].cells) == 1:
        title = next(cell for cell in rows[first].cells if cell.text)
        yield Block("paragraph", title.start, title.end, title.text, ((0, title.start),))
        first += 1
    body = rows[first:]
    if not body:
        return
    sample = [[cell.text for cell in row.cells] for row in body[:2]]
    if html_tables.looks_like_head(sample) and len(sample[0]) >= len(sample[1]) - 1:
        yield from tables.blocks(sample[0], body[1:], start=body[0].start)
    else:
        yield from tables.blocks([], body, start=body[0].start)


def _separator(text: str) -> str:
    """The sign that parts the first rows most evenly into cells; a comma where none does."""
    best, best_score = ",", 0.0
    for separator in SEPARATORS:
        widths = Counter(len(row.cells) for row in islice(_rows(text, separator, 0), SAMPLED_ROWS))
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        score = (width > 1) * (count / max(sum(widths.values()), 1)) + min(width, 50) / 1000
        if width > 1 and score > best_score:
            best, best_score = separator, score
    return best


def _rows(text: str, separator: str, start: int) -> Iterator[Row]:
    """The records by RFC 4180, with where each cell stands; a quote that is never closed is a plain sign."""
    quoted = r'[ ]*"(?P<quoted>(?:[^"]++|"")*+)"[ ]*'
    field = re.compile(rf"(?:{quoted}|(?P<plain>[^\n{re.escape(separator)}]*))(?P<end>{re.escape(separator)}|\n|\Z)")
    bare = re.compile(rf"(?P<quoted>(?!))?(?P<plain>[^\n{re.escape(separator)}]*)(?P<end>{re.escape(separator)}|\n|\Z)")
    at, began = start, start
    cells: list[Cell] = []
    while at <= len(text):
        match = field.match(text, at) or bare.match(text, at)
        if match is None:
            return
        cells.append(_cell(match))
        at = match.end()
        if match["end"] != separator:
            yield Row(began, match.start("end"), tuple(cells))
            cells, began = [], at
            if at >= len(text):
                return


def _cell(match: re.Match[str]) -> Cell:
    name = "plain" if match["quoted"] is None else "quoted"
    words = match[name].replace('""', '"') if name == "quoted" else match[name]
    start = match.start(name) + len(words) - len(words.lstrip())
    return Cell(composing.one_line(words), start)
