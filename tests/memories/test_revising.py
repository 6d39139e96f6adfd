"""New versions of a chain: by whom, from which base, and what stays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memoryhub.core import clock, errors, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors, services
from memoryhub.memories.models import Memory, MemorySource, MemoryVector
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB, draft
from tests.threads import together

pytestmark = pytest.mark.django_db


def history(space: Space, memory: Memory) -> list[tuple[int, str, bool]]:
    return [(row.version, row.text, row.is_latest) for row in selectors.history_of(space, memory.pk)]


def texts(space: Space) -> set[str]:
    return set(selectors.current_memories_of(space, now=clock.now()).values_list("text", flat=True))


def test_the_older_version_keeps_its_text_and_is_no_longer_served(space: Space, ada: Actor) -> None:
    """P-DED-1: never neither fact, exactly one is current, and each keeps its own words."""
    loves = factories.remember(space, "Tavi loves aubergine.")
    cannot = factories.revise(space, loves, "Tavi cannot stand aubergine any more.", actor=ada)
    assert history(space, loves) == [
        (1, "Tavi loves aubergine.", False),
        (2, "Tavi cannot stand aubergine any more.", True),
    ]
    assert texts(space) == {"Tavi cannot stand aubergine any more."}
    assert (cannot.root_id, cannot.parent_id, cannot.written_by_id) == (loves.pk, loves.pk, ada.id)
    assert MemoryVector.objects.filter(memory=cannot).exists()
    assert MemorySource.objects.get(memory=cannot).document_id is None


def test_the_entry_names_the_version_before(space: Space) -> None:
    first = factories.remember(space, "One.")
    second = factories.revise(space, first, "Two.")
    entry = ledger.entries_of(space.pk).get(verb="memory.revised")
    assert entry.subject_id == first.root_id
    assert entry.values == {"id": str(second.pk), "version": 2, "parent": str(first.pk), "rule": ""}


def test_any_version_stands_for_its_chain(space: Space) -> None:
    first = factories.remember(space, "One.")
    factories.revise(space, first, "Two.")
    third = factories.revise(space, first, "Three.")
    assert (third.version, third.root_id) == (3, first.pk)
    assert {row.pk for row in selectors.history_of(space, third.pk)} == {
        row.pk for row in selectors.history_of(space, first.pk)
    }
    assert selectors.latest_of(space, first.pk) == third


def test_similar_facts_do_not_touch_each_other_and_a_sentence_sent_twice_is_one(space: Space) -> None:
    """P-DED-2: only an explicit decision supersedes, and it retires what it names."""
    said = [
        "Orlan leads the payments squad.",
        "Brenka leads the search squad.",
        "Orlan also coaches the interns of the payments squad.",
        "The Grafana password lives in the vault.",
        "Never forget: the vault must be unsealed before the Grafana password can be read.",
    ]
    rows = [factories.remember(space, text) for text in said]
    factories.remember(space, said[1])
    assert texts(space) == set(said)
    assert all(row.version == 1 for row in selectors.current_memories_of(space, now=clock.now()))
    factories.revise(space, rows[0], "Brenka leads the payments squad since Monday.")
    assert texts(space) == {*said[1:], "Brenka leads the payments squad since Monday."}


def test_going_back_to_an_old_text_is_a_third_version(space: Space) -> None:
    """P-DED-3: a content hash neither skips it nor wakes the first."""
    ghent = factories.remember(space, "The studio is in Ghent.")
    porto = factories.revise(space, ghent, "The studio moved to Porto.")
    back = factories.revise(space, ghent, "The studio is in Ghent.")
    assert history(space, ghent) == [
        (1, "The studio is in Ghent.", False),
        (2, "The studio moved to Porto.", False),
        (3, "The studio is in Ghent.", True),
    ]
    assert [history(space, row) for row in (porto, back)] == [history(space, ghent)] * 2


def test_the_latest_text_again_changes_nothing(space: Space) -> None:
    memory = factories.remember(space, "One.")
    before = ledger.revision_of(space.pk)
    assert factories.revise(space, memory, "One.") == memory
    assert ledger.revision_of(space.pk) == before


def test_a_base_that_has_moved_on_is_refused_with_what_is_current(space: Space) -> None:
    memory = factories.remember(space, "One.")
    second = factories.revise(space, memory, "Two.", base_version=1)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: factories.revise(space, memory, "Three.", base_version=1),
        lambda: services.restore(actor=HUB, space=space, memory_id=memory.pk, base_version=1),
    )
    for deed in deeds:
        with pytest.raises(errors.Conflict) as refused:
            deed()
        assert refused.value.code == "base_moved"
        assert refused.value.details["current"] == {"id": second.pk, "version": 2}


def test_an_unknown_or_foreign_memory_is_not_found(cast: Cast) -> None:
    memory = factories.remember(cast.space, "One.")
    places: tuple[dict[str, Any], ...] = (
        {"space": cast.elsewhere, "memory_id": memory.pk},
        {"space": cast.space, "memory_id": ids.new()},
    )
    for place in places:
        with pytest.raises(errors.NotFound):
            services.revise(actor=HUB, draft=draft("Two."), **place)
        with pytest.raises(errors.NotFound):
            services.restore(actor=HUB, **place)
        with pytest.raises(errors.NotFound):
            services.change(actor=HUB, is_static=True, **place)
    assert history(cast.space, memory) == [(1, "One.", True)]


@pytest.mark.parametrize(("end", "code"), [("forgotten", "forgotten"), ("erased", "erased"), ("pending", "in_review")])
def test_a_chain_that_is_not_open_gets_no_version(space: Space, end: str, code: str) -> None:
    memory = factories.remember(space, "One.")
    if end == "forgotten":
        services.forget(actor=HUB, space=space, memory_ids=[memory.pk])
    elif end == "erased":
        services.erase(actor=HUB, space=space, memory_id=memory.pk)
    else:
        memory = factories.infer(space, "Two.", memory)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: factories.revise(space, memory, "Three."),
        lambda: services.restore(actor=HUB, space=space, memory_id=memory.pk),
        lambda: services.change(actor=HUB, space=space, memory_id=memory.pk, is_static=True),
    )
    for deed in deeds:
        with pytest.raises(errors.Conflict) as refused:
            deed()
        assert refused.value.code == code


def test_restoring_writes_a_new_version_with_the_old_text_and_its_details(space: Space) -> None:
    first = factories.remember(space, "One.", is_static=True, metadata={"by": "hand"}, confidence=0.7)
    factories.revise(space, first, "Two.")
    third = services.restore(actor=HUB, space=space, memory_id=first.pk)
    assert history(space, first) == [(1, "One.", False), (2, "Two.", False), (3, "One.", True)]
    assert (third.is_static, third.metadata, third.confidence) == (True, {"by": "hand"}, 0.7)
    assert MemoryVector.objects.get(memory=third).vector == MemoryVector.objects.get(memory=first).vector
    assert ledger.entries_of(space.pk).get(verb="memory.restored").values["version"] == 3


def test_restoring_what_is_latest_changes_nothing(space: Space) -> None:
    first = factories.remember(space, "One.")
    before = ledger.revision_of(space.pk)
    assert services.restore(actor=HUB, space=space, memory_id=first.pk) == first
    assert ledger.revision_of(space.pk) == before


def test_restoring_a_version_whose_end_has_passed_makes_it_current_again(space: Space) -> None:
    first = factories.remember(space, "One.", forget_after=clock.now() - timedelta(hours=1))
    factories.revise(space, first, "Two.")
    services.restore(actor=HUB, space=space, memory_id=first.pk)
    assert texts(space) == {"One."}


def test_details_change_without_a_new_version(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "One.")
    end = clock.now() + timedelta(days=1)
    changed = services.change(actor=ada, space=space, memory_id=memory.pk, forget_after=end, is_static=False)
    assert (changed.version, changed.forget_after) == (1, end)
    entry = ledger.entries_of(space.pk).get(verb="memory.changed")
    assert (entry.fields, entry.actor_id) == (["forget_after"], ada.id)


def test_a_detail_that_is_none_or_contradicts_itself_is_refused(space: Space) -> None:
    memory = factories.remember(space, "One.")
    with pytest.raises(errors.InvalidInput, match="text cannot be changed"):
        services.change(actor=HUB, space=space, memory_id=memory.pk, text="Two.")
    now = clock.now()
    with pytest.raises(errors.InvalidInput) as refused:
        services.change(
            actor=HUB, space=space, memory_id=memory.pk, valid_from=now, valid_to=now - timedelta(seconds=1)
        )
    assert refused.value.field == "valid_to"


@pytest.mark.django_db(transaction=True)
def test_twenty_writers_on_one_base_are_one_success_and_nineteen_who_are_told_what_is_current(cast: Cast) -> None:
    """P-CON-1, first round."""
    memory = factories.remember(cast.space, "rev-00")
    outcomes = together(*[writer(cast.space, memory, number, base=1) for number in range(1, 21)])
    won = [outcome for outcome in outcomes if isinstance(outcome, Memory)]
    told = [outcome for outcome in outcomes if isinstance(outcome, errors.Conflict)]
    assert (len(won), len(told)) == (1, 19)
    assert {(each.code, each.details["current"]["version"], each.details["current"]["id"]) for each in told} == {
        ("base_moved", 2, won[0].pk)
    }
    assert history(cast.space, memory) == [(1, "rev-00", False), (2, won[0].text, True)]


@pytest.mark.django_db(transaction=True)
def test_twenty_writers_without_a_base_form_one_line_and_no_text_is_lost(cast: Cast) -> None:
    """P-CON-1, second round."""
    memory = factories.remember(cast.space, "rev-00")
    outcomes = together(*[writer(cast.space, memory, number) for number in range(1, 21)])
    assert sorted(outcome.version for outcome in outcomes if isinstance(outcome, Memory)) == list(range(2, 22))
    line = history(cast.space, memory)
    assert [(version, is_latest) for version, _, is_latest in line] == [(n, n == 21) for n in range(1, 22)]
    assert {text for _, text, _ in line} == {f"rev-{number:02}" for number in range(21)}
    assert ledger.revision_of(cast.space.pk) == ledger.entries_of(cast.space.pk).count()


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_contradict_the_same_memory_make_one_line(cast: Cast) -> None:
    """P-CON-1, third round; each also touches a second chain the other one touches first."""
    one, other = factories.remember(cast.space, "One."), factories.remember(cast.space, "Other.")

    def work(order: list[Memory], name: str) -> list[int]:
        return [factories.revise(cast.space, memory, f"{memory.text} says {name}").version for memory in order]

    outcomes = together(lambda: work([one, other], "a"), lambda: work([other, one], "b"))
    assert sorted(version for outcome in outcomes if isinstance(outcome, list) for version in outcome) == [2, 2, 3, 3]
    for memory in (one, other):
        assert [(version, is_latest) for version, _, is_latest in history(cast.space, memory)] == [
            (1, False),
            (2, False),
            (3, True),
        ]


def writer(space: Space, memory: Memory, number: int, base: int | None = None) -> Callable[[], Memory]:
    return lambda: factories.revise(space, memory, f"rev-{number:02}", base_version=base)


SOON, LATER = timedelta(days=1), timedelta(days=9)


def test_the_end_of_a_version_holds_for_the_next_unless_that_names_its_own(space: Space) -> None:
    ends = clock.now() + SOON
    first = factories.remember(space, "The code is 1.", forget_after=ends)
    assert factories.revise(space, first, "The code is 2.").forget_after == ends
    named = services.revise(
        actor=HUB, space=space, memory_id=first.pk, draft=draft("The code is 3.", forget_after=ends + LATER)
    )
    assert named.forget_after == ends + LATER
    assert services.restore(actor=HUB, space=space, memory_id=first.pk).forget_after == ends


def test_an_end_set_since_holds_for_an_older_version_that_is_restored(space: Space) -> None:
    first = factories.remember(space, "The code is 1.")
    factories.revise(space, first, "The code is 2.")
    ends = clock.now() + SOON
    services.change(actor=HUB, space=space, memory_id=first.pk, forget_after=ends)
    assert services.restore(actor=HUB, space=space, memory_id=first.pk).forget_after == ends


def test_an_end_that_has_passed_is_not_handed_on(space: Space) -> None:
    first = factories.remember(space, "The code is 1.", forget_after=clock.now() - SOON)
    assert factories.revise(space, first, "The code is 2.").forget_after is None
    assert texts(space) == {"The code is 2."}
