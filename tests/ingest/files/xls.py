"""A workbook of Excel 97, written record by record: no library at hand writes such files any more."""

from __future__ import annotations

import struct

from tests.ingest.files.compound import compound
from tests.ingest.files.sample import Sample

GLOBALS, SHEET = 0x0005, 0x0010


def samples() -> list[Sample]:
    """All of them."""
    towns = workbook([["Town", "People"], ["Gent", 265], ["Köln", 1.5]])
    return [Sample("towns.xls", towns, "xlsx", "How many people live in Gent?", "Town: Gent | People: 265")]


def workbook(rows: list[list[str | float]], *, name: str = "Towns") -> bytes:
    """A workbook with one sheet of texts and numbers."""
    bound = _record(0x85, struct.pack("<IHBB", 0, 0, len(name), 0) + name.encode("latin-1"))
    opening = _record(0x809, struct.pack("<HHHHII", 0x0600, GLOBALS, 0, 0, 0, 0x0600)) + _record(0x42, b"\xb0\x04")
    start = len(opening) + len(bound) + 4
    bound = bound[:4] + struct.pack("<I", start) + bound[8:]
    sheet = _record(0x809, struct.pack("<HHHHII", 0x0600, SHEET, 0, 0, 0, 0x0600))
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            sheet += _cell(row, column, value)
    return compound({"Workbook": opening + bound + _record(0x0A) + sheet + _record(0x0A)})


def _cell(row: int, column: int, value: str | float) -> bytes:
    place = struct.pack("<HHH", row, column, 0)
    if isinstance(value, str):
        return _record(0x204, place + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
    return _record(0x203, place + struct.pack("<d", value))


def _record(number: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", number, len(data)) + data
