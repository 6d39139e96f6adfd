"""Submitting documents: new, again, anew, added to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import errors, ids
from memoryhub.documents import files
from memoryhub.documents.models import Chunk, Document, DocumentInput
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.ingest.work_through import take_in, texts_of, work_on

GHENT, PORTO = "The studio is in Ghent.", "Brenka lives in Porto."


def jobs() -> int:
    return ProcrastinateJob.objects.filter(status="todo", task_name="ingest.advance").count()


def test_a_document_its_input_its_entry_and_its_job_come_together(space: Space, ada: Actor) -> None:
    seq = ledger.revision_of(space.pk)
    submitted = ingest.submit(
        actor=ada, space=space, content="# Studio\n\nThe studio is in Ghent.", name="studio.md", metadata={"a": 1}
    )
    document = Document.objects.get()
    assert submitted == ingest.Submitted(document, unchanged=False)
    assert (document.status, document.stage, document.added_by_id) == ("queued", "extracting", ada.id)
    assert document.inputs.get().text == "# Studio\n\nThe studio is in Ghent."
    assert [entry.verb for entry in ledger.entries_since(space.pk, seq=seq, limit=10)] == ["document.submitted"]
    job = ProcrastinateJob.objects.get(task_name="ingest.advance")
    assert (job.args, job.lock, job.queueing_lock) == (
        {"document_id": str(document.pk)},
        *[f"document:{document.pk}"] * 2,
    )


def test_nothing_is_queued_when_the_submission_does_not_commit(space: Space, ada: Actor, monkeypatch: Any) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("after the job was queued")

    monkeypatch.setattr("memoryhub.ledger.unit._flush", fail)
    with pytest.raises(RuntimeError):
        ingest.submit(actor=ada, space=space, content=GHENT)
    assert (Document.objects.count(), jobs()) == (0, 0)


@pytest.mark.parametrize("custom_id", [None, "studio"])
def test_the_same_content_again_costs_nothing(space: Space, ada: Actor, custom_id: str | None) -> None:
    first = ingest.submit(actor=ada, space=space, content=GHENT, custom_id=custom_id)
    seq, before = ledger.revision_of(space.pk), jobs()
    again = ingest.submit(actor=ada, space=space, content=GHENT, custom_id=custom_id)
    assert again == ingest.Submitted(first.document, unchanged=True)
    assert (ledger.revision_of(space.pk), jobs(), DocumentInput.objects.count()) == (seq, before, 1)


def test_other_details_of_the_same_content_are_kept_without_reading_anew(space: Space, ada: Actor) -> None:
    ingest.submit(actor=ada, space=space, content=GHENT, custom_id="studio", metadata={"a": 1})
    before = jobs()
    again = ingest.submit(actor=ada, space=space, content=GHENT, custom_id="studio", title="Studio", metadata={"a": 2})
    document = Document.objects.get()
    assert (again.unchanged, document.title, document.metadata, document.revision) == (True, "Studio", {"a": 2}, 1)
    assert jobs() == before
    entry = ledger.entries_of(space.pk).latest("seq")
    assert (entry.verb, sorted(entry.fields)) == ("document.changed", ["metadata", "title"])


def test_other_content_under_a_custom_id_is_the_next_revision(space: Space, ada: Actor) -> None:
    document = take_in(space, GHENT, custom_id="studio")
    again = ingest.submit(actor=ada, space=space, content="The studio is in Porto.", custom_id="studio")
    assert again.document.pk == document.pk
    document.refresh_from_db()
    assert (document.revision, document.remembered_revision, document.status) == (2, 1, "queued")
    assert [given.text for given in document.inputs.all()] == ["The studio is in Porto."]
    work_on(document)
    assert set(Chunk.objects.values_list("revision", flat=True)) == {2}


def test_one_custom_id_in_two_spaces_is_two_documents(cast: Cast, ada: Actor) -> None:
    for space in (cast.space, cast.elsewhere):
        assert not ingest.submit(actor=ada, space=space, content=GHENT, custom_id="studio").unchanged
    assert Document.objects.count() == 2


def test_rapid_appends_lose_nothing_and_keep_their_order(space: Space, ada: Actor) -> None:
    parts = [f"{name} lives in Porto." for name in ("Orlan", "Brenka", "Tavi")]
    for part in parts:
        ingest.submit(actor=ada, space=space, content=part, custom_id="people", mode="append")
    document = Document.objects.get()
    assert (document.revision, document.inputs.count(), jobs()) == (3, 3, 1)
    work_on(document)
    assert document.content == "\n\n".join(parts)
    assert texts_of(space) == sorted(parts)


def test_an_append_while_the_document_is_in_work_makes_the_work_begin_again(
    space: Space, ada: Actor, monkeypatch: Any
) -> None:
    from memoryhub.ingest.stages import STAGES, embedding

    document = ingest.submit(actor=ada, space=space, content=GHENT, custom_id="notes", mode="append").document

    def append_meanwhile(work: Any) -> Document:
        monkeypatch.setitem(STAGES, "embedding", embedding.run)
        ingest.submit(actor=ada, space=space, content=PORTO, custom_id="notes", mode="append")
        return embedding.run(work)

    monkeypatch.setitem(STAGES, "embedding", append_meanwhile)
    work_on(document)
    assert (document.status, document.revision, texts_of(space)) == ("queued", 2, [])
    work_on(document)
    assert (document.status, texts_of(space)) == ("done", [PORTO, GHENT])


def test_the_appended_whole_counts_as_given_at_once(space: Space, ada: Actor) -> None:
    for part in (GHENT, PORTO):
        ingest.submit(actor=ada, space=space, content=part, custom_id="notes", mode="append")
    whole = ingest.submit(actor=ada, space=space, content=f"{GHENT}\n\n{PORTO}", custom_id="notes")
    assert whole.unchanged


@override_settings(MEMORYHUB_LIMITS={"document_bytes": 40, "metadata_bytes": 100, "json_depth": 32})
def test_appends_together_stay_under_the_limit(space: Space, ada: Actor) -> None:
    ingest.submit(actor=ada, space=space, content=GHENT, custom_id="notes", mode="append")
    with pytest.raises(errors.TooLarge):
        ingest.submit(actor=ada, space=space, content=PORTO, custom_id="notes", mode="append")
    assert Document.objects.get().revision == 1


def test_a_text_can_be_appended_to_a_file(space: Space, ada: Actor) -> None:
    ingest.submit(actor=ada, space=space, content=b"The studio is in Ghent.", name="a.md", custom_id="notes")
    ingest.submit(actor=ada, space=space, content=PORTO, custom_id="notes", mode="append")
    document = work_on(Document.objects.get())
    assert document.content == f"{GHENT}\n\n{PORTO}"
    assert files.read(space.pk, document.file) == b"The studio is in Ghent."


def test_a_replaced_file_leaves_the_disk_after_the_commit(
    space: Space, ada: Actor, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    first = ingest.submit(actor=ada, space=space, content=b"one", name="a.md", custom_id="a").document.file
    with django_capture_on_commit_callbacks(execute=True):
        second = ingest.submit(actor=ada, space=space, content=b"two", name="a.md", custom_id="a").document.file
    assert not files.path_of(space.pk, first).exists()
    assert files.read(space.pk, second) == b"two"


def test_retry_goes_on_where_the_work_had_failed(space: Space, ada: Actor, monkeypatch: Any) -> None:
    from memoryhub.ingest.stages import STAGES, indexing

    def fail(work: Any) -> Document:
        raise errors.Conflict("No room.", code="no_room")

    monkeypatch.setitem(STAGES, "indexing", fail)
    document = take_in(space, GHENT)
    assert (document.status, document.stage, document.error_code) == ("failed", "indexing", "no_room")
    monkeypatch.setitem(STAGES, "indexing", indexing.run)
    monkeypatch.delitem(STAGES, "extracting")
    ingest.retry(actor=ada, space=space, document_id=document.pk)
    work_on(document)
    assert (document.status, document.error_code, texts_of(space)) == ("done", "", [GHENT])


def test_cancel_and_retry_say_when_there_is_nothing_to_do(space: Space, ada: Actor) -> None:
    document = take_in(space, GHENT)
    with pytest.raises(errors.Conflict) as refused:
        ingest.cancel(actor=ada, space=space, document_id=document.pk)
    assert refused.value.details["status"] == "done"
    with pytest.raises(errors.Conflict):
        ingest.retry(actor=ada, space=space, document_id=document.pk)
    with pytest.raises(errors.NotFound):
        ingest.cancel(actor=ada, space=space, document_id=ids.new())


def test_a_document_of_another_space_is_not_found(cast: Cast, ada: Actor) -> None:
    theirs = ingest.submit(actor=ada, space=cast.elsewhere, content=GHENT).document
    for deed in (ingest.cancel, ingest.retry):
        with pytest.raises(errors.NotFound):
            deed(actor=ada, space=cast.space, document_id=theirs.pk)


def test_a_cancelled_document_writes_nothing_more(space: Space, ada: Actor, monkeypatch: Any) -> None:
    from memoryhub.ingest.stages import STAGES, remembering

    def cancel_meanwhile(work: Any) -> Document:
        ingest.cancel(actor=ada, space=space, document_id=work.document.pk)
        return remembering.run(work)

    monkeypatch.setitem(STAGES, "remembering", cancel_meanwhile)
    document = take_in(space, GHENT)
    assert (document.status, document.stage, texts_of(space)) == ("cancelled", "remembering", [])
    assert Chunk.objects.filter(document=document, tokens__isnull=False).exists()
