"""What lines cost, and how a budget is shared out."""

from __future__ import annotations

import pytest

from memoryhub.profiles.budget import Budget, cost

FOUR = "x" * 8  # costs four tokens


@pytest.mark.parametrize(("line", "tokens"), [("", 2), ("x", 3), ("xxxx", 3), ("xxxxx", 4), ("记忆", 4), ("记忆 x", 5)])
def test_a_line_costs_a_token_for_a_han_character_one_for_four_others_and_two_for_itself(
    line: str, tokens: int
) -> None:
    assert cost(line) == tokens


@pytest.mark.parametrize(("parts", "kept"), [(1, [25]), (2, [18, 7]), (3, [12, 9, 4])])
def test_a_part_gets_half_or_before_the_last_three_quarters_and_the_last_gets_all_that_is_left(
    parts: int, kept: list[int]
) -> None:
    budget = Budget(100, parts)
    assert [len(budget.fill([FOUR] * 30, cost)) for _ in range(parts)] == kept
    assert budget.left_out == 30 * parts - sum(kept)
    assert budget.left == 100 - 4 * sum(kept)


def test_what_a_part_does_not_need_goes_to_those_after_it() -> None:
    budget = Budget(100, 2)
    assert budget.fill([FOUR], cost) == [FOUR]
    assert len(budget.fill([FOUR] * 30, cost)) == 24


def test_what_is_too_long_is_left_out_and_shorter_ones_after_it_are_kept() -> None:
    budget = Budget(8, 1)
    assert budget.fill(["x" * 100, FOUR, FOUR, FOUR], cost) == [FOUR, FOUR]
    assert (budget.left, budget.left_out) == (0, 2)
