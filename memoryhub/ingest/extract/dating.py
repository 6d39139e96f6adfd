"""Moments written in a document: ISO, epoch seconds or milliseconds, and what dateparser knows."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

import dateparser

EPOCH = re.compile(r"\d{10}(?:\.\d+)?|\d{13}")
ABSOLUTE = {
    "PARSERS": ["custom-formats", "absolute-time"],
    "REQUIRE_PARTS": ["year", "month", "day"],
    "DATE_ORDER": "DMY",
}
CHINESE_DAY = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})[日号號]")


@lru_cache(maxsize=4096)
def moment(value: str) -> datetime | None:
    """The aware moment that `value` states, or None; a time without a zone is read as UTC."""
    value = CHINESE_DAY.sub(r"\1-\2-\3", value.strip())
    if not re.search(r"\d{2}", value):
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
