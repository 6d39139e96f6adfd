"""Documents that lie at a web address: fetched once, read like a file, visited again when submitted again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import clock, errors
from memoryhub.documents import files
from memoryhub.documents import services as documents
from memoryhub.documents.models import Chunk, Document
from memoryhub.ingest import advancing, fetching, folding, visiting
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from memoryhub.transfer import moving
from tests.cast import Cast
from tests.ingest.pages import Site, answer, site
from tests.ingest.work_through import memory_saying, texts_of, work_on

GHENT, PORTO = "The studio is in Ghent.", "Brenka lives in Porto."


@pytest.fixture
def web() -> Iterator[Site]:
    with override_settings(MEMORYHUB_FETCH_PRIVATE=["127.0.0.1"]), site() as made:
        yield made


def submit(space: Space, actor: Actor, url: str, **details: Any) -> Document:
    return ingest.submit(actor=actor, space=space, url=url, **details).document


def test_an_address_is_queued_at_once_and_fetched_by_the_worker(space: Space, ada: Actor, web: Site) -> None:
    url = web.has("/studio.md", f"# Studio\n\n{GHENT}", "text/markdown")
    document = submit(space, ada, url.upper().replace("STUDIO.MD", "studio.md#top"))
    assert (document.status, document.kind, document.source, document.url) == ("queued", "", "web", url)
    assert (document.content_hash, document.file, web.visits) == ("", "", [])
    work_on(document)
    assert (document.status, document.outcome, document.kind) == ("done", "remembered", "markdown")
    assert (document.file_name, document.media_type, document.title) == ("studio.md", "text/markdown", "Studio")
    assert files.read(space.pk, document.file) == f"# Studio\n\n{GHENT}".encode()
    assert (document.content_hash, document.size, document.revision) == (document.file, 33, 1)
    given = document.inputs.get()
    assert (given.url, given.content_hash, given.text) == (url, document.file, "")
    assert texts_of(space) == [GHENT]


def test_what_was_fetched_is_a_file_here_and_not_fetched_again(
    space: Space, ada: Actor, web: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memoryhub.ingest.stages import STAGES, indexing

    def fail(work: Any) -> Document:
        raise errors.Conflict("No room.", code="no_room")

    monkeypatch.setitem(STAGES, "indexing", fail)
    document = work_on(submit(space, ada, web.has("/a", GHENT)))
    assert (document.stage, document.status) == ("indexing", "failed")
    web.pages.clear()
    monkeypatch.setitem(STAGES, "indexing", indexing.run)
    ingest.retry(actor=ada, space=space, document_id=document.pk)
    work_on(document)
    assert (document.status, texts_of(space), web.visits) == ("done", [GHENT], ["/a"])


def test_a_file_that_cannot_be_read_is_not_fetched_again_by_a_retry(space: Space, ada: Actor, web: Site) -> None:
    document = work_on(submit(space, ada, web.has("/a.bin", b"\x00\x01\x02" * 50, "application/x-thing")))
    assert (document.status, document.stage) == ("failed", "extracting")
    ingest.retry(actor=ada, space=space, document_id=document.pk)
    assert (work_on(document).status, web.visits) == ("failed", ["/a.bin"])


def test_the_same_again_is_the_same_document_and_costs_nothing(space: Space, ada: Actor, web: Site) -> None:
    url = web.has("/a", GHENT)
    document = work_on(submit(space, ada, url))
    chunks, memories = set(Chunk.objects.values_list("pk", flat=True)), set(Memory.objects.values_list("pk", flat=True))
    again = ingest.submit(actor=ada, space=space, url=url)
    assert (again.document.pk, again.unchanged) == (document.pk, False)
    assert document.status == "done"
    seq = ledger.revision_of(space.pk)
    work_on(document)
    assert (document.status, document.stage, document.outcome) == ("done", "linking", "remembered")
    assert (document.revision, document.remembered_revision, Document.objects.count()) == (1, 1, 1)
    assert (set(Chunk.objects.values_list("pk", flat=True)), texts_of(space)) == (chunks, [GHENT])
    assert set(Memory.objects.values_list("pk", flat=True)) == memories
    assert {entry.verb for entry in ledger.entries_since(space.pk, seq=seq, limit=50)} == {"document.stage"}
    assert web.visits == ["/a", "/a"]


def test_what_has_changed_there_is_the_next_revision_and_unchanged_facts_keep_their_rows(
    space: Space, ada: Actor, web: Site, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    url = web.has("/a", f"{GHENT}\n\n{PORTO}")
    document = work_on(submit(space, ada, url, title="Who and where"))
    kept, file = Memory.objects.get(text=GHENT), document.file
    web.has("/a", f"{GHENT}\n\nTavi lives in Oslo.")
    with django_capture_on_commit_callbacks(execute=True):
        submit(space, ada, url)
        work_on(document)
    assert (document.status, document.revision, document.remembered_revision) == ("done", 2, 2)
    assert texts_of(space) == ["Tavi lives in Oslo.", GHENT]
    assert Memory.objects.get(text=GHENT).pk == kept.pk
    assert document.title == "Who and where"
    assert set(Chunk.objects.values_list("revision", flat=True)) == {2}
    assert not files.path_of(space.pk, file).exists()
    assert "document.revised" in {entry.verb for entry in ledger.entries_of(space.pk)}


@pytest.mark.parametrize("is_waiting", [False, True])
def test_what_was_erased_does_not_come_back_with_the_same_page(
    space: Space, ada: Actor, web: Site, is_waiting: bool
) -> None:
    url = web.has("/a", f"{GHENT}\n\n{PORTO}")
    document = work_on(submit(space, ada, url))
    file = document.file
    if is_waiting:
        submit(space, ada, url)
    lifecycle.erase_memory(actor=ada, space=space, memory_id=memory_saying(space, GHENT).pk)
    submit(space, ada, url)
    work_on(document)
    assert (document.status, document.file, "Ghent" in document.content) == ("done", "", False)
    assert (texts_of(space), "Ghent" in document.inputs.get().text) == ([PORTO], False)
    files.path_of(space.pk, file).unlink()
    web.has("/a", "Tavi lives in Oslo.")
    submit(space, ada, url)
    work_on(document)
    assert (document.status, document.content) == ("done", "Tavi lives in Oslo.")
    assert texts_of(space) == ["Tavi lives in Oslo."]
    assert not files.path_of(space.pk, file).exists()


def test_a_page_that_is_gone_at_the_next_visit_leaves_what_was_known(space: Space, ada: Actor, web: Site) -> None:
    url = web.has("/a", GHENT)
    document = work_on(submit(space, ada, url))
    web.pages.clear()
    submit(space, ada, url)
    work_on(document)
    assert (document.status, document.error_code, document.stage) == ("failed", "not_found", "extracting")
    assert (texts_of(space), document.content, document.remembered_revision) == ([GHENT], GHENT, 1)
    assert files.read(space.pk, document.file) == GHENT.encode()
    web.has("/a", GHENT)
    submit(space, ada, url)
    work_on(document)
    assert (document.status, document.stage, document.revision) == ("done", "linking", 1)


def test_a_page_of_another_kind_than_before_is_read_as_what_it_is(space: Space, ada: Actor, web: Site) -> None:
    url = web.has("/a", f"# Studio\n\n{GHENT}", "text/markdown")
    document = work_on(submit(space, ada, url))
    web.has("/a", "Orlan: Where is it?\nBrenka: The studio is in Porto.\nOrlan: Good.\nBrenka: Yes.", "text/plain")
    submit(space, ada, url)
    work_on(document)
    assert (document.kind, document.status) == ("transcript", "done")


PAGE = """<!doctype html><html><head><title>{title}</title><meta name="author" content="Anna Ożóg">
<meta property="article:published_time" content="{day}"></head><body><nav><a href="/">Home</a></nav>
<article><h1>{title}</h1><p>{text}</p><p>Brenka lives in Porto. She came there with her brother, who has a boat and goes
fishing whenever the weather lets him, which in these parts is not often before the end of April.</p></article>
<footer>All rights reserved</footer></body></html>"""


def test_a_web_page_is_read_in_its_charset_without_what_stands_around_it(space: Space, ada: Actor, web: Site) -> None:
    page = PAGE.format(title="Łódź", day="2026-05-04", text="The studio is in Łódź.").encode("iso-8859-2")
    document = work_on(submit(space, ada, web.has("/a", page, "text/html; charset=ISO-8859-2")))
    assert (document.kind, document.title, document.status) == ("html", "Łódź", "done")
    assert "The studio is in Łódź." in document.content
    assert "All rights reserved" not in document.content
    assert document.properties["author"] == "Anna Ożóg"
    assert "The studio is in Łódź." in texts_of(space)


def test_a_page_without_a_type_is_known_by_its_bytes(space: Space, ada: Actor, web: Site) -> None:
    page = PAGE.format(title="Studio", day="2026-05-04", text=GHENT)
    assert work_on(submit(space, ada, web.has("/a", page, ""))).kind == "html"


def test_title_and_date_are_the_pages_own_at_each_visit_unless_they_were_stated(
    space: Space, ada: Actor, web: Site
) -> None:
    url = web.has("/a", PAGE.format(title="May", day="2026-05-04", text=GHENT), "text/html")
    stated = {"title": "Ours", "document_date": datetime(2026, 1, 1, tzinfo=UTC), "custom_id": "ours"}
    own, ours = submit(space, ada, url, custom_id="own"), submit(space, ada, url, **stated)
    for document in (own, ours):
        work_on(document)
    web.has("/a", PAGE.format(title="June", day="2026-06-05", text="The studio is in Oslo."), "text/html")
    for document in (own, ours):
        submit(space, ada, url, custom_id=document.custom_id)
        work_on(document)
    assert [(each.title, f"{each.document_date:%Y-%m-%d}", each.revision) for each in (own, ours)] == [
        ("June", "2026-06-05", 2),
        ("Ours", "2026-01-01", 2),
    ]


def test_while_it_is_waited_for_the_same_address_is_not_queued_twice(space: Space, ada: Actor, web: Site) -> None:
    url = web.has("/a", GHENT)
    first = submit(space, ada, url)
    before = ProcrastinateJob.objects.count()
    again = submit(space, ada, url, title="Studio")
    assert (again.pk, again.revision, again.title) == (first.pk, 1, "Studio")
    assert ProcrastinateJob.objects.count() == before


def test_another_address_and_another_space_are_other_documents(space: Space, ada: Actor, cast: Cast, web: Site) -> None:
    one = submit(space, ada, web.has("/a", GHENT))
    others = [submit(space, ada, web.at("/a?b")), submit(cast.elsewhere, ada, web.at("/a"))]
    assert len({one.pk, *(other.pk for other in others)}) == 3


def test_an_address_under_a_custom_id_takes_the_place_of_what_was_there(space: Space, ada: Actor, web: Site) -> None:
    document = ingest.submit(actor=ada, space=space, content=GHENT, custom_id="studio").document
    work_on(document)
    moved = submit(space, ada, web.has("/a", PORTO), custom_id="studio")
    assert (moved.pk, moved.revision, moved.status) == (document.pk, 2, "queued")
    work_on(document)
    assert (document.status, texts_of(space)) == ("done", [PORTO])
    submit(space, ada, web.at("/a"), custom_id="studio")
    work_on(document)
    assert (document.status, document.revision) == ("done", 2)
    elsewhere = submit(space, ada, web.has("/b", GHENT), custom_id="studio")
    work_on(elsewhere)
    assert (elsewhere.pk, elsewhere.revision, texts_of(space)) == (document.pk, 3, [GHENT])


def test_what_was_appended_stays_when_the_page_is_fetched_anew(space: Space, ada: Actor, web: Site) -> None:
    url = web.has("/a", GHENT)
    document = submit(space, ada, url, custom_id="notes")
    ingest.submit(actor=ada, space=space, content=PORTO, custom_id="notes", mode="append")
    work_on(document)
    assert (document.content, document.status) == (f"{GHENT}\n\n{PORTO}", "done")
    web.has("/a", "The studio is in Oslo.")
    submit(space, ada, url)
    work_on(document)
    assert (document.content, document.revision) == (f"The studio is in Oslo.\n\n{PORTO}", 3)
    assert document.content_hash == folding.content_of(list(document.inputs.order_by("position"))).hash


@pytest.mark.parametrize(
    ("status", "code"), [(404, "not_found"), (410, "not_found"), (403, "fetch_refused"), (200, "bad_content")]
)
def test_what_stays_so_fails_with_its_reason(space: Space, ada: Actor, web: Site, status: int, code: str) -> None:
    web.pages["/a"] = answer(b"", status=status)
    document = work_on(submit(space, ada, web.at("/a")))
    assert (document.status, document.stage, document.error_code) == ("failed", "extracting", code)
    assert document.error_message
    assert not files.folder_of(space.pk).exists()


def test_a_redirect_inside_fails_as_refused_and_stores_nothing(space: Space, ada: Actor, web: Site) -> None:
    document = work_on(submit(space, ada, web.leads("/a", "http://169.254.169.254/latest/")))
    assert (document.status, document.error_code, document.content) == ("failed", "address_refused", "")


def test_what_may_pass_waits_as_long_as_it_is_asked_to_and_goes_on(space: Space, ada: Actor, web: Site) -> None:
    web.pages["/a"] = answer(b"", {"Retry-After": "600"}, 429)
    document = work_on(submit(space, ada, web.at("/a")))
    assert (document.status, document.error_code) == ("waiting", "unavailable")
    assert document.next_try_at is not None
    assert 590 < (document.next_try_at - clock.now()).total_seconds() <= 600
    web.has("/a", GHENT)
    ingest.retry(actor=ada, space=space, document_id=document.pk)
    assert (work_on(document).status, texts_of(space)) == ("done", [GHENT])


def test_a_document_stopped_while_it_is_fetched_keeps_nothing_of_it(
    space: Space, ada: Actor, web: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch = fetching.fetch

    def stop_meanwhile(url: str) -> fetching.Fetched:
        ingest.cancel(actor=ada, space=space, document_id=document.pk)
        return fetch(url)

    monkeypatch.setattr(fetching, "fetch", stop_meanwhile)
    document = submit(space, ada, web.has("/a", GHENT))
    advancing.advance(document.pk)
    document.refresh_from_db()
    assert (document.status, document.file, document.inputs.get().content_hash) == ("cancelled", "", "")


def test_nothing_is_fetched_inside_a_transaction(
    space: Space, ada: Actor, web: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch, depth = fetching.fetch, []

    def watched(url: str) -> fetching.Fetched:
        depth.append(len(connection.savepoint_ids))
        return fetch(url)

    monkeypatch.setattr(fetching, "fetch", watched)
    outside = len(connection.savepoint_ids)
    work_on(submit(space, ada, web.has("/a", GHENT)))
    assert depth == [outside]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"url": "http://127.0.0.1:1/"}, "url"),
        ({"url": "http://ada:pw@example.org/"}, "url"),
        ({"url": "ftp://example.org/"}, "url"),
        ({"url": ""}, "content"),
        ({"url": "http://example.org/", "mode": "append", "custom_id": "a"}, "content"),
    ],
)
def test_what_the_text_tells_is_refused_before_anything_is_kept(
    space: Space, ada: Actor, given: dict[str, str], field: str
) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        ingest.submit(actor=ada, space=space, **given)  # type: ignore[arg-type]  # texts all of them
    assert (refused.value.field, Document.objects.count()) == (field, 0)


def test_content_with_an_address_is_that_content(space: Space, ada: Actor) -> None:
    document = ingest.submit(actor=ada, space=space, content=GHENT, url="http://10.0.0.1/where-it-is-from").document
    work_on(document)
    assert (document.url, document.source, texts_of(space)) == ("http://10.0.0.1/where-it-is-from", "api", [GHENT])


def test_a_document_that_moves_takes_along_what_was_fetched(cast: Cast, ada: Actor, web: Site) -> None:
    document = work_on(submit(cast.space, ada, web.has("/a", GHENT)))
    web.pages.clear()
    arrived = moving.move(actor=ada, source=cast.space, target=cast.elsewhere, document_ids=[document.pk]).documents[0]
    work_on(arrived)
    assert (arrived.status, arrived.content, web.visits) == ("done", GHENT, ["/a"])
    assert arrived.inputs.get().url == web.at("/a")


def test_an_overtaken_visit_writes_nothing(space: Space, ada: Actor, web: Site) -> None:
    document = submit(space, ada, web.has("/a", GHENT))
    with pytest.raises(documents.Overtaken):
        visiting.visit(document)
    document.refresh_from_db()
    assert (document.file, document.content_hash) == ("", "")
    assert not files.folder_of(space.pk).exists()
