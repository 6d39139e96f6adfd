"""What is reached over keys stands behind what was found directly, and says how it was reached."""

from __future__ import annotations

import uuid

import pytest

from memoryhub.retrieval import association
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.keyed import Reached, Step
from memoryhub.retrieval.weights import Weights

WEIGHTS = Weights(key=0.1, association=0.8)


def memory(number: int, score: float, *, cosine: float | None = 0.5, bm25: float = 0.0) -> Fused:
    return Fused("memory", uuid.UUID(int=number), score, score, 0.0, cosine, bm25)


def of(number: int) -> uuid.UUID:
    return uuid.UUID(int=number)


def fuse_in(fused: list[Fused], reached: dict[int, Reached], evidence: set[int]) -> dict[int, Fused]:
    found = association.fuse_in(
        fused,
        {of(number): one for number, one in reached.items()},
        evidence={of(number) for number in evidence},
        cosines={of(9): 0.125},
        weights=WEIGHTS,
    )
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    return {one.id.int: one for one in found}


def test_evident_is_what_has_a_word_or_is_near_enough() -> None:
    near, far = memory(1, 0.9), memory(2, 0.5, cosine=0.1)
    worded, unknown = memory(3, 0.4, cosine=0.1, bm25=2.0), memory(4, 0.1, cosine=None)
    assert association.evident([near, far, worded, unknown], content_hit=0.2) == {of(1), of(3)}


def test_a_key_of_the_question_is_a_bounded_bonus() -> None:
    found = fuse_in([memory(1, 0.5), memory(2, 0.4)], {2: Reached(0.5)}, {1, 2})
    assert found[2].score == pytest.approx(0.45)
    assert (found[2].bonuses, found[2].hop) == ({"key": 0.05}, 1)


@pytest.mark.parametrize("association_weight", [0.5, 0.8, 1.0])
def test_what_is_reached_over_others_stays_behind_all_that_was_found_directly(association_weight: float) -> None:
    fused = [memory(1, 0.9), memory(2, 0.6), memory(3, 0.1, cosine=0.0), memory(4, 0.05, cosine=0.0)]
    found = association.fuse_in(
        fused,
        {of(3): Reached(0.3, 2), of(4): Reached(0.15, 2), of(9): Reached(0.09, 3)},
        evidence={of(1), of(2)},
        cosines={},
        weights=Weights(association=association_weight),
    )
    assert [one.id.int for one in found][:2] == [1, 2]
    assert [one.id.int for one in found if one.hop == 2] == [3, 4]


def test_each_hop_comes_less_near_and_the_stronger_way_first() -> None:
    reached = {3: Reached(0.3, 2), 4: Reached(0.15, 2), 9: Reached(0.02, 3)}
    found = fuse_in([memory(1, 0.6), memory(3, 0.1), memory(4, 0.0)], reached, {1})
    assert {key: round(found[key].score, 4) for key in (3, 4, 9)} == {3: 0.48, 4: 0.36, 9: 0.384}
    assert {key: round(found[key].bonuses["association"], 4) for key in (3, 4, 9)} == {3: 0.38, 4: 0.36, 9: 0.384}


def test_what_no_list_had_is_there_with_its_cosine_and_its_path() -> None:
    path = (Step("apple", of(1)), Step("fruit", of(9)))
    found = fuse_in([memory(1, 0.6)], {9: Reached(0.1, 2, path)}, {1})
    assert (found[9].cosine, found[9].hop, found[9].path) == (0.125, 2, path)


def test_what_was_found_nearer_by_itself_stays_there() -> None:
    found = fuse_in([memory(1, 0.6), memory(2, 0.58, cosine=0.0)], {2: Reached(0.1, 2)}, {1})
    assert (found[2].score, found[2].bonuses) == (0.58, {})


def test_passages_are_left_as_they_are() -> None:
    chunk = Fused("chunk", of(5), 0.5, 0.5, 0.0, 0.3, 0.0)
    assert fuse_in([memory(1, 0.6), chunk], {1: Reached(1.0)}, {1})[5] == chunk


def test_without_evidence_an_association_adds_nothing() -> None:
    assert fuse_in([memory(1, 0.3)], {1: Reached(0.2, 2)}, set())[1].score == 0.3
