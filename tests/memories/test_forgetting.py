"""Forgetting and bringing back, and what becomes of what was inferred from it."""

from __future__ import annotations

import pytest

from memoryhub.core import clock, errors, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors, services
from memoryhub.memories.models import Memory
from memoryhub.review import selectors as queue
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB
from tests.threads import together

pytestmark = pytest.mark.django_db


def texts(space: Space) -> set[str]:
    return set(selectors.current_memories_of(space, now=clock.now()).values_list("text", flat=True))


def waiting(space: Space) -> list[str]:
    return [item.text for item in queue.queue_for(space, now=clock.now())]


def test_forgetting_is_at_once_and_says_who_when_and_why(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "The locker code is 4417.")
    gone = services.forget(actor=ada, space=space, memory_ids=[memory.pk], reason="private", note="asked by phone")
    memory.refresh_from_db()
    assert texts(space) == set()
    assert (memory.forget_reason, memory.forget_note, memory.forget_batch) == ("private", "asked by phone", gone.batch)
    entry = ledger.entries_of(space.pk).get(verb="memory.forgotten")
    assert (entry.actor_id, entry.batch, entry.values["reason"]) == (ada.id, gone.batch, "private")
    assert "phone" not in str(entry.values)


def test_forgetting_the_newest_version_does_not_wake_the_older(space: Space) -> None:
    memory = factories.remember(space, "The code is 1.")
    newer = factories.revise(space, memory, "The code is 2.")
    services.forget(actor=HUB, space=space, memory_ids=[memory.pk])
    assert texts(space) == set()
    newer.refresh_from_db()
    assert newer.forgotten_at is not None


def test_unknown_and_foreign_ids_are_told_alike_and_nothing_of_theirs_changes(cast: Cast) -> None:
    memory, foreign, unknown = (
        factories.remember(cast.space, "Mine."),
        factories.remember(cast.elsewhere, "Not mine."),
        ids.new(),
    )
    gone = services.forget(actor=HUB, space=cast.space, memory_ids=[memory.pk, foreign.pk, unknown])
    assert gone.root_ids == (memory.root_id,)
    assert set(gone.unknown_ids) == {foreign.pk, unknown}
    assert texts(cast.elsewhere) == {"Not mine."}


def test_forgetting_twice_changes_nothing(space: Space) -> None:
    memory = factories.remember(space, "Once.")
    first = services.forget(actor=HUB, space=space, memory_ids=[memory.pk], reason="private")
    before = ledger.revision_of(space.pk)
    assert services.forget(actor=HUB, space=space, memory_ids=[memory.pk]).root_ids == ()
    memory.refresh_from_db()
    assert (memory.forget_batch, memory.forget_reason) == (first.batch, "private")
    assert ledger.revision_of(space.pk) == before


def test_two_versions_of_one_chain_are_one_thing_to_forget(space: Space) -> None:
    memory = factories.remember(space, "One.")
    newer = factories.revise(space, memory, "Two.")
    gone = services.forget(actor=HUB, space=space, memory_ids=[memory.pk, newer.pk])
    assert gone.root_ids == (memory.root_id,)
    assert ledger.entries_of(space.pk).filter(verb="memory.forgotten").count() == 1


def test_what_is_brought_back_is_served_again(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "Back again.")
    services.forget(actor=HUB, space=space, memory_ids=[memory.pk], note="a slip")
    services.unforget(actor=ada, space=space, memory_ids=[memory.pk])
    memory.refresh_from_db()
    assert texts(space) == {"Back again."}
    assert (memory.forgotten_at, memory.forget_reason, memory.forget_note, memory.forget_batch) == (None, "", "", None)
    assert ledger.entries_of(space.pk).get(verb="memory.unforgotten").actor_id == ada.id


def test_bringing_back_wants_known_memories_that_are_not_erased(cast: Cast) -> None:
    memory = factories.remember(cast.space, "Mine.")
    services.forget(actor=HUB, space=cast.space, memory_ids=[memory.pk])
    for wanted in ([ids.new()], [memory.pk, factories.remember(cast.elsewhere, "Not mine.").pk]):
        with pytest.raises(errors.NotFound):
            services.unforget(actor=HUB, space=cast.space, memory_ids=wanted)
    services.erase(actor=HUB, space=cast.space, memory_id=memory.pk)
    with pytest.raises(errors.Conflict) as refused:
        services.unforget(actor=HUB, space=cast.space, memory_ids=[memory.pk])
    assert refused.value.code == "erased"


class Parking:
    """P-FOR-4: D is inferred from A and B."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.a = factories.remember(space, "Nadirel lives on Quill Street.")
        self.b = factories.remember(space, "Quill Street is closed to cars.")
        self.d = factories.infer(space, "Nadirel cannot park at home.", self.a, self.b)

    def approve(self) -> None:
        review.approve_memory(actor=HUB, space=self.space, memory_id=self.d.pk)
        assert self.d.text in texts(self.space)

    def approve_quietly(self) -> None:
        review.approve_memory(actor=HUB, space=self.space, memory_id=self.d.pk)

    def status(self) -> tuple[str | None, str]:
        self.d.refresh_from_db()
        return self.d.review_status, self.d.review_reason

    def forget_a(self) -> None:
        services.forget(actor=HUB, space=self.space, memory_ids=[self.a.pk])


@pytest.fixture
def parking(space: Space) -> Parking:
    """A and B are current, D is pending."""
    return Parking(space)


def test_a_pending_inference_is_withdrawn_when_a_source_is_forgotten(parking: Parking) -> None:
    """P-FOR-4, case 1."""
    parking.forget_a()
    assert parking.status() == ("withdrawn", "source_forgotten")
    assert waiting(parking.space) == []
    with pytest.raises(errors.Conflict) as refused:
        review.approve_memory(actor=HUB, space=parking.space, memory_id=parking.d.pk)
    assert (refused.value.code, refused.value.details["status"]) == ("not_pending", "withdrawn")
    assert ledger.entries_of(parking.space.pk).get(verb="memory.withdrawn").subject_id == parking.d.pk


def test_an_approved_inference_goes_back_to_review_when_a_source_is_forgotten(parking: Parking) -> None:
    """P-FOR-4, case 2."""
    parking.approve()
    parking.forget_a()
    assert parking.status() == ("pending", "source_forgotten")
    assert texts(parking.space) == {parking.b.text}
    assert waiting(parking.space) == [parking.d.text]
    assert ledger.entries_of(parking.space.pk).get(verb="memory.returned").values["was"] == "approved"


def test_an_approved_inference_goes_back_to_review_when_a_source_changes(parking: Parking) -> None:
    """P-FOR-4, case 3."""
    parking.approve()
    factories.revise(parking.space, parking.a, "Nadirel lives on Moss Lane.")
    assert parking.status() == ("pending", "source_changed")
    assert texts(parking.space) == {"Nadirel lives on Moss Lane.", parking.b.text}
    assert [item.kind for item in queue.queue_for(parking.space, now=clock.now())] == ["source_changed"]


@pytest.mark.parametrize("approved", [True, False])
def test_bringing_the_source_back_approves_nothing(parking: Parking, approved: bool) -> None:
    """P-FOR-4, last sentence."""
    if approved:
        parking.approve()
    parking.forget_a()
    before = parking.status()
    services.unforget(actor=HUB, space=parking.space, memory_ids=[parking.a.pk])
    assert parking.status() == before
    assert parking.d.text not in texts(parking.space)


def test_what_was_inferred_from_an_inference_follows_too(parking: Parking) -> None:
    parking.approve()
    further = factories.infer(parking.space, "Nadirel rents a garage.", parking.d)
    review.approve_memory(actor=HUB, space=parking.space, memory_id=further.pk)
    parking.forget_a()
    further.refresh_from_db()
    assert further.review_status == "pending"
    assert texts(parking.space) == {parking.b.text}


def test_a_declined_inference_stays_declined(parking: Parking) -> None:
    review.decline_memory(actor=HUB, space=parking.space, memory_id=parking.d.pk, reason="not_true")
    parking.forget_a()
    assert parking.status() == ("declined", "not_true")


def test_words_a_person_put_over_an_inference_stay(parking: Parking) -> None:
    review.approve_memory(actor=HUB, space=parking.space, memory_id=parking.d.pk, text="Nadirel parks elsewhere.")
    parking.forget_a()
    assert texts(parking.space) == {parking.b.text, "Nadirel parks elsewhere."}


def test_an_inference_whose_relation_was_cut_no_longer_depends_on_it(parking: Parking) -> None:
    parking.approve()
    relation = parking.d.relations_out.get(older=parking.a)
    services.sever(actor=HUB, space=parking.space, relation_id=relation.pk)
    parking.forget_a()
    assert parking.status() == ("approved", "")


def test_forgetting_source_and_inference_together_is_two_forgettings(parking: Parking) -> None:
    parking.approve()
    services.forget(actor=HUB, space=parking.space, memory_ids=[parking.a.pk, parking.d.pk])
    assert texts(parking.space) == {parking.b.text}
    parking.d.refresh_from_db()
    assert (parking.d.forgotten_at is None, parking.d.review_status) == (False, "approved")


@pytest.mark.django_db(transaction=True)
def test_forgetting_a_source_while_its_inference_is_approved_never_leaves_it_served(cast: Cast) -> None:
    for _ in range(5):
        parking = Parking(cast.space)
        together(parking.forget_a, parking.approve_quietly)
        assert parking.d.text not in texts(cast.space)
        assert parking.status()[0] in {"withdrawn", "pending"}
        services.forget(
            actor=HUB,
            space=cast.space,
            memory_ids=list(Memory.objects.filter(space=cast.space).values_list("pk", flat=True)),
        )
