"""What a search serves and what it never serves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.vectors import Vectors
from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

IDENTIFIERS = (
    "Helper parse_htmlResponse_v2() lives in net/http-client.ts",
    "ADR-0005 picks cedar-cloud-dev as cluster",
    "Parsing an html response is slow",
    "ADR-0050 drops the old cluster",
    "Port 8443 is for staging, 8444 for prod",
)
UNSPACED = (
    "Sensor/Gateway 温度传感器接错线，夜间警报失灵",
    "来週の会議は大阪の倉庫で開く",
    "창고의 열쇠는 3층 서랍에 있다",
)


def ask(space: Space, query: str, **values: object) -> Results:
    return search.search(SearchRequest(space, query, **values))  # type: ignore[arg-type]  # names checked by the dataclass


def texts(results: Results) -> list[str]:
    return [hit.text for hit in results.hits]


def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the embedding service does not answer queries."""
    real = ai.embed

    def embed(texts: Sequence[str], *, query: bool = False, model: EmbeddingModel | None = None) -> Vectors:
        if query:
            raise errors.Unavailable("The embedding service does not answer.")
        return real(texts, model=model)

    monkeypatch.setattr(ai, "embed", embed)


@pytest.fixture(params=["with embeddings", "without the embedding service"])
def embedding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test twice: words must be enough when the service does not answer."""
    if request.param == "without the embedding service":
        silence(monkeypatch)


@pytest.mark.parametrize(
    ("query", "wanted", "within"),
    [
        ("parse_htmlResponse_v2", 0, 1),
        ("net/http-client.ts", 0, 1),
        ("cedar-cloud-dev", 1, 1),
        ("ADR-0005", 1, 1),
        ('"ADR-0050"', 3, 1),
        ("8444", 4, 1),
        ("htmlResponse", 0, 2),
    ],
)
def test_the_literal_string_is_found_first(space: Space, embedding: None, query: str, wanted: int, within: int) -> None:
    for text in IDENTIFIERS:
        factories.remember(space, text)
    assert IDENTIFIERS[wanted] in texts(ask(space, query))[:within]


@pytest.mark.parametrize(
    ("query", "wanted"), [("接错线", 0), ("警报", 0), ("sensor 警报", 0), ("倉庫", 1), ("창고", 2)]
)
def test_text_without_blanks_is_found(space: Space, embedding: None, query: str, wanted: int) -> None:
    for text in UNSPACED:
        factories.remember(space, text)
    for number in range(50):
        factories.remember(space, f"Note {number} is about parcel {number * 7} and its label.")
    assert UNSPACED[wanted] in texts(ask(space, query))[:3]


def test_words_alone_find_only_what_has_them(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    factories.remember(space, UNSPACED[0])
    factories.remember(space, "The parcel is late.")

    silence(monkeypatch)
    assert texts(ask(space, "警报")) == [UNSPACED[0]]


@pytest.mark.parametrize("query", ["_", "-", "/", ".", "( )", "' OR 1=1 --", "%", "🪁", "\\"])
def test_no_character_is_an_operator_or_an_error(space: Space, query: str) -> None:
    factories.remember(space, "A plain fact.")
    assert ask(space, query).space == "atlas"


def test_quoted_text_must_occur(space: Space) -> None:
    factories.remember(space, "The blue door leads to the yard.")
    factories.remember(space, "The door is painted blue.")
    assert texts(ask(space, '"blue door"')) == ["The blue door leads to the yard."]
    assert ask(space, '"green door"').reason_if_empty


@pytest.mark.parametrize("query", ["", "  ", "\x00", "x" * 2001])
def test_an_empty_or_too_long_query_is_refused_by_name(space: Space, query: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        ask(space, query)
    assert refused.value.field == "query"


@pytest.mark.parametrize(
    ("field", "value"), [("mode", "all"), ("limit", 0), ("limit", 101), ("threshold", -0.1), ("threshold", 1.1)]
)
def test_a_bad_option_is_refused_by_name(space: Space, field: str, value: object) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        ask(space, "door", **{field: value})
    assert refused.value.field == field


def test_another_space_is_never_searched(cast: Cast) -> None:
    factories.remember(cast.elsewhere, "The cedar stands in Porto.")
    assert ask(cast.space, "cedar").hits == ()
    assert ask(cast.space, "cedar").space == "atlas"


def test_what_is_not_current_is_not_served(space: Space, ada: Actor) -> None:
    old = factories.remember(space, "The cedar desk is in Ghent.")
    factories.revise(space, old, "The cedar desk is in Porto.")
    gone = factories.remember(space, "The cedar lamp is broken.")
    memories.forget(actor=ada, space=space, memory_ids=[gone.pk])
    factories.remember(space, "The cedar sale ends.", forget_after=clock.now() + timedelta(hours=1))
    guess = factories.infer(space, "Somebody likes cedar.", old)
    factories.infer(space, "Somebody sells cedar.", old)
    review.approve_memory(actor=ada, space=space, memory_id=guess.pk)
    with clock.frozen(clock.now() + timedelta(hours=2)):
        assert sorted(texts(ask(space, "cedar"))) == ["Somebody likes cedar.", "The cedar desk is in Porto."]


def test_forgotten_ones_use_up_no_place(space: Space, ada: Actor) -> None:
    for number in range(12):
        factories.remember(space, f"The cedar number {number} stands by the road.")
    first = ask(space, "cedar", limit=6)
    memories.forget(actor=ada, space=space, memory_ids=[hit.id for hit in first.hits])
    left = ask(space, "cedar", limit=6)
    assert left.total == 6
    assert {hit.id for hit in left.hits}.isdisjoint({hit.id for hit in first.hits})


def test_the_threshold_cuts_similarity_and_says_so(space: Space) -> None:
    factories.remember(space, "The cedar stands by the road.")
    near = ask(space, "cedar")
    (similarity,) = {hit.similarity for hit in near.hits[:1]}
    assert similarity is not None
    assert 0 < similarity < 1
    cut = ask(space, "cedar", threshold=1.0)
    assert (cut.total, "threshold" in cut.reason_if_empty) == (0, True)


def test_a_similarity_does_not_depend_on_what_else_is_found(space: Space) -> None:
    memory = factories.remember(space, "The cedar is tall.")
    (alone,) = ask(space, "cedar").hits
    for number in range(5):
        factories.remember(space, f"Cedar {number} was planted in spring.")
    among = next(hit for hit in ask(space, "cedar").hits if hit.id == memory.pk)
    assert (among.similarity, among.cosine) == (alone.similarity, alone.cosine)
    assert among.score != alone.score


def test_without_the_embedding_service_no_threshold_cuts_and_the_answer_says_so(
    space: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.remember(space, "The cedar is tall.")
    assert not ask(space, "cedar").lexical_only

    silence(monkeypatch)
    found = ask(space, "cedar", threshold=0.99)
    assert (found.lexical_only, [hit.similarity for hit in found.hits]) == (True, [None])
