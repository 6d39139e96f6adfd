"""The steps of the work on a document, each guarded by its place."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memoryhub.core import clock, errors
from memoryhub.documents import services
from memoryhub.documents.drafts import Content, DocumentDraft
from memoryhub.documents.models import Document
from memoryhub.documents.services import working
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.spaces.models import Space

HUB = Actor.hub("test")


@pytest.fixture
def document(space: Space) -> Document:
    made = services.add(actor=HUB, space=space, draft=DocumentDraft(Content(hash="0" * 64, size=4, text="text")))
    begun = services.begin(actor=HUB, document_id=made.pk, most_attempts=3)
    assert begun is not None
    return begun


@service
def pass_on(document: Document, **values: Any) -> Document:
    return services.pass_on(actor=HUB, document=document, **values)


def test_a_step_leaves_the_callers_row_as_it_was_so_that_it_can_be_done_again(document: Document) -> None:
    moved = pass_on(document, title="Studio")
    assert (document.stage, document.title) == ("extracting", "")
    assert (moved.stage, moved.title) == ("chunking", "Studio")


@pytest.mark.parametrize(
    "meanwhile",
    [
        {"status": "cancelled"},
        {"status": "failed", "error_code": "x"},
        {"revision": 2},
        {"attempts": 2},
        {"stage": "chunking"},
    ],
)
def test_a_step_for_a_document_that_moved_is_overtaken_and_writes_nothing(
    document: Document, meanwhile: dict[str, Any]
) -> None:
    Document.objects.filter(pk=document.pk).update(**meanwhile)
    with pytest.raises(services.Overtaken):
        pass_on(document, title="Studio")
    document.refresh_from_db()
    assert document.title == ""


def test_a_step_for_a_deleted_document_is_overtaken(document: Document) -> None:
    Document.objects.filter(pk=document.pk).delete()
    with pytest.raises(services.Overtaken):
        pass_on(document)


def test_a_revision_that_is_remembered_is_not_remembered_again(document: Document) -> None:
    Document.objects.filter(pk=document.pk).update(remembered_revision=1)
    with pytest.raises(services.Overtaken):
        pass_on(document, remembered_revision=1)


def test_the_stages_follow_each_other(document: Document) -> None:
    stages = [document.stage]
    while document.stage != "linking":
        document = pass_on(document)
        stages.append(document.stage)
    assert stages == [str(stage) for stage in working.ORDER]


@pytest.mark.parametrize(
    ("status", "allowed"),
    [("queued", True), ("running", True), ("waiting", True), ("done", False), ("failed", False), ("cancelled", False)],
)
def test_only_work_can_be_stopped(space: Space, document: Document, status: str, allowed: bool) -> None:
    Document.objects.filter(pk=document.pk).update(status=status, next_try_at=clock.now(), error_code="x")
    if allowed:
        assert services.cancel(actor=HUB, space=space, document_id=document.pk).status == "cancelled"
    else:
        with pytest.raises(errors.Conflict):
            services.cancel(actor=HUB, space=space, document_id=document.pk)


@pytest.mark.parametrize(
    ("status", "allowed"),
    [("queued", False), ("running", False), ("waiting", True), ("done", False), ("failed", True), ("cancelled", True)],
)
def test_only_what_stopped_can_be_retried(space: Space, document: Document, status: str, allowed: bool) -> None:
    Document.objects.filter(pk=document.pk).update(status=status, next_try_at=clock.now(), error_code="x")
    if allowed:
        again = services.retry(actor=HUB, space=space, document_id=document.pk)
        assert (again.status, again.stage, again.attempts, again.error_code) == ("queued", "extracting", 0, "")
    else:
        with pytest.raises(errors.Conflict):
            services.retry(actor=HUB, space=space, document_id=document.pk)


@pytest.mark.parametrize("status", ["waiting", "done", "failed", "cancelled"])
def test_nothing_is_begun_that_is_not_queued(document: Document, status: str) -> None:
    Document.objects.filter(pk=document.pk).update(status=status, next_try_at=clock.now(), error_code="x")
    assert services.begin(actor=HUB, document_id=document.pk, most_attempts=3) is None


def test_waiting_names_its_end_and_waking_comes_after_it(document: Document) -> None:
    until = clock.now() + timedelta(minutes=1)
    services.wait(actor=HUB, document=document, until=until, code="unavailable", message="No answer.")
    assert services.wake(actor=HUB, document_id=document.pk, now=clock.now()) is None
    woken = services.wake(actor=HUB, document_id=document.pk, now=until)
    assert woken is not None
    assert (woken.status, woken.next_try_at) == ("queued", None)
