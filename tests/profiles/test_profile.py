"""A profile holds what is current, in two halves, by what matters, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from memoryhub.core import clock, errors
from memoryhub.memories import services as memories
from memoryhub.profiles import profile
from memoryhub.profiles.profile import Line, cost
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def texts(half: Iterable[Line]) -> list[str]:
    return [line.memory.text for line in half]


@pytest.fixture
def known(space: Space) -> None:
    """Two stable facts and two of the week, a minute apart."""
    for minute, (text, is_static) in enumerate(
        [("Mina is a nurse.", True), ("Mina plans a trip.", False), ("Mina likes tea.", True), ("It rains.", False)]
    ):
        with clock.frozen(NOON + timedelta(minutes=minute)):
            factories.remember(space, text, is_static=is_static)


def test_stable_facts_and_recent_context_stand_apart_the_newest_first(space: Space, known: None) -> None:
    found = profile.profile(space)
    assert texts(found.static) == ["Mina likes tea.", "Mina is a nurse."]
    assert texts(found.dynamic) == ["It rains.", "Mina plans a trip."]
    assert (found.space, found.left_out, found.results) == ("atlas", 0, None)
    assert found.tokens == sum(map(cost, texts(found.static) + texts(found.dynamic)))


def test_what_sits_deeper_comes_first_among_stable_facts_and_what_was_recalled_last_among_others(
    space: Space, known: None
) -> None:
    nurse, trip = (found.hits[0] for found in (ask(space, "nurse"), ask(space, "trip")))
    with clock.frozen(NOON + timedelta(hours=1)):
        memories.note_recall(space=space, memory_ids=[nurse.id, trip.id])
    found = profile.profile(space)
    assert texts(found.static)[0] == "Mina is a nurse."
    assert texts(found.dynamic)[0] == "Mina plans a trip."
    assert found.dynamic[0].reinforced_at == NOON + timedelta(hours=1)


def ask(space: Space, query: str) -> Results:
    return search.search(SearchRequest(space, query))


def test_only_what_is_current_is_in_it(space: Space) -> None:
    factories.remember(space, "Mina is a nurse.", is_static=True)
    gone = factories.remember(space, "Mina is a pilot.", is_static=True)
    late = factories.remember(space, "Mina is on leave.", forget_after=clock.now() + timedelta(days=1))
    factories.infer(space, "Mina works at night.", gone)
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    assert texts(profile.profile(space).static) == ["Mina is a nurse."]
    assert texts(profile.profile(space).dynamic) == [late.text]
    with clock.frozen(clock.now() + timedelta(days=2)):
        assert texts(profile.profile(space).dynamic) == []


def test_the_budget_leaves_out_what_does_not_fit_and_counts_it(space: Space, known: None) -> None:
    long = "Mina likes " + "very " * 60 + "strong tea."
    factories.remember(space, long, is_static=True)
    found = profile.profile(space, tokens=30)
    assert long not in texts(found.static)
    assert found.tokens <= 30
    assert found.left_out == 5 - len(found.static) - len(found.dynamic)
    assert found.left_out > 0
    everything = profile.profile(space, tokens=8000)
    assert (len(everything.static), everything.left_out) == (3, 0)


def test_dynamic_context_keeps_a_quarter_of_the_budget(space: Space) -> None:
    for number in range(20):
        factories.remember(space, f"Stable fact {number} of the shed.", is_static=True)
        factories.remember(space, f"Something of the week {number}.")
    found = profile.profile(space, tokens=100)
    assert len(found.dynamic) >= 2
    assert len(found.static) > len(found.dynamic)
    assert len(profile.profile(space, tokens=100, include=["static"]).static) > len(found.static)


def test_a_question_is_answered_in_the_same_call(space: Space, known: None) -> None:
    found = profile.profile(space, query="tea", limit=1)
    assert found.results is not None
    assert [hit.text for hit in found.results.hits] == ["Mina likes tea."]


def test_one_half_alone(space: Space, known: None) -> None:
    assert texts(profile.profile(space, include=["dynamic"]).static) == []
    assert len(profile.profile(space, include=["dynamic"]).dynamic) == 2


def test_another_space_is_never_in_it(cast: Cast) -> None:
    factories.remember(cast.elsewhere, "Mina is a nurse.", is_static=True)
    assert profile.profile(cast.space).static == []


def test_an_empty_space_has_an_empty_profile(space: Space) -> None:
    assert profile.profile(space) == profile.Profile("atlas", [], [], 0, 0, None)


@pytest.mark.parametrize(
    ("values", "field"), [({"tokens": 0}, "tokens"), ({"tokens": 8001}, "tokens"), ({"include": ["all"]}, "include")]
)
def test_bad_values_are_refused_by_name(space: Space, values: dict[str, Any], field: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        profile.profile(space, **values)
    assert refused.value.field == field


def test_it_takes_two_queries_however_much_is_known(
    space: Space, known: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert isinstance(profile.profile(space).static[0], Line)
