"""Books are read chapter by chapter in the order of their spine."""

from __future__ import annotations

from datetime import date

from memoryhub.ingest.extract import extract
from tests.ingest.files import epub


def test_chapters_stand_below_their_headings_in_the_order_of_the_spine() -> None:
    book = extract(epub.book(), name="a.epub", media_type=None)
    assert book.text == (
        "# The town\n\nIt is older than the light.\n\n- first\n\n"
        "# The light\n\nThe lighthouse was built in 1871.\n\n"
        "# The end\n\nAll leave."
    )
    assert (book.title, book.document_date) == ("The old harbour", date(2024, 3, 2))
    assert book.properties == {"author": "Ada Lund, Ben Okafor", "language": "en"}


def test_locked_fonts_lock_no_book() -> None:
    assert extract(epub.book(encrypted="fonts/one.otf"), name="a.epub", media_type=None).kind == "epub"


def test_a_book_is_known_by_its_parts() -> None:
    assert extract(epub.book(), name="a.bin", media_type=None).kind == "epub"
