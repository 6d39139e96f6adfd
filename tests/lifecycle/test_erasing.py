"""Erasing a memory takes its words from everywhere."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import errors
from memoryhub.documents import files
from memoryhub.documents.models import ChunkVector, Document
from memoryhub.ingest import rereading
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.lifecycle import tasks
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.ingest.test_unpacking import packed, work_on_all
from tests.ingest.work_through import memory_saying, take_in, texts_of

MARKED = "Orlan keeps the spare key under the **blue** flowerpot."
READABLE = "Orlan keeps the spare key under the blue flowerpot."


def everything() -> str:
    """Every row of every table as text."""
    dumped = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT t::text FROM {connection.ops.quote_name(table)} AS t")
            dumped += [row[0] for row in cursor.fetchall()]
    return "\n".join(dumped).lower()


def test_the_words_are_in_no_table_and_no_file_any_more(
    space: Space, ada: Actor, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    content = f"# Keys\n\n{MARKED} Brenka lives in Porto.\n"
    document = take_in(
        space, content.encode(), name="keys.md", title="Where Orlan keeps the spare key under the blue flowerpot"
    )
    note = take_in(space, f"Ada: hello\nBen: {READABLE}\nAda: Brenka likes tea.\n", metadata={"note": READABLE})
    memory = memory_saying(space, READABLE)
    review.propose(
        actor=ada, space=space, kind="update", subjects=[memory], document_id=document.pk,
        payload={"text": "Orlan keeps the spare key in the flowerpot.", "sources": [{"quote": MARKED}]},
        why={"rule": "test", "evidence": READABLE},
    )  # fmt: skip
    assert "flowerpot" in everything()
    assert files.path_of(space.pk, document.file).exists()

    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.erase_memory(actor=ada, space=space, memory_id=memory.pk)

    assert "flowerpot" not in everything()
    assert not files.path_of(space.pk, document.file).exists()
    assert texts_of(space) == ["Brenka likes tea.", "Brenka lives in Porto."]
    note.refresh_from_db()
    assert "Brenka likes tea." in note.content


def kept_files(space: Space) -> list[bytes]:
    """All uploaded files of the space, with the files in those that are archives."""
    found = [path.read_bytes() for path in files.folder_of(space.pk).glob("*")]
    for data in found:
        if data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                found += [archive.read(name) for name in archive.namelist()]
    return found


def test_an_archive_goes_with_the_words_of_a_file_in_it_and_its_other_files_stay(
    space: Space, ada: Actor, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    inner = packed({f"{READABLE}.md": MARKED.encode(), "b.md": b"Brenka lives in Porto."})
    outer = take_in(space, packed({"in.zip": inner, "c.md": b"Tavi likes tea."}), name="x.zip")
    work_on_all()
    assert len(texts_of(space)) == 3
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, READABLE).pk)
    assert "flowerpot" not in everything()
    assert not [data for data in kept_files(space) if b"flowerpot" in data]
    assert texts_of(space) == ["Brenka lives in Porto.", "Tavi likes tea."]
    assert Document.objects.count() == 5

    rereading.reread(actor=ada, space=space, document_id=outer.pk)
    work_on_all()
    outer.refresh_from_db()
    assert (outer.status, outer.file, outer.members.count()) == ("done", "", 2)
    assert texts_of(space) == ["Brenka lives in Porto.", "Tavi likes tea."]


def test_what_a_document_says_of_itself_is_blanked_too(space: Space, ada: Actor) -> None:
    document = take_in(space, f"{READABLE}\n", name="a.md")
    Document.objects.filter(pk=document.pk).update(
        properties={"subject": READABLE}, places=[[0, "sheet", READABLE]], error_message=READABLE
    )
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, READABLE).pk)
    assert "flowerpot" not in everything()


def test_spans_of_other_memories_stay_true(space: Space, ada: Actor) -> None:
    document = take_in(space, f"{READABLE}\n\nBrenka lives in Porto.\n", name="a.md")
    length = len(document.content)
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, READABLE).pk)
    document.refresh_from_db()
    source = memory_saying(space, "Brenka lives in Porto.").sources.get()
    assert len(document.content) == length
    assert document.content[source.start : source.end] == "Brenka lives in Porto."


def test_changed_chunks_are_embedded_anew_by_a_job(space: Space, ada: Actor) -> None:
    document = take_in(space, f"{READABLE}\n", name="a.md")
    before = ChunkVector.objects.get(chunk__document=document)
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, READABLE).pk)
    assert not ChunkVector.objects.filter(chunk__document=document).exists()
    job = ProcrastinateJob.objects.get(task_name="lifecycle.embed", status="todo")
    assert tasks.embed_chunks(job.args["document_id"]) == 1
    after = ChunkVector.objects.get(chunk__document=document)
    assert after.vector != before.vector


def test_a_memory_merged_into_the_erased_one_is_erased_too(space: Space, ada: Actor) -> None:
    older = factories.remember(space, "Tavi lives in Ghent.")
    newer = factories.remember(space, "Tavi's home is in Ghent.")
    memories.supersede(actor=ada, space=space, older_id=older.pk, newer_id=newer.pk)
    lifecycle.erase_memory(actor=ada, space=space, memory_id=older.pk)
    assert not Memory.objects.filter(space=space, erased_at=None).exists()


def test_work_in_progress_begins_again_on_the_blanked_text(space: Space, ada: Actor) -> None:
    document = take_in(space, f"{READABLE}\n\nBrenka lives in Porto.\n", name="a.md")
    Document.objects.filter(pk=document.pk).update(status="running", stage="linking")
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, READABLE).pk)
    document.refresh_from_db()
    assert (document.status, document.stage, document.revision) == ("queued", "extracting", 2)


def test_the_ledger_names_the_deed_and_never_the_words(space: Space, ada: Actor) -> None:
    take_in(space, READABLE, name="a.md")
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, READABLE).pk)
    entries = apps.get_model("ledger", "Entry").objects.filter(space_id=space.pk)
    assert {"memory.erased", "document.blanked"} <= set(entries.values_list("verb", flat=True))


def test_an_id_of_another_space_is_not_found(space: Space, ada: Actor, cast: Cast) -> None:
    memory = factories.remember(cast.elsewhere, "Dora has a boat.")
    with pytest.raises(errors.NotFound):
        lifecycle.erase_memory(actor=ada, space=space, memory_id=memory.pk)
