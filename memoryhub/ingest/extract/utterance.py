"""One message of a chat as its reader finds it, before it becomes a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Utterance:
    """`speaker` and `role` as written; the three offsets are places in the kept text."""

    speaker: str
    text: str
    role: str = ""
    at: datetime | None = None
    session: str = ""
    line_start: int = 0
    start: int = 0
    end: int = 0

    def placed(self, *, line_start: int, start: int, end: int) -> Utterance:
        return replace(self, line_start=line_start, start=start, end=end)
