"""A question leads over keys to memories, and they over their other keys to further ones."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from memoryhub.ai import services as ai
from memoryhub.associations import candidates
from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval import keyed, search
from memoryhub.retrieval.request import Hit, SearchRequest
from memoryhub.spaces.models import Space
from tests.cast import Cast

pytestmark = pytest.mark.django_db
ADA = Actor.hub("test")


def told(space: Space, text: str, *keys: str, **values: Any) -> Memory:
    """A memory with its keys, each `text` or `text/kind`."""
    pairs = [(word, kind or "concept") for word, _, kind in (key.partition("/") for key in keys)]
    memory: Memory = ingest.remember(actor=ADA, space=space, text=text, keys=pairs, **values).memory
    return memory


def story(space: Space) -> list[Memory]:
    """Each shares a key with the next one, and no word with the first."""
    return [
        told(space, "Newton saw it fall.", "Newton/name", "apple"),
        told(space, "It is green and round.", "apple", "fruit"),
        told(space, "Summer brings the sweet ones.", "fruit", "strawberry"),
        told(space, "Cream goes well with them.", "strawberry", "cream"),
    ]


def ask(space: Space, query: str, **values: Any) -> list[Hit]:
    return list(search.search(SearchRequest(space, query, **values)).hits)


def hops(space: Space, query: str, **values: Any) -> dict[str, int]:
    return {hit.text: hit.hop for hit in ask(space, query, **values)}


def test_newton_leads_over_apple_and_fruit_to_strawberry(space: Space) -> None:
    newton, apple, summer, _cream = story(space)
    told(space, "The parcel is late.", "parcel")
    found = {hit.id: hit for hit in ask(space, "Newton")}
    assert [found[one.pk].hop for one in (newton, apple, summer)] == [1, 2, 3]
    assert [(step.key, step.memory_id) for step in found[summer.pk].path][-2:] == [
        ("apple", apple.pk),
        ("fruit", summer.pk),
    ]
    assert found[newton.pk].score > found[apple.pk].score > found[summer.pk].score


def test_one_hop_leads_no_further_where_enough_is_found(space: Space) -> None:
    newton = story(space)[0]
    found = ask(space, "Newton", hops=1, limit=1)
    assert [(hit.id, hit.hop) for hit in found] == [(newton.pk, 1)]
    assert {hit.hop for hit in ask(space, "Newton", hops=2, limit=2)} == {1, 2}


def test_a_name_is_a_whole_word_and_not_a_part_of_one(space: Space) -> None:
    told(space, "He is tall.", "Al/name")
    told(space, "그는 키가 크다.", "민지/name")
    told(space, "Uses it daily.", "C++/proper_noun")
    told(space, "住在北京。", "李明/name")

    def named(query: str) -> list[str]:
        return [hit.text for hit in candidates.named(space, query, limit=10)]

    assert named("It also rains.") == []
    assert named("Where is Al?") == ["Al"]
    assert named("민지는 어디 살아?") == ["민지"]
    assert named("이민지역") == []
    assert named("Who knows C++?") == ["C++"]
    assert named("我想知道李明和 Al 住在哪里") == ["Al", "李明"]
    assert named("'" * 300 + "%_ [] \\") == []


def test_of_two_ways_over_keys_the_rarer_leads_further_to_the_front(space: Space) -> None:
    told(space, "Newton saw it fall.", "Newton/name", "apple", "physics")
    rare = told(space, "It is green and round.", "apple")
    for number in range(6):
        told(space, f"Lecture {number} is on a Monday.", "physics")
    found = {hit.id: hit for hit in ask(space, "Newton", limit=3)}
    assert found[rare.pk].hop == 2
    assert found[rare.pk].score == max(hit.score for hit in found.values() if hit.hop == 2)


def test_what_is_forgotten_is_no_bridge_and_what_is_back_is_one(space: Space) -> None:
    apple = story(space)[1]
    memories.forget(actor=ADA, space=space, memory_ids=[apple.pk])
    assert hops(space, "Newton").get("Summer brings the sweet ones.", 1) == 1
    memories.unforget(actor=ADA, space=space, memory_ids=[apple.pk])
    assert hops(space, "Newton")["Summer brings the sweet ones."] == 3


def test_what_has_expired_or_waits_is_no_bridge(space: Space) -> None:
    told(space, "Newton saw it fall.", "Newton/name", "apple", "pear")
    told(space, "It is green.", "apple", "fruit", forget_after=clock.now() + timedelta(days=1))
    told(space, "Summer brings the sweet ones.", "fruit")
    assert hops(space, "Newton")["Summer brings the sweet ones."] == 3
    with clock.frozen(clock.now() + timedelta(days=2)):
        assert hops(space, "Newton").get("Summer brings the sweet ones.", 1) == 1


def test_another_space_is_never_reached(cast: Cast) -> None:
    story(cast.elsewhere)
    told(cast.space, "Newton saw it fall.", "Newton/name", "apple")
    assert [hit.text for hit in ask(cast.space, "Newton")] == ["Newton saw it fall."]


def test_quoted_text_must_occur_whatever_keys_lead_to(space: Space) -> None:
    story(space)
    assert [hit.text for hit in ask(space, '"Newton"')] == ["Newton saw it fall."]


def test_the_same_question_has_the_same_answer_every_time(space: Space) -> None:
    for number in range(30):
        told(space, f"Fact {number} of the shed.", "shed", f"box {number % 5}", f"shelf {number % 3}")
    with clock.frozen(clock.now()):
        first = [(hit.id, hit.score, hit.path) for hit in ask(space, "shed box 2")]
        assert all([(hit.id, hit.score, hit.path) for hit in ask(space, "shed box 2")] == first for _ in range(3))


def test_ways_to_the_same_memory_add_up_to_at_most_one(space: Space) -> None:
    memory = told(space, "Newton saw it fall.", "Newton/name", "apple", "tree", "gravity")
    found = keyed.of_question(space, "Newton apple tree gravity", None, model=ai.active_model(), now=clock.now())
    assert {key: one.score for key, one in found.items()} == {memory.pk: 1.0}


def test_a_question_without_any_key_reaches_nothing(space: Space) -> None:
    story(space)
    assert keyed.of_question(space, "zebra", None, model=ai.active_model(), now=clock.now()) == {}
    assert keyed.further(space, {}, known=set(), now=clock.now()) == {}
    assert keyed.further(space, {uuid.uuid4(): keyed.Reached(1.0)}, known=set(), now=clock.now()) == {}
