"""What a process keeps of its choices, and when it makes them anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memoryhub.core import ids
from memoryhub.profiles import choices

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
FIRST, SECOND = ids.new(), ids.new()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what the process keeps as it was."""
    monkeypatch.setattr(choices, "_kept", type(choices._kept)())


class Chooser:
    """Counts how often it is asked."""

    def __init__(self, ends: datetime | None = None) -> None:
        self.asked, self.ends = 0, ends

    def __call__(self) -> choices.Found:
        self.asked += 1
        return [(FIRST, self.ends, "tea for two"), (SECOND, None, "")]


def ask(choose: Chooser, *, name: str = "a", revision: int = 1, now: datetime = NOON) -> tuple[object, ...]:
    return choices.kept(name, revision=revision, now=now, choose=choose)


def test_a_choice_is_made_once_for_a_revision() -> None:
    choose = Chooser()
    assert ask(choose) == ask(choose) == ((FIRST, 5), (SECOND, 2))
    assert choose.asked == 1
    ask(choose, revision=2)
    assert choose.asked == 2


def test_names_are_told_apart() -> None:
    choose = Chooser()
    ask(choose, name="a")
    ask(choose, name="b")
    assert choose.asked == 2


@pytest.mark.parametrize(
    ("after", "asked"),
    [(timedelta(seconds=59), 1), (timedelta(minutes=1), 2), (timedelta(seconds=-1), 2)],
)
def test_it_holds_until_the_first_of_it_ends_and_not_before_it_was_made(after: timedelta, asked: int) -> None:
    choose = Chooser(ends=NOON + timedelta(minutes=1))
    ask(choose)
    ask(choose, now=NOON + after)
    assert choose.asked == asked


def test_without_an_end_it_holds_for_an_hour() -> None:
    choose = Chooser()
    ask(choose)
    ask(choose, now=NOON + timedelta(minutes=59))
    assert choose.asked == 1
    ask(choose, now=NOON + timedelta(hours=1))
    assert choose.asked == 2


def test_what_was_asked_for_longest_ago_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST_KEPT", 2)
    choose = Chooser()
    for name in ("a", "b", "a", "c"):
        ask(choose, name=name)
    assert list(choices._kept) == ["a", "c"]
