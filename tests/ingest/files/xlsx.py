"""Workbooks: rents with days, shares, merged and hidden parts; stock in Korean; ones that cannot be read."""

from __future__ import annotations

import io
from datetime import date, datetime
from typing import Any

import openpyxl

from tests.ingest.files import docx
from tests.ingest.files.sample import Sample


def samples() -> list[Sample]:
    """All of them."""
    return [
        Sample("rents.xlsx", rents(), "xlsx", "What is the rent in Porto?", "City: Porto | Rent: 900"),
        Sample("재고.xlsx", stock(), "xlsx", "점토는 몇 개 있습니까?", "품목: 점토 | 수량: 120"),
        Sample("empty.xlsx", saved(openpyxl.Workbook()), "xlsx", error_code="no_text"),
        Sample("cut-off.xlsx", rents()[:3000], "xlsx", error_code="broken_file"),
        Sample("locked.xlsx", docx.locked(), "xlsx", error_code="locked_file"),
    ]


def saved(book: Any) -> bytes:
    """The bytes of a workbook."""
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def rents() -> bytes:
    """A title, an empty column, days, times, shares, cells merged over rows, a table that goes on, a hidden sheet."""
    book = openpyxl.Workbook()
    book.properties.creator = "Chen Wei"
    sheet = book.active
    sheet.title = "Rents"
    for row in (
        ["Rents of the old town"],
        [],
        ["City", None, "Rent", "Since", "Share"],
        ["Porto", None, 900, date(2026, 5, 4), 0.255],
        [None, None, 950.5, datetime(2026, 5, 4, 10, 30), None],
        [],
        ["Foz|west", None, 1.1 + 2.2, True, None],
    ):
        sheet.append(row)
    sheet["E4"].number_format = "0.0%"
    sheet.merge_cells("A4:A5")
    hidden = book.create_sheet("Codes")
    hidden.sheet_state = "hidden"
    hidden.append(["Code", "Use"])
    hidden.append(["4417", "gate"])
    book.create_sheet("Nothing")
    return saved(book)


def stock() -> bytes:
    """Korean, with emoji."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "재고"
    for row in (["품목", "수량"], ["점토", 120], ["유약 🎨", 7]):
        sheet.append(row)
    return saved(book)


def formulas() -> bytes:
    """A formula with the value it had when the workbook was saved."""

    def change(name: str, part: bytes) -> bytes:
        return part.replace(b"<f>SUM(A1:A2)</f><v />", b"<f>SUM(A1:A2)</f><v>5417</v>").replace(
            b"<f>SUM(A1:A2)</f><v></v>", b"<f>SUM(A1:A2)</f><v>5417</v>"
        )

    book = openpyxl.Workbook()
    for row in ([5000], [417], ["=SUM(A1:A2)"]):
        book.active.append(row)
    return docx.rewritten(saved(book), change)


def long_table(rows: int) -> bytes:
    """Three columns and so many rows."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Towns")
    sheet.append(["Town", "Rent", "Note"])
    for number in range(rows):
        sheet.append([f"Town {number}", number, "by the sea"])
    return saved(book)
