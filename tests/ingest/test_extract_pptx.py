"""Presentations are read slide by slide, with lists, tables, figures of charts and notes."""

from __future__ import annotations

from datetime import date

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, extract
from tests.ingest.files import docx, pptx

PLAN = """# Autumn plan

- Open the gate
  - at eight

## Notes

The gate code is 4417.

# Figures

| City | Rent |
| --- | --- |
| Porto | 900 |
| Porto | 950 |

|  | Visitors |
| --- | --- |
| Spring | 120 |
| Autumn | 80.5 |

# Slide 3

Joon drives the van."""


def read(data: bytes, name: str = "a.pptx", limits: Limits | None = None) -> Extracted:
    return extract(data, name=name, media_type=None, limits=limits)


def test_slides_become_sections_with_their_places() -> None:
    extracted = read(pptx.plan())
    assert extracted.text == PLAN
    assert [(place.kind, place.label) for place in extracted.places] == [("slide", "1"), ("slide", "2"), ("slide", "3")]
    assert PLAN[extracted.places[1].start :].startswith("# Figures")
    assert (extracted.title, extracted.properties["author"]) == ("Autumn plan", "Ben Okafor")
    assert extracted.document_date == date(2026, 3, 2)


def test_a_line_break_inside_a_paragraph_is_one_of_two_lines() -> None:
    assert read(pptx.japanese()).text.split("\n\n")[1:] == ["窯は毎週月曜日に点検します。", "鍵は受付にあります。"]


def test_a_show_and_one_with_macros_are_read_like_any_other() -> None:
    plain = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    for kind in (
        b"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
        b"application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
        b"application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
    ):
        changed = docx.rewritten(pptx.plan(), lambda _name, part, kind=kind: part.replace(plain, kind))  # type: ignore[misc]
        assert read(changed, name="a.ppsx").text == PLAN


def test_too_many_slides_are_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        read(pptx.plan(), limits=Limits(pages=2))
    assert refused.value.code == "too_many_pages"
