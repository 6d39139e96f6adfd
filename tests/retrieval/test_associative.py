"""A space that asks for a recipe has its memories scored by it, from keys and content, over hops."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memoryhub.ai import services as ai
from memoryhub.associations import selectors as associations
from memoryhub.associations.models import KeyLink
from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Hit, SearchRequest
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.retrieval.test_keyed import story, told

pytestmark = pytest.mark.django_db
ADA = Actor.hub("test")


@pytest.fixture(params=["classic", "v0.4.4"])
def scored(request: pytest.FixtureRequest, space: Space) -> Space:
    """A space that scores by each recipe in turn."""
    return by_recipe(space, request.param)


@pytest.fixture
def classic(space: Space) -> Space:
    """A space that scores by the readme."""
    return by_recipe(space, "classic")


def by_recipe(space: Space, recipe: str | None) -> Space:
    return spaces.change(actor=ADA, space=space, settings={**space.settings, "scoring": recipe})


def ask(space: Space, query: str, **values: Any) -> list[Hit]:
    return list(search.search(SearchRequest(space, query, **values)).hits)


def test_newton_leads_over_apple_and_fruit_to_strawberry(scored: Space) -> None:
    newton, apple, summer, cream = story(scored)
    found = {hit.id: hit for hit in ask(scored, "Newton", hops=4)}
    assert [found[one.pk].hop for one in (newton, apple, summer, cream)] == [1, 2, 3, 4]
    assert [step.key for step in found[cream.pk].path] == ["Newton", "apple", "fruit", "strawberry"]
    assert found[newton.pk].score > found[apple.pk].score > found[summer.pk].score > found[cream.pk].score


def test_the_numbers_of_the_story_in_the_readme(classic: Space) -> None:
    """A fresh memory counts half; its own key in full, and a key that two share by half at each end of a hop."""
    newton, apple, _summer, _cream = story(classic)
    found = {hit.id: hit for hit in ask(classic, "Newton", hops=2, limit=2)}
    by_key = 1.0 + found[newton.pk].dense
    assert found[newton.pk].score == pytest.approx(0.5 * (by_key + 0.3 * 0.5 * found[apple.pk].dense), rel=1e-3)
    assert found[apple.pk].bonuses["association"] == pytest.approx(0.5 * 0.3 * 0.5 * by_key, rel=1e-3)


def test_a_score_is_what_its_explanation_adds_up_to(scored: Space) -> None:
    story(scored)
    hits = ask(scored, "Newton and the apple", hops=4)
    assert len(hits) == 4
    for hit in hits:
        assert hit.score == pytest.approx(hit.dense * math.prod(hit.factors.values()) + sum(hit.bonuses.values()))


def forget(space: Space, memory: Memory) -> None:
    memories.forget(actor=ADA, space=space, memory_ids=[memory.pk])


def expire(space: Space, memory: Memory) -> None:
    Memory.objects.filter(pk=memory.pk).update(forget_after=clock.now())


@pytest.mark.parametrize("leave", [forget, expire])
def test_what_is_not_current_is_no_bridge_and_makes_no_key_common(
    scored: Space, leave: Callable[[Space, Memory], None]
) -> None:
    newton, apple, _summer, _cream = story(scored)
    pear = told(scored, "A pear hangs beside it.", "apple")
    before = {hit.id: hit for hit in ask(scored, "Newton", limit=3)}
    leave(scored, apple)
    after = {hit.id: hit for hit in ask(scored, "Newton", hops=4)}
    assert {one for one in after if after[one].hop > 1} == {pear.pk}
    assert after[newton.pk].hop == 1
    assert after[pear.pk].bonuses["association"] > before[pear.pk].bonuses["association"]


def test_what_waits_for_review_is_neither_reached_nor_a_bridge(scored: Space) -> None:
    newton, *_others = story(scored)
    waiting = factories.infer(scored, "Gravity comes from apples.", newton)
    key = associations.keys_of(scored, [newton.pk])[newton.pk][0]
    KeyLink.objects.create(space=scored, key=key, memory=waiting)
    assert waiting.pk not in {hit.id for hit in ask(scored, "Newton", hops=4)}


def test_another_space_is_neither_reached_nor_counted(scored: Space, cast: Any) -> None:
    story(scored)
    alone = {hit.id: hit.score for hit in ask(scored, "Newton", hops=4)}
    story(cast.elsewhere)
    together = {hit.id: hit.score for hit in ask(scored, "Newton", hops=4)}
    assert together == pytest.approx(alone, rel=1e-3)


def test_what_is_deep_stands_before_what_is_shallow(scored: Space) -> None:
    one, two = (told(scored, text, "harbour") for text in ("The ferry left.", "The ferry came."))
    for _ in range(20):
        memories.note_recall(space=scored, memory_ids=[one.pk])
    hits = ask(scored, "harbour")
    assert [hit.id for hit in hits[:2]] == [one.pk, two.pk]
    assert (hits[0].stage, hits[0].factors.get("depth", 1.0)) == ("deep", 1.0)


def test_a_hub_is_counted_whole(classic: Space) -> None:
    """Fifty share the key: each gets a fiftieth of it, not of the newest thirty."""
    for number in range(50):
        told(classic, f"Crate {number} stands there.", "harbour")
    hits = ask(classic, "harbour", limit=50, hops=1)
    assert {round(hit.bonuses["key"] / hit.factors["depth"], 4) for hit in hits} == {round(1 / 50, 4)}


def test_without_the_embedding_service_names_still_lead_on(scored: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    newton, *_others = story(scored)
    monkeypatch.setattr(ai, "embed", _unavailable)
    results = search.search(SearchRequest(scored, "Newton"))
    assert results.lexical_only
    assert results.hits[0].id == newton.pk
    assert results.hits[0].similarity is None


def _unavailable(*_args: object, **_values: object) -> object:
    raise errors.Unavailable("down")


def test_a_quoted_text_must_occur_and_passages_are_scored_as_ever(scored: Space) -> None:
    story(scored)
    assert [hit.text for hit in ask(scored, '"green and round"')] == ["It is green and round."]
    assert ask(scored, "Newton", mode="hybrid")[0].bm25 > 0


def test_the_threshold_cuts_similarity_here_too(scored: Space) -> None:
    story(scored)
    hits = ask(scored, "Newton", hops=4, threshold=0.5)
    assert all(hit.similarity is not None and hit.similarity >= 0.5 for hit in hits)
    assert len(hits) < len(ask(scored, "Newton", hops=4))


def test_a_space_goes_back_to_the_hubs_own_scores(scored: Space) -> None:
    story(scored)
    assert ask(scored, "Newton")[0].bm25 == 0
    assert ask(by_recipe(scored, None), "Newton")[0].bm25 > 0


def test_the_same_question_gives_the_same_order_and_equal_ones_come_newest_first(classic: Space) -> None:
    made = [told(classic, f"Crate {number} stands there.", "harbour") for number in range(6)]
    hits = ask(classic, "harbour", hops=1)
    assert [hit.id for hit in ask(classic, "harbour", hops=1)] == [hit.id for hit in hits]
    keyed = [hit for hit in hits if hit.dense == 0]
    assert [hit.id for hit in keyed] == [one.pk for one in reversed(made) if one.pk in {hit.id for hit in keyed}]
    assert clock.now() - made[0].created_at < timedelta(minutes=1)
