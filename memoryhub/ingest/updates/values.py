"""Numbers and times of day in one form, so that 9am, 09:00 and 上午九点 are no change."""

from __future__ import annotations

import re

HALF_DAY = 720
HAN_DIGITS = {character: place for place, character in enumerate("零一二三四五六七八九")} | {"\u3007": 0, "两": 2}
HAN_CLOCK = re.compile(
    r"(?P<part>上午|下午|早上|晚上|中午|凌晨|傍晚)?(?P<hour>[^点時时:]+)[点時时:](?P<minute>半|整|[^分]*)分?"
)
LATIN_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(?::\d\d)?\s*(am|pm|h)?", re.IGNORECASE)
AFTERNOON = frozenset({"下午", "晚上", "傍晚", "pm"})


def number(written: str) -> str:
    """A Chinese numeral below a hundred in digits; anything else as it is."""
    if not written or any(character not in HAN_DIGITS and character != "十" for character in written):
        return written
    if "十" not in written:
        return "".join(str(HAN_DIGITS[character]) for character in written)
    tens, _, ones = written.partition("十")
    return str((HAN_DIGITS[tens] if tens else 1) * 10 + (HAN_DIGITS[ones] if ones else 0))


def clock(written: str) -> str:
    """Minutes since midnight, with a question mark where the half of the day is open; unreadable text as it is."""
    match = HAN_CLOCK.fullmatch(written) if not written.isascii() else None
    if match:
        minute = {"半": "30", "整": "0", "": "0"}.get(match["minute"]) or number(match["minute"])
        return _minutes(number(match["hour"]), minute, match["part"] or "") or written
    latin = LATIN_CLOCK.fullmatch(written)
    return (_minutes(latin[1], latin[2] or "0", (latin[3] or "").lower()) if latin else "") or written


def _minutes(hour: str, minute: str, part: str) -> str:
    if not hour.isdecimal() or not minute.isdecimal():
        return ""
    hours = int(hour) + (12 if part in AFTERNOON and int(hour) < 12 else 0)
    is_open = not part and len(hour) == 1 and hours < 12
    return f"{hours * 60 + int(minute)}{'?' if is_open else ''}"


def differ(first: str, second: str) -> bool:
    """Whether two times, or two other values, exclude each other; an open half of the day fits both."""
    if first == second:
        return False
    minutes = [value.rstrip("?") for value in (first, second)]
    if "?" in first + second and all(value.isdecimal() for value in minutes):
        return int(minutes[0]) % HALF_DAY != int(minutes[1]) % HALF_DAY
    return True
