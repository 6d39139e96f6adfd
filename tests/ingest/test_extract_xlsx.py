"""Workbooks: sheets with readable values, headers on every row, hidden sheets named, emptiness dropped."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from memoryhub.ingest import chunking
from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, extract, sheets
from tests.ingest.files import docx, xlsx

RENTS = """# Rents

Rents of the old town

| City | Rent | Since | Share |
| --- | --- | --- | --- |
| Porto | 900 | 2026-05-04 | 25.5% |
| Porto | 950.5 | 2026-05-04 10:30 |  |

| City | Rent | Since |
| --- | --- | --- |
| Foz\\|west | 3.3 | TRUE |

# Codes (hidden)

| Code | Use |
| --- | --- |
| 4417 | gate |"""


def read(data: bytes, name: str = "a.xlsx", limits: Limits | None = None) -> Extracted:
    return extract(data, name=name, media_type=None, limits=limits)


def test_sheets_become_sections_with_their_places() -> None:
    extracted = read(xlsx.rents(), name="rents of may.xlsx")
    assert extracted.text == RENTS
    assert [(place.kind, place.label) for place in extracted.places] == [("sheet", "Rents"), ("sheet", "Codes")]
    assert (extracted.title, extracted.properties["author"]) == ("rents of may", "Chen Wei")


def test_every_row_is_understood_by_itself_and_leads_to_its_row() -> None:
    extracted = read(xlsx.rents())
    rows = [(block, line) for block in extracted.blocks if block.kind == "table" for line in block.text.split("\n")]
    assert [line for _block, line in rows] == [
        "City: Porto | Rent: 900 | Since: 2026-05-04 | Share: 25.5%",
        "City: Porto | Rent: 950.5 | Since: 2026-05-04 10:30",
        "City: Foz|west | Rent: 3.3 | Since: TRUE",
        "Code: 4417 | Use: gate",
    ]
    block, line = rows[1]
    start = block.text.index(line)
    assert extracted.text[slice(*block.locate(start, start + len(line)))] == "| Porto | 950.5 | 2026-05-04 10:30"


def test_formulas_have_the_value_they_had() -> None:
    assert "5417" in read(xlsx.formulas()).text


def test_a_long_sheet_is_cut_between_rows_that_name_their_columns() -> None:
    found = chunking.chunks(read(xlsx.long_table(300)), budget=100)
    assert len(found) > 20
    for chunk in found:
        assert chunk.heading_path == ("Towns",)
        assert all(line.startswith("Town: Town ") for line in chunk.index_text.split("\n")[1:])


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, ""),
        (True, "TRUE"),
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        (12345678901234, "12345678901234"),
        (date(2026, 5, 4), "2026-05-04"),
        (datetime(2026, 5, 4, 10, 30, 5), "2026-05-04 10:30:05"),
        (time(9, 5), "09:05:00"),
        ("two\nlines", "two lines"),
    ],
)
def test_values_are_written_as_people_read_them(value: object, told: str) -> None:
    assert sheets.readable(value) == told


def test_limits_are_kept_while_reading() -> None:
    with pytest.raises(ExtractionError) as refused:
        read(xlsx.long_table(300), limits=Limits(text_bytes=2000))
    assert refused.value.code == "too_large"
    with pytest.raises(ExtractionError) as refused:
        read(xlsx.rents(), limits=Limits(pages=2))
    assert refused.value.code == "too_many_pages"


def test_an_old_workbook_that_is_broken_or_locked_is_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        read(docx.locked().replace("EncryptedPackage".encode("utf-16-le"), bytes(32)), name="a.xls")
    assert refused.value.code == "broken_file"
