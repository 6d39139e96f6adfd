"""Plain text keeps every character, and is parted into paragraphs, headings, items, tables and code."""

from __future__ import annotations

import pytest

from memoryhub.ingest.extract import ExtractionError, extract

WRAPPED = """The kiln in the yard was built by the first owner and has been
repaired twice since then.
It needs two hours to cool."""


def kinds(text: str) -> list[tuple[str, str]]:
    extracted = extract(text.encode(), name="a.txt", media_type="text/plain")
    for block in extracted.blocks:
        assert extracted.text[block.start : block.end].replace("\n", " ").split() == block.text.split()
    return [(block.kind, block.text) for block in extracted.blocks]


def test_wrapped_lines_are_one_paragraph_and_complete_ones_are_not() -> None:
    assert [text for _, text in kinds(WRAPPED)] == [
        "The kiln in the yard was built by the first owner and has been repaired twice since then.",
        "It needs two hours to cool.",
    ]


def test_a_short_open_line_above_a_paragraph_is_a_heading() -> None:
    assert kinds("Kiln\n\nIt needs two hours.") == [("heading", "Kiln"), ("paragraph", "It needs two hours.")]
    assert kinds("2. 窑炉\n\n窑炉每周一检修。")[0] == ("heading", "窑炉")


def test_the_last_line_is_text_even_if_it_ends_openly() -> None:
    assert kinds("Locker code is 4417") == [("paragraph", "Locker code is 4417")]


def test_items_lose_their_marker() -> None:
    assert kinds("- red clay\n- blue glaze.") == [("item", "red clay"), ("item", "blue glaze.")]


@pytest.mark.parametrize(
    "listing",
    [
        '{\n  "id": "a1",\n  "open": false,\n  "seats": 8\n}',
        "import os\nfor name in os.listdir():\n    print(name)",
        "┌──────┐\n│ kiln │\n└──────┘",
    ],
)
def test_listings_and_drawings_are_code(listing: str) -> None:
    assert [kind for kind, _ in kinds(listing)] == ["code"]


def test_columns_are_a_table() -> None:
    assert kinds("room\tseats\nLinden\t8") == [("table", "room\tseats\nLinden\t8")]


def test_line_ends_are_line_feeds_and_nul_is_removed() -> None:
    assert extract(b"one\r\ntwo\0.\r\n", name="a.txt", media_type=None).text == "one\ntwo.\n"


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"\xef\xbb\xbf", b"\0"])
def test_a_document_without_text_is_refused(data: bytes) -> None:
    with pytest.raises(ExtractionError) as refused:
        extract(data, name="a.txt", media_type=None)
    assert refused.value.code == "empty_document"


def test_a_kind_can_be_forced_and_an_unknown_one_is_refused() -> None:
    assert extract(b"# Kiln", name="a.md", media_type=None, kind="text").kind == "text"
    with pytest.raises(ExtractionError) as refused:
        extract(b"# Kiln", name="a.md", media_type=None, kind="video")
    assert refused.value.code == "unknown_kind"


def test_many_short_lines_are_read_in_a_moment() -> None:
    assert len(kinds("- clay\n" * 20_000)) == 20_000


def test_one_endless_line_is_read_in_a_moment() -> None:
    line = "{ a | " * 200_000
    assert kinds(line)[0][0] == "paragraph"
