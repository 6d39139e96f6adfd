"""Reading a document again: what would change is told before, and is what changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memoryhub.core import errors
from memoryhub.documents.models import Document
from memoryhub.ingest import rereading
from memoryhub.ingest import services as ingest
from memoryhub.ingest.rereading import Change, Preview
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.ingest.scripting import Script, told
from tests.ingest.work_through import take_in, texts_of, work_on

NOTE = "Notes of the studio.\n"
GHENT, PORTO = "The studio is in Ghent.", "Brenka lives in Porto."
ORLAN, TUESDAY, THURSDAY = "Orlan leads payments.", "Deploys are on Tuesday.", "Deploys are on Thursday."


@pytest.fixture
def script(settings: Any, tmp_path: Path) -> Script:
    return Script(settings, tmp_path / "script.json")


def test_better_rules_change_what_a_document_is_remembered_for(space: Space, ada: Actor, script: Script) -> None:
    script.write([told("studio", GHENT, PORTO, TUESDAY)])
    document = take_in(space, NOTE)
    kept = Memory.objects.get(text=GHENT).pk
    script.write([told("studio", GHENT, ORLAN, THURSDAY)], [{"new": THURSDAY, "old": TUESDAY, "kind": "update"}])
    seen = rereading.preview(document)
    assert seen == Preview(kept=1, new=(ORLAN,), changed=(Change(TUESDAY, THURSDAY),), asked=(), gone=(PORTO,))
    assert texts_of(space) == [PORTO, TUESDAY, GHENT]

    rereading.reread(actor=ada, space=space, document_id=document.pk)
    document = work_on(document)
    assert (document.status, document.revision, document.remembered_revision) == ("done", 2, 2)
    assert texts_of(space) == [THURSDAY, ORLAN, GHENT]
    assert Memory.objects.get(text=GHENT).pk == kept
    assert Memory.objects.get(text=THURSDAY).parent.text == TUESDAY  # type: ignore[union-attr]
    assert Memory.objects.get(text=PORTO).forget_reason == "source_removed"


def test_what_would_stay_the_same_is_told_as_nothing(space: Space) -> None:
    document = take_in(space, f"{GHENT} {PORTO}")
    seq = ledger.revision_of(space.pk)
    seen = rereading.preview(document)
    assert (seen.kept, seen.is_empty) == (2, True)
    assert ledger.revision_of(space.pk) == seq


def test_a_question_to_a_person_is_told_too(space: Space, script: Script) -> None:
    script.write(
        [told("Deploys", TUESDAY), told("studio", THURSDAY)], [{"new": THURSDAY, "old": TUESDAY, "kind": "propose"}]
    )
    take_in(space, TUESDAY)
    document = Document.objects.get(pk=ingest.submit(actor=Actor.hub("test"), space=space, content=NOTE).document.pk)
    assert rereading.preview(document).asked == (Change(TUESDAY, THURSDAY),)


def test_a_document_in_work_is_not_begun_again(space: Space, ada: Actor) -> None:
    document = ingest.submit(actor=ada, space=space, content=GHENT).document
    with pytest.raises(errors.Conflict) as error:
        rereading.reread(actor=ada, space=space, document_id=document.pk)
    assert error.value.code == "wrong_status"


def test_a_failed_document_can_be_read_from_the_start(space: Space, ada: Actor) -> None:
    document = take_in(space, b"\x00\x01" * 99, name="a.bin")
    assert document.status == "failed"
    rereading.reread(actor=ada, space=space, document_id=document.pk)
    document.refresh_from_db()
    assert (document.status, document.stage, document.error_code, document.revision) == ("queued", "extracting", "", 2)


def test_a_document_of_another_space_is_not_known(cast: Cast, space: Space, ada: Actor) -> None:
    document = take_in(cast.elsewhere, GHENT)
    with pytest.raises(errors.NotFound):
        rereading.reread(actor=ada, space=space, document_id=document.pk)
