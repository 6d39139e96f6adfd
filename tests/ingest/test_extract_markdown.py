"""Markdown becomes blocks whose spans point into the text as it was written."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from memoryhub.ingest.extract import Extracted, extract

DATA = Path(__file__).parent.parent / "data" / "ingest"


@pytest.fixture
def handbook() -> Extracted:
    return extract((DATA / "handbook.md").read_bytes(), name="handbook.md", media_type=None)


def test_the_source_is_kept_whole(handbook: Extracted) -> None:
    assert handbook.kind == "markdown"
    assert handbook.text == (DATA / "handbook.md").read_text()


def test_title_and_date_come_from_the_front_matter(handbook: Extracted) -> None:
    assert (handbook.title, handbook.document_date) == ("Studio handbook", date(2026, 3, 1))


def test_structure_becomes_blocks_in_order(handbook: Extracted) -> None:
    assert [(block.kind, block.text, block.level) for block in handbook.blocks[1:]] == [
        ("heading", "Studio", 1),
        ("paragraph", "The deploy window is Tuesday at 09:00 & never on Fridays.", 0),
        ("item", "The gate code is 4417.", 0),
        ("item", "The kiln needs two hours to cool.", 0),
        ("table", "room: Linden | seats: 8\nroom: Birch | seats: 12", 0),
        ("heading", "Machines", 2),
        ("quote", "The lathe is older than the house.", 0),
        ("code", "make deploy", 0),
        ("heading", "工坊", 3),
        ("paragraph", "窑炉每周一检修。", 0),
    ]


def test_spans_lead_back_to_the_markup(handbook: Extracted) -> None:
    block = handbook.blocks[2]
    start = block.text.index("Tuesday at 09:00")
    source = slice(*block.locate(start, start + len("Tuesday at 09:00")))
    assert handbook.text[source] == "Tuesday](https://example.org/window) at\n09:00"
    code = handbook.blocks[8]
    assert handbook.text[slice(*code.locate(0, 4))] == "make"


def test_wrapped_chinese_lines_join_without_a_blank() -> None:
    extracted = extract("# 标题\n\n窑炉每周一\n检修。".encode(), name="a.md", media_type=None)
    assert extracted.blocks[1].text == "窑炉每周一检修。"


def test_unnamed_text_with_a_heading_is_markdown_and_without_is_not() -> None:
    assert extract(b"# Title\n\nSome words.", name="", media_type=None).kind == "markdown"
    assert extract(b"C# is a language.", name="", media_type=None).kind == "text"
    assert extract(b"# not a heading", name="notes.txt", media_type=None).kind == "text"


def test_the_first_heading_is_the_title_where_none_is_given() -> None:
    assert extract(b"Intro.\n\n# Head *one*\n", name="a.md", media_type=None).title == "Head one"


def test_a_paragraph_of_nothing_but_marks_is_read_as_plain_text() -> None:
    assert extract(b"[" * 100_000, name="a.md", media_type=None).kind == "text"


def test_html_is_indexed_without_its_tags() -> None:
    extracted = extract(b"<div>\n<b>bold</b> words\n</div>\n", name="a.md", media_type=None)
    assert [(block.kind, block.text.split()) for block in extracted.blocks] == [("html", ["bold", "words"])]
