"""The only source of the present moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_frozen: ContextVar[datetime | None] = ContextVar("frozen_now", default=None)


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return _frozen.get() or datetime.now(UTC)


@contextmanager
def frozen(at: datetime) -> Iterator[None]:
    """Inside the block the clock stands at `at` (aware)."""
    if at.tzinfo is None:
        raise ValueError("A frozen clock needs an aware time.")
    token = _frozen.set(at.astimezone(UTC))
    try:
        yield
    finally:
        _frozen.reset(token)
