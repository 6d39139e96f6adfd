"""The weighted sum of both lists."""

from __future__ import annotations

import uuid

import pytest

from memoryhub.retrieval import fusion

A, B, C = (uuid.UUID(int=number) for number in (1, 2, 3))


def test_scores_are_the_weighted_sum_of_both_normalised_lists() -> None:
    fused = fusion.fuse({A: 0.9, B: 0.5, C: 0.1}, {B: 8.0, C: 2.0})
    assert [(one.id, round(one.score, 3)) for one in fused] == [(B, 0.75), (A, 0.5), (C, 0.125)]


def test_without_any_word_the_cosine_decides_alone() -> None:
    assert [(one.id, one.score) for one in fusion.fuse({A: 0.2, B: 0.6}, {})] == [(B, 1.0), (A, 0.0)]


def test_equal_scores_come_newest_first() -> None:
    assert [one.id for one in fusion.fuse({A: 0.4, B: 0.4}, {})] == [B, A]


def test_one_candidate_scores_full_marks_where_it_was_found() -> None:
    (only,) = fusion.fuse({A: 0.3}, {A: 1.2})
    assert (only.score, only.dense, only.lexical) == pytest.approx((1.0, 1.0, 1.0))
