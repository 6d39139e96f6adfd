"""Sheets of a workbook as Markdown tables with their blocks, whichever program wrote the workbook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import composing, html_tables, tables
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.model import Block
from memoryhub.ingest.extract.tables import Cell, Row

# A sheet may claim more columns than anybody reads.
MOST_COLUMNS = 16_384
ESCAPED = re.compile(r"\\(.)")
Grid = list[list[str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet by its name; `rows` are the readable cells from the first column on, empty ones included."""

    name: str
    rows: Iterable[Sequence[str]]
    is_hidden: bool = False


def readable(value: object, number_format: str = "") -> str:
    """A value as people read it: days in ISO form, whole numbers without a point, shares in per cent."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _number(value, number_format)
    if isinstance(value, datetime):
        moment = value.replace(microsecond=0, tzinfo=None)
        return moment.date().isoformat() if moment.time() == time() else moment.isoformat(" ").removesuffix(":00")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return composing.one_line(text_rules.clean(str(value)))


def _number(value: float, number_format: str) -> str:
    if "%" in number_format:
        return f"{value * 100:.10g}%"
    # Fifteen digits are what a spreadsheet keeps; behind them stand errors of rounding.
    return str(int(value)) if isinstance(value, int) or value.is_integer() else f"{value:.15g}"


def compose(composition: Composition, sheets: Iterable[Sheet]) -> list[Block]:
    """Write each sheet that has anything below a heading of its name. Returns the blocks of all."""
    blocks: list[Block] = []
    for sheet in sheets:
        regions = list(_regions(sheet.rows, composition))
        if not regions:
            continue
        name = f"{sheet.name} (hidden)" if sheet.is_hidden else sheet.name
        written = composing.heading(1, name)
        start = composition.add(written, place="sheet", label=sheet.name)
        blocks.append(Block("heading", start, start + len(written), composing.one_line(name), ((0, start + 2),), 1))
        blocks += _compose_regions(composition, regions)
    return blocks


def _regions(rows: Iterable[Sequence[str]], composition: Composition) -> Iterator[tuple[tuple[int, ...], Grid]]:
    """The runs of rows between empty ones, each with the columns it uses."""
    run: Grid = []
    size = composition.size
    for row in rows:
        if any(row):
            run.append(list(row[:MOST_COLUMNS]))
            # Looked at while reading: what is too large must not first be built up as a whole.
            size += sum(map(len, row))
            composing.refuse_large(size, composition.source)
        elif run:
            yield _region(run)
            run = []
    if run:
        yield _region(run)


def _region(run: Grid) -> tuple[tuple[int, ...], Grid]:
    width = max(map(len, run))
    full = [row + [""] * (width - len(row)) for row in run]
    used = tuple(column for column in range(width) if any(row[column] for row in full))
    return used, [[row[column] for column in used] for row in full]


def _compose_regions(composition: Composition, regions: Sequence[tuple[tuple[int, ...], Grid]]) -> Iterator[Block]:
    """Titles above a table as paragraphs, tables as tables; what goes on below an empty row keeps its heads."""
    before: tuple[tuple[int, ...], list[str]] = ((), [])
    for columns, grid in regions:
        body = list(grid)
        while body and (len(columns) == 1 or (sum(map(bool, body[0])) == 1 and len(body) > 1)):
            yield _paragraph(composition, next(filter(None, body.pop(0))))
        if not body:
            continue
        header, rows = html_tables.headed(body, None)
        names = dict(zip(*before, strict=True))
        if not any(header) and set(columns) <= set(names):
            header = [names[column] for column in columns]
        else:
            before = (columns, header)
        yield from _table(composition, header, rows)


def _paragraph(composition: Composition, words: str) -> Block:
    written = composing.escaped(words)
    start = composition.add(written)
    return Block("paragraph", start, start + len(written), words, ((0, start + int(written[:1] != words[:1])),))


def _table(composition: Composition, header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Block]:
    written = composing.table(header, rows)
    start = composition.add(written)
    at = start
    placed: list[Row] = []
    for number, line in enumerate(written.split("\n")):
        if number >= 2:
            placed.append(_placed(line, rows[number - 2], at))
        at += len(line) + 1
    return tables.blocks(header, placed, start=start)


def _placed(line: str, cells: Sequence[str], start: int) -> Row:
    """The row in the kept text."""
    found: list[Cell] = []
    at = start
    for words in cells:
        at += 2
        written = composing.cell(words)
        found.append(Cell(words, at, _escapes(written, at)))
        at += len(written) + 1
    return Row(start, start + len(line), tuple(found))


def _escapes(written: str, start: int) -> tuple[tuple[int, int], ...]:
    """Where the words of a cell go on behind each backslash that was written into them."""
    places = [match.start() for match in ESCAPED.finditer(written)]
    return tuple((place - number, start + place + 1) for number, place in enumerate(places))
