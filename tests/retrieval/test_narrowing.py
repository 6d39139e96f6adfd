"""Only what is asked for is looked at, by every way a memory or chunk can be found, and it fills the limit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryhub.core import clock, errors
from memoryhub.core.narrowing import Narrowing
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.ingest.work_through import take_in
from tests.retrieval.test_search import embedding as embedding

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
MATCHING = [
    (Narrowing(metadata={"via": "chat"}), {0, 3}),
    (Narrowing(metadata={"via": "chat", "tags": ["a"]}), {3}),
    (Narrowing(metadata={"via": "phone"}), set()),
    (Narrowing(is_static=True), {1, 3}),
    (Narrowing(is_static=False), {0, 2}),
    (Narrowing(since=NOON + timedelta(minutes=1)), {1, 2, 3}),
    (Narrowing(until=NOON + timedelta(minutes=1)), {0}),
    (Narrowing(since=NOON + timedelta(minutes=1), until=NOON + timedelta(minutes=3)), {1, 2}),
    (Narrowing(metadata={"via": "chat"}, is_static=True), {3}),
    (Narrowing(), {0, 1, 2, 3}),
]


@pytest.fixture
def cedars(space: Space) -> list[Memory]:
    """Four memories, a minute apart."""
    made = []
    details: list[dict[str, Any]] = [
        {"metadata": {"via": "chat"}},
        {"is_static": True},
        {"metadata": {"via": "mail", "deep": {"via": "chat"}}},
        {"metadata": {"via": "chat", "tags": ["a", "b"]}, "is_static": True},
    ]
    for minute, values in enumerate(details):
        with clock.frozen(NOON + timedelta(minutes=minute)):
            made.append(factories.remember(space, f"Cedar {minute} is tall.", **values))
    return made


@pytest.mark.parametrize(("narrowing", "wanted"), MATCHING)
def test_only_what_matches_is_found_by_words_and_by_meaning(
    space: Space, cedars: list[Memory], embedding: None, narrowing: Narrowing, wanted: set[int]
) -> None:
    hits = search.search(SearchRequest(space, "cedar", narrowing=narrowing)).hits
    assert {hit.id for hit in hits} == {cedars[number].pk for number in wanted}


def test_what_does_not_match_uses_up_no_place(space: Space, cedars: list[Memory]) -> None:
    for number in range(120):
        factories.remember(space, f"Cedar cedar {number}.")
    hits = search.search(SearchRequest(space, "cedar", limit=2, narrowing=Narrowing(metadata={"via": "chat"}))).hits
    assert {hit.id for hit in hits} == {cedars[0].pk, cedars[3].pk}


def test_what_does_not_match_is_not_reached_over_keys(space: Space) -> None:
    keys = [("Newton", "name"), ("apple", "concept")]
    told: dict[str, Any] = {"actor": Actor.hub("test"), "space": space}
    ingest.remember(text="Newton saw it fall.", keys=keys, is_static=True, **told)
    ingest.remember(text="It is green.", keys=[("apple", "concept")], is_static=False, **told)
    ingest.remember(text="It is round.", keys=[("apple", "concept")], is_static=True, **told)
    hits = search.search(SearchRequest(space, "Newton", narrowing=Narrowing(is_static=True))).hits
    assert {hit.text for hit in hits} == {"Newton saw it fall.", "It is round."}


@pytest.mark.parametrize(
    ("narrowing", "found"),
    [
        (Narrowing(metadata={"team": "red"}), True),
        (Narrowing(metadata={"team": "blue"}), False),
        (Narrowing(until=NOON), False),
        (Narrowing(since=NOON), True),
    ],
)
def test_chunks_are_narrowed_by_their_documents(
    space: Space, embedding: None, narrowing: Narrowing, found: bool
) -> None:
    take_in(space, "Where is the ladder, and who took it?", name="shed.md", metadata={"team": "red"})
    for mode in ("documents", "hybrid"):
        assert bool(search.search(SearchRequest(space, "ladder", mode=mode, narrowing=narrowing)).hits) is found


@pytest.mark.parametrize("mode", ["documents", "hybrid"])
def test_only_memories_are_static(space: Space, mode: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        search.search(SearchRequest(space, "ladder", mode=mode, narrowing=Narrowing(is_static=True)))
    assert refused.value.field == "is_static"


def test_a_narrowing_says_whether_it_narrows() -> None:
    assert not Narrowing()
    assert not Narrowing(metadata={})
    assert Narrowing(is_static=False)
