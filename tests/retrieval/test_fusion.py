"""The weighted sum of all lists."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import pytest

from memoryhub.retrieval import fusion
from memoryhub.retrieval.fusion import Candidates

A, B, C = (uuid.UUID(int=number) for number in (1, 2, 3))


def chunks(dense: Mapping[uuid.UUID, float], lexical: Mapping[uuid.UUID, float]) -> Candidates:
    return Candidates("chunk", dense, lexical)


def memories(dense: Mapping[uuid.UUID, float], lexical: Mapping[uuid.UUID, float]) -> Candidates:
    return Candidates("memory", dense, lexical)


def test_scores_are_the_weighted_sum_of_both_normalised_lists() -> None:
    fused = fusion.fuse([chunks({A: 0.9, B: 0.5, C: 0.1}, {B: 8.0, C: 2.0})])
    assert [(one.id, round(one.score, 3)) for one in fused] == [(B, 0.75), (A, 0.5), (C, 0.125)]


def test_for_a_memory_the_meaning_counts_more_than_for_a_chunk() -> None:
    lists = {A: 0.9, B: 0.1}, {B: 8.0}
    assert [one.id for one in fusion.fuse([memories(*lists)])] == [A, B]
    assert [one.score for one in fusion.fuse([memories(*lists)])] == pytest.approx([0.6, 0.4])
    assert [one.score for one in fusion.fuse([chunks(*lists)])] == pytest.approx([0.5, 0.5])


def test_memories_and_chunks_stand_on_one_scale() -> None:
    """The best of a list where nothing fits stays behind what fits in the other list."""
    fused = fusion.fuse([memories({A: 0.3}, {A: 1.0}), chunks({B: 0.8, C: 0.2}, {B: 4.0})])
    assert [one.id for one in fused] == [B, A, C]
    assert fused[1].score == pytest.approx(0.6 * (0.1 / 0.6) + 0.4 * 0.25)


def test_without_any_word_the_cosine_decides_alone() -> None:
    fused = fusion.fuse([memories({A: 0.2, B: 0.6}, {}), chunks({C: 0.4}, {})])
    assert [(one.id, round(one.score, 3)) for one in fused] == [(B, 1.0), (C, 0.5), (A, 0.0)]


def test_without_an_embedding_the_words_decide_alone() -> None:
    assert [one.id for one in fusion.fuse([memories({}, {A: 2.0, B: 4.0})])] == [B, A]


def test_equal_scores_come_newest_first() -> None:
    assert [one.id for one in fusion.fuse([memories({A: 0.4, B: 0.4}, {})])] == [B, A]


def test_one_candidate_scores_full_marks_where_it_was_found() -> None:
    (only,) = fusion.fuse([memories({A: 0.3}, {A: 1.2})])
    assert (only.score, only.dense, only.lexical) == pytest.approx((1.0, 1.0, 1.0))


def test_a_score_is_told_with_what_it_was_made_from() -> None:
    (only,) = fusion.fuse([chunks({A: 0.3}, {A: 1.2})])
    assert (only.kind, only.cosine, only.bm25) == ("chunk", 0.3, 1.2)


def test_without_an_embedding_there_is_no_cosine_rather_than_none_at_all() -> None:
    (only,) = fusion.fuse([chunks({}, {A: 1.2})])
    assert only.cosine is None


def test_nothing_found_is_an_empty_list() -> None:
    assert fusion.fuse([]) == []
    assert fusion.fuse([chunks({}, {})]) == []
