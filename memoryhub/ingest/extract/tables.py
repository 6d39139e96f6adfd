"""Rows of tables made readable each by itself: every cell follows the name of its column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memoryhub.ingest.extract.model import Block

# A table is cut into blocks of so many rows: a block is looked at as a whole when one of its pieces is cut out.
ROWS_OF_A_BLOCK = 40
BETWEEN = " | "
AFTER_NAME = ": "


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell says, and where in the kept text it begins; `segments` say so for parts of it that do not run in step
    with the text before them, as those of a block do.
    """

    text: str
    start: int
    segments: tuple[tuple[int, int], ...] = ()

    @property
    def end(self) -> int:
        at, source = self.segments[-1] if self.segments else (0, self.start)
        return source + len(self.text) - at


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `start` and `end` are its span in the kept text."""

    start: int
    end: int
    cells: tuple[Cell, ...]


def blocks(header: Sequence[str], rows: Sequence[Row], *, start: int) -> list[Block]:
    """The rows as blocks, one line for each row: `City: Porto | Rent: 900`; the first block begins at `start`.

    Cells without words are left out, and so are names of columns that have none.
    """
    found = []
    for first in range(0, len(rows), ROWS_OF_A_BLOCK):
        some = rows[first : first + ROWS_OF_A_BLOCK]
        found.append(_block(header, some, start if first == 0 else some[0].start))
    return found


def _block(header: Sequence[str], rows: Sequence[Row], start: int) -> Block:
    pieces: list[str] = []
    segments: list[tuple[int, int]] = []
    length = 0
    for row in rows:
        between = "\n" if pieces else ""
        opening = row.start
        for name, cell in zip(_named(header, row), row.cells, strict=True):
            if not cell.text:
                continue
            label = f"{name}{AFTER_NAME}" if name and name != cell.text else ""
            # What stands before the first cell, such as a bar, belongs to the row: the whole is located whole.
            segments.append((length + len(between), opening if label else cell.start))
            begins = length + len(between) + len(label)
            segments.append((begins, cell.start))
            segments += [(begins + at, source) for at, source in cell.segments]
            pieces += (between, label, cell.text)
            length += len(between) + len(label) + len(cell.text)
            opening, between = cell.end, BETWEEN
    return Block("table", start, rows[-1].end, "".join(pieces), tuple(dict(segments).items()))


def _named(header: Sequence[str], row: Row) -> Sequence[str]:
    return [*header, *[""] * len(row.cells)][: len(row.cells)]
