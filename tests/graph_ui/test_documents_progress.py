"""The six steps of a document, with the time each took."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graph_ui.documents import progress
from memoryhub.documents.models import Document

START = datetime(2026, 11, 29, 10, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def ran(begin: float, end: float | None = None, done: int = 0, total: int = 0) -> dict[str, Any]:
    times: dict[str, Any] = {"started": at(begin).isoformat(), "done": done, "total": total}
    return times if end is None else times | {"finished": at(end).isoformat()}


def document(stage: str, status: str, **values: Any) -> Document:
    return Document(stage=stage, status=status, created_at=START, updated_at=START, **values)


def states(row: Document, now: float = 10) -> str:
    signs = {"done": "✓", "running": "▶", "waiting": "…", "failed": "✗", "todo": "·"}
    return "".join(signs[step.state] for step in progress.steps(row, at(now)))


@pytest.mark.parametrize(
    ("stage", "status", "expected"),
    [
        ("extracting", "queued", "✓…····"),
        ("extracting", "running", "✓▶····"),
        ("extracting", "failed", "✓✗····"),
        ("chunking", "waiting", "✓✓…···"),
        ("embedding", "running", "✓✓✓▶··"),
        ("indexing", "running", "✓✓✓▶··"),
        ("remembering", "cancelled", "✓✓✓✓··"),
        ("linking", "running", "✓✓✓✓✓▶"),
        ("linking", "done", "✓✓✓✓✓✓"),
    ],
)
def test_each_stage_has_its_step(stage: str, status: str, expected: str) -> None:
    assert states(document(stage, status)) == expected


def test_each_step_says_how_long_it_took() -> None:
    times = {
        "extracting": ran(0.5, 1.75),
        "chunking": ran(1.75, 1.76),
        "embedding": ran(2, 14),
        "indexing": ran(14, 15),
        "remembering": ran(15, 115),
        "linking": ran(115, 115.2),
    }
    row = document("linking", "done", stage_times=times)
    assert [step.note for step in progress.steps(row, at(200))] == ["0.5 s", "1.2 s", "0.0 s", "13 s", "1:40", "0.2 s"]
    assert progress.now_of(row, at(200)).detail == "in 1:54"


def test_a_stage_that_counts_shows_its_share_and_what_is_left() -> None:
    row = document("embedding", "running", stage_times={"embedding": ran(0, done=34, total=58)})
    step = progress.steps(row, at(17))[3]
    assert (step.note, step.share) == ("34 of 58", 59)
    assert progress.now_of(row, at(17)).detail == "12 s left"


def test_a_stage_that_does_not_count_runs_a_clock() -> None:
    row = document("remembering", "running", stage_times={"remembering": ran(0)})
    step = progress.steps(row, at(3.25))[4]
    assert step.share is None
    assert step.note == '<elapsed-time seconds="3.2" step="1" pattern="{n} s">3.2 s</elapsed-time>'
    assert progress.now_of(row, at(3.25)).detail == ""


def test_a_waiting_document_counts_down_and_never_below_nothing() -> None:
    row = document("embedding", "waiting", next_try_at=at(42))
    assert 'seconds="42.0" step="-1"' in progress.steps(row, at(0))[3].note
    assert 'seconds="0.0"' in progress.steps(row, at(99))[3].note


def test_of_a_document_given_anew_nothing_is_claimed_about_its_arrival() -> None:
    row = document("chunking", "running", revision=2, stage_times={"extracting": ran(9_000, 9_001)})
    assert progress.steps(row, at(9_002))[0].note == ""


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, "0.0 s"), (9.94, "9.9 s"), (59.4, "59 s"), (60, "1:00"), (3_599, "59:59"), (7_205, "2:00:05")],
)
def test_spans_are_short_to_read(seconds: float, expected: str) -> None:
    assert progress.clock_words(seconds) == expected
