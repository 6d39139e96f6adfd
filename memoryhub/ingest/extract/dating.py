"""Moments written in a document: ISO, epoch seconds or milliseconds, and what dateparser knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import lru_cache

import dateparser

EPOCH = re.compile(r"\d{10}(?:\.\d+)?|\d{13}")
ABSOLUTE = {
    "PARSERS": ["custom-formats", "absolute-time"],
    "REQUIRE_PARTS": ["year", "month", "day"],
    "DATE_ORDER": "DMY",
}
_MONTHS = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jan feb mär apr mai jun jul aug sept okt nov dez",
    "jänner feber märz april mai juni juli august september oktober november dezember",
)
MONTHS = {name: at for names in _MONTHS for at, name in enumerate(names.split(), start=1)}
_MONTH = rf"\b(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
# A full date as people write it over their notes; days and months in figures only where their order is sure.
WRITTEN_DAYS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>(?:19|20)\d\d)[-./_](?P<number>\d{1,2})[-./_](?P<day>\d{1,2})(?!\d)",
        r"(?<!\d)(?P<year>(?:19|20)\d\d)\s?年\s?(?P<number>\d{1,2})\s?月\s?(?P<day>\d{1,2})\s?[日号號]",
        rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH},?\s+(?P<year>(?:19|20)\d\d)(?!\d)",
        rf"{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>(?:19|20)\d\d)(?!\d)",
        r"(?<!\d)(?P<day>\d{1,2})\.(?P<number>\d{1,2})\.(?P<year>(?:19|20)\d\d)(?!\d)",
    )
)
# A title that speaks of a day to come or of a span was not written on it.
NOT_WRITTEN_ON = re.compile(
    r"\b(?:until|till|by|before|after|due|since|from|deadline|bis|ab|seit|vor|nach|frist)\s*:?\s*(?:the\s+|zum\s+)?$"
    r"|(?:截止|截至|到|自|从)\s*$",
    re.IGNORECASE,
)
LONGEST_TITLE = 80
# "Thursday, 12 November 2026 at 10:30:00 Central European Standard Time" has 70; dateparser takes long over a page.
LONGEST_MOMENT = 120
SENTENCE = re.compile(r"[.!?。！？]\s*$")
CHINESE_DAY = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})[日号號]")


def day_of_title(*titles: str) -> date | None:
    """The day that the first of these titles (a heading, a first line, a file name) bears as when it was written.

    Only a title with one full date bears one; what it calls a deadline or the end of a span is none, and a sentence or
    what is too long is no title.
    """
    for title in titles:
        is_title = len(title) <= LONGEST_TITLE and not SENTENCE.search(title)
        days = set(_written_days(title)) if is_title else set()
        if days:
            return days.pop() if len(days) == 1 else None
    return None


def _written_days(title: str) -> Iterator[date]:
    for pattern in WRITTEN_DAYS:
        for match in pattern.finditer(title):
            groups = match.groupdict()
            month = int(groups["number"]) if groups.get("number") else MONTHS[groups["month"].casefold()]
            try:
                day = date(int(groups["year"]), month, int(groups["day"]))
            except ValueError:
                continue
            if not NOT_WRITTEN_ON.search(title[: match.start()]):
                yield day


@lru_cache(maxsize=4096)
def moment(value: str) -> datetime | None:
    """The aware moment that `value` states, or None; a time without a zone is read as UTC."""
    value = CHINESE_DAY.sub(r"\1-\2-\3", value.strip())
    if len(value) > LONGEST_MOMENT or not re.search(r"\d{2}", value):
        return None
    return _epoch(value) or _iso(value) or _free(value)


def _epoch(value: str) -> datetime | None:
    if not EPOCH.fullmatch(value):
        return None
    seconds = float(value)
    return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, UTC)


def _iso(value: str) -> datetime | None:
    try:
        return _aware(datetime.fromisoformat(value))
    except ValueError:
        return None


def _free(value: str) -> datetime | None:
    settings = {
        "PARSERS": ["custom-formats", "absolute-time"],
        "REQUIRE_PARTS": ["year", "month", "day"],
        "DATE_ORDER": "DMY",
    }
    parsed = dateparser.parse(value, settings=settings)
    return _aware(parsed) if parsed else None


def _aware(value: datetime) -> datetime:
    return value if value.tzinfo else value.replace(tzinfo=UTC)
