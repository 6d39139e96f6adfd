"""What has to do with a memory: rare keys before hubs, relations by kind, and nothing that is not current."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from memoryhub.associations import related
from memoryhub.associations.related import Related
from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB

pytestmark = pytest.mark.django_db


def told(space: Space, text: str, *keys: str, **values: Any) -> Memory:
    """A memory with its keys, all of them concepts."""
    pairs = [(key, "proper_noun") for key in keys]
    memory: Memory = ingest.remember(actor=HUB, space=space, text=text, keys=pairs, **values).memory
    return memory


def of(space: Space, memory: Memory, **values: Any) -> list[Related]:
    return related.related(space, memory, now=clock.now(), **values)


def texts_of(found: list[Related]) -> list[str]:
    return [one.memory.text for one in found]


def relate(space: Space, newer: Memory, older: Memory, kind: str = "extends") -> None:
    memories.relate(actor=HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind=kind)


@pytest.fixture
def hub(space: Space) -> list[Memory]:
    """Eight memories of one project; the first also speaks of a valve."""
    return [told(space, f"Atlas note {number}.", "Atlas", *["valve"][number:]) for number in range(8)]


def test_what_shares_a_rare_key_comes_before_what_shares_a_hub(space: Space, hub: list[Memory]) -> None:
    rare = told(space, "The valve leaks.", "valve")
    newest = told(space, "Atlas note 9.", "Atlas")
    found = of(space, hub[0])
    assert texts_of(found)[:2] == [rare.text, newest.text]
    assert [[key.text for key in one.keys] for one in found[:2]] == [["valve"], ["Atlas"]]
    assert found[0].score > found[1].score > 0


def test_of_two_shared_keys_the_rare_one_is_named_first_and_both_count(space: Space, hub: list[Memory]) -> None:
    both = told(space, "The valve of Atlas leaks.", "Atlas", "valve")
    told(space, "The valve was bought.", "valve")
    found = of(space, hub[0])
    assert [key.text for key in found[0].keys] == ["valve", "Atlas"]
    assert found[0].memory == both


def test_a_hub_shared_with_an_old_memory_is_named_though_only_the_newest_are_looked_at(
    space: Space, hub: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(related, "LOOKED_AT", 3)
    old = told(space, "The valve of Atlas leaks.", "Atlas", "valve")
    later = [told(space, f"Atlas note {number}.", "Atlas") for number in range(10, 15)]
    found = of(space, hub[0])
    assert texts_of(found) == [old.text, *[one.text for one in reversed(later[-3:])]]
    assert [key.text for key in found[0].keys] == ["valve", "Atlas"]


def test_the_list_is_capped_and_of_equal_ones_the_newest_come_first(space: Space, hub: list[Memory]) -> None:
    assert texts_of(of(space, hub[7], limit=3)) == ["Atlas note 6.", "Atlas note 5.", "Atlas note 4."]
    for number in range(30):
        told(space, f"Another Atlas note {number}.", "Atlas")
    assert len(of(space, hub[7])) == related.MOST


def test_relations_are_there_from_both_ends_with_their_kind(space: Space, hub: list[Memory]) -> None:
    opened, depot = told(space, "It opens at six.", "door"), told(space, "The depot is red.", "depot")
    relate(space, opened, depot)
    guess = factories.infer(space, "It is busy early.", opened)
    memories_of_guess = of(space, guess)
    assert [(one.memory.text, one.edges[0].relation.kind, one.edges[0].outward) for one in memories_of_guess] == [
        (opened.text, "derives", True)
    ]
    (found,) = of(space, opened)  # the guess waits for review
    assert (found.memory, found.edges[0].relation.kind, found.edges[0].outward, found.keys) == (
        depot, "extends", True, [],
    )  # fmt: skip
    (back,) = of(space, depot)
    assert (back.memory, back.edges[0].outward) == (opened, False)


def test_a_relation_leads_to_the_newest_version_and_comes_before_one_shared_key(space: Space) -> None:
    first, depot = told(space, "It opens at six.", "door"), told(space, "The depot is red.", "depot")
    relate(space, depot, first)
    told(space, "The depot smells.", "depot")
    newest = factories.revise(space, first, "It opens at seven.")
    assert texts_of(of(space, depot)) == [newest.text, "The depot smells."]


def test_contract_g_what_is_forgotten_expired_pending_or_older_is_related_to_nothing(space: Space) -> None:
    start = told(space, "The valve leaks.", "valve")
    gone = told(space, "The valve is old.", "valve")
    short = told(space, "The valve is hot.", "valve", forget_after=clock.now() + timedelta(hours=1))
    older = told(space, "The valve is blue.", "valve")
    for other in (gone, short):
        relate(space, other, start)
    ingest.remember(
        actor=HUB, space=space, text="A guess of a valve.", keys=[("valve", "proper_noun")], is_inference=True,
        derives_from=[older.pk],
    )  # fmt: skip
    newer = factories.revise(space, older, "The valve is green.")
    assert set(texts_of(of(space, start))) == {gone.text, short.text, newer.text}
    memories.forget(actor=HUB, space=space, memory_ids=[gone.pk])
    with clock.frozen(clock.now() + timedelta(hours=2)):
        found = of(space, start)
    assert texts_of(found) == [newer.text]


def test_forgotten_memories_make_no_key_a_hub_and_fill_no_limit(space: Space) -> None:
    start = told(space, "The valve leaks.", "valve", "shed")
    live = told(space, "The valve is old.", "valve")
    others = [told(space, f"Valve {number}.", "valve") for number in range(12)]
    told(space, "The shed is old.", "shed")
    memories.forget(actor=HUB, space=space, memory_ids=[other.pk for other in others])
    found = of(space, start, limit=2)
    assert [(one.memory.text, one.score) for one in found] == [("The shed is old.", 0.5), (live.text, 0.5)]


def test_a_key_of_the_same_wording_in_another_space_leads_nowhere(cast: Cast) -> None:
    start = told(cast.space, "The valve leaks.", "valve")
    told(cast.elsewhere, "The valve is theirs.", "valve")
    assert of(cast.space, start) == []


def test_it_costs_the_same_for_many(
    space: Space, hub: list[Memory], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    relate(space, hub[0], hub[1])
    relate(space, hub[0], hub[2])
    # Keys, what has them, what of these is shared, the memories; and for relations their own four.
    with django_assert_num_queries(8):
        of(space, hub[0])
