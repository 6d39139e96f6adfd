"""Documents that move to another space."""

from __future__ import annotations

import pytest

from memoryhub.core import errors, ids
from memoryhub.documents import files
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.transfer import moving
from tests.cast import Cast
from tests.ingest.test_unpacking import packed
from tests.ingest.work_through import take_in, texts_of, work_on

GHENT, PORTO = "The studio is in Ghent.", "Brenka lives in Porto."


def test_it_is_read_anew_there_and_forgotten_here(cast: Cast, ada: Actor) -> None:
    document = take_in(cast.space, GHENT.encode(), name="studio.md", custom_id="studio", metadata={"a": 1})
    ingest.submit(actor=ada, space=cast.space, content=PORTO, custom_id="studio", mode="append")
    work_on(document)
    sha256 = document.file
    moved = moving.move(actor=ada, source=cast.space, target=cast.elsewhere, document_ids=[document.pk])
    (arrived,) = moved.documents
    assert (arrived.status, arrived.custom_id, arrived.metadata, arrived.file_name, arrived.added_by_id) == (
        "queued", "studio", {"a": 1}, "studio.md", ada.id,
    )  # fmt: skip
    assert (texts_of(cast.space), len(moved.forgotten)) == ([], 2)
    assert set(Memory.objects.filter(space=cast.space).values_list("forget_reason", flat=True)) == {moving.MOVED}
    work_on(arrived)
    assert texts_of(cast.elsewhere) == [PORTO, GHENT]
    assert files.read(cast.elsewhere.pk, sha256) == GHENT.encode()
    assert not Document.objects.filter(space=cast.space).exists()


def test_an_archive_moves_with_what_is_inside(cast: Cast, ada: Actor) -> None:
    outer = take_in(cast.space, packed({"a.md": GHENT.encode()}), name="x.zip")
    inner = outer.members.get()
    with pytest.raises(errors.Conflict) as error:
        moving.move(actor=ada, source=cast.space, target=cast.elsewhere, document_ids=[inner.pk])
    assert error.value.code == "inside_another"
    (arrived,) = moving.move(actor=ada, source=cast.space, target=cast.elsewhere, document_ids=[outer.pk]).documents
    work_on(work_on(arrived).members.get())
    assert texts_of(cast.elsewhere) == [GHENT]
    assert not Document.objects.filter(space=cast.space).exists()


def test_all_move_or_none(cast: Cast, ada: Actor) -> None:
    first = take_in(cast.space, GHENT)
    second = take_in(cast.space, PORTO, custom_id="people")
    take_in(cast.elsewhere, "Orlan leads payments.", custom_id="people")
    with pytest.raises(errors.Conflict) as error:
        moving.move(actor=ada, source=cast.space, target=cast.elsewhere, document_ids=[first.pk, second.pk])
    assert error.value.code == "custom_id_taken"
    with pytest.raises(errors.NotFound):
        moving.move(actor=ada, source=cast.space, target=cast.elsewhere, document_ids=[first.pk, ids.new()])
    with pytest.raises(errors.InvalidInput):
        moving.move(actor=ada, source=cast.space, target=cast.space, document_ids=[first.pk])
    assert texts_of(cast.space) == [PORTO, GHENT]
    assert Document.objects.filter(space=cast.elsewhere).count() == 1
