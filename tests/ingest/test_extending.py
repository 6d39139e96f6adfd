"""A new memory that shares a rare key with an older one and is near it in meaning extends it."""

from __future__ import annotations

import uuid

import pytest

from memoryhub.ai import services as ai
from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ingest import extending
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory, Relation
from memoryhub.spaces.models import Space
from tests import factories
from tests.ingest.work_through import memory_saying, take_in, work_on


def find(space: Space, newer: Memory, holders: list[uuid.UUID]) -> list[extending.Extension]:
    vector = newer.vectors.get()
    return extending.find(
        space, {newer.pk: {"orlan": "Orlan"}}, {"orlan": holders}, model=vector.model, now=clock.now()
    )


def take_for_duplicates_from(cosine: float) -> None:
    model = ai.active_model()
    model.thresholds |= {"duplicate": cosine}
    model.save()


@pytest.fixture
def near(space: Space) -> None:
    """Whatever is compared is near."""
    take_for_duplicates_from(-1.0)


@pytest.fixture
def far(space: Space) -> None:
    """Nothing is near enough."""
    take_for_duplicates_from(1.1)


@pytest.mark.usefixtures("near")
def test_the_link_names_its_key_and_its_likeness(space: Space) -> None:
    older = factories.remember(space, "Orlan leads the payments squad.")
    newer = factories.remember(space, "Orlan also coaches its interns.")
    (found,) = find(space, newer, [newer.pk, older.pk])
    assert (found.newer_id, found.older_id, found.evidence["key"]) == (newer.pk, older.pk, "Orlan")
    assert -1 <= found.evidence["similarity"] <= 1


@pytest.mark.usefixtures("near")
def test_a_key_that_many_have_joins_nothing(space: Space) -> None:
    older = [factories.remember(space, f"Orlan reads book number {number}.").pk for number in range(11)]
    newer = factories.remember(space, "Orlan also coaches the interns.")
    assert find(space, newer, older) == []


@pytest.mark.usefixtures("far")
def test_a_shared_key_alone_joins_nothing(space: Space) -> None:
    older = factories.remember(space, "Orlan leads the payments squad.")
    newer = factories.remember(space, "Orlan keeps bees.")
    assert find(space, newer, [newer.pk, older.pk]) == []


@pytest.mark.usefixtures("near")
def test_what_is_forgotten_is_not_extended(space: Space) -> None:
    older = factories.remember(space, "Orlan leads the payments squad.")
    newer = factories.remember(space, "Orlan keeps bees.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[older.pk])
    assert find(space, newer, [newer.pk, older.pk]) == []


@pytest.mark.usefixtures("near")
def test_a_document_links_to_others_and_not_to_itself(space: Space) -> None:
    take_in(space, "Orlan leads the payments squad.")
    take_in(space, "Orlan keeps bees. Orlan repairs old radios.")
    edges = Relation.objects.filter(kind="extends").values_list("newer__text", "older__text")
    assert sorted(edges) == [
        ("Orlan keeps bees.", "Orlan leads the payments squad."),
        ("Orlan repairs old radios.", "Orlan leads the payments squad."),
    ]
    assert set(Relation.objects.filter(kind="extends").values_list("rule", flat=True)) == {extending.RULE}


@pytest.mark.usefixtures("near")
def test_linking_the_same_document_again_adds_nothing(space: Space) -> None:
    take_in(space, "Orlan leads the payments squad.")
    document = take_in(space, "Orlan keeps bees.")
    Document.objects.filter(pk=document.pk).update(status="running", stage="linking")
    work_on(document)
    assert document.status == "done"
    assert Relation.objects.count() == 1
    assert memory_saying(space, "Orlan keeps bees.").version == 1
