"""What the console shows of documents with something inside, with pages, and of those that are read again."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from memoryhub.core import ids
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from tests.cast import Cast
from tests.ingest.work_through import take_in, work_on

LIST = "/s/atlas/documents/"
HTMX: Any = {"HTTP_HX_REQUEST": "true"}
NOTES = "# Notes\n\nMina works in Busan.\n\nThe depot opens at six.\n"


@pytest.fixture
def ada(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ada)
    return client


def address(document: Document, deed: str = "") -> str:
    return f"{LIST}{ids.encode(document.pk)}/{deed}"


def words(answer: Any) -> str:
    """What a person reads, without the markup."""
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def archive(cast: Cast) -> Document:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as opened:
        opened.writestr("notes/team.md", NOTES)
        opened.writestr("broken.txt", b"\x00\x01" * 99)
    outer = take_in(cast.space, raw.getvalue(), name="backup.zip")
    for inner in outer.members.all():
        work_on(inner)
    return outer


def test_an_archive_shows_what_is_inside_and_each_leads_back(ada: Client, cast: Cast) -> None:
    outer = archive(cast)
    shown = words(ada.get(address(outer), **HTMX))
    assert "Found inside 2" in shown
    assert "failed" in shown
    assert "What was found inside is remembered by itself." in shown
    inner = outer.members.get(path="notes/team.md")
    assert re.search(r"Found in backup\S* · notes/team.md", words(ada.get(address(inner), **HTMX)))
    assert "unpacked" in words(ada.get(LIST))


def test_deleting_an_archive_counts_what_is_inside(ada: Client, cast: Cast) -> None:
    outer = archive(cast)
    asked = words(ada.get(f"{LIST}delete/", {"document": ids.encode(outer.pk)}, **HTMX))
    assert "Their texts, their files" in asked
    assert "2 of them have no other source and are forgotten." in asked


def test_a_page_is_named_where_it_begins_and_at_the_memory(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES, name="notes.md")
    Document.objects.filter(pk=document.pk).update(places=[[0, "page", "6"], [30, "page", "7"]])
    assert "page 6 – page 7" in words(ada.get(address(document), **HTMX))
    memory = Memory.objects.get(text="The depot opens at six.")
    panel = words(ada.get(f"/s/atlas/memories/{ids.encode(memory.pk)}/", **HTMX))
    assert "Notes page 7" in panel


def test_reading_again_tells_what_would_change_and_then_does_it(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES, name="notes.md")
    dialog = words(ada.get(address(document, "reread/"), **HTMX))
    assert "Nothing would change: 2 memories stay as they are." in dialog
    answer = ada.post(address(document, "reread/"), **HTMX)
    assert "It is read again" in words(answer)
    document.refresh_from_db()
    assert (document.status, document.revision) == ("queued", 2)


def test_what_cannot_be_read_says_so_in_the_dialog(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, b"\x00\x01" * 99, name="a.bin")
    dialog = words(ada.get(address(document, "reread/"), **HTMX))
    assert "What would change cannot be told now: The document is not text" in dialog


@pytest.mark.parametrize(("name", "status"), [("chen", 403), ("ben", 403), ("dora", 404)])
def test_only_who_may_write_has_documents_read_again_or_fetched(
    client: Client, cast: Cast, name: str, status: int
) -> None:
    document = take_in(cast.space, NOTES)
    client.force_login(getattr(cast, name))
    for url in (address(document, "reread/"), f"{LIST}address/"):
        assert client.get(url).status_code == status
        assert client.post(url, {"url": "https://example.org/"}).status_code == status
    document.refresh_from_db()
    assert (document.revision, Document.objects.count()) == (1, 1)


def test_an_address_is_taken_in_and_a_bad_one_named_beside_its_field(ada: Client, cast: Cast) -> None:
    answer = ada.post(f"{LIST}address/", {"url": "https://example.org/page"}, **HTMX)
    assert "is received" in words(answer)
    document = Document.objects.get()
    assert (document.url, document.source, document.status) == ("https://example.org/page", "web", "queued")
    again = ingest.submit(actor=Actor.person(cast.ada.pk), space=cast.space, url="https://example.org/page")
    assert again.document.pk == document.pk
    refused = ada.post(f"{LIST}address/", {"url": "ftp://example.org/"}, **HTMX)
    assert refused.status_code == 422
    assert b'aria-invalid="true"' in refused.content


def test_a_stuck_document_is_shown_as_stuck_and_a_queue_nobody_works_on_too(ada: Client, cast: Cast) -> None:
    actor = Actor.person(cast.ada.pk)
    stuck = ingest.submit(actor=actor, space=cast.space, content="Mina works in Busan.", title="Mina").document
    ingest.submit(actor=actor, space=cast.space, content="The depot opens at six.", title="Depot")
    Document.objects.filter(pk=stuck.pk).update(status="running")
    page = words(ada.get(LIST))
    assert "stuck its worker is gone; another takes it over" in page
    assert "waiting for the worker" in page
    assert "No worker is running." in page
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO procrastinate_workers DEFAULT VALUES")
    assert "No worker is running." not in words(ada.get(LIST))
