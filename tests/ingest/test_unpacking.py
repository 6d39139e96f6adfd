"""What is inside a document becomes documents of its own, once each, and goes when the outer one goes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest

from memoryhub.documents.models import Document
from memoryhub.ingest import advancing, unpacking
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests.ingest.work_through import take_in, texts_of, work_on

GHENT, PORTO = b"The studio is in Ghent.", b"Brenka lives in Porto."


def packed(files: Mapping[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return raw.getvalue()


def members(document: Document) -> dict[str, Document]:
    return {member.path: member for member in document.members.order_by("path")}


def work_on_all() -> None:
    """Every document that is queued, with what they turn out to hold."""
    while queued := list(Document.objects.filter(status="queued").order_by("pk")):
        for document in queued:
            work_on(document)


def test_each_file_is_a_document_with_its_own_state_and_facts(space: Space, ada: Actor) -> None:
    outer = take_in(
        space, packed({"a/studio.md": GHENT, "people.txt": PORTO, "bad.txt": b"\x00\x01" * 99}), actor=ada, name="x.zip"
    )
    work_on_all()
    assert (outer.kind, outer.status, outer.outcome) == ("archive", "done", "unpacked")
    inside = members(outer)
    assert {path: (member.status, member.kind) for path, member in inside.items()} == {
        "a/studio.md": ("done", "markdown"), "people.txt": ("done", "text"), "bad.txt": ("failed", ""),
    }  # fmt: skip
    assert {member.added_by_id for member in inside.values()} == {ada.id}
    assert inside["a/studio.md"].file_name == "studio.md"
    assert texts_of(space) == ["Brenka lives in Porto.", "The studio is in Ghent."]


def test_reading_again_after_a_crash_makes_no_doubles(space: Space, monkeypatch: Any) -> None:
    class Killed(BaseException):
        """As little as a SIGKILL is it caught."""

    document = ingest.submit(
        actor=Actor.hub("test"), space=space, content=packed({"a.md": GHENT, "b.md": PORTO}), name="x.zip"
    ).document
    submit = ingest.submit

    def submit_one(**values: Any) -> object:
        if Document.objects.filter(container=document).exists():
            raise Killed
        return submit(**values)

    with monkeypatch.context() as broken:
        broken.setattr(ingest, "submit", submit_one)
        with pytest.raises(Killed):
            advancing.advance(document.pk)
    advancing.advance(document.pk)
    work_on_all()
    assert sorted(members(document)) == ["a.md", "b.md"]
    assert len(texts_of(space)) == 2


def test_the_next_revision_leaves_alone_what_is_the_same_and_retires_what_is_gone(space: Space) -> None:
    first = {"same.md": GHENT, "other.md": PORTO, "gone.md": b"Orlan leads the payments squad."}
    outer = take_in(space, packed(first), custom_id="x", name="x.zip")
    work_on_all()
    before = {path: member.pk for path, member in members(outer).items()}
    take_in(space, packed({"same.md": GHENT, "other.md": b"Brenka lives in Turku."}), custom_id="x", name="x.zip")
    work_on_all()
    after = members(Document.objects.get(pk=outer.pk))
    assert {path: member.pk for path, member in after.items()} == {
        path: before[path] for path in ("same.md", "other.md")
    }
    assert (after["same.md"].revision, after["other.md"].revision) == (1, 2)
    assert texts_of(space) == ["Brenka lives in Turku.", "The studio is in Ghent."]
    gone = Memory.objects.get(text="Orlan leads the payments squad.")
    assert gone.forget_reason == unpacking.NOT_INSIDE


def test_deleting_an_archive_takes_its_files_along_and_says_so_before(space: Space, ada: Actor) -> None:
    outer = take_in(space, packed({"in.zip": packed({"a.md": GHENT}), "b.md": PORTO}), name="x.zip")
    work_on_all()
    impact = lifecycle.impact_of_deleting(space, [outer.pk])
    assert (impact.documents, impact.memories, impact.only_source) == (4, 2, 2)
    gone = lifecycle.delete_documents(actor=ada, space=space, document_ids=[outer.pk])
    assert (len(gone.documents), len(gone.forgotten), gone.unknown) == (4, 2, ())
    assert not Document.objects.exists()
    assert texts_of(space) == []


def test_a_file_that_was_given_by_itself_too_outlives_the_archive(space: Space, ada: Actor) -> None:
    outer = take_in(space, packed({"a.md": GHENT}), name="x.zip")
    work_on_all()
    take_in(space, GHENT, name="a.md")
    lifecycle.delete_documents(actor=ada, space=space, document_ids=[outer.pk])
    assert texts_of(space) == ["The studio is in Ghent."]


def test_archives_are_not_unpacked_without_end(space: Space) -> None:
    data = GHENT
    for level in range(6):
        data = packed({f"{level}.zip" if level else "a.md": data})
    take_in(space, data, name="x.zip")
    work_on_all()
    ends = [(row.status, row.error_code) for row in Document.objects.order_by("created_at", "pk")]
    assert ends == [("done", "")] * unpacking.DEEPEST + [("failed", "unsafe_archive")]


@pytest.mark.parametrize("end", ["cancel", "delete"])
def test_nothing_comes_out_of_an_archive_that_was_stopped_or_deleted(
    space: Space, ada: Actor, monkeypatch: Any, end: str
) -> None:
    document = ingest.submit(actor=ada, space=space, content=packed({"a.md": GHENT}), name="x.zip").document
    submit = ingest.submit

    def too_late(**values: Any) -> object:
        if end == "cancel":
            ingest.cancel(actor=ada, space=space, document_id=document.pk)
        else:
            lifecycle.delete_documents(actor=ada, space=space, document_ids=[document.pk])
        return submit(**values)

    monkeypatch.setattr(ingest, "submit", too_late)
    advancing.advance(document.pk)
    assert list(Document.objects.values_list("status", flat=True)) == (["cancelled"] if end == "cancel" else [])


def test_a_very_long_path_stays_one_of_its_own() -> None:
    paths = {unpacking.stored_path("a/" * 400 + name) for name in ("x", "y")}
    assert len(paths) == 2
    assert max(map(len, paths)) <= unpacking.LONGEST_PATH
