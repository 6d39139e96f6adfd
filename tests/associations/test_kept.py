"""What a process keeps: bounded by number and size, made once however many ask."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from memoryhub.associations.kept import Kept
from tests.threads import together


def test_it_is_made_once_and_found_again() -> None:
    kept: Kept[list[int]] = Kept(most=2, elements=10)
    first = kept.get("a", lambda: [1])
    assert kept.get("a", list) is first
    assert (kept.find("a"), kept.find("b")) == ([1], None)


def test_what_was_asked_for_longest_ago_goes() -> None:
    kept: Kept[list[int]] = Kept(most=2, elements=10)
    for name in ("a", "b", "a", "c"):
        kept.get(name, lambda: [1])
    assert [kept.find(name) for name in ("a", "b", "c")] == [[1], None, [1]]


def test_large_ones_leave_room_for_fewer_but_the_newest_stays() -> None:
    kept: Kept[list[int]] = Kept(most=9, elements=10)
    kept.get("small", lambda: [1])
    kept.get("large", lambda: [0] * 99)
    assert (kept.find("small"), len(kept.find("large") or [])) == (None, 99)


def test_of_many_that_ask_at_once_one_makes_it() -> None:
    kept: Kept[list[int]] = Kept(most=2, elements=10)
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        threading.Event().wait(0.05)
        return [7]

    assert together(*[partial(kept.get, "a", make)] * 4) == [[7]] * 4
    assert made == [1]


def test_what_fails_is_tried_again_by_the_next() -> None:
    kept: Kept[list[int]] = Kept(most=2, elements=10)

    def fail() -> list[int]:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        kept.get("a", fail)
    assert kept.get("a", lambda: [2]) == [2]
