"""PDF, page by page, with the libraries markitdown uses: pdfminer for the layout, pdfplumber for tables."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from datetime import date
from itertools import islice
from typing import Any

from memoryhub.ingest.extract import composing, foreign, html_tables, office, pdf_order, pdf_page, pdf_running, pdf_text
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.model import Extracted, ExtractionError, PlaceKind
from memoryhub.ingest.extract.pdf_page import Page
from memoryhub.ingest.extract.pdf_text import Paragraph
from memoryhub.ingest.extract.source import Source

KIND = "pdf"
NEEDS = ("pdfplumber", "pdfminer.layout", "pdfminer.pdfpage")
SUFFIXES = {".pdf"}
SIGNATURE = b"%PDF-"
# Programs may write something before the signature, but not much.
HEAD_BYTES = 1024
END = b"%%EOF"
DAY = re.compile(r"(?:D:)?\s*(\d{4})(\d{2})(\d{2})")
MADE_UP_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel) - )|\.(?:docx?|pptx?|xlsx?|indd|dvi|tex|pdf|rtf|odt)$", re.I
)
# Columns of a table that goes on may be drawn a little aside.
ASIDE = 3


def claims(source: Source) -> bool:
    """By the signature, wherever near the beginning it stands in a file of this name."""
    head = source.data[:HEAD_BYTES]
    is_first = head.lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(SIGNATURE)
    return is_first or (source.suffix in SUFFIXES and SIGNATURE in head)


def read(source: Source) -> Extracted:
    """Markdown with the places of the pages. Raises ExtractionError; a scan is no_text."""
    with parsing("PDF"):
        pages, metadata = _pages(source)
    if not any(page.parts for page in pages):
        raise _without_text(source, len(pages))
    pdf_running.without_running(pages)
    composition = Composition(source)
    _compose(composition, pages)
    title = str(metadata.get("Title") or "")
    return composition.extracted(
        KIND,
        title="" if MADE_UP_TITLE.search(title) else office.title_of(title),
        written_on=_day(metadata.get("ModDate")) or _day(metadata.get("CreationDate")),
        properties={"author": office.author_of(str(metadata.get("Author") or ""))},
    )


def _pages(source: Source) -> tuple[list[Page], dict[str, Any]]:
    import pdfplumber
    from pdfminer.pdfpage import PDFPage

    laparams = {"detect_vertical": False}
    with pdf_order.steady(), pdfplumber.open(io.BytesIO(source.data), laparams=laparams) as document:
        # Counted first: to list the pages is cheap, to hold each as an object is not.
        count = sum(1 for _page in islice(PDFPage.create_pages(document.doc), source.limits.pages + 1))
        if count > source.limits.pages:
            message = f"The PDF has more than {source.limits.pages:,} pages, which is the limit."
            raise ExtractionError("too_many_pages", message)
        pages = []
        size = 0
        for number, found in enumerate(document.pages, start=1):
            page = pdf_page.page_of(found, number)
            found.close()
            pages.append(page)
            size += sum(len(line.text) for line in page.lines)
            composing.refuse_large(size, source)
        return pages, dict(document.metadata)


def _without_text(source: Source, pages: int) -> ExtractionError:
    if not pages or END not in source.data[-2 * HEAD_BYTES :]:
        return foreign.broken("PDF")
    return composing.no_text("the PDF holds only pictures, as a scan does; run text recognition on it first.")


def _compose(composition: Composition, pages: Sequence[Page]) -> None:
    style = pdf_text.style_of(pages)
    held: Paragraph | None = None
    names: list[str] = []
    for page in pages:
        found = pdf_text.paragraphs(page, style)
        label = str(page.number)
        for at, paragraph in enumerate(found):
            place: PlaceKind | None = "page" if at == 0 else None
            if at == 0 and held is not None and pdf_text.goes_on(held, paragraph):
                _carry_on(composition, held, paragraph, label)
                held.lines += paragraph.lines
                continue
            carried = names if at == 0 and _same_columns(held, paragraph) else []
            composition.add(pdf_text.written(paragraph, _names(paragraph, carried)), place=place, label=label)
            names = _names(paragraph, carried) or _own_names(paragraph)
            held = paragraph


def _carry_on(composition: Composition, before: Paragraph, after: Paragraph, label: str) -> None:
    """Write what follows on the next page behind what it carries on; a word broken by the page stays in two."""
    gap = pdf_page.gap(before.text, after.text)
    composition.add(composing.escaped(after.text), place="page", label=label, gap=gap)


def _same_columns(before: Paragraph | None, after: Paragraph) -> bool:
    """Whether a table goes on from the end of one page to the top of the next."""
    if before is None or before.table is None or after.table is None:
        return False
    first, second = before.table, after.table
    is_aligned = abs(first.bounds[0] - second.bounds[0]) < ASIDE and abs(first.bounds[2] - second.bounds[2]) < ASIDE
    return is_aligned and len(first.rows[0]) == len(second.rows[0])


def _names(paragraph: Paragraph, carried: list[str]) -> list[str]:
    """The names that a table takes over from the page before; none where it repeats them itself."""
    is_repeated = paragraph.table is not None and list(paragraph.table.rows[0]) == carried
    return [] if is_repeated else carried


def _own_names(paragraph: Paragraph) -> list[str]:
    if paragraph.table is None:
        return []
    return html_tables.headed([list(row) for row in paragraph.table.rows], None)[0]


def _day(told: Any) -> date | None:
    match = DAY.match(str(told or ""))
    try:
        return office.plausible(date(int(match[1]), int(match[2]), int(match[3]))) if match else None
    except ValueError:
        return None
