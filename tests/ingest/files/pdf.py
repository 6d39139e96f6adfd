"""PDFs: a manual with running heads, a table over pages, a Chinese notice, Hebrew, a scan, locked and broken ones."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from reportlab.lib import colors, pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from tests.ingest.files import fonts
from tests.ingest.files.sample import Sample

STYLES = getSampleStyleSheet()
GRID = ("GRID", (0, 0), (-1, -1), 0.5, colors.black)
FILLER = "The workshop lies behind the old harbour and opens at eight, except on days when the tide is too high. "
CHINESE = "窑炉每周一检修，工坊当天不开放，所有成员必须提前在前台登记并且领取钥匙和手套，否则不得进入。"
HEBREW = "התנור מתקרר במשך שעתיים"


def samples() -> list[Sample]:
    """All of them."""
    return [
        Sample("manual.pdf", manual(), "pdf", "How long must the kiln cool?", "The kiln must cool for two hours"),
        Sample("告示.pdf", notice(), "pdf", "窑炉什么时候检修？", "窑炉每周一检修"),
        Sample("rooms.txt", table_over_pages(), "pdf", "How many seats has Room 71?", "Room: Room 71 | Seats: 271"),
        Sample("scan.pdf", scan(), "pdf", error_code="no_text"),
        Sample("locked.pdf", locked(), "pdf", error_code="locked_file"),
        Sample("cut-off.pdf", manual()[:900], "pdf", error_code="broken_file"),
    ]


def _built(story: Sequence[Any], *, head: str = "", encrypt: Any = None, **about: str) -> bytes:
    def decorate(canvas: Canvas, template: Any) -> None:
        if head:
            canvas.setFont("Helvetica", 8)
            canvas.drawString(72, A4[1] - 40, head)
            canvas.drawCentredString(A4[0] / 2, 30, f"Page {template.page} of 9")

    written = io.BytesIO()
    template = SimpleDocTemplate(written, pagesize=A4, encrypt=encrypt, invariant=1, **about)
    template.build(list(story), onFirstPage=decorate, onLaterPages=decorate)
    return written.getvalue()


def manual() -> bytes:
    """Three pages with headings, a bulleted list, a word broken at a line end, and a paragraph over two pages."""
    body = STYLES["BodyText"]
    return _built(
        [
            Paragraph("Kiln manual", STYLES["Title"]),
            Paragraph("Safety", STYLES["Heading1"]),
            Paragraph(FILLER * 3 + "The kiln must cool for two hours before anybody opens it.", body),
            Paragraph("Keep the door shut.", body, bulletText="•"),
            Paragraph("Wear gloves &amp; glasses.", body, bulletText="•"),
            Paragraph("The firing tempera-<br/>ture is 1240 degrees.", body),
            Paragraph(FILLER * 50 + "Ada keeps the drawer of the pottery locked at night.", body),
            PageBreak(),
            Paragraph("Machines", STYLES["Heading2"]),
            Paragraph("The lathe is older than the house.", body),
        ],
        head="Harbour Works, internal",
        title="Kiln manual",
        author="Ada Lund",
    )


def notice() -> bytes:
    """Chinese that runs over several lines."""
    style = ParagraphStyle("chinese", fontName=fonts.chinese(), fontSize=11, leading=14, wordWrap="CJK")
    return _built([Paragraph(CHINESE * 3, style), Spacer(1, 20), Paragraph("谢谢大家的配合。", style)])


def table_over_pages(*, repeated: bool = False, rows: int = 90) -> bytes:
    """A table of ninety rows with a cell that spans two; the names of its columns stand on its first page only."""
    cells = [["Room", "Seats", "Floor"]] + [[f"Room {number}", str(number + 200), "2"] for number in range(rows)]
    cells[1][2], cells[2][2] = "3", ""
    table = Table(cells, repeatRows=int(repeated), style=[GRID, ("SPAN", (2, 1), (2, 2))])
    return _built(
        [Paragraph("Rooms", STYLES["Heading1"]), table, Paragraph("All rooms are heated.", STYLES["BodyText"])]
    )


def hebrew() -> bytes:
    """Hebrew as programs draw it: from left to right, the last letter first, but figures as they are."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=A4, invariant=1)
    canvas.setFont(fonts.hebrew(), 12)
    canvas.drawString(72, 700, f"1240 {HEBREW[::-1]}")
    canvas.save()
    return written.getvalue()


def columns() -> bytes:
    """Two columns of text beside each other."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=A4, invariant=1)
    for left, word in ((60, "left"), (320, "right")):
        text = canvas.beginText(left, 750)
        for number in range(30):
            text.textLine(f"The {word} column has a line number {number} here")
        canvas.drawText(text)
    canvas.save()
    return written.getvalue()


def pages(count: int) -> bytes:
    """So many pages with a line each."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=A4, invariant=1)
    for number in range(count):
        canvas.drawString(72, 500, f"Sheet of number {number}.")
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def scan() -> bytes:
    """A page with nothing but a drawing, as a scanner's PDF has a picture."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=A4, invariant=1)
    canvas.drawInlineImage(_picture(), 0, 0, width=A4[0], height=A4[1])
    canvas.save()
    return written.getvalue()


def _picture() -> Any:
    from PIL import Image

    return Image.new("L", (40, 40), 200)


def locked() -> bytes:
    """One that asks for a password."""
    encrypt = pdfencrypt.StandardEncryption("secret", ownerPassword="other", strength=128)
    return _built([Paragraph("The safe opens with 4417.", STYLES["BodyText"])], encrypt=encrypt)
