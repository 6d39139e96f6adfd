"""Searching what held, or was known, at a moment, by every way a memory can be found; and what goes with answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryhub.core import clock, errors
from memoryhub.core.narrowing import Narrowing
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories.models import Activity, Memory
from memoryhub.retrieval import explain, search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.spaces.access import space_for
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.ingest.work_through import take_in
from tests.retrieval.test_search import embedding as embedding
from tests.retrieval.test_search import texts

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def ask(space: Space, query: str = "Mina", **values: Any) -> Results:
    return search.search(SearchRequest(space, query, **values))


@pytest.fixture
def moved(space: Space) -> Memory:
    """Mina works in Seoul; from Wednesday on, as was learnt on Friday, in Busan."""
    told: dict[str, Any] = {"actor": Actor.hub("test"), "space": space}
    with clock.frozen(MONDAY):
        first = ingest.remember(
            text="Mina works in Seoul.", keys=[("Mina", "name")], valid_to=MONDAY + 2 * DAY, **told
        ).memory
    with clock.frozen(MONDAY + 4 * DAY):
        new = factories.draft("Mina works in Busan.", valid_from=MONDAY + 2 * DAY)
        return memories.revise(memory_id=first.pk, draft=new, **told)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({}, ["Mina works in Busan."]),
        ({"as_of": MONDAY}, ["Mina works in Seoul."]),
        ({"as_of": MONDAY + 2 * DAY}, ["Mina works in Busan."]),
        ({"known_at": MONDAY + 3 * DAY}, ["Mina works in Seoul."]),
        ({"known_at": MONDAY - DAY}, []),
    ],
)
def test_the_version_of_the_moment_is_found(
    space: Space, moved: Memory, embedding: None, values: dict[str, Any], wanted: list[str]
) -> None:
    found = ask(space, **values)
    assert texts(found) == wanted
    assert bool(found.reason_if_empty) is not bool(wanted)
    assert {hit.state for hit in found.hits} <= {"current", "superseded"}


def test_what_is_reached_over_keys_is_of_the_moment_too(space: Space, moved: Memory) -> None:
    with clock.frozen(MONDAY + 6 * DAY):
        ingest.remember(
            actor=Actor.hub("test"), space=space, text="The parcel is at her desk.", keys=[("Mina", "name")]
        )
    assert len(ask(space).hits) == 2
    assert texts(ask(space, known_at=MONDAY + 5 * DAY)) == ["Mina works in Busan."]


def test_what_is_not_of_the_moment_uses_up_no_place(space: Space, moved: Memory) -> None:
    for number in range(120):
        factories.remember(space, f"Mina {number}.")
    assert texts(ask(space, known_at=MONDAY + DAY, limit=1)) == ["Mina works in Seoul."]


def test_looking_back_makes_nothing_sit_deeper(space: Space, moved: Memory) -> None:
    search.recall(SearchRequest(space, "Mina", known_at=MONDAY + DAY), key_id=None)
    assert not Activity.objects.exists()


@pytest.mark.parametrize("mode", ["documents", "hybrid"])
@pytest.mark.parametrize("field", ["as_of", "known_at"])
def test_only_memories_have_moments(space: Space, mode: str, field: str) -> None:
    moment: dict[str, Any] = {field: MONDAY}
    with pytest.raises(errors.InvalidInput) as refused:
        ask(space, mode=mode, **moment)
    assert refused.value.field == field


def test_nobody_knows_what_will_be_known(space: Space) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        ask(space, known_at=clock.now() + DAY)
    assert refused.value.field == "known_at"
    assert ask(space, as_of=clock.now() + DAY).space == "atlas"


def test_a_moment_is_a_reason_not_to_be_found(cast: Cast, space: Space, moved: Memory) -> None:
    access = space_for(cast.principal("chen"), "atlas")
    request = SearchRequest(space, "Mina", known_at=MONDAY + DAY)
    assert explain.of(access, request, moved.pk).reason == "moment"
    assert moved.parent_id is not None
    assert explain.of(access, request, moved.parent_id).reason == "found"


class TestIncluding:
    """What goes with the answers."""

    def test_older_versions_come_as_history(self, space: Space, moved: Memory) -> None:
        (hit,) = ask(space, include=["versions"]).hits
        assert [(row.version, row.text) for row in hit.versions] == [(1, "Mina works in Seoul.")]
        assert ask(space).hits[0].versions == ()

    def test_documents_are_those_behind_each_answer(self, space: Space) -> None:
        document = take_in(space, "Mina works in the Busan office.", name="mina.md")
        for mode in ("memories", "documents"):
            hits = ask(space, "Busan office", mode=mode, include=["documents"]).hits
            assert hits
            assert all([row.pk for row in hit.documents] == [document.pk] for hit in hits)

    def test_what_is_forgotten_comes_apart_and_takes_no_place(self, space: Space, ada: Actor) -> None:
        kept = factories.remember(space, "The cedar is tall.")
        gone = factories.remember(space, "The cedar is old.")
        memories.forget(actor=ada, space=space, memory_ids=[gone.pk])
        found = ask(space, "cedar", limit=1, include=["forgotten"])
        assert [hit.id for hit in found.hits] == [kept.pk]
        assert [(hit.id, hit.state) for hit in found.forgotten] == [(gone.pk, "forgotten")]
        assert ask(space, "cedar").forgotten == ()
        assert ask(space, "cedar", threshold=1.0, include=["forgotten"]).forgotten == ()

    def test_what_is_forgotten_passes_the_filters_too(self, space: Space, ada: Actor) -> None:
        gone = factories.remember(space, "The cedar is old.")
        memories.forget(actor=ada, space=space, memory_ids=[gone.pk])
        static = Narrowing(is_static=True)
        assert ask(space, "cedar", include=["forgotten"], narrowing=static).forgotten == ()
        assert ask(space, "cedar", include=["forgotten"], mode="documents").forgotten == ()

    @pytest.mark.parametrize(
        "values", [{"include": ["everything"]}, {"include": ["forgotten"], "known_at": MONDAY}], ids=str
    )
    def test_what_cannot_be_included_is_refused(self, space: Space, values: dict[str, Any]) -> None:
        with pytest.raises(errors.InvalidInput) as refused:
            ask(space, **values)
        assert refused.value.field == "include"


class TestEvidence:
    """The sentence behind an answer."""

    def test_a_memory_shows_the_sentence_it_was_read_from(self, space: Space) -> None:
        document = take_in(space, "Some notes.\n\nMina works in the Busan office. It rains.", name="mina.md")
        (hit, *_others) = ask(space, "Busan office").hits
        assert hit.evidence is not None
        assert (hit.evidence.document.pk, "Busan office" in hit.evidence.text) == (document.pk, True)
        assert document.content[hit.evidence.start : hit.evidence.end] == hit.evidence.text

    def test_a_passage_shows_its_sentence_with_most_words_of_the_question(self, space: Space) -> None:
        document = take_in(space, "It rains. Why is the ladder in the shed? It is a ladder.", name="shed.md")
        (hit,) = ask(space, "ladder shed", mode="documents").hits
        assert hit.evidence is not None
        assert hit.evidence.text == "Why is the ladder in the shed?"
        assert document.content[hit.evidence.start : hit.evidence.end] == hit.evidence.text

    def test_what_was_told_directly_has_none(self, space: Space) -> None:
        factories.remember(space, "The cedar is tall.")
        assert ask(space, "cedar").hits[0].evidence is None
