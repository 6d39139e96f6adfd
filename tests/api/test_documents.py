"""Documents over HTTP: taken in as text or file, downloaded, added to, stopped, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from memoryhub.core import ids
from memoryhub.documents.models import Document
from memoryhub.memories.drafts import SourceDraft
from tests import factories
from tests.api.calls import ROOT, Caller, done, refused, signed_in, with_key
from tests.cast import Cast

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

LIST = "spaces/atlas/documents/"


def upload(caller: Caller, name: str, data: bytes, media: str = "text/markdown", **fields: str) -> Answer:
    file = SimpleUploadedFile(name, data, media)
    return caller.client.post(ROOT + LIST, {"file": file, **fields}, headers=caller.headers)


def test_a_text_is_taken_before_any_work_is_done_and_once(owner: Caller) -> None:
    body = {"content": "# Depot\n\nIt opens at six.", "title": "Depot", "name": "depot.md", "metadata": {"shelf": 3}}
    first = owner.post(LIST, body)
    assert first.status_code == 201
    made = first.json()
    assert (made["status"], made["stage"], made["unchanged"], made["metadata"]) == (
        "queued",
        "extracting",
        False,
        {"shelf": 3},
    )
    again = owner.post(LIST, body)
    assert (again.status_code, again.json()["unchanged"], again.json()["id"]) == (200, True, made["id"])


def test_a_custom_id_names_one_document_in_each_space(cast: Cast, owner: Caller) -> None:
    first = done(owner.post(LIST, {"content": "Tuesday.", "custom_id": "runbook-7"}))
    second = done(owner.post(LIST, {"content": "Thursday.", "custom_id": "runbook-7"}))
    assert (second["id"], second["revision"]) == (first["id"], 2)
    elsewhere = with_key(cast, "dora").post("spaces/elsewhere/documents/", {"content": "x", "custom_id": "runbook-7"})
    assert done(elsewhere)["id"] != first["id"]


def test_a_file_comes_back_byte_for_byte_as_an_attachment(owner: Caller) -> None:
    data = b"\xff\xfe\x00 not quite text"
    made = done(upload(owner, 'a "b" ç\u202e.bin', data, "application/x-thing", metadata='{"a":1}', custom_id="f"))
    assert (made["metadata"], made["custom_id"], made["size"]) == ({"a": 1}, "f", len(data))
    answer = owner.get(f"{LIST}{made['id']}/content")
    assert (answer.content, answer.headers["Content-Type"]) == (data, "application/x-thing")
    assert answer.headers["Content-Disposition"].startswith("attachment; ")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_uploaded_is_never_a_page_of_the_hub(owner: Caller) -> None:
    made = done(upload(owner, "x.html", b"<script>alert(1)</script>", "text/html"))
    answer = owner.get(f"{LIST}{made['id']}/content")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="x.html"'
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_text_comes_back_as_it_was_cleaned(owner: Caller) -> None:
    made = done(owner.post(LIST, {"content": "a\x00b \U0001f9e1\r\n", "title": "../../etc\r\nSet-Cookie: x"}))
    answer = owner.get(f"{LIST}{made['id']}/content")
    assert answer.content.decode() == "ab \U0001f9e1\r\n"
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"metadata": "[]"}, "metadata"),
        ({"metadata": '{"a":NaN}'}, ""),
        ({"colour": "red"}, "colour"),
        ({"content": "text"}, "content"),
        ({"document_date": "2026-01-01T10:00"}, "document_date"),
        ({"kind": "spreadsheet"}, "kind"),
        ({"url": "file:///etc/passwd"}, "url"),
    ],
)
def test_a_form_is_as_strict_as_a_body(owner: Caller, fields: dict[str, str], field: str) -> None:
    assert refused(upload(owner, "a.md", b"x", **fields), 400).get("field", "") == field
    assert Document.objects.count() == 0


def test_an_empty_or_missing_file_is_refused(owner: Caller) -> None:
    assert refused(upload(owner, "a.md", b""), 400)["field"] == "file"
    answer = owner.client.post(ROOT + LIST, {"title": "x"}, headers=owner.headers)
    assert refused(answer, 400)["field"] == "file"


def test_a_broken_form_is_refused(owner: Caller) -> None:
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x"):
        answer = owner.client.post(ROOT + LIST, b"--x\r\nnonsense", content_type=kind, headers=owner.headers)
        refused(answer, 400)


def test_an_upload_beyond_the_limit_is_refused_by_its_length(owner: Caller) -> None:
    answer = owner.client.post(
        ROOT + LIST,
        b"--x\r\n",
        content_type="multipart/form-data; boundary=x",
        headers=owner.headers,
        CONTENT_LENGTH=str(52 * 2**20),
    )
    assert refused(answer, 413, "too_large")["field"] == "file"


def test_a_form_through_a_session_needs_the_token_and_then_works(cast: Cast) -> None:
    ada = signed_in(cast.ada, csrf=True)
    refused(upload(ada, "a.md", b"It rains."), 403)
    token = ada.client.get(ROOT + "docs/").cookies["csrftoken"].value
    ada.headers["X-CSRFToken"] = token
    assert done(upload(ada, "a.md", b"It rains."))["file_name"] == "a.md"


def test_lists_are_filtered_by_status_and_kind(owner: Caller) -> None:
    first = done(owner.post(LIST, {"content": "One.", "kind": "markdown"}))
    second = done(owner.post(LIST, {"content": "Two."}))
    done(owner.post(f"{LIST}{second['id']}/cancel"))
    assert [row["id"] for row in owner.items(LIST)] == [second["id"], first["id"]]
    assert [row["id"] for row in owner.items(f"{LIST}?status=cancelled")] == [second["id"]]
    assert [row["id"] for row in owner.items(f"{LIST}?kind=markdown")] == [first["id"]]
    assert refused(owner.get(f"{LIST}?status=lost"), 400)["field"] == "status"
    assert refused(owner.get(f"{LIST}?kind=spreadsheet"), 400)["field"] == "kind"


def test_work_is_stopped_and_started_again_and_says_when_it_cannot(owner: Caller) -> None:
    path = f"{LIST}{done(owner.post(LIST, {'content': 'One.'}))['id']}"
    refused(owner.post(f"{path}/retry"), 409, "wrong_status")
    assert done(owner.post(f"{path}/cancel"))["status"] == "cancelled"
    refused(owner.post(f"{path}/cancel"), 409, "wrong_status")
    assert done(owner.post(f"{path}/retry"))["status"] == "queued"


def test_a_document_whose_worker_is_gone_is_told_as_stuck(owner: Caller) -> None:
    waiting = done(owner.post(LIST, {"content": "One."}))
    stuck = done(owner.post(LIST, {"content": "Two."}))
    Document.objects.filter(pk=ids.decode(stuck["id"])).update(status="running")
    expected = {waiting["id"]: ("queued", False), stuck["id"]: ("running", True)}
    assert {row["id"]: (row["status"], row["stuck"]) for row in owner.items(LIST)} == expected
    assert {key: done(owner.get(f"{LIST}{key}/"))["stuck"] for key in expected} == {
        waiting["id"]: False,
        stuck["id"]: True,
    }
    assert done(owner.post(f"{LIST}{stuck['id']}/cancel"))["stuck"] is False


def test_text_is_added_to_a_named_document(owner: Caller) -> None:
    named = done(owner.post(LIST, {"content": "One.", "custom_id": "log", "source": "bot"}))
    added = done(owner.post(f"{LIST}{named['id']}/append", {"content": "Two."}))
    assert (added["id"], added["revision"], added["source"]) == (named["id"], 2, "bot")
    assert owner.get(f"{LIST}{named['id']}/content").content == b"One.\n\nTwo."
    unnamed = done(owner.post(LIST, {"content": "Three."}))
    refused(owner.post(f"{LIST}{unnamed['id']}/append", {"content": "Four."}), 409, "no_custom_id")


def test_deleting_says_before_and_after_what_it_takes(cast: Cast, owner: Caller) -> None:
    first, second = (done(owner.post(LIST, {"content": text}))["id"] for text in ("One.", "Two."))
    alone = factories.remember(cast.space, "One.", sources=(SourceDraft(document_id=ids.decode(first)),))
    both = [SourceDraft(document_id=ids.decode(each)) for each in (first, second)]
    factories.remember(cast.space, "Both.", sources=tuple(both))
    impact = done(owner.post(f"{LIST}impact", {"ids": [first, ids.encode(ids.new())]}))
    assert impact == {"documents": 1, "memories": 2, "only_source": 1}
    gone = done(owner.delete(f"{LIST}{first}/"))
    assert (gone["documents"], gone["forgotten"]) == ([first], [ids.encode(alone.pk)])
    refused(owner.get(f"{LIST}{first}/"), 404, "not_found")
    assert [row["text"] for row in owner.items("spaces/atlas/memories/")] == ["Both."]
