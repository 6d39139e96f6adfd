"""Workbooks of Excel before 2007 (.xls), by xlrd."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from memoryhub.ingest.extract import office, sheets
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.sheets import Sheet
from memoryhub.ingest.extract.source import Source

SUFFIXES = {".xls", ".xlt"}
STREAMS = tuple(name.encode("utf-16-le") for name in ("Workbook\0", "Book\0"))
OTHERS = tuple(name.encode("utf-16-le") for name in ("WordDocument", "PowerPoint Document"))


def is_workbook(source: Source) -> bool:
    """Whether the bytes are an old office file that holds a workbook."""
    if not source.data.startswith(office.OLE):
        return False
    if source.suffix in SUFFIXES:
        return True
    return any(name in source.data for name in STREAMS) and not any(name in source.data for name in OTHERS)


def read(source: Source) -> tuple[list[Sheet], str]:
    """The sheets, and who last wrote the file. Raises ExtractionError: broken_file, locked_file."""
    import os

    import olefile
    import xlrd

    with parsing("workbook"), open(os.devnull, "w", encoding="utf-8") as silence:
        # Not by xlrd itself, which follows a chain of sectors round and round.
        with olefile.OleFileIO(io.BytesIO(source.data)) as compound:
            stream = compound.openstream("Workbook" if compound.exists("Workbook") else "Book").read()
        book = xlrd.open_workbook(file_contents=stream, on_demand=True, logfile=silence, formatting_info=False)
        found = [Sheet(sheet.name, list(_rows(book, sheet)), bool(sheet.visibility)) for sheet in book.sheets()]
        return found, office.author_of(book.user_name or "")


def _rows(book: Any, sheet: Any) -> Iterator[list[str]]:
    for row in range(sheet.nrows):
        yield [_readable(book, sheet.cell(row, column)) for column in range(sheet.row_len(row))]


def _readable(book: Any, cell: Any) -> str:
    import xlrd

    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            return sheets.readable(xlrd.xldate.xldate_as_datetime(cell.value, book.datemode))
        except (ValueError, OverflowError):
            return sheets.readable(cell.value)
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return sheets.readable(bool(cell.value))
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, ""))
    return sheets.readable(cell.value)
