"""Erasing in this room: the words of all versions go, the rows and their order stay."""

from __future__ import annotations

import pytest

from memoryhub.core import clock, errors, ids
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors, services
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import MemorySource, MemoryVector, Recall, Relation, State
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB

pytestmark = pytest.mark.django_db


def test_no_word_of_any_version_stays_in_the_rooms_tables(space: Space, ada: Actor) -> None:
    paper = Document.objects.create(space=space, kind="text", content_hash="0", added_by_kind="hub")
    source = SourceDraft(document_id=paper.pk, start=3, end=9, quote="Zephyrine")
    first = factories.remember(space, "Zephyrine sings.", sources=(source,), metadata={"of": "Zephyrine"})
    second = factories.revise(space, first, "Zephyrine dances.")
    other = factories.remember(space, "The opera opens.")
    relation = services.relate(
        actor=HUB, space=space, newer_id=second.pk, older_id=other.pk, kind="extends", evidence={"by": "Zephyrine"}
    )
    Recall.objects.create(space=space, memory=second, rank=1, query="who is Zephyrine")
    services.forget(actor=HUB, space=space, memory_ids=[first.pk], note="Zephyrine asked")
    erased = services.erase(actor=ada, space=space, memory_id=first.pk)
    rows = selectors.history_of(space, first.pk)
    assert [(row.version, row.text, row.text_hash, row.tokens, row.metadata, row.forget_note) for row in rows] == [
        (1, "", "", [], {}, ""),
        (2, "", "", [], {}, ""),
    ]
    assert erased == rows[-1]
    source_row = MemorySource.objects.get(memory=first)
    assert (source_row.quote, source_row.start, source_row.end) == ("", None, None)
    assert not MemoryVector.objects.filter(memory__in=rows).exists()
    assert not Recall.objects.filter(memory__in=rows).exists()
    relation.refresh_from_db()
    assert relation.evidence == {}
    assert Relation.objects.filter(pk=relation.pk).exists()


def test_erasing_is_recorded_once_and_doing_it_again_changes_nothing(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "Gone.")
    services.erase(actor=ada, space=space, memory_id=memory.pk)
    entry = ledger.entries_of(space.pk).get(verb="memory.erased")
    assert (entry.subject_id, entry.actor_id, entry.values["versions"]) == (memory.root_id, ada.id, 1)
    services.erase(actor=ada, space=space, memory_id=memory.pk)
    assert ledger.revision_of(space.pk) == entry.seq


def test_every_version_ends_as_erased(space: Space) -> None:
    first = factories.remember(space, "One.")
    factories.revise(space, first, "Two.")
    services.erase(actor=HUB, space=space, memory_id=first.pk)
    open_states = State.objects.filter(space=space, to_at=None).values_list("state", flat=True)
    assert list(open_states) == ["erased", "erased"]
    assert selectors.counts_of(space, now=clock.now()) == selectors.Counts(0, 0, 0, 0, 0)


def test_what_was_inferred_from_it_is_withdrawn(space: Space) -> None:
    source = factories.remember(space, "One.")
    inferred = factories.infer(space, "Therefore two.", source)
    services.erase(actor=HUB, space=space, memory_id=source.pk)
    inferred.refresh_from_db()
    assert (inferred.review_status, inferred.review_reason) == ("withdrawn", "source_forgotten")


def test_an_erased_version_cannot_be_restored_or_related(space: Space) -> None:
    gone, other = factories.remember(space, "Gone."), factories.remember(space, "Here.")
    services.erase(actor=HUB, space=space, memory_id=gone.pk)
    with pytest.raises(errors.Conflict):
        services.restore(actor=HUB, space=space, memory_id=gone.pk)
    with pytest.raises(errors.Conflict):
        services.relate(actor=HUB, space=space, newer_id=other.pk, older_id=gone.pk, kind="extends")
    assert services.forget(actor=HUB, space=space, memory_ids=[gone.pk]).root_ids == ()


def test_an_unknown_or_foreign_memory_is_not_found(cast: Cast) -> None:
    foreign = factories.remember(cast.elsewhere, "Not yours.")
    for memory_id in (foreign.pk, ids.new()):
        with pytest.raises(errors.NotFound):
            services.erase(actor=HUB, space=cast.space, memory_id=memory_id)
    foreign.refresh_from_db()
    assert foreign.text == "Not yours."
