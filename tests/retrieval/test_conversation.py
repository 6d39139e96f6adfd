"""A turn gets something from the turns beside it, from its session, and from whoever the question names."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import pytest

from memoryhub.retrieval import conversation
from memoryhub.retrieval.conversation import Place
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.weights import Weights

CHAT, OTHER = uuid.UUID(int=100), uuid.UUID(int=200)
NEIGHBOUR = Weights(neighbour=0.3, session=0, speaker=0)
SESSION = Weights(neighbour=0, session=0.4, speaker=0)
SPEAKER = Weights(neighbour=0, session=0, speaker=0.2)


def turn(number: int, score: float, kind: str = "chunk") -> Fused:
    return Fused(kind, uuid.UUID(int=number), score, score, score, score, score)


def places(*numbers: int, document: uuid.UUID = CHAT, session: str = "s", speaker: str = "") -> dict[uuid.UUID, Place]:
    return {uuid.UUID(int=number): Place(document, number, session, speaker) for number in numbers}


def scores(fused: list[Fused]) -> dict[int, float]:
    return {one.id.int: round(one.score / one.factors["scale"], 4) for one in fused}


def bonus(fused: list[Fused], name: str) -> dict[int, float]:
    return {one.id.int: round(one.bonuses[name] / one.factors["scale"], 4) for one in fused if name in one.bonuses}


def fuse_in(
    fused: list[Fused], where: Mapping[uuid.UUID, Place], weights: Weights, query: str = "Where is it?"
) -> list[Fused]:
    return conversation.fuse_in(fused, where, query, weights)


def test_a_turn_gets_a_share_of_the_better_turn_beside_it() -> None:
    fused = fuse_in([turn(1, 0.2), turn(2, 0.8), turn(3, 0.5), turn(9, 0.4)], places(1, 2, 3, 9), NEIGHBOUR)
    assert scores(fused) == {2: 0.95, 3: 0.74, 1: 0.44, 9: 0.4}
    assert bonus(fused, "neighbour") == {1: 0.24, 2: 0.15, 3: 0.24}


def test_a_turn_of_another_session_or_document_is_not_beside_it() -> None:
    where = {**places(1), **places(2, session="t"), **places(3, document=OTHER)}
    fused = fuse_in([turn(1, 0.2), turn(2, 0.8), turn(3, 0.5)], where, NEIGHBOUR)
    assert bonus(fused, "neighbour") == {}


def test_a_session_counts_by_its_three_best_turns() -> None:
    where = {**places(1, 3, 5, 7), **places(20, session="t")}
    fused = fuse_in([turn(1, 0.9), turn(3, 0.6), turn(5, 0.3), turn(7, 0.1), turn(20, 0.6)], where, SESSION)
    assert bonus(fused, "session") == {1: 0.24, 3: 0.24, 5: 0.24, 7: 0.24, 20: 0.08}


@pytest.mark.parametrize(
    ("query", "favoured"),
    [("What does Mina like?", {1}), ("Mina and Ben: who is taller?", set()), ("Who is minaret?", set())],
)
def test_only_the_one_speaker_whom_the_question_names_is_favoured(query: str, favoured: set[int]) -> None:
    where = {**places(1, speaker="Mina"), **places(3, speaker="Ben"), **places(5)}
    fused = fuse_in([turn(1, 0.5), turn(3, 0.5), turn(5, 0.5)], where, SPEAKER, query)
    assert set(bonus(fused, "speaker")) == favoured


def test_a_turn_is_not_better_than_a_memory_by_being_a_turn() -> None:
    fused = fuse_in([turn(1, 0.8), turn(2, 0.7), turn(50, 0.9, kind="memory"), turn(51, 0.75)], places(1, 2), Weights())
    assert (fused[0].id.int, fused[0].factors) == (50, {})
    assert max(one.score for one in fused if one.id.int in {1, 2}) == pytest.approx(0.8)
    (passage,) = (one for one in fused if one.id.int == 51)
    assert (passage.score, passage.bonuses) == (0.75, {})


def test_equal_scores_come_newest_first_and_no_turn_is_no_change() -> None:
    fused = [turn(2, 0.5), turn(1, 0.5)]
    assert fuse_in(fused, {}, Weights()) == fused
    assert [one.id.int for one in fuse_in(fused[::-1], places(1, 2, session="x"), SESSION)] == [2, 1]
    assert [one.score for one in fuse_in([turn(1, 0.0)], places(1), Weights())] == [0.0]
