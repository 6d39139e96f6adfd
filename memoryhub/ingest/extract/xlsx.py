"""Workbooks, by openpyxl: each sheet a heading and its tables, with the values that formulas had when it was saved."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import Any

from memoryhub.ingest.extract import office, sheets, xls
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.office import Facts
from memoryhub.ingest.extract.sheets import Sheet
from memoryhub.ingest.extract.source import Source

KIND = "xlsx"
NEEDS = ("openpyxl", "xlrd", "olefile", "lxml.html")
SUFFIXES = {".xlsx", ".xlsm", ".xltx", ".xltm"}
MAIN = "xl/workbook.xml"
MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*ref=\"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})\"")
# What spans more rows is a frame around the sheet rather than a name of rows.
MOST_SPANNED = 10_000
# Empty rows in a row after which a sheet is taken to be over.
MOST_EMPTY = 10_000


def claims(source: Source) -> bool:
    """By its main part; a broken or locked one by its name; old workbooks by the parts of their own."""
    return office.claims(source, MAIN, SUFFIXES) or xls.is_workbook(source)


def read(source: Source) -> Extracted:
    """Markdown of all sheets in order; hidden ones are kept and say so. Raises ExtractionError."""
    composition = Composition(source)
    if xls.is_workbook(source) and not office.is_locked(source):
        found, author = xls.read(source)
        facts = Facts(author=author)
        _refuse_many(len(found), source)
        blocks = sheets.compose(composition, found)
    else:
        package = office.opened(source)
        if MAIN not in package.namelist():
            raise office.wrong_kind("workbook")
        facts = office.facts(package)
        with parsing("workbook"):
            blocks = sheets.compose(composition, _sheets(package, source))
    return composition.extracted(
        KIND,
        title=facts.title or source.stem,
        written_on=facts.written_on,
        properties={"author": facts.author},
        blocks=blocks,
    )


def _sheets(package: zipfile.ZipFile, source: Source) -> Iterator[Sheet]:
    import openpyxl

    book = openpyxl.load_workbook(office.harmless(package), read_only=True, data_only=True, keep_links=False)
    _refuse_many(len(book.worksheets), source)
    for sheet in book.worksheets:
        # What a sheet claims to be its extent may be wrong, or huge.
        sheet.reset_dimensions()
        spans = _spans(office.part(package, sheet._worksheet_path.lstrip("/")))
        yield Sheet(sheet.title, _rows(sheet, spans), sheet.sheet_state != "visible")


def _refuse_many(count: int, source: Source) -> None:
    if count > source.limits.pages:
        message = f"The workbook has {count:,} sheets; the limit is {source.limits.pages:,}."
        raise ExtractionError("too_many_pages", message)


def _rows(sheet: Any, spans: dict[tuple[int, int], tuple[int, int]]) -> Iterator[list[str]]:
    """The rows; what is merged over rows is told in each of them."""
    told: dict[tuple[int, int], str] = {}
    empty = 0
    for number, row in enumerate(sheet.iter_rows(), start=1):
        cells = [sheets.readable(cell.value, getattr(cell, "number_format", "") or "") for cell in row]
        for column in range(len(cells)):
            if origin := spans.get((number, column)):
                told.setdefault(origin, cells[column])
                cells[column] = cells[column] or told[origin]
        empty = 0 if any(cells) else empty + 1
        if empty > MOST_EMPTY:
            return
        yield cells


def _spans(data: bytes) -> dict[tuple[int, int], tuple[int, int]]:
    """For each cell in the first column of a merged range of several rows, where that range begins; (row, column),
    rows from 1 and columns from 0.
    """
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for left, top, _right, bottom in MERGED.findall(data):
        column, first, last = _column(left), int(top), int(bottom)
        if first < last and len(found) + last - first < MOST_SPANNED:
            found.update({(row, column): (first, column) for row in range(first, last + 1)})
    return found


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1
