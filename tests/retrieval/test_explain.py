"""For every memory there is a reason why it is not among the answers, and nobody learns of what is not for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memoryhub.core import clock, errors, ids
from memoryhub.core.narrowing import Narrowing
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories import sight
from memoryhub.memories.models import Memory
from memoryhub.retrieval import explain, search
from memoryhub.retrieval.explain import Why
from memoryhub.retrieval.request import SearchRequest
from memoryhub.review import services as review
from memoryhub.spaces.access import space_for
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.retrieval.test_search import silence

Reach = Callable[[Space, Actor], Memory]


def ask(cast: Cast, memory: Memory, query: str = "cedar", *, who: str = "ed", **values: Any) -> Why:
    access = space_for(cast.principal(who), cast.space.tag)
    return explain.of(access, SearchRequest(cast.space, query, **values), memory.pk)


def forgotten(space: Space, actor: Actor) -> Memory:
    memory = factories.remember(space, "The cedar is tall.")
    memories.forget(actor=actor, space=space, memory_ids=[memory.pk])
    return memory


def erased(space: Space, actor: Actor) -> Memory:
    memory = factories.remember(space, "The cedar is tall.")
    lifecycle.erase_memory(actor=actor, space=space, memory_id=memory.pk)
    return memory


def expired(space: Space, actor: Actor) -> Memory:
    at = clock.now()
    with clock.frozen(at - timedelta(hours=2)):
        return factories.remember(space, "The cedar is tall.", forget_after=at - timedelta(hours=1))


def pending(space: Space, actor: Actor) -> Memory:
    return factories.infer(space, "Somebody likes cedar.", factories.remember(space, "The desk is cedar."))


def declined(space: Space, actor: Actor) -> Memory:
    guess = pending(space, actor)
    review.decline_memory(actor=actor, space=space, memory_id=guess.pk, reason="not_true")
    return guess


def withdrawn(space: Space, actor: Actor) -> Memory:
    source = factories.remember(space, "The desk is cedar.")
    guess = factories.infer(space, "Somebody likes cedar.", source)
    memories.forget(actor=actor, space=space, memory_ids=[source.pk])
    return guess


@pytest.mark.parametrize("reach", [forgotten, erased, expired, pending, declined, withdrawn])
def test_a_state_that_is_not_current_is_the_reason(cast: Cast, ada: Actor, reach: Reach) -> None:
    why = ask(cast, reach(cast.space, ada))
    assert (why.reason, why.state, why.rank, bool(why.says)) == (reach.__name__, reach.__name__, None, True)


@pytest.mark.parametrize("reach", [forgotten, erased, expired, pending, declined, withdrawn])
def test_who_may_not_see_a_state_finds_no_such_memory(cast: Cast, ada: Actor, reach: Reach) -> None:
    memory = reach(cast.space, ada)
    with pytest.raises(errors.NotFound):
        ask(cast, memory, who="chen")


def test_a_version_that_was_replaced_names_the_newest(cast: Cast) -> None:
    old = factories.remember(cast.space, "The cedar is tall.")
    new = factories.revise(cast.space, old, "The cedar was felled.")
    for who in ("ed", "chen"):
        why = ask(cast, old, who=who)
        assert (why.reason, why.replaced_by) == ("superseded", new)


def test_a_replaced_version_of_a_forgotten_chain_is_no_readers_business(cast: Cast, ada: Actor) -> None:
    old = factories.remember(cast.space, "The cedar is tall.")
    new = factories.revise(cast.space, old, "The cedar was felled.")
    memories.forget(actor=ada, space=cast.space, memory_ids=[new.pk])
    assert ask(cast, old).reason == "superseded"
    with pytest.raises(errors.NotFound):
        ask(cast, old, who="chen")


def test_what_was_merged_names_what_it_went_into(cast: Cast, ada: Actor) -> None:
    kept = factories.remember(cast.space, "The cedar is tall.")
    gone = factories.remember(cast.space, "The cedar is of great height.")
    memories.supersede(actor=ada, space=cast.space, newer_id=gone.pk, older_id=kept.pk)
    why = ask(cast, gone)
    assert why.reason == "forgotten"
    assert why.replaced_by is not None
    assert why.replaced_by.root_id == kept.root_id


@pytest.mark.parametrize(
    ("values", "reason", "filters"),
    [
        ({"mode": "documents"}, "mode", []),
        ({"narrowing": Narrowing(is_static=True)}, "filters", ["is_static"]),
        ({"narrowing": Narrowing(metadata={"via": "mail"}, is_static=False)}, "filters", ["metadata"]),
        ({"narrowing": Narrowing(metadata={"via": "mail"}, is_static=True)}, "filters", ["is_static", "metadata"]),
        ({"narrowing": Narrowing(metadata={"via": "chat"}, is_static=False)}, "found", []),
        ({"threshold": 1.0}, "threshold", []),
        ({}, "found", []),
    ],
)
def test_what_the_question_leaves_out_is_named(
    cast: Cast, values: dict[str, Any], reason: str, filters: list[str]
) -> None:
    memory = factories.remember(cast.space, "The cedar is tall.", metadata={"via": "chat"})
    why = ask(cast, memory, **values)
    assert (why.reason, sorted(why.filters)) == (reason, filters)


def test_quoted_words_that_do_not_occur_are_named(cast: Cast) -> None:
    memory = factories.remember(cast.space, "The cedar is tall.")
    why = ask(cast, memory, '"tall cedar"')
    assert (why.reason, '"' not in why.says, "tall cedar" in why.says) == ("quoted", True, True)
    assert ask(cast, memory, '"CEDAR is"').reason == "found"


def test_one_behind_the_limit_has_its_rank_and_the_parts_of_its_score(cast: Cast) -> None:
    rows = [factories.remember(cast.space, "cedar " * (1 + number) + "and more.") for number in range(5)]
    order = [hit.id for hit in search.search(SearchRequest(cast.space, "cedar")).hits]
    for row in rows:
        why = ask(cast, row, limit=2)
        rank = 1 + order.index(row.pk)
        assert (why.rank, why.reason) == (rank, "found" if rank <= 2 else "outranked")
        assert why.hit is not None
        assert why.hit.similarity == why.similarity


def test_one_that_no_list_has_among_its_best_has_its_similarity(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "CANDIDATES", 3)
    for number in range(5):
        factories.remember(cast.space, f"The cedar {number} is tall.")
    far = factories.remember(cast.space, "Parcels are late.")
    why = ask(cast, far)
    assert (why.reason, why.rank, why.hit) == ("too_far", None, None)
    assert why.similarity is not None
    assert ask(cast, far, threshold=0.99).reason == "threshold"


def test_without_the_embedding_service_it_is_the_words_that_are_missing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = factories.remember(cast.space, "Parcels are late.")
    silence(monkeypatch)
    why = ask(cast, far)
    assert (why.reason, why.similarity) == ("wordless", None)


def test_an_unknown_and_a_foreign_id_read_alike(cast: Cast) -> None:
    far = factories.remember(cast.elsewhere, "The cedar is tall.")
    for memory_id in (far.pk, ids.new()):
        with pytest.raises(errors.NotFound):
            ask(cast, Memory(pk=memory_id))


def test_a_question_that_cannot_be_asked_is_refused_before_anything_is_looked_up(cast: Cast) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        ask(cast, Memory(pk=ids.new()), "")
    assert refused.value.field == "query"


class TestByText:
    """A memory may be named by words of its text."""

    @pytest.mark.parametrize(("who", "found"), [("ed", 4), ("ben", 3), ("chen", 2)])
    def test_everybody_finds_what_is_for_them(self, cast: Cast, ada: Actor, who: str, found: int) -> None:
        old = factories.remember(cast.space, "The cedar is tall.")
        factories.revise(cast.space, old, "The cedar was felled.")
        gone = factories.remember(cast.space, "The cedar desk is sold.")
        guess = factories.infer(cast.space, "Somebody likes cedar.", old)
        memories.forget(actor=ada, space=cast.space, memory_ids=[gone.pk])
        factories.remember(cast.elsewhere, "The cedar is foreign.")
        access = space_for(cast.principal(who), cast.space.tag)
        rows = sight.saying(access, "CEDAR", now=clock.now(), limit=10)
        assert len(rows) == found
        assert (guess.pk in {memory.pk for memory, _latest in rows}) is (who != "chen")
        assert all(latest.is_latest and latest.root_id == memory.root_id for memory, latest in rows)

    @pytest.mark.parametrize("words", ["%", "_", "\\", "", "*"])
    def test_no_character_stands_for_others(self, cast: Cast, words: str) -> None:
        factories.remember(cast.space, "The cedar is tall.")
        assert sight.saying(space_for(cast.principal("ed"), "atlas"), words, now=clock.now(), limit=10) == []
