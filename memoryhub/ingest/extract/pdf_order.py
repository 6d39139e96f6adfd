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

    names = vars(layout)
    # It shadows the builtin in that module, which offers no other way.
    names["id"] = _number
    try:
        yield
    finally:
        del names["id"]


def _number(box: object) -> int:
    told: int = box.__dict__.setdefault(NUMBER, next(_numbers))
    return told
