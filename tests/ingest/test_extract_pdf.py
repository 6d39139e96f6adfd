"""PDFs are read page by page: paragraphs whole again, tables as rows, running lines gone."""

from __future__ import annotations

import contextlib

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, extract, pdf_bidi, pdf_page
from tests.ingest.files import fonts, pdf


def read(data: bytes, name: str = "a.pdf", limits: Limits | None = None) -> Extracted:
    return extract(data, name=name, media_type=None, limits=limits)


@pytest.fixture(scope="module")
def manual() -> Extracted:
    return read(pdf.manual())


def test_headings_lists_and_paragraphs_are_told_apart(manual: Extracted) -> None:
    told = [(block.kind, block.level) for block in manual.blocks if block.kind == "heading"]
    assert [block.text for block in manual.blocks if block.kind == "heading"] == ["Kiln manual", "Safety", "Machines"]
    assert told[0] == ("heading", 1)
    assert [block.text for block in manual.blocks if block.kind == "item"] == [
        "Keep the door shut.",
        "Wear gloves & glasses.",
    ]


def test_a_word_broken_at_a_line_end_is_whole(manual: Extracted) -> None:
    assert any("The firing temperature is 1240 degrees." in block.text for block in manual.blocks)


def test_running_heads_and_page_numbers_are_gone(manual: Extracted) -> None:
    assert "Harbour Works" not in manual.text
    assert "Page " not in manual.text


def test_a_paragraph_over_two_pages_is_one_and_both_pages_have_their_places(manual: Extracted) -> None:
    assert [(place.kind, place.label) for place in manual.places] == [("page", "1"), ("page", "2"), ("page", "3")]
    (long,) = [block for block in manual.blocks if "Ada keeps the drawer" in block.text]
    assert long.start < manual.places[1].start < long.end
    assert manual.text[manual.places[2].start :].startswith("## Machines")


def test_title_author_and_day_come_from_the_file(manual: Extracted) -> None:
    assert (manual.title, manual.properties) == ("Kiln manual", {"author": "Ada Lund"})
    assert manual.document_date is not None


def test_chinese_stays_unbroken() -> None:
    extracted = read(pdf.notice())
    assert pdf.CHINESE * 3 in extracted.text
    assert extracted.language == "zh"


@pytest.mark.parametrize("repeated", [True, False])
def test_a_table_over_pages_names_its_columns_on_each(repeated: bool) -> None:
    extracted = read(pdf.table_over_pages(repeated=repeated))
    rows = [line for block in extracted.blocks if block.kind == "table" for line in block.text.split("\n")]
    assert len(rows) == 90
    assert all(row.startswith("Room: Room ") and " | Seats: " in row for row in rows)
    assert rows[1] == "Room: Room 1 | Seats: 201 | Floor: 3"
    assert any(block.text == "All rooms are heated." for block in extracted.blocks)


@pytest.mark.skipif(not fonts.hebrew(), reason="no font with Hebrew letters")
def test_hebrew_is_put_back_into_the_order_of_reading() -> None:
    extracted = read(pdf.hebrew())
    assert extracted.text == f"{pdf.HEBREW} 1240"
    assert extracted.language == "he"


def test_columns_are_read_one_after_the_other() -> None:
    extracted = read(pdf.columns())
    assert extracted.text.index("left column has a line number 29") < extracted.text.index("right column has")


def test_boxes_that_are_equally_far_apart_are_read_in_the_same_order_each_time() -> None:
    data = bytearray(pdf.table_over_pages())
    data[2227] ^= 4  # a bit of the drawing: the table falls apart into columns of boxes
    first, *again = (read(bytes(data)).text for _time in range(6))
    assert "Room" in first
    assert set(again) == {first}


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        read(pdf.pages(4), limits=Limits(pages=3))
    assert refused.value.code == "too_many_pages"
    assert len(read(pdf.pages(3), limits=Limits(pages=3)).places) == 3


def test_too_much_text_is_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        read(pdf.manual(), limits=Limits(text_bytes=500))
    assert refused.value.code == "too_large"


@pytest.mark.parametrize("cut", [40, 400, 2000, -200])
def test_a_pdf_cut_anywhere_is_read_or_refused(cut: int) -> None:
    with contextlib.suppress(ExtractionError):
        assert read(pdf.manual()[:cut]).text


def test_lines_join_as_their_scripts_ask() -> None:
    assert pdf_page.joined(["well-", "Known", "sig-", "nal", "窑炉", "检修"]) == "well- Known signal 窑炉检修"


def test_figures_and_brackets_keep_their_order_in_a_line_from_right_to_left() -> None:
    assert pdf_bidi.logical("(May 2024) םולש") == "שלום (May 2024)"
    assert pdf_bidi.logical("ﻡﻼﺳ") == "سلام"


def test_pdf_is_known_by_its_bytes() -> None:
    assert read(pdf.notice(), name="a.docx").kind == "pdf"
