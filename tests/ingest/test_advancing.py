"""The job boundary: stages in turn, each committed on its own, and whatever stops them stored with its stage."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import clock, errors
from memoryhub.documents.models import Chunk, ChunkVector, Document
from memoryhub.ingest import advancing, stages, tasks
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests.ingest.work_through import take_in, texts_of, work_on

TEXT = "# Studio\n\nThe studio is in Ghent. Orlan leads the payments squad.\n"
ORDER = ["extracting", "chunking", "embedding", "indexing", "remembering", "linking"]


def raising(error: Exception) -> Any:
    def stage(work: Any) -> Document:
        raise error

    return stage


def test_every_stage_is_an_entry_of_its_own_with_its_times(space: Space) -> None:
    document = take_in(space, TEXT)
    entries = ledger.entries_of(space.pk).filter(verb="document.stage").order_by("seq")
    assert [entry.values["stage"] for entry in entries] == [*ORDER, "linking"]
    assert [entry.values["status"] for entry in entries] == ["running"] * 6 + ["done"]
    assert sorted(document.stage_times) == sorted(ORDER)
    for stage in ORDER:
        assert document.stage_times[stage]["started"] <= document.stage_times[stage]["finished"]
    assert (document.stage_times["chunking"]["done"], document.stage_times["remembering"]["total"]) == (1, 2)


def test_a_document_without_facts_says_so(space: Space) -> None:
    document = take_in(space, "How are you?")
    assert (document.status, document.outcome) == ("done", "nothing_to_extract")


def test_bytes_that_cannot_be_read_fail_for_good_with_the_reason(space: Space) -> None:
    document = take_in(space, b"\x00\x01\x02\x03" * 100, name="a.md")
    assert (document.status, document.stage) == ("failed", "extracting")
    assert document.error_code
    assert document.error_message


@pytest.mark.parametrize("stage", ORDER)
def test_a_worker_that_dies_in_a_stage_leaves_it_to_the_next(space: Space, monkeypatch: Any, stage: str) -> None:
    class Killed(BaseException):
        """What no code of the hub catches, as little as it catches a SIGKILL."""

    genuine = stages.STAGES[stage]
    monkeypatch.setitem(stages.STAGES, stage, raising(Killed()))  # type: ignore[arg-type]
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=TEXT).document
    with pytest.raises(Killed):
        advancing.advance(document.pk)
    document.refresh_from_db()
    assert (document.status, document.stage, document.attempts) == ("running", stage, 1)
    monkeypatch.setitem(stages.STAGES, stage, genuine)
    work_on(document)
    assert (document.status, document.attempts) == ("done", 2)
    assert texts_of(space) == ["Orlan leads the payments squad.", "The studio is in Ghent."]
    assert (Chunk.objects.count(), ChunkVector.objects.count(), Memory.objects.count()) == (1, 1, 2)


@pytest.mark.parametrize("stage", ORDER)
def test_a_worker_that_dies_after_a_commit_does_nothing_twice(space: Space, monkeypatch: Any, stage: str) -> None:
    class Killed(BaseException):
        """As above."""

    genuine = stages.STAGES[stage]

    def die_after(work: Any) -> Document:
        genuine(work)
        raise Killed()

    monkeypatch.setitem(stages.STAGES, stage, die_after)
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=TEXT).document
    with pytest.raises(Killed):
        advancing.advance(document.pk)
    monkeypatch.setitem(stages.STAGES, stage, genuine)
    work_on(document)
    assert document.status == "done"
    assert (Chunk.objects.count(), ChunkVector.objects.count(), Memory.objects.count()) == (1, 1, 2)
    remembered = ledger.entries_of(space.pk).filter(verb="memory.remembered")
    assert remembered.count() == 2


def test_of_two_workers_with_one_document_the_later_one_wins(space: Space, monkeypatch: Any) -> None:
    """A worker that was taken for dead finds its next step overtaken."""
    genuine = stages.STAGES["remembering"]
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=TEXT).document

    def let_another_pass(work: Any) -> Document:
        monkeypatch.setitem(stages.STAGES, "remembering", genuine)
        advancing.advance(document.pk)
        return genuine(work)

    monkeypatch.setitem(stages.STAGES, "remembering", let_another_pass)
    work_on(document)
    assert (document.status, document.attempts, Memory.objects.count()) == ("done", 2, 2)
    assert ledger.entries_of(space.pk).filter(verb="memory.remembered").count() == 2


def test_what_is_not_available_is_tried_again_later(space: Space, monkeypatch: Any) -> None:
    monkeypatch.setitem(stages.STAGES, "embedding", raising(errors.Unavailable("No answer.", retry_after=90)))
    with clock.frozen(clock.now()):
        document = take_in(space, TEXT)
        assert (document.status, document.stage, document.error_code) == ("waiting", "embedding", "unavailable")
        assert document.next_try_at == clock.now() + timedelta(seconds=90)
        job = ProcrastinateJob.objects.get(task_name="ingest.wake")
        assert (job.scheduled_at, job.lock, job.queueing_lock) == (document.next_try_at, None, None)


def test_a_waiting_document_is_woken_when_its_time_has_come_and_not_before(space: Space, monkeypatch: Any) -> None:
    genuine = stages.STAGES["embedding"]
    monkeypatch.setitem(stages.STAGES, "embedding", raising(errors.Unavailable("No answer.")))
    document = take_in(space, TEXT)
    monkeypatch.setitem(stages.STAGES, "embedding", genuine)
    tasks.wake(document_id=str(document.pk))
    document.refresh_from_db()
    assert document.status == "waiting"
    with clock.frozen(clock.now() + timedelta(minutes=1)):
        tasks.wake(document_id=str(document.pk))
        work_on(document)
    assert document.status == "done"


def test_the_wait_doubles_and_ends_in_a_failure(space: Space, monkeypatch: Any) -> None:
    monkeypatch.setitem(stages.STAGES, "embedding", raising(errors.Unavailable("No answer.")))
    now = clock.now()
    with clock.frozen(now):
        assert [(advancing.next_try(n) - now).total_seconds() for n in (1, 2, 3, 20)] == [5, 10, 20, 900]
    document = take_in(space, TEXT)
    for hours in range(1, advancing.MOST_ATTEMPTS):
        with clock.frozen(now + timedelta(hours=hours)):
            tasks.wake(document_id=str(document.pk))
            work_on(document)
    assert (document.status, document.error_code, document.attempts) == ("failed", "unavailable", 8)


def test_an_error_of_the_hub_itself_is_stored_without_its_details(space: Space, monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setitem(stages.STAGES, "chunking", raising(ValueError("row 7 says secret things")))
    document = take_in(space, TEXT)
    assert (document.status, document.error_code) == ("failed", "internal_error")
    assert "ValueError" in document.error_message
    assert "secret" not in document.error_message
    assert "secret" in caplog.text


def test_a_database_that_is_away_fails_nothing(space: Space, monkeypatch: Any) -> None:
    monkeypatch.setitem(stages.STAGES, "chunking", raising(OperationalError("connection lost")))
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=TEXT).document
    with pytest.raises(OperationalError):
        advancing.advance(document.pk)
    document.refresh_from_db()
    assert document.status == "running"


def test_a_document_that_kills_every_worker_fails_in_the_end(space: Space) -> None:
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=TEXT).document
    Document.objects.filter(pk=document.pk).update(status="running", attempts=advancing.MOST_ATTEMPTS)
    work_on(document)
    assert (document.status, document.error_code) == ("failed", "worker_died")


def test_a_worker_that_shuts_down_stops_between_stages(space: Space) -> None:
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=TEXT).document
    answers = iter([False, False, True])
    advancing.advance(document.pk, should_stop=lambda: next(answers))
    document.refresh_from_db()
    assert (document.status, document.stage) == ("running", "embedding")


def test_a_long_document_is_embedded_in_steps_and_resumed_where_it_stopped(space: Space, monkeypatch: Any) -> None:
    from memoryhub.ai import services as ai
    from memoryhub.ingest.stages import embedding

    class Killed(BaseException):
        """As above."""

    monkeypatch.setattr(embedding, "AT_ONCE", 2)
    genuine = ai.embed
    texts: list[Any] = []

    def embed(given: Any, **values: Any) -> Any:
        if len(texts) == 4:
            raise Killed()
        texts.extend(given)
        return genuine(given, **values)

    content = "\n\n".join(f"## Part {n}\n\nPart {n} is about the number {n}." for n in range(5))
    document = ingest.submit(actor=Actor.hub("test"), space=space, content=content, name="a.md").document
    monkeypatch.setattr(ai, "embed", embed)
    with pytest.raises(Killed):
        advancing.advance(document.pk)
    document.refresh_from_db()
    assert (ChunkVector.objects.count(), document.stage_times["embedding"]["done"]) == (4, 4)
    texts.clear()

    def listen(given: Any, **values: Any) -> Any:
        texts.append(list(given))
        return genuine(given, **values)

    monkeypatch.setattr(ai, "embed", listen)
    work_on(document)
    assert (document.status, ChunkVector.objects.count(), len(texts[0])) == ("done", 5, 1)
