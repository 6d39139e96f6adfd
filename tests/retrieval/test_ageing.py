"""What is old and never came up again fades, unless it is static; many sources and many recalls make it stand out."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from memoryhub.core import clock
from memoryhub.memories import selectors
from memoryhub.memories import services as memories
from memoryhub.memories.depth import stage
from memoryhub.memories.models import Activity, Recall
from memoryhub.memories.selectors import Vitality
from memoryhub.retrieval import ageing, search
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.request import SearchRequest
from memoryhub.retrieval.weights import Weights
from memoryhub.spaces.models import Space
from tests import factories

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
WEIGHTS = Weights(fading=0.5, half_life_days=30, sources=0.1, depth=0.2)


def alive(*, days: float = 0, static: bool = False, sources: int = 1, depth: float = 0) -> Vitality:
    return Vitality(static, sources, depth, age=days, idle=days)


@pytest.mark.parametrize(
    ("of", "left"),
    [
        (alive(), 1.0),
        (alive(days=30), 0.75),
        (alive(days=60), 0.625),
        (alive(days=60, depth=1.0), 0.75),
        (alive(days=30_000), 0.5),
        (alive(days=30, static=True), 1.0),
    ],
)
def test_half_of_what_can_fade_is_gone_after_a_half_life(of: Vitality, left: float) -> None:
    assert ageing.fading(of, WEIGHTS) == pytest.approx(left)


def test_sources_count_logarithmically_and_up_to_a_bound() -> None:
    gains = [ageing.sources(alive(sources=count), WEIGHTS) for count in (0, 1, 2, 4, 16, 500)]
    assert gains == pytest.approx([1.0, 1.0, 1.025, 1.05, 1.1, 1.1])


def test_a_score_is_multiplied_and_says_by_what() -> None:
    key, chunk = uuid.UUID(int=1), uuid.UUID(int=2)
    fused = [
        Fused("memory", key, 0.8, 1.0, 0.5, 0.5, 1.0, bonuses={"key": 0.1}),
        Fused("chunk", chunk, 0.79, 1.0, 0.5, 0.5, 1.0),
    ]
    first, second = ageing.fuse_in(fused, {key: alive(days=30, sources=4, depth=0.5)}, weights=WEIGHTS)
    assert (first.id, first.factors) == (chunk, {})
    assert second.factors == pytest.approx({"fading": 1 - 0.5 * (1 - 2 ** (-1 / 1.5)), "sources": 1.05, "depth": 1.1})
    assert second.score == pytest.approx(0.8 * second.factors["fading"] * 1.05 * 1.1)
    assert second.depth == 0.5


@pytest.mark.django_db
class TestRecall:
    """What is given to an agent is noted and sits deeper."""

    def test_a_recall_deepens_and_is_noted_with_its_key_and_question(self, space: Space) -> None:
        memory = factories.remember(space, "The cedar stands by the road.")
        key = uuid.uuid4()
        with clock.frozen(NOW):
            for _ in range(2):
                search.recall(SearchRequest(space, "cedar"), key_id=key)
        activity = Activity.objects.get(memory=memory)
        assert (round(activity.depth, 6), activity.recall_count, activity.last_recalled_at) == (0.1, 2, NOW)
        noted = Recall.objects.values_list("memory", "key_id", "query", "rank", "at")
        assert list(noted) == [(memory.pk, key, "cedar", 1, NOW)] * 2

    def test_depth_ends_at_one(self, space: Space) -> None:
        memory = factories.remember(space, "The cedar stands by the road.")
        for _ in range(25):
            memories.note_recall(space=space, memory_ids=[memory.pk])
        assert Activity.objects.get(memory=memory).depth == 1.0
        (hit,) = search.search(SearchRequest(space, "cedar")).hits
        assert hit.stage == "deep"

    def test_looking_alone_changes_nothing(self, space: Space) -> None:
        factories.remember(space, "The cedar stands by the road.")
        (hit,) = search.search(SearchRequest(space, "cedar")).hits
        assert (hit.stage, Activity.objects.count(), Recall.objects.count()) == ("shallow", 0, 0)

    def test_a_space_may_keep_no_record_of_who_asked(self, space: Space) -> None:
        memory = factories.remember(space, "The cedar stands by the road.")
        space.settings = {"recalls": False}
        memories.note_recall(space=space, memory_ids=[memory.pk], query="cedar")
        assert (Recall.objects.count(), Activity.objects.count()) == (0, 1)

    def test_who_asked_what_is_kept_for_ninety_days_and_depth_for_ever(self, space: Space) -> None:
        memory = factories.remember(space, "The cedar stands by the road.")
        for days in (0, 1, 100):
            with clock.frozen(NOW + timedelta(days=days)):
                memories.note_recall(space=space, memory_ids=[memory.pk], query=f"day {days}")
        assert memories.drop_recalls(now=NOW + timedelta(days=90, hours=1)) == 1
        assert set(Recall.objects.values_list("query", flat=True)) == {"day 1", "day 100"}
        assert Activity.objects.get(memory=memory).recall_count == 3

    def test_a_recall_and_a_source_begin_a_half_life_anew(self, space: Space) -> None:
        with clock.frozen(NOW):
            memory = factories.remember(space, "The cedar stands by the road.")
        with clock.frozen(NOW + timedelta(days=20)):
            memories.note_recall(space=space, memory_ids=[memory.pk])
        of = selectors.vitality_of(space, [memory.pk], now=NOW + timedelta(days=21))[memory.pk]
        assert (of.age, of.idle, of.depth) == (21, 1, 0.05)

    def test_what_a_clock_ahead_of_ours_has_made_is_fresh(self, space: Space) -> None:
        memory = factories.remember(space, "The cedar stands by the road.")
        of = selectors.vitality_of(space, [memory.pk], now=memory.created_at - timedelta(days=1))[memory.pk]
        assert (of.age, of.idle) == (0, 0)

    def test_of_two_dynamic_facts_only_the_old_one_has_faded(self, space: Space) -> None:
        with clock.frozen(NOW):
            old = factories.remember(space, "The cedar of the yard is tall.")
            static = factories.remember(space, "The cedar of the park is tall.", is_static=True)
        with clock.frozen(NOW + timedelta(days=90)):
            new = factories.remember(space, "The cedar of the road is tall.")
            hits = search.search(SearchRequest(space, "cedar")).hits
        faded = {hit.id: hit.factors.get("fading") for hit in hits}
        assert faded == {old.pk: pytest.approx(1 - 0.2 * (1 - 2**-3)), static.pk: None, new.pk: None}


def test_a_depth_has_a_word() -> None:
    assert [stage(depth) for depth in (0, 0.29, 0.3, 0.69, 0.7, 1)] == ["shallow"] * 2 + ["medium"] * 2 + ["deep"] * 2
