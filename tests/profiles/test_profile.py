"""A profile holds what is current, in two halves, by what matters, within a budget of tokens."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from memoryhub.core import clock, errors
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import liveliness
from memoryhub.memories import services as memories
from memoryhub.memories.liveliness import Line
from memoryhub.memories.models import Memory
from memoryhub.profiles import choices, profile
from memoryhub.profiles.budget import cost
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.review import services as review
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
LATER = datetime(2099, 1, 1, tzinfo=UTC)


def texts(half: Iterable[Line]) -> list[str]:
    return [line.text for line in half]


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


def test_a_question_and_its_answers_are_within_the_budget(space: Space, known: None) -> None:
    for number in range(20):
        factories.remember(space, f"Mina drinks tea number {number} of the day.")
    found = profile.profile(space, query="tea", tokens=120, limit=20)
    assert found.results is not None
    told = [*texts(found.static), *texts(found.dynamic), *(hit.text for hit in found.results.hits)]
    assert found.tokens == sum(map(cost, told)) <= 120
    assert 0 < len(found.results.hits) < 20
    assert found.left_out > 0


def test_what_a_question_finds_is_not_told_again_by_the_dynamic_half(space: Space, known: None) -> None:
    found = profile.profile(space, query="trip", limit=1)
    assert found.results is not None
    assert [hit.text for hit in found.results.hits] == ["Mina plans a trip."]
    assert texts(found.dynamic) == ["It rains."]


def test_the_static_half_is_the_same_whatever_is_asked(space: Space, known: None) -> None:
    halves = [texts(profile.profile(space, query=query, limit=3).static) for query in ("tea", "nurse", "a trip")]
    assert halves == [["Mina likes tea.", "Mina is a nurse."]] * 3


def test_a_bucket_has_what_it_is_chosen_by_and_no_half_tells_that_again(space: Space, ada: Actor, known: None) -> None:
    factories.remember(space, "Always answer briefly.", is_static=True, metadata={"kind": "rule"})
    spaces.change(actor=ada, space=space, settings={"buckets": {"rules": {"metadata": {"kind": "rule"}}}})
    found = profile.profile(space)
    assert {name: texts(lines) for name, lines in found.buckets.items()} == {"rules": ["Always answer briefly."]}
    assert texts(found.static) == ["Mina likes tea.", "Mina is a nurse."]
    assert texts(profile.profile(space, include=["static"]).static)[0] == "Always answer briefly."
    alone = profile.profile(space, include=["rules"])
    assert (texts(alone.buckets["rules"]), alone.static, alone.dynamic) == (["Always answer briefly."], [], [])


def test_a_memory_of_two_buckets_is_in_the_first(space: Space, ada: Actor) -> None:
    factories.remember(space, "Always answer briefly.", is_static=True, metadata={"kind": "rule"})
    buckets = {"rules": {"metadata": {"kind": "rule"}}, "stable": {"is_static": True}}
    spaces.change(actor=ada, space=space, settings={"buckets": buckets})
    found = profile.profile(space)
    assert [len(lines) for lines in found.buckets.values()] == [1, 0]


def test_a_bucket_follows_keys_and_forgetting_at_once(space: Space, ada: Actor) -> None:
    spaces.change(actor=ada, space=space, settings={"buckets": {"busan": {"key": "Busan"}}})
    mina = ingest.remember(actor=ada, space=space, text="Mina works by the sea.", keys=[("busan", "name")]).memory
    assert texts(profile.profile(space).buckets["busan"]) == ["Mina works by the sea."]
    memories.forget(actor=ada, space=space, memory_ids=[mina.pk])
    assert texts(profile.profile(space).buckets["busan"]) == []


def test_it_takes_three_queries_however_much_is_known_and_two_while_no_stable_fact_has_moved(
    space: Space, known: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        assert isinstance(profile.profile(space).static[0], Line)
    with django_assert_num_queries(2):
        assert len(profile.profile(space).static) == 2


DYNAMIC: dict[str, Callable[[Space, Memory, Memory], object]] = {
    "a new fact": lambda space, nurse, trip: factories.remember(space, "The sun shines."),
    "a new version": lambda space, nurse, trip: factories.revise(space, trip, "Mina plans two trips."),
    "forgetting": lambda space, nurse, trip: memories.forget(
        actor=factories.HUB, space=space, memory_ids=[trip.pk], reason="forgotten"
    ),
    "a new source": lambda space, nurse, trip: factories.remember(space, trip.text),
    "erasing": lambda space, nurse, trip: lifecycle.erase_memory(actor=factories.HUB, space=space, memory_id=trip.pk),
    "an end": lambda space, nurse, trip: memories.change(
        actor=factories.HUB, space=space, memory_id=trip.pk, forget_after=LATER
    ),
    "a recall": lambda space, nurse, trip: memories.note_recall(space=space, memory_ids=[nurse.pk, trip.pk]),
    "an inference": lambda space, nurse, trip: factories.infer(space, "Mina packs.", trip),
}
STATIC: dict[str, tuple[Callable[[Space, Memory, Memory], object], list[str]]] = {
    "a new fact": (
        lambda space, nurse, trip: factories.remember(space, "Mina is tall.", is_static=True),
        ["Mina is tall.", "Mina is a nurse."],
    ),
    "a new version": (
        lambda space, nurse, trip: memories.revise(
            actor=factories.HUB,
            space=space,
            memory_id=nurse.pk,
            draft=factories.draft("Mina is a doctor.", is_static=True),
        ),
        ["Mina is a doctor."],
    ),
    "forgetting": (
        lambda space, nurse, trip: memories.forget(actor=factories.HUB, space=space, memory_ids=[nurse.pk]),
        [],
    ),
    "erasing": (
        lambda space, nurse, trip: lifecycle.erase_memory(actor=factories.HUB, space=space, memory_id=nurse.pk),
        [],
    ),
    "becoming stable": (
        lambda space, nurse, trip: memories.change(actor=factories.HUB, space=space, memory_id=trip.pk, is_static=True),
        ["Mina plans a trip.", "Mina is a nurse."],
    ),
    "being stable no more": (
        lambda space, nurse, trip: memories.change(
            actor=factories.HUB, space=space, memory_id=nurse.pk, is_static=False
        ),
        [],
    ),
    "approval": (
        lambda space, nurse, trip: review.approve_memory(
            actor=factories.HUB,
            space=space,
            memory_id=factories.infer(space, "Mina wears white.", nurse, is_static=True).pk,
        ),
        ["Mina is a nurse.", "Mina wears white."],
    ),
}


@pytest.fixture
def nurse_and_trip(space: Space) -> tuple[Memory, Memory]:
    """A stable fact and one of the week."""
    return factories.remember(space, "Mina is a nurse.", is_static=True), factories.remember(
        space, "Mina plans a trip."
    )


@pytest.mark.parametrize("deed", DYNAMIC)
def test_what_is_written_of_recent_context_never_drops_the_choice_of_stable_facts(
    space: Space, nurse_and_trip: tuple[Memory, Memory], deed: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    profile.profile(space)
    DYNAMIC[deed](space, *nurse_and_trip)
    with django_assert_num_queries(2):
        assert texts(profile.profile(space).static) == ["Mina is a nurse."]


@pytest.mark.parametrize("deed", STATIC)
def test_what_is_written_of_stable_facts_drops_their_choice_at_once(
    space: Space, nurse_and_trip: tuple[Memory, Memory], deed: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    profile.profile(space)
    act, after = STATIC[deed]
    act(space, *nurse_and_trip)
    with django_assert_num_queries(3):
        assert texts(profile.profile(space).static) == after


def test_the_choice_is_made_anew_when_one_of_it_ends_so_that_another_takes_its_place(
    space: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "MOST_LINES", 1)
    with clock.frozen(NOON):
        factories.remember(space, "Mina is a nurse.", is_static=True)
        factories.remember(space, "Mina is on leave.", is_static=True, forget_after=NOON + timedelta(seconds=1))
        assert texts(profile.profile(space).static) == ["Mina is on leave."]
    with clock.frozen(NOON + timedelta(seconds=1)):
        assert texts(profile.profile(space).static) == ["Mina is a nurse."]


def test_how_deep_stable_facts_sit_orders_them_anew_after_an_hour(space: Space, known: None) -> None:
    with clock.frozen(NOON + timedelta(minutes=30)):
        nurse = profile.profile(space).static[1]
        memories.note_recall(space=space, memory_ids=[nurse.pk])
        assert texts(profile.profile(space).static)[0] == "Mina likes tea."
    with clock.frozen(NOON + timedelta(minutes=90)):
        assert texts(profile.profile(space).static)[0] == "Mina is a nurse."


def test_no_text_lies_in_what_is_kept(space: Space, known: None) -> None:
    profile.profile(space)
    kept = choices._kept[space.pk, "static"]
    assert all(isinstance(one.pk, uuid.UUID) and isinstance(one.price, int) for one in kept.choices)
    assert "nurse" not in repr(kept)


def test_no_more_of_the_stable_facts_are_read_than_have_a_place(
    space: Space, known: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    read = liveliness.lines

    def lines(space: Space, memory_ids: Sequence[uuid.UUID], **rest: Any) -> dict[uuid.UUID, liveliness.Line]:
        asked.append(len(memory_ids))
        return read(space, memory_ids, **rest)

    monkeypatch.setattr(liveliness, "lines", lines)
    with clock.frozen(NOON):
        whole = profile.profile(space, include=["static"])
        tight = profile.profile(space, include=["static"], tokens=cost(whole.static[0].text))
    assert asked == [len(whole.static), 1]
    assert len(tight.static) == 1
    assert tight.left_out == len(whole.static) - 1
