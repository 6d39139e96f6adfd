"""Documents made one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memoryhub.core import errors, ids
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.spaces.models import Space
from memoryhub.transfer import merging
from tests.ingest.test_unpacking import packed
from tests.ingest.work_through import memory_saying, take_in, texts_of, work_on

GHENT, PORTO, ORLAN = "The studio is in Ghent.", "Brenka lives in Porto.", "Orlan leads the payments squad."


def test_the_texts_follow_and_memories_keep_their_rows(space: Space, ada: Actor) -> None:
    into = take_in(space, f"{GHENT} {PORTO}", title="All")
    other = take_in(space, f"{PORTO} {ORLAN}")
    before = {text: memory_saying(space, text).pk for text in (GHENT, PORTO, ORLAN)}
    merged = merging.merge(actor=ada, space=space, into=into.pk, document_ids=[other.pk])
    assert texts_of(space) == [PORTO, ORLAN, GHENT]
    document = work_on(merged)
    assert (document.title, document.status) == ("All", "done")
    assert document.content == f"{GHENT} {PORTO}\n\n{PORTO} {ORLAN}"
    assert {text: memory_saying(space, text).pk for text in before} == before
    sources = MemorySource.objects.filter(space=space, ended_at=None)
    assert {(source.document_id, source.quote) for source in sources} == {
        (into.pk, text) for text in (GHENT, PORTO, ORLAN)
    }
    assert all(document.content[source.start : source.end] == source.quote for source in sources)
    assert memory_saying(space, PORTO).source_count == 1
    assert list(Document.objects.all()) == [document]
    assert not Memory.objects.exclude(forgotten_at=None).exists()


def test_a_file_can_take_in_another(space: Space, ada: Actor, tmp_path: Path) -> None:
    into = take_in(space, GHENT.encode(), name="studio.md")
    other = take_in(space, PORTO.encode(), name="people.txt")
    document = work_on(merging.merge(actor=ada, space=space, into=into.pk, document_ids=[other.pk]))
    assert (document.content, document.status) == (f"{GHENT}\n\n{PORTO}", "done")
    assert texts_of(space) == [PORTO, GHENT]


def test_what_cannot_go_into_another_stays(space: Space, ada: Actor, settings: Any) -> None:
    into = take_in(space, GHENT)
    waiting = ingest.submit(actor=ada, space=space, content=PORTO).document
    archive = take_in(space, packed({"a.md": ORLAN.encode()}), name="x.zip")
    for document, code in ((waiting, "wrong_status"), (archive, "has_members")):
        with pytest.raises(errors.Conflict) as error:
            merging.merge(actor=ada, space=space, into=into.pk, document_ids=[document.pk])
        assert error.value.code == code
    for wanted in ([], [into.pk]):
        with pytest.raises(errors.InvalidInput):
            merging.merge(actor=ada, space=space, into=into.pk, document_ids=wanted)
    with pytest.raises(errors.NotFound):
        merging.merge(actor=ada, space=space, into=into.pk, document_ids=[ids.new()])
    settings.MEMORYHUB_LIMITS = {**settings.MEMORYHUB_LIMITS, "document_bytes": 30}
    other = take_in(space, "Ada likes tea.")
    with pytest.raises(errors.TooLarge):
        merging.merge(actor=ada, space=space, into=into.pk, document_ids=[other.pk])
    into.refresh_from_db()
    assert (into.revision, into.status) == (1, "done")
