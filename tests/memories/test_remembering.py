"""Adding facts: new ones, known ones, inferred ones."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta

import pytest
from django.db import transaction

from memoryhub.core import clock, errors, ids
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors, services, states
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, MemorySource, MemoryVector, Relation
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB, draft
from tests.threads import begin, together

pytestmark = pytest.mark.django_db


def document(space: Space, name: str = "a") -> Document:
    """A document to read facts in."""
    return Document.objects.create(space=space, kind="text", custom_id=name, content_hash=name, added_by_kind="hub")


def read_in(paper: Document, quote: str = "as it stands there") -> SourceDraft:
    return SourceDraft(document_id=paper.pk, start=0, end=len(quote), quote=quote)


def test_a_fact_becomes_the_first_version_of_its_own_chain(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "  Ilse\u0000 keeps bees. ", actor=ada, is_static=True)
    memory.refresh_from_db()
    assert memory.text == "Ilse keeps bees."
    assert (memory.root_id, memory.parent_id, memory.version, memory.is_latest) == (memory.pk, None, 1, True)
    assert (memory.review_status, memory.is_static, memory.written_by_id) == (None, True, ada.id)
    assert MemoryVector.objects.filter(memory=memory, space_id=space.pk).count() == 1
    assert "bee" in memory.tokens
    assert memory.length == len(memory.tokens)


def test_the_entry_names_row_and_version(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "Ilse keeps bees.", actor=ada)
    entry = ledger.entries_of(space.pk).get(verb="memory.remembered")
    assert (entry.subject_id, entry.actor_id) == (memory.root_id, ada.id)
    assert entry.values == {"id": str(memory.pk), "version": 1, "inference": False}


def test_a_fact_equal_after_normalisation_is_not_made_twice(space: Space) -> None:
    first = services.remember(actor=HUB, space=space, draft=draft("Ilse keeps bees."))
    again = services.remember(actor=HUB, space=space, draft=draft("ILSE  keeps bees"))
    assert (first.created, again.created) == (True, False)
    assert again.memory.pk == first.memory.pk
    assert Memory.objects.filter(space=space).count() == 1


def test_the_same_fact_in_another_space_is_its_own(cast: Cast) -> None:
    here, there = (
        factories.remember(cast.space, "Ilse keeps bees."),
        factories.remember(cast.elsewhere, "Ilse keeps bees."),
    )
    assert here.root_id != there.root_id
    assert there.space_id == cast.elsewhere.pk


def test_another_document_that_says_so_adds_a_source_and_a_step_of_confidence(space: Space) -> None:
    first, second = document(space, "a"), document(space, "b")
    memory = factories.remember(space, "Ilse keeps bees.", sources=(read_in(first),), confidence=0.6)
    again = services.remember(actor=HUB, space=space, draft=draft("Ilse keeps bees.", sources=(read_in(second),)))
    memory.refresh_from_db()
    assert (again.created, again.source_added) == (False, True)
    assert (memory.source_count, round(memory.confidence, 2)) == (2, 0.7)
    assert ledger.entries_of(space.pk).get(verb="memory.source_added").values["sources"] == 2


def test_the_same_document_again_adds_nothing(space: Space) -> None:
    paper = document(space)
    memory = factories.remember(space, "Ilse keeps bees.", sources=(read_in(paper),))
    before = ledger.revision_of(space.pk)
    again = services.remember(actor=HUB, space=space, draft=draft("Ilse keeps bees.", sources=(read_in(paper),)))
    memory.refresh_from_db()
    assert (again.source_added, memory.source_count) == (False, 1)
    assert ledger.revision_of(space.pk) == before


def test_confidence_never_becomes_certainty(space: Space) -> None:
    memory = factories.remember(space, "Ilse keeps bees.", confidence=0.9)
    for name in "abc":
        services.add_source(actor=HUB, space=space, memory=memory, source=read_in(document(space, name)))
    memory.refresh_from_db()
    assert memory.confidence == 0.95


def test_what_was_told_directly_outlives_every_document_that_says_it_too(space: Space) -> None:
    paper = document(space)
    told_first = factories.remember(space, "Ilse keeps bees.")
    services.add_source(actor=HUB, space=space, memory=told_first, source=read_in(paper))
    read_first = factories.remember(space, "Ilse sells honey.", sources=(read_in(paper),))
    assert services.remember(actor=HUB, space=space, draft=draft("Ilse sells honey.")).source_added
    only_read = factories.remember(space, "Ilse wears a veil.", sources=(read_in(paper),))
    assert selectors.only_source_of(space, [paper.pk]) == 1
    gone = services.end_sources(actor=HUB, space=space, document_id=paper.pk, reason="source_deleted")
    assert gone == [only_read.root_id]
    current = set(selectors.current_memories_of(space, now=clock.now()).values_list("pk", "source_count"))
    assert current == {(told_first.pk, 1), (read_first.pk, 1)}


def test_many_facts_keep_their_order_and_doubles_among_them_are_one(space: Space) -> None:
    texts = ["One.", "Two.", "one", "Three."]
    results = services.remember_many(actor=HUB, space=space, drafts=[draft(text) for text in texts])
    assert [result.created for result in results] == [True, True, False, True]
    assert results[2].memory.pk == results[0].memory.pk
    assert [
        entry.values["id"] for entry in ledger.entries_of(space.pk).filter(verb="memory.remembered").order_by("seq")
    ] == [str(results[at].memory.pk) for at in (0, 1, 3)]


def test_nothing_to_remember_writes_nothing(space: Space) -> None:
    before = ledger.revision_of(space.pk)
    assert services.remember_many(actor=HUB, space=space, drafts=[]) == []
    assert ledger.revision_of(space.pk) == before


@pytest.mark.parametrize("end", ["forgotten", "expired", "erased", "superseded"])
def test_a_fact_that_is_no_longer_current_may_be_told_anew(space: Space, end: str) -> None:
    memory = factories.remember(space, "Ilse keeps bees.")
    if end == "forgotten":
        services.forget(actor=HUB, space=space, memory_ids=[memory.pk])
    elif end == "expired":
        services.change(actor=HUB, space=space, memory_id=memory.pk, forget_after=clock.now() - timedelta(days=1))
    elif end == "erased":
        services.erase(actor=HUB, space=space, memory_id=memory.pk)
    else:
        factories.revise(space, memory, "Ilse keeps goats.")
    again = services.remember(actor=HUB, space=space, draft=draft("Ilse keeps bees."))
    assert again.created
    assert again.memory.root_id != memory.root_id


def test_an_inference_waits_for_a_person_and_names_what_it_was_concluded_from(space: Space) -> None:
    bees, honey = factories.remember(space, "Ilse keeps bees."), factories.remember(space, "Bees make honey.")
    inferred = factories.infer(space, "Ilse has honey.", bees, honey, evidence={"documents": 2}, confidence=0.4)
    assert (inferred.review_status, inferred.is_inference, inferred.source_count) == ("pending", True, 0)
    assert states.of(inferred) == "pending"
    assert not selectors.current_memories_of(space, now=clock.now()).filter(pk=inferred.pk).exists()
    relations = Relation.objects.filter(newer=inferred, kind="derives")
    assert {relation.older_id for relation in relations} == {bees.pk, honey.pk}
    assert {(relation.rule, relation.confidence, relation.evidence["documents"]) for relation in relations} == {
        ("test", 0.4, 2)
    }


def test_an_inference_may_name_any_version_of_what_it_rests_on(space: Space) -> None:
    old = factories.remember(space, "Ilse keeps bees.")
    new = factories.revise(space, old, "Ilse keeps many bees.")
    inferred = factories.infer(space, "Ilse has honey.", old)
    assert inferred.relations_out.get().older_id == new.pk


@pytest.mark.parametrize("gone", ["unknown", "foreign", "forgotten", "pending", "expired", "none"])
def test_an_inference_rests_on_current_memories_of_its_space_alone(cast: Cast, gone: str) -> None:
    space, source = cast.space, factories.remember(cast.space, "Ilse keeps bees.")
    wanted: tuple[uuid.UUID, ...] = (source.pk,)
    if gone == "unknown":
        wanted = (source.pk, ids.new())
    elif gone == "foreign":
        wanted = (factories.remember(cast.elsewhere, "Not yours.").pk,)
    elif gone == "forgotten":
        services.forget(actor=HUB, space=space, memory_ids=[source.pk])
    elif gone == "pending":
        wanted = (factories.infer(space, "Ilse is busy.", source).pk,)
    elif gone == "expired":
        services.change(actor=HUB, space=space, memory_id=source.pk, forget_after=clock.now())
    else:
        wanted = ()
    with pytest.raises(errors.InvalidInput) as refused:
        services.remember(
            actor=HUB, space=space, draft=draft("Ilse has honey.", is_inference=True, derives_from=wanted)
        )
    assert refused.value.field == "derives_from"
    assert not Memory.objects.filter(text="Ilse has honey.").exists()


def test_only_an_inference_derives_from_others(space: Space) -> None:
    source = factories.remember(space, "Ilse keeps bees.")
    with pytest.raises(errors.InvalidInput):
        services.remember(actor=HUB, space=space, draft=draft("Ilse has honey.", derives_from=(source.pk,)))


def test_an_inference_already_pending_or_declined_or_stated_is_not_made_again(space: Space) -> None:
    source, stated = factories.remember(space, "Ilse keeps bees."), factories.remember(space, "Ilse is patient.")
    pending = factories.infer(space, "Ilse has honey.", source)
    again = services.remember(
        actor=HUB, space=space, draft=draft("Ilse has honey.", is_inference=True, derives_from=(source.pk,))
    )
    known = services.remember(
        actor=HUB, space=space, draft=draft("Ilse is patient.", is_inference=True, derives_from=(source.pk,))
    )
    assert (again.created, again.memory.pk, known.created, known.memory.pk) == (False, pending.pk, False, stated.pk)


def test_what_somebody_says_is_not_hidden_by_the_same_inference_in_review(space: Space) -> None:
    pending = factories.infer(space, "Ilse has honey.", factories.remember(space, "Ilse keeps bees."))
    told = services.remember(actor=HUB, space=space, draft=draft("Ilse has honey."))
    assert told.created
    assert told.memory.pk != pending.pk
    assert told.memory.review_status is None


@pytest.mark.django_db(transaction=True)
def test_the_same_fact_told_by_eight_at_once_is_one_memory(cast: Cast) -> None:
    outcomes = together(*[lambda: factories.remember(cast.space, "Ilse keeps bees.").pk] * 8)
    assert len(set(outcomes)) == 1
    assert Memory.objects.filter(space=cast.space).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_read_the_same_facts_in_other_orders_both_finish(cast: Cast) -> None:
    texts = [f"Fact {number}." for number in range(10)]
    papers = [document(cast.space, "a"), document(cast.space, "b")]

    def read(paper: Document, order: list[str]) -> int:
        drafts = [draft(text, sources=(read_in(paper),)) for text in order]
        return len(services.remember_many(actor=HUB, space=cast.space, drafts=drafts))

    assert together(lambda: read(papers[0], texts), lambda: read(papers[1], texts[::-1])) == [10, 10]
    assert set(Memory.objects.filter(space=cast.space).values_list("source_count", flat=True)) == {2}
    assert MemorySource.objects.filter(space=cast.space).count() == 20


@pytest.mark.django_db(transaction=True)
def test_a_source_forgotten_while_something_is_inferred_from_it_takes_the_inference_along(cast: Cast) -> None:
    """Whichever comes first, nothing pending rests on something forgotten."""
    source = factories.remember(cast.space, "Ilse keeps bees.")
    inferred, commit = threading.Event(), threading.Event()

    def infer() -> uuid.UUID:
        with transaction.atomic():
            made = factories.infer(cast.space, "Ilse has honey.", source)
            inferred.set()
            commit.wait(20)
        return made.pk

    inferring = begin(infer)
    assert inferred.wait(20)
    forgetting = begin(lambda: services.forget(actor=HUB, space=cast.space, memory_ids=[source.pk]))
    commit.set()
    forgetting.result(20)
    memory = Memory.objects.get(pk=inferring.result(20))
    assert (memory.review_status, memory.review_reason) == ("withdrawn", "source_forgotten")


def test_an_end_that_is_said_with_a_fact_that_is_known_is_its_end_and_where_none_is_said_it_keeps_its_own(
    space: Space,
) -> None:
    ends = clock.now() + timedelta(days=1)
    code = factories.remember(space, "The code is 1.")
    assert factories.remember(space, "The code is 1.", forget_after=ends).forget_after == ends
    assert factories.remember(space, "The code is 1.").forget_after == ends
    code.refresh_from_db()
    assert code.forget_after == ends
    entry = ledger.entries_of(space.pk).get(verb="memory.changed")
    assert (entry.subject_id, entry.fields) == (code.pk, ["forget_after"])
