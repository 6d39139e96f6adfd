"""One page of a PDF as lines and tables in reading order, by pdfminer's layout and pdfplumber's search for tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memoryhub.ingest.extract import pdf_bidi
from memoryhub.ingest.extract.composing import one_line

UNMAPPED_FIRST = re.compile(r"^\s*\(cid:\d+\)(?!\(cid:)")
UNMAPPED = re.compile(r"\(cid:\d+\)")
LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xa0": " "})
BULLETS = frozenset("•‣◦·▪■●○–—-*")
WIDE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
HYPHENED = re.compile(r"[^\W\d_][-\u00ad\u2010]$")
# Letters nobody can see.
SMALLEST = 1.0
# A drawing has thousands of strokes, a table a few for each cell.
FEWEST_STROKES, MOST_EDGES = 2, 4_000
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text. Lengths are in points, `top` from the upper edge; `box` is the number of its text box."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    is_bold: bool
    box: int

    @property
    def height(self) -> float:
        return max(self.bottom - self.top, 1.0)


@dataclass(frozen=True, slots=True)
class Table:
    """A table with lines around its cells: rows of words, and where it stands."""

    rows: tuple[tuple[str, ...], ...]
    bounds: Bounds

    @property
    def top(self) -> float:
        return self.bounds[1]

    @property
    def bottom(self) -> float:
        return self.bounds[3]


@dataclass(slots=True)
class Page:
    """What stands on a page, in reading order."""

    number: int
    height: float
    parts: list[Line | Table] = field(default_factory=list)

    @property
    def lines(self) -> Iterator[Line]:
        return (part for part in self.parts if isinstance(part, Line))


def page_of(found: Any, number: int) -> Page:
    """The page; `found` is pdfplumber's, opened with layout parameters."""
    page = Page(number, float(found.height))
    tables = list(_tables(found))
    placed: set[int] = set()
    for line in _with_bullets(_lines(found)):
        at = next((at for at, table in enumerate(tables) if _is_inside(line, table)), None)
        if at is None:
            page.parts.append(line)
        elif at not in placed:
            placed.add(at)
            page.parts.append(tables[at])
    return page


def _with_bullets(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines; a bullet that stands in a box of its own opens the line beside it."""
    bullet: Line | None = None
    for line in lines:
        if line.text in BULLETS:
            bullet = line
            continue
        if bullet is not None and abs(bullet.top + bullet.bottom - line.top - line.bottom) < line.height:
            yield replace(line, text=f"{bullet.text} {line.text}")
        else:
            yield line
        bullet = None


def _is_inside(line: Line, table: Table) -> bool:
    x0, top, x1, bottom = table.bounds
    return x0 <= (line.x0 + line.x1) / 2 <= x1 and top <= (line.top + line.bottom) / 2 <= bottom


def _lines(found: Any) -> Iterator[Line]:
    from pdfminer.layout import LTTextBox, LTTextLine

    boxes = [box for box in found.layout if isinstance(box, LTTextBox)]
    for number, box in enumerate(boxes):
        for line in box:
            if isinstance(line, LTTextLine) and (told := _line(line, number, float(found.height))):
                yield told


def _line(line: Any, box: int, page_height: float) -> Line | None:
    from pdfminer.layout import LTChar

    letters = [one for one in line if isinstance(one, LTChar) and one.size > SMALLEST]
    text = _text(line, letters)
    if not text:
        return None
    size = Counter(round(letter.size * 2) / 2 for letter in letters).most_common(1)[0][0]
    bold = sum(bool(BOLD.search(str(letter.fontname))) for letter in letters)
    top, bottom = page_height - line.y1, page_height - line.y0
    return Line(text, line.x0, line.x1, top, bottom, size, bold * 2 > len(letters), box)


def _text(line: Any, letters: Sequence[Any]) -> str:
    """The words of a line. Blanks that the layout put between two Han characters or kana are taken out again."""
    from pdfminer.layout import LTChar

    drawn = "".join(letter.get_text() for letter in letters)
    if pdf_bidi.is_right_to_left(drawn):
        return cleaned(pdf_bidi.logical(_visual(letters)))
    pieces: list[str] = []
    gap = ""
    for one in line:
        if not isinstance(one, LTChar):
            gap = " "
        elif one.size > SMALLEST:
            said = one.get_text()
            is_wide = bool(pieces and WIDE.match(pieces[-1][-1:]) and WIDE.match(said))
            pieces += ["" if is_wide else gap, said] if gap else [said]
            gap = ""
    return cleaned("".join(pieces))


def _visual(letters: Sequence[Any]) -> str:
    """The letters from left to right, with a blank where there is room for one and none was drawn."""
    pieces: list[str] = []
    end = None
    for letter in sorted(letters, key=lambda one: one.x0):
        if end is not None and letter.x0 - end > letter.size * 0.15 and not (pieces and pieces[-1].isspace()):
            pieces.append(" ")
        pieces.append(letter.get_text()[::-1])
        end = letter.x1
    return "".join(pieces)


def cleaned(text: str) -> str:
    """The words with ligatures taken apart. A sign the PDF gives no letter for is a bullet in front, else left out."""
    return one_line(UNMAPPED.sub("", UNMAPPED_FIRST.sub("• ", text.translate(LIGATURES))))


def _tables(found: Any) -> Iterator[Table]:
    # What is drawn is counted first: to look for edges makes every letter an object of its own.
    if sum(_is_drawn(one) for one in found.layout) < FEWEST_STROKES or len(found.edges) > MOST_EDGES:
        return
    for table in found.find_tables():
        rows = _rows(table)
        filled = [row for row in rows if sum(map(bool, row)) >= 2]
        if len(rows) >= 2 and len(filled) * 2 >= len(rows):
            yield Table(tuple(tuple(row) for row in rows), table.bbox)


def _is_drawn(one: Any) -> bool:
    from pdfminer.layout import LTCurve

    return isinstance(one, LTCurve)


def _rows(table: Any) -> list[list[str]]:
    """The rows that have words; a cell that spans rows is told in each of them."""
    told: list[list[str]] = []
    for at, (row, words) in enumerate(zip(table.rows, table.extract(), strict=True)):
        cells = [_cell(word or "") for word in words]
        for column, bounds in enumerate(row.cells):
            if bounds is None and (above := _spanning(table.rows[:at], column, row.bbox[1])) is not None:
                cells[column] = told[above][column]
        told.append(cells)
    used = [column for column in range(max(map(len, told), default=0)) if any(row[column] for row in told)]
    return [[row[column] for column in used] for row in told if any(row)]


def _spanning(rows: Sequence[Any], column: int, top: float) -> int | None:
    """The row above whose cell in the column reaches below `top`."""
    for at in range(len(rows) - 1, -1, -1):
        bounds = rows[at].cells[column]
        if bounds is not None:
            return at if bounds[3] > top + 1 else None
    return None


def _cell(words: str) -> str:
    lines = [cleaned(line) for line in words.split("\n")]
    told = [pdf_bidi.logical(line) if pdf_bidi.is_right_to_left(line) else line for line in lines]
    return joined(told)


def joined(lines: Sequence[str]) -> str:
    """Lines of one paragraph as one: words broken at line ends made whole, no blank between Han characters or kana."""
    text = ""
    for line in filter(None, lines):
        text = attached(text, line) if text else line
    return text


def attached(before: str, after: str) -> str:
    """The line that follows, put behind the text it carries on."""
    if HYPHENED.search(before) and after[0].islower():
        return before[:-1] + after
    return before + gap(before, after) + after


def gap(before: str, after: str) -> str:
    """What stands between two lines that belong together."""
    return "" if WIDE.match(before[-1]) and WIDE.match(after[0]) else " "
