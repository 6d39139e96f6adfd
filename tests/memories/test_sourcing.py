"""Sources that end: what loses them, and what is forgotten with its last one."""

from __future__ import annotations

import pytest

from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.memories import selectors, services
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.spaces.models import Space
from tests import factories
from tests.factories import HUB, draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def papers(space: Space) -> list[Document]:
    """Two documents."""
    return [
        Document.objects.create(space=space, kind="text", custom_id=name, content_hash=name, added_by_kind="hub")
        for name in "ab"
    ]


def read(space: Space, text: str, *papers: Document) -> Memory:
    """A fact that stands in these documents."""
    for paper in papers:
        memory = factories.remember(space, text, sources=(SourceDraft(document_id=paper.pk, quote=text),))
    return memory


def end(space: Space, paper: Document, **values: object) -> list[object]:
    return list(services.end_sources(actor=HUB, space=space, document_id=paper.pk, reason="source_deleted", **values))  # type: ignore[arg-type]


def current(space: Space) -> set[str]:
    return set(selectors.current_memories_of(space, now=clock.now()).values_list("text", flat=True))


def test_a_fact_with_another_source_loses_one_and_a_step_of_confidence(space: Space, papers: list[Document]) -> None:
    memory = read(space, "Shared.", *papers)
    memory.refresh_from_db()
    before = memory.confidence
    assert end(space, papers[0]) == []
    memory.refresh_from_db()
    assert (memory.source_count, round(before - memory.confidence, 6)) == (1, 0.1)
    ended = MemorySource.objects.get(memory=memory, document=papers[0])
    assert (ended.ended_reason, ended.quote, ended.ended_at is None) == ("source_deleted", "", False)
    assert current(space) == {"Shared."}


def test_a_fact_without_another_source_is_forgotten_in_one_batch_that_can_be_undone(
    space: Space, papers: list[Document]
) -> None:
    rows = [read(space, "First.", papers[0]), read(space, "Second.", papers[0])]
    assert end(space, papers[0]) == sorted(row.root_id for row in rows)
    assert current(space) == set()
    entries = ledger.entries_of(space.pk).filter(verb="memory.forgotten")
    assert len({entry.batch for entry in entries}) == 1
    assert {entry.values["reason"] for entry in entries} == {"source_deleted"}
    undo.undo(actor=HUB, space_id=space.pk, entry_id=entries[0].pk)
    assert current(space) == {"First.", "Second."}


def test_chains_to_keep_keep_their_source(space: Space, papers: list[Document]) -> None:
    kept = read(space, "Kept.", papers[0])
    read(space, "Gone.", papers[0])
    end(space, papers[0], keep={kept.root_id})
    assert current(space) == {"Kept."}
    assert MemorySource.objects.get(memory=kept).ended_at is None


def test_a_newer_version_from_elsewhere_stays_when_the_older_ones_document_goes(
    space: Space, papers: list[Document]
) -> None:
    memory = read(space, "Old.", papers[0])
    factories.revise(space, memory, "New, by hand.")
    assert end(space, papers[0]) == []
    assert current(space) == {"New, by hand."}


def test_ending_twice_changes_nothing(space: Space, papers: list[Document]) -> None:
    read(space, "Shared.", *papers)
    end(space, papers[0])
    before = ledger.revision_of(space.pk)
    assert end(space, papers[0]) == []
    assert ledger.revision_of(space.pk) == before


def test_what_was_forgotten_already_is_not_forgotten_again(space: Space, papers: list[Document]) -> None:
    memory = read(space, "Gone.", papers[0])
    services.forget(actor=HUB, space=space, memory_ids=[memory.pk], reason="private")
    assert end(space, papers[0]) == []
    memory.refresh_from_db()
    assert memory.forget_reason == "private"


def test_an_inference_from_a_fact_that_goes_with_its_document_is_withdrawn(
    space: Space, papers: list[Document]
) -> None:
    inferred = factories.infer(space, "Therefore.", read(space, "Ground.", papers[0]))
    end(space, papers[0])
    inferred.refresh_from_db()
    assert (inferred.review_status, inferred.review_reason) == ("withdrawn", "source_forgotten")


def test_confidence_never_falls_to_nothing(space: Space, papers: list[Document]) -> None:
    memory = services.remember(
        actor=HUB,
        space=space,
        draft=draft("Hardly.", confidence=0.1, sources=(SourceDraft(document_id=papers[0].pk),)),
    ).memory
    end(space, papers[0])
    memory.refresh_from_db()
    assert memory.confidence == 0.05
