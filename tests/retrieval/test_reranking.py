"""The first answers read again: in another order, or in the old one where nobody answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from pytest_django.fixtures import Settings

from memoryhub.ai import adapters
from memoryhub.ai import services as ai
from memoryhub.core import errors
from memoryhub.retrieval import reranking, search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import done, with_key
from tests.cast import assemble
from tests.retrieval.test_search import texts

TREES = ("Cedar cedar cedar cedar.", "Cedar cedar is tall.", "Is the old cedar tall?")


class Scripted:
    """Says what it is told to of each text, and notes what it was asked."""

    def __init__(self, **relevances: float | None) -> None:
        self.relevances = relevances
        self.asked: list[Sequence[str]] = []
        self.within_transaction: list[bool] = []

    def rank(self, query: str, documents: Sequence[str]) -> list[float | None]:
        self.asked.append(documents)
        self.within_transaction.append(connection.in_atomic_block)
        return [self.relevances.get(text.split()[0].lower()) for text in documents]


class Silent:
    """Does not answer."""

    def rank(self, query: str, documents: Sequence[str]) -> list[float | None]:
        raise errors.Unavailable("The reranking endpoint does not answer.")


def use(monkeypatch: pytest.MonkeyPatch, reranker: object) -> None:
    monkeypatch.setattr(adapters, "reranker", lambda: reranker)


def ask(space: Space, query: str = "cedar", **values: Any) -> Results:
    return search.search(SearchRequest(space, query, rerank=True, **values))


@pytest.fixture
def trees(space: Space) -> Space:
    for text in TREES:
        factories.remember(space, text)
    return space


def test_relevance_orders_and_is_shown(trees: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Scripted(**{"is": 0.9, "cedar": 0.1}))
    found = ask(trees)
    assert (texts(found)[0], found.hits[0].relevance, found.reranking) == (TREES[2], 0.9, "done")
    plain = search.search(SearchRequest(trees, "cedar"))
    assert (texts(plain)[0], plain.hits[0].relevance, plain.reranking) == (TREES[0], None, "")
    assert {hit.id: hit.score for hit in found.hits} == pytest.approx({hit.id: hit.score for hit in plain.hits})


def test_equal_and_missing_relevances_keep_the_order_of_the_score(
    trees: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = texts(search.search(SearchRequest(trees, "cedar")))
    use(monkeypatch, Scripted())
    assert texts(ask(trees)) == plain
    use(monkeypatch, Scripted(**{"is": -3.0}))
    assert texts(ask(trees)) == [TREES[2], *(text for text in plain if text != TREES[2])]


def test_one_beyond_the_limit_can_come_to_the_front(trees: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Scripted(**{"is": 0.9}))
    assert texts(ask(trees, limit=1)) == [TREES[2]]


def test_no_more_than_the_first_are_read_again(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reranking, "MOST", 5)
    for number in range(8):
        factories.remember(space, f"Cedar {number} is tall.")
    scripted = Scripted()
    use(monkeypatch, scripted)
    assert len(ask(space, limit=3).hits) == 3
    assert [len(documents) for documents in scripted.asked] == [5]


def test_the_threshold_cuts_similarity_all_the_same(trees: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Scripted(**{"is": 0.9}))
    assert ask(trees, threshold=1.0).hits == ()


def test_when_it_does_not_answer_the_order_stays_and_the_answer_says_so(
    trees: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Silent())
    found = ask(trees, limit=2)
    assert texts(found) == texts(search.search(SearchRequest(trees, "cedar", limit=2)))
    assert found.reranking == "unavailable"


def test_a_hub_without_a_reranker_says_so_by_name(space: Space) -> None:
    assert not ai.can_rerank()
    with pytest.raises(errors.InvalidInput) as refused:
        ask(space)
    assert refused.value.field == "rerank"


class TestChoosing:
    """By the settings."""

    def test_the_fake_shares_words(self, settings: Settings) -> None:
        settings.MEMORYHUB_RERANKER = "fake"
        assert ai.rerank("tall cedar", ["A tall cedar.", "A cedar.", "A desk."]) == [1.0, 0.5, 0.0]

    def test_an_endpoint_is_made_once(self, settings: Settings) -> None:
        settings.MEMORYHUB_RERANKER = "endpoint"
        settings.MEMORYHUB_RERANK_URL = "https://models.example/v1"
        assert adapters.reranker() is adapters.reranker()

    @pytest.mark.parametrize("choice", ["endpoint", "cohere"])
    def test_one_that_cannot_be_is_an_error_of_the_settings(self, settings: Settings, choice: str) -> None:
        settings.MEMORYHUB_RERANKER = choice
        with pytest.raises(ImproperlyConfigured):
            adapters.reranker()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_it_inside_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = assemble()
    factories.remember(cast.space, TREES[0])
    scripted = Scripted(cedar=0.7)
    use(monkeypatch, scripted)
    answer = done(with_key(cast, "ada").post("spaces/atlas/search/", {"query": "cedar", "rerank": True}))
    assert (answer["reranking"], answer["hits"][0]["relevance"]) == ("done", 0.7)
    assert scripted.within_transaction == [False]
