"""How fast files of each kind are read, each in a process of its own as the worker has it done, and what that takes."""

from __future__ import annotations

import csv
import io
import json
import mailbox
import statistics
import tempfile
import time
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pptx
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate
from rich.console import Console
from rich.table import Table

from tests.benchmarks import notes

TIMES = 5
NOTES = 20


def paragraphs() -> list[str]:
    """Some 120,000 characters of prose."""
    return [part for number in range(NOTES) for part in notes.note(number).split("\n\n")]


def pdf() -> bytes:
    raw = io.BytesIO()
    style = getSampleStyleSheet()["BodyText"]
    SimpleDocTemplate(raw, invariant=1).build([Paragraph(text.replace("<", "&lt;"), style) for text in paragraphs()])
    return raw.getvalue()


def word() -> bytes:
    raw, document = io.BytesIO(), docx.Document()
    for text in paragraphs():
        document.add_paragraph(text)
    document.save(raw)
    return raw.getvalue()


def slides() -> bytes:
    raw, deck = io.BytesIO(), pptx.Presentation()
    for text in paragraphs()[:100]:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = text[:40], text
    deck.save(raw)
    return raw.getvalue()


def spreadsheet() -> bytes:
    raw, book = io.BytesIO(), openpyxl.Workbook()
    for row in rows():
        book.active.append(row)
    book.save(raw)
    return raw.getvalue()


def rows() -> list[list[str]]:
    """2,000 rows with a header."""
    return [["Name", "Town", "Rent"], *([f"Person {n}", notes.TOWNS[n % 16], str(n)] for n in range(2_000))]


def table() -> bytes:
    raw = io.StringIO()
    csv.writer(raw).writerows(rows())
    return raw.getvalue().encode()


def records() -> bytes:
    return json.dumps([dict(zip(rows()[0], row, strict=True)) for row in rows()[1:]]).encode()


def page() -> bytes:
    around = "<nav>" + "<a href='/'>Home</a>" * 50 + "</nav>"
    return f"<html><body>{around}<article><h1>Notes</h1>{''.join(f'<p>{text}</p>' for text in paragraphs())}".encode()


def book() -> bytes:
    raw = io.BytesIO()
    container = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    items = "".join(f'<item id="c{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(NOTES))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(NOTES))
    with zipfile.ZipFile(raw, "w") as opened:
        opened.writestr("mimetype", "application/epub+zip")
        opened.writestr("META-INF/container.xml", f'{container}<rootfile full-path="b.opf"/></rootfiles></container>')
        opened.writestr(
            "b.opf",
            '<package xmlns="http://www.idpf.org/2007/opf"><metadata/>'
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
        )
        for number in range(NOTES):
            text = "".join(f"<p>{part}</p>" for part in notes.note(number).split("\n\n"))
            opened.writestr(f"{number}.xhtml", f"<html><body><h1>{number}</h1>{text.replace('&', '')}</body></html>")
    return raw.getvalue()


def mail(number: int = 0) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Mina <m@example.org>", "j@example.org", f"Notes {number}"
    message["Date"], message["Message-ID"] = "Mon, 30 Nov 2026 10:00:00 +0000", f"<{number}@example.org>"
    message.set_content(notes.note(number))
    return message


def mails() -> bytes:
    with tempfile.NamedTemporaryFile() as file:
        box = mailbox.mbox(file.name)
        for number in range(200):
            box.add(mail(number))
        box.flush()
        return Path(file.name).read_bytes()


def archive() -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as opened:
        for number in range(200):
            opened.writestr(f"notes/{number}.md", notes.note(number))
    return raw.getvalue()


def chat() -> bytes:
    lines = (
        f"[2026-11-28 10:{n % 60:02}] {'Mina' if n % 2 else 'Joon'}: {text}" for n, text in enumerate(_sentences())
    )
    return "\n".join(lines).encode()


def _sentences() -> list[str]:
    return [text.replace("\n", " ") for text in paragraphs()]


FILES: dict[str, Callable[[], bytes]] = {
    "notes.md": lambda: "\n\n".join(paragraphs()).encode(),
    "notes.txt": lambda: "\n\n".join(_sentences()).encode(),
    "chat.txt": chat,
    "notes.pdf": pdf,
    "notes.docx": word,
    "notes.pptx": slides,
    "rents.xlsx": spreadsheet,
    "rents.csv": table,
    "rents.json": records,
    "notes.html": page,
    "notes.epub": book,
    "note.eml": lambda: mail().as_bytes(),
    "notes.mbox": mails,
    "notes.zip": archive,
}


def measure(console: Console) -> int:
    """Read each file some times, and print the medians; there is nothing to miss, so always 0."""
    from memoryhub.ingest import reading

    shown = Table("file", "kind", "size", "documents/s", "MB/s", "peak of the reader")
    for name, make in FILES.items():
        data, seconds, peaks = make(), list[float](), list[int]()
        for _ in range(TIMES):
            with tempfile.TemporaryDirectory() as scratch:
                began = time.monotonic()
                found = reading.read(data, name=name, scratch=Path(scratch), took=peaks.append)
                seconds.append(time.monotonic() - began)
        took = statistics.median(seconds)
        shown.add_row(
            name, found.kind, f"{len(data) / 1e6:.2f} MB", f"{1 / took:,.1f}", f"{len(data) / 1e6 / took:,.2f}",
            f"{max(peaks) / 2**20:,.0f} MB",
        )  # fmt: skip
    console.print(shown)
    return 0
