"""A folder of every kind of file goes in by each way: each ends as its sample says, is found by its question, and sent
a second time costs nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from memoryhub.documents.models import Chunk, Document
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Hit, SearchRequest
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.flows import ways
from tests.flows.reading_once import reading_once
from tests.flows.ways import Folder, Place, Way
from tests.ingest.files import every
from tests.ingest.files.sample import Sample
from tests.ingest.pages import site

FIRST = 5
# Kinds whose own text is the list of what is inside.
CONTAINERS = {"archive", "mailbox", "chat_export", "slack_export"}


@dataclass(frozen=True, slots=True)
class Sent:
    """What went in by a way, and how many of the files were known at once, being the same as others."""

    way: Way
    place: Place
    folder: Folder
    known: int

    @property
    def space(self) -> Space:
        return self.place.space

    def documents(self, sample: Sample) -> list[Document]:
        """The documents of the sample: by addresses, files that are the same are documents of their own."""
        digest = hashlib.sha256(sample.data).hexdigest()
        return list(Document.objects.filter(space=self.space, container=None, content_hash=digest))


@pytest.fixture(scope="module", params=ways.WAYS, ids=str)
def sent(
    request: pytest.FixtureRequest,
    hub: Cast,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Sent]:
    """The folder, gone in by one way and read to the end."""
    way: Way = request.param
    folder = {path: sample for path, sample in every.folder().items() if way.carries(sample)}
    loopback = override_settings(MEMORYHUB_FETCH_PRIVATE=["127.0.0.1"])
    with django_db_blocker.unblock(), loopback, site() as web:
        space = spaces.create(actor=Actor.person(hub.ada.pk), tag=f"by-{way}", owner=hub.ada)
        place = Place(hub, space, tmp_path_factory.mktemp(way.name), web)
        known = way.send(place, folder)
        with reading_once():
            ways.work_on_all(space)
        yield Sent(way, place, folder, known)


def test_the_folder_holds_every_kind_sound_and_broken() -> None:
    folder = every.folder()
    assert len(folder) == 98
    assert sum(bool(sample.question) for sample in folder.values()) == 54
    assert {sample.kind for sample in folder.values()} == {
        "archive", "chat_export", "code", "csv", "docx", "email", "epub", "html", "json", "mailbox", "markdown", "pdf",
        "picture", "pptx", "slack_export", "text", "transcript", "xlsx",
    }  # fmt: skip


def test_each_file_ends_as_its_sample_says(sent: Sent) -> None:
    expected = {path: _expected(sample) for path, sample in sent.folder.items()}
    ends = {path: {_end(row) for row in sent.documents(sample)} for path, sample in sent.folder.items()}
    assert ends == {path: {end} for path, end in expected.items()}


def _expected(sample: Sample) -> tuple[str, str, str]:
    return ("failed", sample.error_code, "") if sample.error_code else ("done", "", sample.kind)


def _end(row: Document) -> tuple[str, str, str]:
    return row.status, row.error_code, "" if row.status == "failed" else row.kind


def test_what_holds_others_is_unpacked_and_its_members_are_done(sent: Sent) -> None:
    for path, sample in sent.folder.items():
        if sample.error_code or sample.kind not in CONTAINERS:
            continue
        for row in sent.documents(sample):
            inside = list(row.members.values_list("path", "status", "outcome"))
            assert row.outcome == "unpacked", path
            assert inside, path
            assert {status for _path, status, _outcome in inside} == {"done"}, (path, inside)


def test_the_question_of_each_finds_its_sentence_among_the_first(sent: Sent) -> None:
    asked = {path: sample for path, sample in sent.folder.items() if sample.question}
    missed = {path: sample.question for path, sample in asked.items() if not _is_found(sent, sample)}
    assert missed == {}


def _is_found(sent: Sent, sample: Sample) -> bool:
    request = SearchRequest(sent.space, sample.question, limit=FIRST, mode="hybrid")
    return any(sample.sentence in words for hit in search.search(request).hits for words in _words(hit))


def _words(hit: Hit) -> list[str]:
    """What a hit shows: its text, and where it comes from."""
    if hit.chunk is not None:
        return [hit.text, hit.chunk.index_text]
    assert hit.memory is not None
    return [hit.text, *hit.memory.sources.values_list("quote", flat=True)]


def test_files_that_are_the_same_are_one_document_unless_a_path_or_an_address_names_each(sent: Sent) -> None:
    contents = {sample.data for sample in sent.folder.values()}
    doubles = len(sent.folder) - len(contents)
    rows = Document.objects.filter(space=sent.space, container=None)
    by_content = sent.way.known_by == "content"
    assert (sent.known, rows.count()) == ((doubles, len(contents)) if by_content else (0, len(sent.folder)))


def test_sent_a_second_time_nothing_changes(sent: Sent) -> None:
    before, seq = _state(sent.space), ledger.revision_of(sent.space.pk)
    again = _last_of_each_content(sent.folder) if sent.way.known_by == "content" else sent.folder
    unchanged = sent.way.send(sent.place, again)
    if sent.way.known_by == "address":
        # What lies there is looked at again, which the ledger tells.
        with reading_once():
            ways.work_on_all(sent.space)
        assert _state(sent.space) == before
    else:
        assert unchanged == len(again)
        assert (_state(sent.space), ledger.revision_of(sent.space.pk)) == (before, seq)


def _last_of_each_content(folder: Folder) -> Folder:
    """Of files that are the same the last; the name and type it came with are those its document has."""
    paths = {sample.data: path for path, sample in folder.items()}
    return {path: folder[path] for path in paths.values()}


def _state(space: Space) -> dict[str, list[Any]]:
    """Everything there is, but for what only says that one has looked again."""
    documents = Document.objects.filter(space=space).order_by("pk")
    done = documents.filter(status="done")
    return {
        "documents": list(documents.values_list("pk", "status", "error_code", "content_hash")),
        "revisions": list(done.values_list("pk", "revision", "remembered_revision")),
        "chunks": list(Chunk.objects.filter(space=space).order_by("pk").values_list("pk", flat=True)),
        "memories": list(Memory.objects.filter(space=space).order_by("pk").values_list("pk", "version", "is_latest")),
    }
