"""Calls with an `Idempotency-Key`: sent again they get the first answer, and nothing is done twice."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import clock
from memoryhub.documents import services as documents
from memoryhub.documents.models import Answer, Document, DocumentInput
from memoryhub.ingest import services as ingest
from memoryhub.ingest import tasks
from memoryhub.ledger import selectors as ledger
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces.models import Space
from tests.api.calls import ROOT, Caller, done, refused, signed_in, with_key
from tests.cast import Cast, assemble
from tests.ingest.work_through import memory_saying, work_on
from tests.threads import together

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answered

LIST = "spaces/atlas/documents/"
GHENT = "The studio is in Ghent."


def under(caller: Caller, key: str) -> Caller:
    """The same caller, naming each call so."""
    return Caller({**caller.headers, "Idempotency-Key": key}, caller.client)


def is_replayed(answer: Answered) -> bool:
    return answer.headers.get("Idempotency-Replayed") == "true"


def state(space: Space) -> tuple[int, ...]:
    """What a call may change."""
    counted = (ledger.revision_of(space.pk), Document.objects.count(), DocumentInput.objects.count())
    return (*counted, ProcrastinateJob.objects.count())


def same(first: Answered, again: Answered) -> bool:
    return (first.status_code, first.content) == (again.status_code, again.content)


def test_the_same_call_again_gets_the_same_answer_to_the_byte(cast: Cast, owner: Caller) -> None:
    caller, body = under(owner, "call-1"), {"content": GHENT, "title": "Stüdio", "metadata": {"z": 1.50, "a": [True]}}
    first = caller.post(LIST, body)
    assert (first.status_code, is_replayed(first)) == (201, False)
    before = state(cast.space)
    work_on(Document.objects.get())
    before = state(cast.space)
    again = caller.post(LIST, dict(reversed(body.items())))
    assert (same(first, again), is_replayed(again)) == (True, True)
    assert state(cast.space) == before


def test_an_addition_is_made_once(cast: Cast, owner: Caller) -> None:
    named = done(owner.post(LIST, {"content": "One.", "custom_id": "log"}))
    caller, path = under(owner, "add"), f"{LIST}{named['id']}/append"
    first, again = caller.post(path, {"content": "Two."}), caller.post(path, {"content": "Two."})
    assert (same(first, again), is_replayed(again)) == (True, True)
    assert owner.get(f"{LIST}{named['id']}/content").content == b"One.\n\nTwo."
    refused(caller.post(path, {"content": "Three."}), 409, "idempotency_key_reused")
    assert done(under(owner, "add-2").post(path, {"content": "Two."}))["revision"] == 3


def test_an_upload_is_known_by_its_bytes_name_and_type(owner: Caller) -> None:
    def upload(data: bytes, name: str = "a.md", media: str = "text/markdown", **fields: str) -> Answered:
        file = SimpleUploadedFile(name, data, media)
        headers = {**owner.headers, "Idempotency-Key": "upload"}
        return owner.client.post(ROOT + LIST, {"file": file, **fields}, headers=headers)

    first, again = upload(b"One."), upload(b"One.")
    assert (first.status_code, same(first, again), is_replayed(again)) == (201, True, True)
    for other in (
        upload(b"Two."),
        upload(b"One.", "b.md"),
        upload(b"One.", media="text/plain"),
        upload(b"One.", title="x"),
    ):
        refused(other, 409, "idempotency_key_reused")
    assert Document.objects.count() == 1


def test_another_call_under_the_same_key_is_refused_and_does_nothing(cast: Cast, owner: Caller) -> None:
    caller = under(owner, "call-1")
    done(caller.post(LIST, {"content": GHENT}))
    before = state(cast.space)
    for path, body in (
        (LIST, {"content": "Other."}),
        (LIST, {"content": GHENT, "title": "x"}),
        (f"{LIST}batch/", {"items": [{"content": GHENT}]}),
    ):
        refused(caller.post(path, body), 409, "idempotency_key_reused")
    assert state(cast.space) == before


def test_a_key_belongs_to_its_caller_and_space(cast: Cast, owner: Caller) -> None:
    body = {"content": GHENT}
    done(under(owner, "k").post(LIST, body))
    callers = [with_key(cast, "ada"), with_key(cast, "ed"), signed_in(cast.ed), signed_in(cast.ada)]
    assert [is_replayed(under(caller, "k").post(LIST, body)) for caller in callers] == [False] * 4
    elsewhere = under(with_key(cast, "dora"), "k")
    assert not is_replayed(elsewhere.post("spaces/elsewhere/documents/", body))
    refused(under(with_key(cast, "dora"), "k").post(LIST, body), 404, "not_found")
    refused(under(with_key(cast, "chen"), "k").post(LIST, body), 403, "not_allowed")


@pytest.mark.parametrize("key", ["", " ", "a b", "ä", "a\tb", "x" * 256, "\x7f"])
def test_a_key_is_visible_ascii_of_bounded_length(owner: Caller, key: str) -> None:
    assert refused(under(owner, key).post(LIST, {"content": GHENT}), 400)["field"] == "Idempotency-Key"
    assert Document.objects.count() == 0


@pytest.mark.parametrize("key", ["!", "~" * 255, '"8e03978e-40d5"', "a/b?c=d&e%20"])
def test_any_visible_key_will_do(owner: Caller, key: str) -> None:
    done(under(owner, key).post(LIST, {"content": GHENT}))
    assert is_replayed(under(owner, key).post(LIST, {"content": GHENT}))


def test_what_was_refused_is_not_kept_so_that_the_mended_call_may_have_the_key(owner: Caller) -> None:
    caller = under(owner, "k")
    refused(caller.post(LIST, {"content": ""}), 400)
    refused(caller.post(LIST, {"url": "http://127.0.0.1/"}), 400, "address_refused")
    assert Answer.objects.count() == 0
    assert not is_replayed(caller.post(LIST, {"content": GHENT}))


def test_after_a_day_a_key_is_free_and_its_answer_is_cleared_away(owner: Caller) -> None:
    caller, now = under(owner, "k"), clock.now()
    with clock.frozen(now):
        done(caller.post(LIST, {"content": GHENT}))
    with clock.frozen(now + timedelta(hours=23, minutes=59)):
        assert is_replayed(caller.post(LIST, {"content": GHENT}))
        tasks.drop_answers(0)
        assert Answer.objects.count() == 1
    with clock.frozen(now + timedelta(hours=24)):
        assert done(caller.post(LIST, {"content": "Other."}))["unchanged"] is False
        assert documents.drop_answers(now=clock.now()) == 0
    with clock.frozen(now + timedelta(hours=48)):
        tasks.drop_answers(0)
    assert Answer.objects.count() == 0


def test_a_batch_is_done_once_and_taken_up_again_where_it_was_cut_off(
    cast: Cast, owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = done(owner.post(LIST, {"content": "One.", "custom_id": "a"}))
    items = [{"content": "Two.", "custom_id": "a"}, {"content": ""}, {"content": "Three.", "custom_id": "a"}]
    caller, submit, calls = under(owner, "b"), ingest.submit, []

    def cut_off(**given: Any) -> ingest.Submitted:
        calls.append(given["content"])
        if len(calls) == 2:
            raise RuntimeError("The process ends here.")
        return submit(**given)

    monkeypatch.setattr(ingest, "submit", cut_off)
    assert caller.post(f"{LIST}batch/", {"items": items}).status_code == 500
    monkeypatch.setattr(ingest, "submit", submit)
    second = caller.post(f"{LIST}batch/", {"items": items})
    made = done(second)["items"]
    assert [item["status"] for item in made] == [201, 400, 201]
    assert [item["document"]["revision"] for item in (made[0], made[2])] == [2, 3]
    assert not is_replayed(second)
    before = state(cast.space)
    again = caller.post(f"{LIST}batch/", {"items": items})
    assert (same(second, again), is_replayed(again), state(cast.space)) == (True, True, before)
    assert DocumentInput.objects.get(document_id=Document.objects.get().pk).text == "Three."
    assert made[0]["document"]["id"] == named["id"]


def test_another_batch_under_the_key_is_refused_before_anything_is_done(cast: Cast, owner: Caller) -> None:
    caller = under(owner, "b")
    done(caller.post(f"{LIST}batch/", {"items": [{"content": "One."}, {"content": "Two."}]}))
    before = state(cast.space)
    other = {"items": [{"content": ""}, {"content": "Three."}]}
    refused(caller.post(f"{LIST}batch/", other), 409, "idempotency_key_reused")
    assert state(cast.space) == before


def test_work_and_answer_are_kept_together_or_not_at_all(
    cast: Cast, owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = done(owner.post(LIST, {"content": "One.", "custom_id": "log"}))
    path, before = f"{LIST}{named['id']}/append", state(cast.space)
    with monkeypatch.context() as broken:
        broken.setattr(Answer.objects, "create", lambda **values: 1 / 0)
        assert under(owner, "k").post(path, {"content": "Two."}).status_code == 500
    assert state(cast.space) == before
    done(under(owner, "k").post(path, {"content": "Two."}))
    assert owner.get(f"{LIST}{named['id']}/content").content == b"One.\n\nTwo."


def test_an_answer_keeps_nothing_that_was_erased_or_deleted(cast: Cast, owner: Caller) -> None:
    caller = under(owner, "k")
    first = done(caller.post(LIST, {"content": GHENT, "title": GHENT, "custom_id": "a", "metadata": {"said": GHENT}}))
    work_on(Document.objects.get())
    memory = memory_saying(cast.space, GHENT)
    lifecycle.erase_memory(actor=cast.principal("ada").actor, space=cast.space, memory_id=memory.pk)
    assert "Ghent" not in Answer.objects.get().body
    body = {"content": GHENT, "title": GHENT, "custom_id": "a", "metadata": {"said": GHENT}}
    again = done(caller.post(LIST, body))
    assert (again["id"], "Ghent" in str(again)) == (first["id"], False)
    done(owner.delete(f"{LIST}{first['id']}/"))
    assert (Answer.objects.get().body, Answer.objects.get().document) == ("", None)
    refused(caller.post(LIST, body), 409, "document_deleted")
    assert Document.objects.count() == 0


@pytest.fixture
def people(transactional_db: None) -> Cast:
    """The cast, for threads to see."""
    return assemble()


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_works_and_the_other_gets_its_answer(
    people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = done(with_key(people, "ada").post(LIST, {"content": "One.", "custom_id": "log"}))
    secret, submit, at_once = people.key("ada", "admin").secret, ingest.submit, threading.Event()

    def slowly(**given: Any) -> ingest.Submitted:
        at_once.wait(0.3)
        return submit(**given)

    monkeypatch.setattr(ingest, "submit", slowly)

    def add() -> Answered:
        headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": "together"}
        return Caller(headers).post(f"{LIST}{named['id']}/append", {"content": "Two."})

    answers = [answer for answer in together(add, add, add, add) if not isinstance(answer, Exception)]
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1
    assert sorted(is_replayed(answer) for answer in answers) == [False, True, True, True]
    assert DocumentInput.objects.filter(mode="append").count() == 1
