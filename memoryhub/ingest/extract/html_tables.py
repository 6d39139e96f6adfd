"""Tables of HTML as grids: cells that span rows are told in each of them, rows of heads become one head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memoryhub.ingest.extract.composing import one_line
from memoryhub.ingest.extract.html_tree import Element

# A cell may claim to span thousands of rows and columns; a grid beyond this is taken as if none spanned.
MOST_CELLS = 200_000
LONGEST_HEAD = 60
PARTING = {"p", "div", "li", "br", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "dd", "dt"}
INSIDE_LAYOUT = ("table", "h1", "h2", "h3", "h4", "h5", "h6")


def is_layout(table: Element) -> bool:
    """Whether the table only places things beside each other, as in mails: no grid of one kind of thing."""
    if table.get("role") in {"presentation", "none"} or any(
        table.find(f".//{tag}") is not None for tag in INSIDE_LAYOUT
    ):
        return True
    rows = list(_rows(table))
    return len(rows) < 2 and not any(cell.tag == "th" for row in rows for cell in _cells(row))


def grid(table: Element) -> tuple[list[str], list[list[str]]]:
    """The names of the columns, and the rows; names are empty where the table has none. Empty columns are dropped."""
    rows = [list(_cells(row)) for row in _rows(table)]
    texts = _expanded(rows)
    heads = _count_heads(table, rows)
    width = max((len(row) for row in texts), default=0)
    full = [[*row, *[""] * (width - len(row))] for row in texts]
    used = [column for column in range(width) if any(row[column] for row in full)]
    kept = [[row[column] for column in used] for row in full]
    return headed(kept, heads)


def headed(rows: Sequence[Sequence[str]], heads: int | None) -> tuple[list[str], list[list[str]]]:
    """The names of the columns and the rows below them; `heads` rows of names, or None where nothing says so."""
    filled = [list(row) for row in rows if any(row)]
    if heads is None:
        heads = int(looks_like_head(filled))
    if not filled:
        return [], []
    names = [_joined(column) for column in zip(*filled[:heads], strict=True)] if heads else [""] * len(filled[0])
    return names, filled[heads:]


def looks_like_head(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of these rows names the columns: short words in all cells (the first may be empty), no two the
    same, no figures, and no labels of a form, which end with a colon.
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    first = rows[0]
    words = first if first[0] else first[1:]
    return (
        all(0 < len(word) <= LONGEST_HEAD and any(map(str.isalpha, word)) for word in words)
        and len(set(words)) == len(words)
        and not any(word.endswith((":", "：")) for word in words)
    )


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in {"thead", "tbody", "tfoot"}:
            yield from (row for row in child if row.tag == "tr")


def _cells(row: Element) -> Iterator[Element]:
    return (cell for cell in row if cell.tag in {"td", "th"})


def _count_heads(table: Element, rows: Sequence[Sequence[Element]]) -> int | None:
    """How many rows at the top name columns; None where the table does not say."""
    heads = 0
    for row in rows:
        inside = bool(row) and row[0].getparent().getparent().tag == "thead"
        if not inside and not (row and all(cell.tag == "th" for cell in row)):
            break
        heads += 1
    return min(heads, len(rows) - 1) if heads else None


def _expanded(rows: Sequence[Sequence[Element]]) -> list[list[str]]:
    """The words of each cell in each row it spans, and of a head in each column; of others in the first column."""
    size = sum(_span(cell, "colspan") * _span(cell, "rowspan") for row in rows for cell in row)
    spans = size <= MOST_CELLS
    grid: list[dict[int, str]] = [{} for _ in rows]
    for at, row in enumerate(rows):
        column = 0
        for cell in row:
            while column in grid[at]:
                column += 1
            words = text_of(cell)
            wide, high = (_span(cell, "colspan"), _span(cell, "rowspan")) if spans else (1, 1)
            for below in range(at, min(at + high, len(rows))):
                for beside in range(wide):
                    is_told = beside == 0 or cell.tag == "th"
                    grid[below][column + beside] = words if is_told else ""
            column += wide
    return [[row.get(column, "") for column in range(max(row, default=-1) + 1)] for row in grid]


def _span(cell: Element, name: str) -> int:
    stated = str(cell.get(name, "1")).strip()
    return min(max(int(stated), 1), 1000) if stated.isascii() and stated.isdigit() and len(stated) < 9 else 1


def _joined(names: Sequence[str]) -> str:
    return " / ".join(dict.fromkeys(filter(None, names)))


def text_of(element: Element) -> str:
    """The words of an element on one line, with a blank where a block inside begins or ends."""
    pieces: list[str] = []
    for event, node in _walked(element):
        if node.tag in PARTING:
            pieces.append(" ")
        pieces.append((node.text if event == "start" else node.tail if node is not element else "") or "")
    return one_line("".join(pieces))


def _walked(element: Element) -> Iterator[tuple[str, Element]]:
    from lxml import etree

    return iter(etree.iterwalk(element, events=("start", "end")))
