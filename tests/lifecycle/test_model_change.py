"""Another embedding model is filled beside the one in use, takes its place in one step, and nothing is ever mixed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from django.db import transaction
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.ai import adapters, filling
from memoryhub.ai import services as ai
from memoryhub.ai.adapters.fake import Fake
from memoryhub.ai.calibration import Curve
from memoryhub.ai.models import EmbeddingModel, Vector
from memoryhub.ai.vectors import Vectors
from memoryhub.associations.models import KeyVector
from memoryhub.core import clock, errors
from memoryhub.documents import services as documents
from memoryhub.documents.models import Chunk, ChunkVector
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import model_change, tasks
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory, MemoryVector
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.ingest.work_through import take_in
from tests.threads import begin

NOTES = "Orlan leads the payments squad in Ghent. Mira paints boats in Lisbon.\n"


class Narrow(Fake):
    """A model of another dimension."""

    name, dimension = "narrow", 64


class Turned(Fake):
    """A model of the same dimension, whose vectors mean nothing to the other one."""

    name = "turned"

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        return np.ascontiguousarray(super().encode(texts, query=query)[:, ::-1])


class Dying(Narrow):
    """Its process is killed at the third call; the one after lives."""

    name = "dying"

    def __init__(self) -> None:
        self.calls = 0

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        self.calls += 1
        if self.calls == 3:
            raise KeyboardInterrupt
        return super().encode(texts, query=query)


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_change, "AT_ONCE", 3)


@pytest.fixture(params=[Narrow, Turned], ids=["another dimension", "the same dimension"])
def other(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Another model that this hub has."""
    return known(monkeypatch, request.param())


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> Fake:
    return known(monkeypatch, Narrow())


def known(monkeypatch: pytest.MonkeyPatch, embedder: Fake) -> Fake:
    monkeypatch.setitem(adapters._OWN, embedder.name, embedder)
    return embedder


@pytest.fixture
def filled_space(space: Space) -> Space:
    """A document with its chunks, memories and keys, and some memories more."""
    take_in(space, NOTES, name="squad.md")
    for number in range(7):
        factories.remember(space, f"The cedar number {number} stands by the road.")
    return space


def ask(space: Space, query: str) -> Results:
    return search.search(SearchRequest(space, query, mode="hybrid", limit=50))


def cosines(results: Results) -> dict[str, float | None]:
    return {hit.text: hit.cosine for hit in results.hits}


def vectors_of(table: type[Vector], model: EmbeddingModel) -> int:
    return table._default_manager.filter(model=model).count()


def begun(embedder: Fake) -> EmbeddingModel:
    return ai.begin_filling(embedder=embedder)


def fill(model: EmbeddingModel) -> bool:
    return model_change.fill(model, seconds=60)


def test_what_is_there_is_filled_with_progress_and_searched_by_the_old_model_meanwhile(
    filled_space: Space, other: Fake
) -> None:
    old = ai.active_model()
    before = cosines(ask(filled_space, "cedar road"))
    new = begun(other)
    assert new.state == "filling"
    assert [one.done for one in model_change.progress(new)] == [0, 0, 0]
    assert not model_change.is_complete(new)
    assert fill(new)
    assert model_change.is_complete(new)
    assert {one.name: one.done - one.total for one in model_change.progress(new)} == dict.fromkeys(
        ("memories", "chunks", "keys"), 0
    )
    for table in (MemoryVector, ChunkVector, KeyVector):
        assert vectors_of(table, new) == vectors_of(table, old) > 0
    assert ai.active_model() == old
    assert cosines(ask(filled_space, "cedar road")) == before


def test_after_the_switch_every_cosine_is_of_the_new_model(filled_space: Space, other: Fake) -> None:
    new = begun(other)
    fill(new)
    model_change.switch(model=new)
    assert ai.active_model() == new
    asked = other.encode(["cedar road"], query=True)[0]
    rows = Memory.objects.in_bulk([hit.id for hit in ask(filled_space, "cedar road").hits if hit.kind == "memory"])
    found = {hit.id: hit.cosine for hit in ask(filled_space, "cedar road").hits if hit.kind == "memory"}
    assert len(found) >= 7
    for memory_id, cosine in found.items():
        assert cosine == pytest.approx(float(asked @ other.encode([rows[memory_id].text])[0]), abs=0.005)
    chunk = Chunk.objects.get()
    (passage,) = [hit for hit in ask(filled_space, "payments squad").hits if hit.kind == "chunk"]
    expected = other.encode(["payments squad"], query=True)[0] @ other.encode([chunk.embed_text])[0]
    assert passage.cosine == pytest.approx(float(expected), abs=0.005)


def test_a_model_that_lacks_vectors_is_not_switched_to(
    filled_space: Space, narrow: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = ai.active_model(), begun(narrow)
    monkeypatch.setattr(model_change, "fill", lambda *_, **__: False)
    with pytest.raises(errors.Conflict, match="not filled") as refused:
        model_change.switch(model=new)
    assert refused.value.code == "model_not_filled"
    assert refused.value.details["missing"]["chunks"] == 1
    new.refresh_from_db()
    assert (ai.active_model(), new.state) == (old, "filling")


def test_what_comes_in_while_a_model_fills_gets_vectors_of_both(filled_space: Space, narrow: Fake) -> None:
    old, new = ai.active_model(), begun(narrow)
    fill(new)
    memory = factories.remember(filled_space, "The new cedar is small.")
    take_in(filled_space, "Dora sails to Porto.\n", name="new.md")
    assert set(MemoryVector.objects.filter(memory=memory).values_list("model", flat=True)) == {old.pk}
    assert model_change.to_fill(now=clock.now()) == [new]
    tasks.fill(str(new.pk))
    assert set(MemoryVector.objects.filter(memory=memory).values_list("model", flat=True)) == {old.pk, new.pk}
    assert model_change.is_complete(new)
    assert model_change.to_fill(now=clock.now()) == []


def test_a_worker_that_is_killed_leaves_whole_batches_and_another_goes_on(
    filled_space: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = Dying()
    known(monkeypatch, dying)
    monkeypatch.setattr("memoryhub.ai.calibration.measure", lambda _: {"key_hit": 0.5, "content_hit": 0.2})
    monkeypatch.setattr("memoryhub.ai.calibration.curve", lambda _: Curve(10.0, 0.2))
    new = begun(dying)
    with pytest.raises(KeyboardInterrupt):
        fill(new)
    assert vectors_of(MemoryVector, new) == 6
    assert fill(new)
    assert model_change.is_complete(new)


def test_filling_stops_when_its_time_is_over_and_the_job_queues_the_rest(
    filled_space: Space, narrow: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = begun(narrow)
    monkeypatch.setattr(tasks, "SLICE_SECONDS", -1.0)
    tasks.fill(str(new.pk))
    assert vectors_of(MemoryVector, new) == 0
    job = ProcrastinateJob.objects.get(task_name="lifecycle.fill")
    assert (job.args, job.lock, job.queueing_lock) == (
        {"model_id": str(new.pk)}, f"fill:{new.pk}", f"fill:{new.pk}"
    )  # fmt: skip
    tasks.find_unfilled(0)
    assert ProcrastinateJob.objects.filter(task_name="lifecycle.fill").count() == 1


def test_a_model_that_does_not_answer_is_tried_again_later(
    filled_space: Space, narrow: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = begun(narrow)

    def silent(*_: object, **__: object) -> Vectors:
        raise errors.Unavailable("No answer.")

    monkeypatch.setattr(narrow, "encode", silent)
    tasks.fill(str(new.pk))
    assert vectors_of(MemoryVector, new) == 0
    assert model_change.to_fill(now=clock.now()) == [new]


def test_what_was_on_its_way_at_the_switch_is_never_compared_and_filled_soon(filled_space: Space, other: Fake) -> None:
    draft = factories.draft("The late cedar is crooked.")
    new = begun(other)
    fill(new)
    model_change.switch(model=new)
    late = memories.remember(actor=factories.HUB, space=filled_space, draft=draft).memory
    found = {hit.id: hit.cosine for hit in ask(filled_space, "late cedar").hits}
    assert found[late.pk] is None
    assert model_change.to_fill(now=clock.now()) == [new]
    tasks.fill(str(new.pk))
    after = {hit.id: hit.cosine for hit in ask(filled_space, "late cedar").hits}
    assert after[late.pk] == pytest.approx(
        float(other.encode(["late cedar"])[0] @ other.encode([late.text])[0]), abs=0.005
    )
    with clock.frozen(clock.now() + timedelta(hours=2)):
        MemoryVector.objects.filter(memory=late, model=new).delete()
        assert model_change.to_fill(now=clock.now()) == []


def test_what_is_erased_while_it_is_embedded_gets_no_vector(filled_space: Space, narrow: Fake, ada: Actor) -> None:
    new = begun(narrow)
    owners = model_change.EMBEDDED[0]
    texts = filling.missing(owners, new.pk, after=None, limit=50)
    gone = Memory.objects.filter(text__contains="number 3").get()
    lifecycle.erase_memory(actor=ada, space=filled_space, memory_id=gone.pk)
    vectors = ai.embed([text.text for text in texts], model=new)
    filling.store(owners, new.pk, list(zip(texts, vectors, strict=True)))
    assert vectors_of(MemoryVector, new) == len(texts) - 1
    assert not MemoryVector.objects.filter(memory=gone).exists()


def test_a_chunk_whose_text_has_changed_while_it_was_embedded_is_embedded_again(
    filled_space: Space, narrow: Fake
) -> None:
    new = begun(narrow)
    owners = model_change.EMBEDDED[1]
    (text,) = filling.missing(owners, new.pk, after=None, limit=50)
    Chunk.objects.update(embed_text="Something else.")
    filling.store(owners, new.pk, [(text, narrow.encode([text.text])[0])])
    assert vectors_of(ChunkVector, new) == 0
    fill(new)
    assert vectors_of(ChunkVector, new) == 1


def test_a_chunk_that_two_jobs_embed_has_one_vector(filled_space: Space) -> None:
    ChunkVector.objects.all().delete()
    model, chunk = ai.active_model(), Chunk.objects.select_related("document").get()
    assert fill(model)
    vector = ai.embed([chunk.embed_text], model=model)[0]
    documents.embed_again(document=chunk.document, model_id=model.pk, vectors=[(chunk, vector)])
    assert vectors_of(ChunkVector, model) == 1


@pytest.fixture
def committed_row(transactional_db: None, space: Space) -> Memory:
    """A memory that other sessions see."""
    return factories.remember(space, "The cedar is tall.")


def test_a_row_that_somebody_holds_is_passed_over_and_done_later(committed_row: Memory, narrow: Fake) -> None:
    new = begun(narrow)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Memory.objects.select_for_update().get(pk=committed_row.pk)
            held.set()
            done.wait(20)

    holder = begin(hold)
    assert held.wait(20)
    try:
        assert fill(new)
        assert vectors_of(MemoryVector, new) == 0
    finally:
        done.set()
        holder.result(20)
    assert fill(new)
    assert vectors_of(MemoryVector, new) == 1


def test_the_old_models_vectors_are_dropped_on_demand(filled_space: Space, other: Fake) -> None:
    old, new = ai.active_model(), begun(other)
    fill(new)
    with pytest.raises(errors.Conflict, match="in use"):
        model_change.drop(model=old)
    model_change.switch(model=new)
    before = model_change.stored(new)
    assert model_change.drop(model=old) == before
    assert (model_change.stored(old), model_change.stored(new)) == (0, before)
    old.refresh_from_db()
    assert old.state == "retired"
    assert ask(filled_space, "cedar road").hits


def test_a_model_that_is_dropped_while_it_fills_is_filled_no_more(filled_space: Space, narrow: Fake) -> None:
    new = begun(narrow)
    texts = filling.missing(model_change.EMBEDDED[0], new.pk, after=None, limit=2)
    model_change.drop(model=new)
    filling.store(model_change.EMBEDDED[0], new.pk, [(text, narrow.encode([text.text])[0]) for text in texts])
    tasks.fill(str(new.pk))
    assert model_change.stored(new) == 0
    assert begun(narrow).state == "filling"
    assert fill(new)
    assert model_change.is_complete(new)


def test_switching_back_is_possible_while_the_old_vectors_are_there(filled_space: Space, narrow: Fake) -> None:
    old, new = ai.active_model(), begun(narrow)
    before = cosines(ask(filled_space, "cedar road"))
    fill(new)
    model_change.switch(model=new)
    assert begun(Fake()).state == "filling"
    model_change.switch(model=old)
    assert cosines(ask(filled_space, "cedar road")) == before


def test_a_version_that_is_brought_back_brings_the_vector_of_the_model_in_use(
    filled_space: Space, narrow: Fake, ada: Actor
) -> None:
    old, new = ai.active_model(), begun(narrow)
    first = factories.remember(filled_space, "Orlan likes tea.")
    factories.revise(filled_space, first, "Orlan likes coffee.")
    fill(new)
    back = memories.restore(actor=ada, space=filled_space, memory_id=first.pk)
    assert MemoryVector.objects.get(memory=back).model_id == old.pk


def test_adding_the_model_in_use_changes_nothing(filled_space: Space) -> None:
    model = ai.active_model()
    assert begun(Fake()) == model
    assert ai.active_model().state == "active"
    model_change.switch(model=model)
    assert ai.active_model() == model
