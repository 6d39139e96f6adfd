"""Searching what documents say, apart from and together with what is remembered."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.ingest.work_through import take_in

pytestmark = pytest.mark.django_db
NOTES = "# Shed\n\nWhere is the ladder, and who took it?\n"


def ask(space: Space, query: str, mode: str) -> Results:
    return search.search(SearchRequest(space, query, mode=mode))


def test_a_passage_is_found_though_nothing_was_remembered_from_it(space: Space) -> None:
    document = take_in(space, NOTES, name="shed.md")
    (hit,) = ask(space, "ladder", "documents").hits
    assert (hit.kind, hit.document, hit.memory) == ("chunk", document, None)
    assert "ladder" in hit.text
    assert ask(space, "ladder", "memories").hits == ()


def test_hybrid_serves_memories_and_passages_in_one_order(space: Space) -> None:
    take_in(space, NOTES, name="shed.md")
    memory = factories.remember(space, "The ladder is with Jonas.")
    hits = ask(space, "ladder", "hybrid").hits
    assert {hit.kind for hit in hits} == {"memory", "chunk"}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert [(hit.memory, hit.chunk) for hit in hits if hit.kind == "memory"] == [(memory, None)]


def test_another_space_is_never_searched_for_passages(cast: Cast) -> None:
    take_in(cast.space, NOTES, name="shed.md")
    assert ask(cast.elsewhere, "ladder", "hybrid").hits == ()


def test_a_search_takes_the_same_few_queries_however_much_it_finds(
    space: Space, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    take_in(space, NOTES, name="shed.md")
    for number in range(20):
        factories.remember(space, f"The ladder number {number} stands by the road.")
    # The model; for each kind words, meaning, and the rows that are served; where turns stand; how alive memories are;
    # keys that the question names and means, and those of what was found; the sentences that memories were read from.
    with django_assert_num_queries(13):
        assert ask(space, "ladder", "hybrid").total == 10
