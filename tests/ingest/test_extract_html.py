"""Web pages give what they are about; what they hide, run or repeat everywhere never gets in."""

from __future__ import annotations

from datetime import date

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, extract
from tests.ingest.files import web


def read(page: str, name: str = "a.html", media_type: str | None = None) -> Extracted:
    return extract(page.encode(), name=name, media_type=media_type)


def body(inside: str) -> str:
    return read(f"<html><body>{inside}</body></html>").text


@pytest.fixture(scope="module")
def article() -> Extracted:
    return read(web.ARTICLE)


def test_an_article_keeps_its_structure(article: Extracted) -> None:
    assert [(block.kind, block.level) for block in article.blocks] == [
        ("heading", 1),
        ("paragraph", 0),
        ("heading", 2),
        ("paragraph", 0),
        ("item", 0),
        ("item", 0),
        ("table", 0),
        ("code", 0),
    ]
    assert article.blocks[6].text == "District: Ribeira | Rent: 950\nDistrict: Foz | Rent: 1200"
    assert "guide for tenants" in article.blocks[3].text


def test_its_head_tells_title_author_day_site_and_address(article: Extracted) -> None:
    assert (article.title, article.document_date) == ("Rents in Porto rise", date(2026, 5, 4))
    assert article.properties == {
        "author": "Ada Lund",
        "site": "The Harbour Post",
        "url": "https://post.example/rents",
    }


@pytest.mark.parametrize("word", ["cookies", "All the news", "Imprint", "ten cats", "secret script", "rder", "Ignore"])
def test_what_stands_around_or_is_hidden_is_gone(article: Extracted, word: str) -> None:
    assert word not in article.text.replace("border", "")


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<!-- x -->",
        "<p hidden>x</p>",
        '<p aria-hidden="true">x</p>',
        '<p style="color:red; DISPLAY : none">x</p>',
        '<p style="visibility:hidden">x</p>',
        '<p style="font-size:0">x</p>',
        '<p style="font-size: 0.0em;">x</p>',
        '<p style="opacity:0">x</p>',
        '<p style="text-indent:-9999px">x</p>',
        '<font size="0">x</font>',
        "<template>x</template>",
        "<noscript>x</noscript>",
        "<iframe>x</iframe>",
        "<textarea>x</textarea>",
        "<style>.q, #r{display:none}</style><p class=q>x</p><p id=r>x</p>",
        '<input type=hidden value=x><button>x</button><img src="x.png" alt="x.png">',
    ],
)
def test_hidden_parts_are_never_read(hidden: str) -> None:
    assert body(f"<p>Seen.</p>{hidden}<p>Also seen.</p>") == "Seen.\n\nAlso seen."


def test_what_only_looks_hidden_is_read() -> None:
    assert body('<p style="font-size:0.9em;opacity:0.8">Small.</p>') == "Small."
    assert body("<style>@media print{.q{display:none}}</style><p class=q>Seen.</p>") == "Seen."


def test_plain_signs_are_no_markup() -> None:
    extracted = read("<html><body><p># 5 &lt; 6 &amp; *stars* a_b `x` &lt;b&gt; [1] &amp;amp; \\</p></body></html>")
    assert extracted.blocks[0].text == "# 5 < 6 & *stars* a_b `x` <b> [1] &amp; \\"
    start = extracted.blocks[0].text.index("<b>")
    assert extracted.text[slice(*extracted.blocks[0].locate(start, start + 3))] == "<b>"


def test_spans_of_cells_are_told_in_every_row() -> None:
    assert read(web.SPANNED).blocks[1].text == (
        "Day: Monday | Open / from: 8:00 | Open / until: 12:00\n"
        "Day: Monday | Open / from: 14:00 | Open / until: 20:00\n"
        "Day: Sunday | Open / from: closed"
    )


def test_tables_that_only_place_things_are_no_tables() -> None:
    assert body(web.MAIL) == "Dear Ben,\n\nyour parcel waits at the office until Friday.\nBring a card."


def test_a_short_page_loses_its_navigation_and_nothing_else() -> None:
    assert body("<nav>Home</nav><p>The gate code is 4417.</p><footer>Imprint</footer>") == "The gate code is 4417."


def test_a_page_is_known_by_how_it_begins() -> None:
    assert read("<!DOCTYPE html><title>x</title><p>Hello there.", name="saved").kind == "html"
    assert read("<p>Hello there.", name="saved", media_type="text/html; charset=utf-8").kind == "html"
    assert read("# Notes\n\n<html> is a tag.", name="a.md").kind == "markdown"
    assert read("<?xml version='1.0'?><html><body><p>Hello.</p></body></html>", name="x").text == "Hello."


def test_a_page_in_wide_characters_is_read() -> None:
    page = "<html><body><p>Grüße aus Köln.</p></body></html>".encode("utf-16")
    assert extract(page, name="a.html", media_type=None).text == "Grüße aus Köln."


@pytest.mark.parametrize("page", ["<div>" * 50_000 + "x", "<table><tr><td colspan=99999 rowspan=99999>x" * 200])
def test_pages_made_to_hurt_end_in_a_moment(page: str) -> None:
    try:
        text = body(page)
    except ExtractionError:
        text = ""
    assert len(text) < 200_000


def test_a_page_without_words_has_no_text() -> None:
    with pytest.raises(ExtractionError, match="No text found"):
        read("<html><body><img src=x></body></html>")


def test_control_characters_are_left_out_however_they_are_written() -> None:
    assert body("<p>One\x01 &#1;two&#x8;.</p><img alt='a cat&#2;'>") == "One two.\n\na cat"
