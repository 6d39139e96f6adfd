"""Running heads, feet and page numbers of a PDF: lines that stand at the same place of most pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from memoryhub.ingest.extract.pdf_page import Line, Page

# The share of a page at its top and at its foot where such lines stand.
EDGE = 0.12
# How far in points the same line may stand from itself on another page.
ROOM = 6
LEAST_SHARE = 0.4
FIGURES = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|página|pagina|p\.|s\.|第|頁|쪽)?\s*(?P<at>\d{1,4})(?:\s*(?:of|von|de|di|sur|/|共)\s*\d{1,4})?\s*(?:页|頁|ページ|쪽)?\W*",
    re.IGNORECASE,
)


def without_running(pages: Sequence[Page]) -> None:
    """Take the running lines out of the pages. A figure in them may only grow as the pages do."""
    groups: dict[tuple[str, int], list[tuple[Page, Line]]] = defaultdict(list)
    for page in pages:
        for line in page.lines:
            if not page.height * EDGE < (line.top + line.bottom) / 2 < page.height * (1 - EDGE):
                groups[FIGURES.sub("#", line.text.casefold()), round(line.top / ROOM)].append((page, line))
    for found in groups.values():
        if _repeats(found, len(pages)):
            for page, line in found:
                page.parts.remove(line)


def _repeats(found: Sequence[tuple[Page, Line]], pages: int) -> bool:
    count = len({page.number for page, _line in found})
    if all(_is_number_of(page, line) for page, line in found):
        return True
    return count >= 2 and count >= min(pages, max(3, pages * LEAST_SHARE)) and _counts_pages(found)


def _is_number_of(page: Page, line: Line) -> bool:
    match = PAGE_NUMBER.fullmatch(line.text)
    return bool(match and int(match["at"]) == page.number)


def _counts_pages(found: Sequence[tuple[Page, Line]]) -> bool:
    """Whether each figure of the line is the same everywhere, or differs as the numbers of the pages do."""
    rows = [(page.number, [int(figure) for figure in FIGURES.findall(line.text)]) for page, line in found]
    first, figures = rows[0]
    return all(
        all(figure in {other, other + number - first} for figure, other in zip(row, figures, strict=True))
        for number, row in rows
    )
