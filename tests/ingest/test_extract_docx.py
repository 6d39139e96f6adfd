"""Word documents keep their structure; what Word hides, runs or fetches never gets in."""

from __future__ import annotations

from datetime import date

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, extract
from tests.ingest.files import docx


def read(data: bytes, name: str = "a.docx") -> Extracted:
    return extract(data, name=name, media_type=None)


@pytest.fixture(scope="module")
def minutes() -> Extracted:
    return read(docx.minutes())


def test_structure_becomes_blocks(minutes: Extracted) -> None:
    assert [(block.kind, block.level, block.text) for block in minutes.blocks] == [
        ("heading", 1, "Minutes of May"),
        ("heading", 1, "Staff"),
        ("paragraph", 0, "Mina moves to Busan in March. 🎉 Prices < 5 & *stars* stay."),
        ("item", 0, "Ben repairs the lathe"),
        ("item", 0, "with Joon"),
        ("paragraph", 0, "Everybody sees this."),
        ("paragraph", 0, "And this."),
        ("heading", 2, "Rooms"),
        (
            "table",
            0,
            "Room: Linden | Day: Monday | Host: Ada\n"
            "Room: Linden | Day: Tuesday | Host: Ben|Joon\n"
            "Room: Birch | Day: Friday",
        ),
    ]


def test_title_author_and_day_come_from_the_file(minutes: Extracted) -> None:
    assert (minutes.title, minutes.properties) == ("Minutes of May", {"author": "Ada Lund"})
    assert minutes.document_date == date(2026, 5, 4)


def test_spans_of_a_row_lead_to_its_row(minutes: Extracted) -> None:
    table = minutes.blocks[-1]
    start = table.text.index("Room: Linden | Day: Tuesday")
    row = minutes.text[slice(*table.locate(start, table.text.index("\n", start)))]
    assert row == "| Linden | Tuesday | Ben\\|Joon"


def test_macros_and_what_lies_elsewhere_are_left_alone() -> None:
    extracted = read(docx.linked(), name="a.docm")
    assert extracted.kind == "docx"
    assert "192.0.2.7" not in extracted.text
    assert "AutoOpen" not in extracted.text


def test_what_a_template_says_of_itself_is_not_believed() -> None:
    extracted = read(docx.letter(), name="brief.docx")
    assert (extracted.document_date, extracted.properties) == (None, {})
    assert extracted.language == "ar"


def test_a_word_file_is_known_by_its_parts() -> None:
    assert read(docx.minutes(), name="minutes.bin").kind == "docx"
    assert read(b"Just a text. It has two sentences.", name="text.docx").kind == "text"


def test_refusals_say_why() -> None:
    with pytest.raises(ExtractionError, match="XML declares entities"):
        read(docx.entities())
    with pytest.raises(ExtractionError, match="locked with a password"):
        read(docx.locked(), name="")
    with pytest.raises(ExtractionError) as refused:
        extract(docx.minutes(), name="a.docx", media_type=None, limits=Limits(text_bytes=100))
    assert refused.value.code == "too_large"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_entities_in_wide_characters_are_seen_too(encoding: str) -> None:
    declared = "\ufeff<?xml version='1.0' encoding='utf-16'?><!DOCTYPE a [<!ENTITY b 'c'>]><a/>".encode(encoding)

    def change(name: str, part: bytes) -> bytes:
        return declared if name == "word/settings.xml" else part

    with pytest.raises(ExtractionError) as refused:
        read(docx.rewritten(docx.minutes(), change))
    assert refused.value.code == "unsafe_archive"


def test_broken_xml_is_a_broken_file() -> None:
    broken = docx.rewritten(docx.minutes(), lambda name, part: part[:300] if name == "word/document.xml" else part)
    with pytest.raises(ExtractionError) as refused:
        read(broken)
    assert refused.value.code == "broken_file"
