"""Lines of a PDF made paragraphs, headings, items and tables of Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memoryhub.ingest.extract import composing, html_tables, pdf_page
from memoryhub.ingest.extract.pdf_page import Line, Page, Table

BULLET = re.compile(r"[•‣◦·▪■●○–—*\uf0b7\uf0a7-]\s+(?=\S)")
NUMBERED = re.compile(r"(?:\d{1,2}[.)]|[(（]\d{1,2}[)）]|[a-z]\))\s+(?=\S)")
STOPPED = re.compile(r"[.!?。！？…:：;；][\s\"'”’」』)）\]]*$")
LARGER = 1.15
LONGEST_HEADING = 120
LEVELS = 3
# Space between lines, in heights of a line, from which on they are two paragraphs.
APART = 0.75


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together: `kind` is heading, item or paragraph; a table has its rows instead."""

    kind: str
    lines: list[Line] = field(default_factory=list)
    table: Table | None = None
    level: int = 0

    @property
    def text(self) -> str:
        return pdf_page.joined([line.text for line in self.lines])

    @property
    def is_open(self) -> bool:
        """Whether it may go on after it was cut off by the end of its page or column."""
        return self.kind != "heading" and self.table is None and not STOPPED.search(self.lines[-1].text)


@dataclass(slots=True)
class Style:
    """What the whole document tells of its sizes: the usual one, and those of headings from the largest on."""

    body: float
    sizes: tuple[float, ...]

    def level(self, lines: Sequence[Line]) -> int:
        """The level of a heading; 0 for what is none."""
        words = sum(len(line.text) for line in lines)
        size = lines[0].size
        if words > LONGEST_HEADING or not any(map(str.isalpha, lines[0].text)):
            return 0
        if size >= self.body * LARGER:
            return next((level for level, one in enumerate(self.sizes, start=1) if size >= one), LEVELS)
        is_bold = size >= self.body and len(lines) == 1 and lines[0].is_bold and not STOPPED.search(lines[0].text)
        return min(len(self.sizes), LEVELS) + 1 if is_bold else 0


def style_of(pages: Sequence[Page]) -> Style:
    """Sizes by how many characters bear them. A document all in bold has no headings in bold."""
    counts: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            counts[line.size] += len(line.text)
    body = counts.most_common(1)[0][0] if counts else 10.0
    larger = sorted((size for size in counts if size >= body * LARGER), reverse=True)
    return Style(body, tuple(larger[:LEVELS]))


def paragraphs(page: Page, style: Style) -> list[Paragraph]:
    """The paragraphs and tables of a page in reading order."""
    found: list[Paragraph] = []
    for part in page.parts:
        if isinstance(part, Table):
            found.append(Paragraph("table", table=part))
        elif found and found[-1].lines and _continues(found[-1], part, style):
            found[-1].lines.append(part)
        else:
            found.append(_opened(part, style))
    for paragraph in found:
        if paragraph.kind == "paragraph" and (level := style.level(paragraph.lines)):
            paragraph.kind, paragraph.level = "heading", level
    return list(_mended(found))


def _opened(line: Line, style: Style) -> Paragraph:
    is_item = bool(BULLET.match(line.text) or (NUMBERED.match(line.text) and line.size < style.body * LARGER))
    return Paragraph("item" if is_item else "paragraph", [line])


def _continues(before: Paragraph, line: Line, style: Style) -> bool:
    last = before.lines[-1]
    if line.box != last.box or abs(line.size - last.size) > 0.6 or _opened(line, style).kind == "item":
        return False
    if line.is_bold != last.is_bold and (last.is_bold or line.is_bold) and style.level(before.lines):
        return False
    if line.top - last.bottom > last.height * APART:
        return False
    # A line that stopped well before the edge ended its paragraph.
    widest = max(one.x1 for one in [*before.lines, line])
    is_short = last.x1 < widest - (widest - min(last.x0, line.x0)) * 0.15
    return not (is_short and STOPPED.search(last.text)) or before.kind == "item"


def _mended(found: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Put together what the layout took for two boxes, such as the ends of columns."""
    held: Paragraph | None = None
    for paragraph in found:
        if held is not None and goes_on(held, paragraph):
            held.lines += paragraph.lines
            continue
        if held is not None:
            yield held
        held = paragraph
    if held is not None:
        yield held


def goes_on(before: Paragraph, after: Paragraph) -> bool:
    """Whether a paragraph carries on the one before it, on the next column or page."""
    if not before.is_open or after.kind != "paragraph" or before.lines[-1].size != after.lines[0].size:
        return False
    first = after.lines[0].text[0]
    return first.islower() or (bool(pdf_page.WIDE.match(first)) and bool(pdf_page.WIDE.match(before.text[-1])))


def written(paragraph: Paragraph, names: Sequence[str] = ()) -> str:
    """The Markdown of a paragraph, or of a table whose columns have these names."""
    if paragraph.table is not None:
        rows = [list(row) for row in paragraph.table.rows]
        header, body = (list(names), rows) if names else html_tables.headed(rows, None)
        return composing.table(header, body) if header else ""
    if paragraph.kind == "heading":
        return composing.heading(paragraph.level, paragraph.text)
    if paragraph.kind == "item":
        return item(paragraph.text)
    return composing.escaped(paragraph.text)


def item(text: str) -> str:
    """An item with the mark of Markdown for the one that was drawn; a number stays what it is."""
    if bullet := BULLET.match(text):
        return composing.item(0, text[bullet.end() :])
    number = re.match(r"(\d{1,2})[.)]\s+", text)
    return f"{number[1]}. {composing.escaped(text[number.end() :])}" if number else composing.escaped(text)
