"""The same page read in the same order each time.

Where boxes are equally far apart, pdfminer joins them in the order of their addresses in memory.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

_numbers = itertools.count()
NUMBER = "memoryhub_number"


@contextmanager
def steady() -> Iterator[None]:
    """Inside the block pdfminer tells boxes apart by the order in which it met them."""
    from pdfminer import layout

    layout.id = _number  # type: ignore[attr-defined]  # shadows the builtin in that module
    try:
        yield
    finally:
        del layout.id  # type: ignore[attr-defined]


def _number(box: object) -> int:
    told: int = box.__dict__.setdefault(NUMBER, next(_numbers))
    return told
