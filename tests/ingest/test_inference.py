"""A key that recurs over several documents is concluded once, with counted evidence, and waits for a person."""

from __future__ import annotations

import pytest

from memoryhub.ingest import inference
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory, Relation
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests.ingest.work_through import take_in, texts_of

ENGLISH = [
    "Orlan leads the payments squad.",
    "Brenka works with Orlan.",
    "Orlan lives in Porto.",
    "Tavi met Orlan in Cork.",
]


def inferred(space: Space) -> list[Memory]:
    return list(Memory.objects.filter(space=space, is_inference=True, text__contains="Orlan"))


def test_two_documents_are_not_enough_and_three_are(space: Space) -> None:
    for text in ENGLISH[:2]:
        take_in(space, text)
    assert inferred(space) == []
    take_in(space, ENGLISH[2])
    (memory,) = inferred(space)
    assert (memory.text, memory.review_status, memory.change_rule) == (
        "“Orlan” is a recurring topic.",
        "pending",
        inference.RULE,
    )
    assert memory.text not in texts_of(space)


def test_the_evidence_is_counted_and_named(space: Space) -> None:
    for text in ENGLISH[:3]:
        take_in(space, text)
    (memory,) = inferred(space)
    edges = Relation.objects.filter(newer=memory, kind="derives")
    assert set(edges.values_list("older__text", flat=True)) == set(ENGLISH[:3])
    assert edges[0].evidence == {"key": "Orlan", "documents": 3, "memories": 3}
    assert edges[0].rule == inference.RULE
    assert memory.confidence == pytest.approx(0.7)


def test_many_facts_of_one_document_are_one_mention(space: Space) -> None:
    take_in(space, " ".join(ENGLISH))
    assert inferred(space) == []


@pytest.mark.parametrize("approve", [True, False])
def test_it_is_not_concluded_again_once_decided(space: Space, ada: Actor, approve: bool) -> None:
    for text in ENGLISH[:3]:
        take_in(space, text)
    (memory,) = inferred(space)
    if approve:
        review.approve_memory(actor=ada, space=space, memory_id=memory.pk, text="Everybody talks about Orlan.")
    else:
        review.decline_memory(actor=ada, space=space, memory_id=memory.pk, reason="not_durable")
    before = Memory.objects.filter(is_inference=True).count()
    take_in(space, ENGLISH[3])
    assert Memory.objects.filter(is_inference=True).count() == before


def test_it_is_told_in_the_language_of_most_evidence(space: Space) -> None:
    for text in ("Orlan leitet das Zahlungsteam.", "Brenka arbeitet mit Orlan.", "Orlan lives in Porto."):
        take_in(space, text)
    (memory,) = inferred(space)
    assert (memory.text, memory.language) == ("„Orlan“ ist ein wiederkehrendes Thema.", "de")


def test_forgotten_facts_are_no_evidence(space: Space, ada: Actor) -> None:

    take_in(space, ENGLISH[0])
    memories.forget(actor=ada, space=space, memory_ids=list(Memory.objects.values_list("pk", flat=True)))
    for text in ENGLISH[1:3]:
        take_in(space, text)
    assert inferred(space) == []
