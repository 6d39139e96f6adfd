"""The page of documents: what is in work, what is finished, and the ways in and out, for each role."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from memoryhub.core import clock, ids
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from tests.cast import Cast
from tests.ingest.work_through import take_in

LIST = "/s/atlas/documents/"
NOTES = "# Notes\n\nMina works in Busan. The depot opens at six."
BINARY = bytes(range(256)) * 20
JSON: Any = {"HTTP_ACCEPT": "application/json"}
HTMX: Any = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def ada(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ada)
    return client


def as_(client: Client, cast: Cast, name: str) -> Client:
    client.force_login(getattr(cast, name))
    return client


def address(document: Document, deed: str = "") -> str:
    return f"{LIST}{ids.encode(document.pk)}/{deed}"


def text(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def file(content: bytes = NOTES.encode(), name: str = "notes.md", media_type: str = "text/markdown") -> Any:
    return SimpleUploadedFile(name, content, media_type)


def chosen(*rows: Document) -> list[str]:
    return [ids.encode(row.pk) for row in rows]


# Who may what.


def test_an_empty_space_says_what_to_do(ada: Client) -> None:
    page = text(ada.get(LIST))
    assert "No document yet" in page
    assert "Choose files" in page


@pytest.mark.parametrize("name", ["chen", "ben"])
def test_who_may_not_write_sees_documents_and_no_deeds(client: Client, cast: Cast, name: str) -> None:
    failed = take_in(cast.space, BINARY, name="deck.pdf")
    queued = ingest.submit(actor=Actor.person(cast.ada.pk), space=cast.space, content="One.", title="Queued").document
    with clock.frozen(clock.now() - timedelta(hours=1)):
        take_in(cast.space, NOTES, name="notes.md")
    viewer = as_(client, cast, name)
    for page in (text(viewer.get(LIST)), text(viewer.get(address(failed))), text(viewer.get(address(queued)))):
        assert "deck.pdf" in page
        assert "Queued" in page
        for deed in ("Add files", "Retry<", "Cancel<", "Delete", "drop-zone", 'class="pick"', "data-copy="):
            assert deed not in page


def test_deeds_of_who_may_not_write_are_refused_and_change_nothing(client: Client, cast: Cast) -> None:
    document = ingest.submit(actor=Actor.person(cast.ada.pk), space=cast.space, content=NOTES).document
    chen = as_(client, cast, "chen")
    for deed in ("cancel/", "retry/"):
        assert chen.post(address(document, deed)).status_code == 403
    assert chen.post(f"{LIST}upload/", {"file": file()}).status_code == 403
    assert chen.post(f"{LIST}paste/", {"text": "A text."}).status_code == 403
    assert chen.post(f"{LIST}delete/", {"document": chosen(document)}).status_code == 403
    assert chen.get(f"{LIST}delete/", {"document": chosen(document)}).status_code == 403
    assert chen.get(f"{LIST}impact/", {"document": chosen(document)}).status_code == 403
    assert list(Document.objects.values_list("pk", "status")) == [(document.pk, "queued")]


def test_for_a_stranger_none_of_it_exists(client: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES)
    for name in ("dora", "sia"):
        stranger = as_(client, cast, name)
        for path in (LIST, address(document), f"{LIST}paste/", f"{LIST}impact/", f"{LIST}delete/"):
            assert stranger.get(path).status_code == 404
        assert stranger.post(f"{LIST}upload/", {"file": file()}).status_code == 404
        assert stranger.post(f"{LIST}delete/", {"document": chosen(document)}).status_code == 404
    assert Document.objects.count() == 1


def test_a_document_of_another_space_is_an_unknown_one(client: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES)
    dora, home = as_(client, cast, "dora"), f"/s/{cast.elsewhere.tag}/documents/"
    for path in (ids.encode(document.pk), ids.encode(uuid.uuid4()), "nonsense"):
        assert dora.get(f"{home}{path}/").status_code == 404
        assert dora.post(f"{home}{path}/cancel/").status_code == 404
        assert dora.post(f"{home}delete/", {"document": [path]}).status_code == 404
    assert Document.objects.count() == 1


def test_nothing_changes_in_an_archive(ada: Client, cast: Cast) -> None:
    take_in(cast.space, NOTES, name="notes.md")
    spaces.archive(actor=Actor.person(cast.ada.pk), space=cast.space)
    assert "Add files" not in text(ada.get(LIST))
    assert ada.post(f"{LIST}upload/", {"file": file(b"Other.")}).status_code == 409


# The way in.


def test_an_uploaded_file_has_its_row_before_the_answer(ada: Client, cast: Cast) -> None:
    answer = ada.post(f"{LIST}upload/", {"file": file()}, **JSON)
    row = Document.objects.get()
    assert answer.status_code == 201
    assert answer.json() == {"id": ids.encode(row.pk), "url": address(row), "unchanged": False, "notice": ""}
    assert (row.file_name, row.media_type, row.source, row.status) == ("notes.md", "text/markdown", "upload", "queued")
    assert (row.added_by_kind, row.added_by_id) == ("person", str(cast.ada.pk))


def test_the_same_content_again_is_said_to_be_here(ada: Client) -> None:
    first = ada.post(f"{LIST}upload/", {"file": file()}, **JSON).json()
    again = ada.post(f"{LIST}upload/", {"file": file(name="copy.md")}, **JSON)
    assert again.status_code == 200
    assert again.json()["id"] == first["id"]
    assert again.json()["unchanged"] is True
    assert "is here already" in again.json()["notice"]
    assert Document.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [(b"", 400, "The file is empty."), (b"x" * 101, 413, "The file is larger than 100")],
)
def test_what_is_wrong_with_a_file_is_said(
    ada: Client, settings: Any, content: bytes, status: int, reason: str
) -> None:
    settings.MEMORYHUB_LIMITS = {**settings.MEMORYHUB_LIMITS, "upload_bytes": 100}
    answer = ada.post(f"{LIST}upload/", {"file": file(content)}, **JSON)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert reason in answer.json()["detail"]
    assert not Document.objects.exists()


def test_one_request_brings_one_file(ada: Client) -> None:
    assert ada.post(f"{LIST}upload/", {}, **JSON).status_code == 400
    assert ada.post(f"{LIST}upload/", {"file": [file(), file(b"Two.")]}, **JSON).status_code == 400
    assert not Document.objects.exists()


def test_a_pasted_text_is_taken_in_with_its_title(ada: Client) -> None:
    assert 'name="text"' in text(ada.get(f"{LIST}paste/"))
    answer = ada.post(f"{LIST}paste/", {"title": "Standup", "text": "Mina: I moved.\r\nBen: Oh!"}, **HTMX)
    row = Document.objects.get()
    assert "Standup” is received" in text(answer)
    assert "documents:changed" in answer.headers["HX-Trigger"]
    assert (row.title, row.source) == ("Standup", "paste")


@pytest.mark.parametrize("pasted", ["", " \n\t", "x" * 101], ids=["nothing", "blanks", "too much"])
def test_what_is_wrong_with_a_text_stands_below_it(ada: Client, settings: Any, pasted: str) -> None:
    settings.MEMORYHUB_LIMITS = {**settings.MEMORYHUB_LIMITS, "document_bytes": 100}
    answer = ada.post(f"{LIST}paste/", {"text": pasted}, **HTMX)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["text"])
    assert not Document.objects.exists()


# The list.


def test_a_failed_document_says_why_and_where_a_retry_starts(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, BINARY, name="deck.pdf")
    page = text(ada.get(LIST))
    assert document.error_message in page
    assert "Retry starts at “extracted” again" in page
    assert text(ada.get(address(document))).count(document.error_message) >= 2


def test_a_document_keeps_its_place_on_top_for_a_while_after_its_end(ada: Client, cast: Cast) -> None:
    wire = ids.encode(take_in(cast.space, NOTES, name="notes.md").pk)
    assert f'id="done-{wire}"' in text(ada.get(f"{LIST}?part=done"))
    assert f'id="work-{wire}"' in text(ada.get(f"{LIST}?part=work"))
    with clock.frozen(clock.now() + timedelta(minutes=3)):
        assert f'id="work-{wire}"' not in text(ada.get(f"{LIST}?part=work"))


def test_remembered_and_nothing_to_extract_are_told_apart(ada: Client, cast: Cast) -> None:
    take_in(cast.space, NOTES, name="notes.md")
    take_in(cast.space, "1,2\n3,4", name="numbers.csv")
    with clock.frozen(clock.now() + timedelta(minutes=3)):
        page = text(ada.get(LIST))
        nothing = text(ada.get(f"{LIST}?status=nothing"))
    assert ">remembered<" in page
    assert ">nothing to extract<" in page
    assert "numbers" in nothing
    assert "Notes" not in nothing


def test_the_chips_count_by_state(ada: Client, cast: Cast) -> None:
    take_in(cast.space, BINARY, name="deck.pdf")
    ingest.submit(actor=Actor.person(cast.ada.pk), space=cast.space, content="Queued.")
    chips = {chip["label"]: chip["n"] for chip in ada.get(LIST).context["chips"]}
    assert chips == {"All": 2, "In work": 1, "Waiting": 0, "Failed": 1, "Nothing to extract": 0}
    assert "deck.pdf" in text(ada.get(f"{LIST}?status=failed"))
    assert "deck.pdf" not in text(ada.get(f"{LIST}?status=in_work"))
    assert ada.get(f"{LIST}?status=gone").status_code == 400


def test_titles_and_file_names_are_searched(ada: Client, cast: Cast) -> None:
    take_in(cast.space, NOTES, name="busan.md")
    take_in(cast.space, "技术栈决定用 PostgreSQL。", name="技术栈.txt")
    for query, found, not_found in (("BUSAN", "Notes", "技术栈"), ("技术", "技术栈", "Notes"), ("50%", None, "Notes")):
        page = text(ada.get(LIST, {"q": query}))
        assert not_found not in page
        assert found is None or found in page
    assert ada.get(LIST, {"q": "a\x00b"}).status_code == 200


def test_pages_follow_each_other_without_gap_or_double(
    ada: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_ui.documents.listing.PAGE_SIZE", 2)
    with clock.frozen(clock.now() - timedelta(hours=1)):
        rows = [take_in(cast.space, f"Number {n}.", title=f"Number {n}") for n in range(5)]
    seen: list[uuid.UUID] = []
    following = "?"
    while following:
        answer = ada.get(LIST + following)
        seen += [row.document.pk for row in answer.context["done"]]
        following = answer.context["done_next"]
    assert seen == [row.pk for row in reversed(rows)]


def test_markup_in_a_name_and_a_text_is_text(ada: Client, cast: Cast) -> None:
    evil = "<img src=x onerror=alert(1)>"
    document = take_in(cast.space, f"Mina works at {evil} in Busan.", title=evil)
    for path in (LIST, address(document), f"{LIST}delete/?document={ids.encode(document.pk)}"):
        assert "<img src=x" not in text(ada.get(path))


def test_the_list_costs_the_same_with_many_rows(
    ada: Client, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with clock.frozen(clock.now() - timedelta(hours=1)):
        for number in range(6):
            take_in(cast.space, f"Mina works in office {number} of Busan.", title=f"Done {number}")
    for number in range(6):
        ingest.submit(actor=Actor.person(cast.ada.pk), space=cast.space, content=f"Queued {number}.")
        take_in(cast.space, BINARY + bytes([number]), name=f"deck-{number}.pdf")
    ada.get(LIST)
    with django_assert_max_num_queries(16):
        assert len(ada.get(LIST).context["done"]) == 6
    with django_assert_max_num_queries(11):
        ada.get(f"{LIST}?part=work")


# The panel.


def test_the_panel_marks_the_sentences_that_became_memories(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES, name="notes.md")
    memory = Memory.objects.get(text__contains="Busan")
    panel = text(ada.get(address(document), **HTMX))
    assert "<html" not in panel
    marks = re.findall(r"<mark><a href=\"([^\"]+)\"[^>]*>([^<]+)</a></mark>", panel)
    assert (f"/s/atlas/memories/{ids.encode(memory.pk)}/", "Mina works in Busan.") in marks
    assert "<html" in text(ada.get(address(document)))


def test_a_forgotten_memory_is_gone_from_a_viewers_panel(ada: Client, cast: Cast) -> None:
    from memoryhub.memories import services as memories

    document = take_in(cast.space, NOTES, name="notes.md")
    memory = Memory.objects.get(text__contains="Busan")
    memories.forget(actor=Actor.person(cast.ada.pk), space=cast.space, memory_ids=[memory.pk])
    link = f"/memories/{ids.encode(memory.pk)}/"
    assert link in text(ada.get(address(document), **HTMX))
    ada.force_login(cast.chen)
    assert link not in text(ada.get(address(document), **HTMX))


def test_a_conversation_shows_who_speaks(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, "Mina: I moved to Busan.\nBen: I live in Leeds.\n", name="chat.txt")
    panel = text(ada.get(address(document), **HTMX))
    assert re.findall(r"<b>(Mina|Ben)</b>", panel) == ["Mina", "Ben"]
    assert "Mina: " not in panel


def test_a_long_document_is_read_on_page_by_page(ada: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_ui.documents.reading.PARAGRAPHS", 1)
    document = take_in(cast.space, "# One\n\nThe first.\n\n# Two\n\nThe second.", name="notes.md")
    answer = ada.get(address(document), **HTMX)
    assert "The second." not in text(answer)
    more = text(ada.get(address(document), {"part": "more", "after": answer.context["text_cursor"]}, **HTMX))
    assert "The second." in more
    assert "The first." not in more


def test_the_panel_costs_the_same_with_many_chunks(
    ada: Client, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    content = "\n\n".join(f"# Part {n}\n\nMina works in office {n} of Busan." for n in range(12))
    document = take_in(cast.space, content, name="notes.md")
    with django_assert_max_num_queries(16):
        assert len(ada.get(address(document), **HTMX).context["paragraphs"]) == 12


def test_the_download_is_what_was_given(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, b"<script>alert(1)</script> Mina.", name="page.html", media_type="text/html")
    link = re.search(r'href="(/api/v1/[^"]+/content)"', text(ada.get(address(document))))
    assert link is not None
    answer = ada.get(link[1])
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.content == b"<script>alert(1)</script> Mina."
    ada.force_login(cast.dora)
    assert ada.get(link[1]).status_code == 404


# Deeds.


def test_work_is_stopped_and_started_again(ada: Client, cast: Cast) -> None:
    document = ingest.submit(actor=Actor.person(cast.ada.pk), space=cast.space, content=NOTES).document
    assert "Stopped" in text(ada.post(address(document, "cancel/"), **HTMX))
    assert ada.post(address(document, "cancel/"), **HTMX).status_code == 409
    assert "Started again at extracted" in text(ada.post(address(document, "retry/"), **HTMX))
    document.refresh_from_db()
    assert document.status == "queued"
    assert ada.post(address(document, "cancel/")).headers["Location"] == address(document)


def test_what_waits_can_be_tried_now(ada: Client, cast: Cast) -> None:
    hub = Actor.hub("test")
    document = ingest.submit(actor=hub, space=cast.space, content=NOTES, title="Waits").document
    begun = documents.begin(actor=hub, document_id=document.pk, most_attempts=8)
    assert begun is not None
    until = clock.now() + timedelta(minutes=5)
    documents.wait(actor=hub, document=begun, until=until, code="unavailable", message="The model does not answer.")
    page = text(ada.get(f"{LIST}?status=waiting"))
    assert "Try now" in page
    assert "The model does not answer." in page
    assert 'step="-1"' in page
    ada.post(address(document, "retry/"), **HTMX)
    document.refresh_from_db()
    assert document.status == "queued"


def test_the_impact_of_deleting_is_said_before(ada: Client, cast: Cast) -> None:
    one = take_in(cast.space, NOTES, name="notes.md")
    take_in(cast.space, "Mina works in Busan.", name="other.txt")
    line = text(ada.get(f"{LIST}impact/", {"document": chosen(one)}))
    assert "2 memories rest on them" in line
    assert "1 of these has no other source" in line
    assert text(ada.get(f"{LIST}impact/")).strip() == ""
    dialog = text(ada.get(f"{LIST}delete/", {"document": chosen(one)}))
    assert "There is no undo for this" in dialog
    assert "1 of them has no other source and is forgotten" in dialog
    assert Document.objects.count() == 2


def test_deleting_forgets_what_rests_on_it_alone_and_undo_brings_that_back(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES, name="notes.md")
    answer = ada.post(f"{LIST}delete/", {"document": chosen(document)}, **HTMX)
    assert "1 document deleted. 2 memories forgotten" in text(answer)
    assert ids.encode(document.pk) in answer.headers["HX-Trigger"]
    assert not Document.objects.exists()
    assert Memory.objects.filter(forgotten_at__isnull=False).count() == 2
    undo = re.search(r'hx-post="(/s/atlas/undo/[^"]+)"', text(answer))
    assert undo is not None
    ada.post(undo[1], **HTMX)
    assert not Memory.objects.filter(forgotten_at__isnull=False).exists()


def test_deleting_what_is_gone_is_not_found(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, NOTES)
    ada.post(f"{LIST}delete/", {"document": chosen(document)})
    assert ada.post(f"{LIST}delete/", {"document": chosen(document)}, **HTMX).status_code == 404
    assert ada.post(f"{LIST}delete/", {}, **HTMX).status_code == 404
    assert ada.get(f"{LIST}delete/").status_code == 404
