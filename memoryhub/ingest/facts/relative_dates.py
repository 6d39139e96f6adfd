"""Words such as yesterday or 上周五, resolved from the day they were said and written into the fact in brackets.

Days and counts of days go through dateparser; weekdays, weeks, months and years are spans, which it does not give.
It is slow, so it is asked only where a word of the language's own list stands, and each question only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

import dateparser

from memoryhub.ingest.facts import time_words

MONTHS_OF_YEAR = 12
JOINT = re.compile(r"[,;:]\s|\s(?:and|but|so|und|aber)\s")


@dataclass(frozen=True, slots=True)
class Period:
    """Days `start` to `end`, both included, and how they are written: a day, a month, a year, or a span (ISO 8601)."""

    start: date
    end: date
    written: str


@dataclass(frozen=True, slots=True)
class Dated:
    """`text` with each relative date spelt out; `valid_from` is the first day of the first of them."""

    text: str
    valid_from: date | None
    is_open: bool = False


def resolve(text: str, *, language: str, said_on: date | None) -> Dated:
    """`text` said on the day `said_on`; `is_open` if it has a relative date that nothing can resolve."""
    words = time_words.of_language(language)
    if words is None or not words.cue.search(text):
        return Dated(text, None)
    if said_on is None:
        return Dated(text, None, is_open=True)
    found = list(_found(text, words, said_on))
    for match, period in reversed(found):
        if not text[match.end() :].lstrip().startswith("("):
            blank = " " if text[match.end() - 1].isascii() else ""
            text = f"{text[: match.end()]}{blank}({period.written}){text[match.end() :]}"
    return Dated(text, found[0][1].start if found else None)


def _found(text: str, words: time_words.TimeWords, said_on: date) -> Iterator[tuple[re.Match[str], Period]]:
    for match in words.cue.finditer(text):
        period = _bare(match, words, said_on) if match.groupdict().get("bare") else _period(match, words, said_on)
        if period:
            yield match, period


def _period(match: re.Match[str], words: time_words.TimeWords, said_on: date) -> Period | None:
    groups = match.groupdict()
    if groups.get("weekday"):
        return _weekday(words, groups, said_on)
    if groups.get("unit"):
        return _span(words.units[groups["unit"].casefold()], words.shifts[_word(groups["shift"])], said_on)
    if groups.get("count"):
        unit = words.units[groups["counted"].casefold()]
        return _counted(words.number(groups["count"]), unit, said_on)
    day = _parsed(match[0].casefold(), words.code, said_on)
    return Period(day, day, day.isoformat()) if day else None


def _bare(match: re.Match[str], words: time_words.TimeWords, said_on: date) -> Period | None:
    """A weekday or weekend that only the tense of its sentence places: the one gone by, or the one to come."""
    clause, name = _clause(match), match["bare"].casefold()
    ago = bool(words.past.search(clause))
    if not ago and not words.ahead.search(clause):
        return None
    if name not in words.weekdays:
        return _span("weekend", -1 if ago else 0, said_on)
    index = words.weekdays[name]
    back, on = (said_on.weekday() - index - 1) % 7 + 1, (index - said_on.weekday() - 1) % 7 + 1
    day = said_on + timedelta(days=-back if ago else on)
    return Period(day, day, day.isoformat())


def _clause(match: re.Match[str]) -> str:
    """What stands around an expression up to the next comma or conjunction."""
    text = match.string
    starts = [found.end() for found in JOINT.finditer(text, 0, match.start())]
    end = JOINT.search(text, match.end())
    return text[starts[-1] if starts else 0 : end.start() if end else len(text)]


def _word(shift: str) -> str:
    return " ".join(shift.casefold().split())


@lru_cache(maxsize=4096)
def _parsed(expression: str, language: str, said_on: date) -> date | None:
    expression = time_words.PLAIN.get(expression, expression)
    base = datetime.combine(said_on, time(12))
    parsed = dateparser.parse(expression, languages=[language], settings={"RELATIVE_BASE": base})
    return parsed.date() if parsed else None


def _counted(count: int, unit: str, said_on: date) -> Period | None:
    """Some days, weeks, months or years ago, as exactly as people count them."""
    if unit == "day":
        day = _parsed(f"{count} days ago", "en", said_on)
        return Period(day, day, day.isoformat()) if day else None
    return _span(unit, -count, said_on)


def _weekday(words: time_words.TimeWords, groups: dict[str, str], said_on: date) -> Period:
    index = words.weekdays[groups["weekday"].casefold()]
    shift = words.shifts[_word(groups["shift"])]
    if words.counts_weeks or shift == 0 or (shift > 0 and not words.next_is_nearest):
        day = _monday(said_on) + timedelta(days=index, weeks=shift)
    elif shift < 0:
        day = said_on - timedelta(days=(said_on.weekday() - index - 1) % 7 + 1)
    else:
        day = said_on + timedelta(days=(index - said_on.weekday() - 1) % 7 + 1)
    return Period(day, day, day.isoformat())


def _span(unit: str, shift: int, said_on: date) -> Period | None:
    if unit in {"week", "weekend"}:
        monday = _monday(said_on) + timedelta(weeks=shift)
        start, end = monday + timedelta(days=5 if unit == "weekend" else 0), monday + timedelta(days=6)
        return Period(start, end, f"{start.isoformat()}/{end.isoformat()}")
    months = said_on.year * MONTHS_OF_YEAR + said_on.month - 1 + (shift if unit == "month" else shift * MONTHS_OF_YEAR)
    year, month = divmod(months, MONTHS_OF_YEAR)
    if not 1 <= year <= 9998:
        return None
    if unit == "year":
        return Period(date(year, 1, 1), date(year, 12, 31), f"{year:04}")
    after = date(year + month // 11, (month + 1) % MONTHS_OF_YEAR + 1, 1)
    return Period(date(year, month + 1, 1), after - timedelta(days=1), f"{year:04}-{month + 1:02}")


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
