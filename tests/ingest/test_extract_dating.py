"""The day a document was written, as its title says it."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

import pytest

from memoryhub.ingest.extract import extract
from memoryhub.ingest.extract.dating import day_of_title, moment


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Platform weekly, 2026-03-10", date(2026, 3, 10)),
        ("2026-03-10-standup", date(2026, 3, 10)),
        ("研发周会 2026年3月12日", date(2026, 3, 12)),
        ("Notizen vom 11. März 2026", date(2026, 3, 11)),
        ("Protokoll 11.03.2026", date(2026, 3, 11)),
        ("14 March 2026", date(2026, 3, 14)),
        ("Diary, March 14th, 2026", date(2026, 3, 14)),
    ],
)
def test_a_title_bears_the_day_it_was_written_on(title: str, day: date) -> None:
    assert day_of_title(title) == day


@pytest.mark.parametrize(
    "title",
    [
        "",
        "May 2026",
        "Tasks due 2026-05-01",
        "Roadmap until 1 May 2026",
        "Trip 2026-05-01 to 2026-05-09",
        "Version 2026.13.45",
        "Decision 3 mayor 2026",
        "We signed the contract on 14 March 2026.",
        "截止 2026年3月12日",
    ],
)
def test_a_deadline_a_span_a_sentence_or_half_a_date_is_none(title: str) -> None:
    assert day_of_title(title) is None


def test_the_file_name_says_it_where_the_title_does_not() -> None:
    assert day_of_title("Standup", "2026-03-10-standup") == date(2026, 3, 10)
    assert day_of_title("Trip 2026-05-01 to 2026-05-09", "2026-03-10") is None


@pytest.mark.parametrize(
    ("text", "name", "day"),
    [
        ("# Weekly 2026-03-10\n\nThe cache is off.\n", "a.md", date(2026, 3, 10)),
        ("---\ndate: 2026-02-01\n---\n# Weekly 2026-03-10\n", "a.md", date(2026, 2, 1)),
        ("14 March 2026\n\nThe cache is off.\n", "a.txt", date(2026, 3, 14)),
        ("The cache is off.\n", "2026-03-10.txt", date(2026, 3, 10)),
        ("The cache was switched off on 14 March 2026.\n", "a.txt", None),
    ],
)
def test_documents_are_dated_by_their_front_matter_then_title_then_name(text: str, name: str, day: date | None) -> None:
    assert extract(text.encode(), name=name, media_type=None).document_date == day


def test_a_moment_is_short_and_what_is_not_is_none_at_once() -> None:
    stated = "Thursday, 12 November 2026 at 10:30:00"
    assert moment(stated) == datetime(2026, 11, 12, 10, 30, tzinfo=UTC)
    began = time.monotonic()
    assert moment(f"2026-11-03T09:00{'<b>' * 5000}:00Z") is None
    assert time.monotonic() - began < 0.5
