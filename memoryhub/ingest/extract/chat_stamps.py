"""The times before messages of chats that phones export as text: written as the phone's language writes them.

Whether 3/4/24 is the third of April or the fourth of March is decided over the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal

# Marks of direction, which stand anywhere and show nothing.
MARKS = "[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*"
_AFTERNOON = ("下午", "晚上", "오후", "午後", "م", "ب.ظ")
_MORNING = ("上午", "凌晨", "早上", "오전", "午前", "ص", "ق.ظ")
_NOON = ("中午",)
HALF = rf"(?:[AaPp]\.?\s?[Mm]\b\.?|{'|'.join(map(re.escape, _AFTERNOON + _MORNING + _NOON))})"
PART = rf"\d{{1,4}}{MARKS}"
STAMP = (
    rf"(?P<first>{PART})[./年년-]\s?{MARKS}(?P<second>\d{{1,2}}{MARKS})[./月월-]\s?{MARKS}(?P<third>{PART})[.日일號号]?"
    rf"[,،]?\s{{1,2}}(?:(?:um|at|klo|à|às|kl)\.?\s)?{MARKS}(?P<before>{HALF}\s?)?"
    rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?:[:.](?P<seconds>\d{{2}}))?(?P<after>\s?{HALF})?(?:\sUhr)?{MARKS}"
)
Order = Literal["ymd", "dmy", "mdy"]
MONTHS, LONGEST_MONTH = 12, 31


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time as it is written; `parts` are year, month and day in the order of the phone."""

    parts: tuple[int, int, int]
    hour: int
    minute: int
    second: int
    half: str
    is_padded: bool


def stamp(match: re.Match[str]) -> Stamp:
    """The time that a match of STAMP holds."""
    parts = [re.sub(r"\D", "", match[name]) for name in ("first", "second", "third")]
    half = (match["before"] or match["after"] or "").strip()
    return Stamp(
        parts=(int(parts[0]), int(parts[1]), int(parts[2])),
        hour=_hour(int(match["hour"]), half),
        minute=int(match["minute"]),
        second=int(match["seconds"] or 0),
        half=half,
        is_padded=all(len(part) > 1 for part in parts),
    )


def _hour(hour: int, half: str) -> int:
    if half in _NOON:
        return hour if hour >= 11 else hour + 12
    if half in _AFTERNOON or half[:1] in {"p", "P"}:
        return hour % 12 + 12
    return hour % 12 if half else hour


def order(stamps: Sequence[Stamp]) -> Order:
    """In which order the phone writes dates: by what no month can be, then by which order time runs forward in, then
    by the habits of the United States, which write PM large and do not pad.
    """
    if all(stamp.parts[0] > LONGEST_MONTH for stamp in stamps):
        return "ymd"
    late = [sum(stamp.parts[at] > MONTHS for stamp in stamps) for at in (0, 1)]
    if late[0] != late[1]:
        return "dmy" if late[0] > late[1] else "mdy"
    steps_back = {order: _steps_back(stamps, order) for order in ("dmy", "mdy")}
    if steps_back["dmy"] != steps_back["mdy"]:
        return "dmy" if steps_back["dmy"] < steps_back["mdy"] else "mdy"
    is_american = any(stamp.half in {"AM", "PM"} and not stamp.is_padded for stamp in stamps)
    return "mdy" if is_american else "dmy"


def _steps_back(stamps: Sequence[Stamp], order: Order) -> int:
    moments = [found for stamp in stamps if (found := moment(stamp, order))]
    return sum(after < before for before, after in pairwise(moments))


def moment(stamp: Stamp, order: Order) -> datetime | None:
    """The moment, read as UTC since no zone is written; None when there is no such day."""
    figures = dict(zip(order, stamp.parts, strict=True))
    year = figures["y"] + (2000 if figures["y"] < 100 else 0)
    try:
        return datetime(year, figures["m"], figures["d"], stamp.hour, stamp.minute, stamp.second, tzinfo=UTC)
    except ValueError:
        return None
