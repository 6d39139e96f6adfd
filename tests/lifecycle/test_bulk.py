"""One deed on many memories: what it would do, that it does the rest when something changed, and one undo for all."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.associations.models import Key, KeyLink
from memoryhub.core import clock, errors, ids, packed
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.lifecycle import bulk, bulk_plan, bulk_tasks, erasing
from memoryhub.lifecycle.bulk import Order
from memoryhub.lifecycle.bulk_plan import Plan
from memoryhub.memories import selectors, states
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, Relation
from memoryhub.review import selectors as reviewing
from memoryhub.review import services as review
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db
END = datetime(2030, 1, 1, tzinfo=UTC)
TOUCHED = {"updated_at"}


def order(cast: Cast, deed: str, **values: Any) -> Order:
    return Order(deed, cast.principal("ed").actor, cast.space, ids.new(), values)


def plan(asked: Order, *chosen: Memory | Document) -> Plan:
    return bulk_plan.plan(asked, [row.pk for row in chosen], now=clock.now())


def rows(space: Space) -> Sequence[Mapping[str, Any]]:
    """All that is kept of memories, relations and keys, but when they were touched."""
    found: list[Mapping[str, Any]] = []
    for model in (Memory, Relation, Key):
        found += model.objects.filter(space=space).order_by("pk").values()
    links = KeyLink.objects.filter(space=space).order_by("key", "memory")
    return [{k: v for k, v in row.items() if k not in TOUCHED} for row in found] + list(
        links.values("key_id", "memory_id", "weight", "via")
    )


def take_back(asked: Order) -> None:
    undo.undo(actor=asked.actor, space_id=asked.space.pk, entry_id=asked.batch)


@pytest.fixture
def three(space: Space) -> list[Memory]:
    """Three facts, of which the second extends the first, and an inference that waits."""
    texts = ("Mina works in Busan.", "Mina works at the harbour.", "Tea is green.")
    made = [factories.remember(space, text) for text in texts]
    memories.relate(actor=factories.HUB, space=space, newer_id=made[1].pk, older_id=made[0].pk, kind="extends")
    return [*made, factories.infer(space, "Mina likes the sea.", made[0], made[1])]


@pytest.mark.parametrize(
    ("deed", "values", "count"),
    [
        ("forget", {"note": "too old"}, 4),
        ("end", {"forget_after": END.isoformat()}, 3),
        ("mark", {"is_static": True}, 3),
        ("give", {"text": "Harbour towns"}, 4),
        ("cut", {}, 3),
        ("approve", {}, 1),
        ("reject", {"reason": "too_vague"}, 1),
    ],
)
def test_a_deed_is_one_batch_and_its_undo_gives_exactly_what_was_there(
    cast: Cast, three: list[Memory], deed: str, values: Mapping[str, Any], count: int
) -> None:
    before = rows(cast.space)
    asked = order(cast, deed, **values)
    planned = plan(asked, *three)
    assert len(planned.subjects) == count
    assert bulk.carry_out(asked, planned.subjects) == count
    assert rows(cast.space) != before
    entries = ledger.entries_of(cast.space.pk).filter(batch=asked.batch, verb=bulk.DEEDS[deed].verb)
    assert sum(entry.values.get("count", 1) for entry in entries) == count
    take_back(asked)
    assert rows(cast.space) == before


def test_a_key_taken_off_comes_back_with_its_weight_also_on_later_versions(cast: Cast, three: list[Memory]) -> None:
    key = factories.key(cast.space, "Harbour", three[0], three[1])
    KeyLink.objects.filter(key=key, memory=three[0]).update(weight=0.25)
    before = rows(cast.space)
    asked = order(cast, "take", key=str(key.pk))
    planned = plan(asked, *three)
    assert (sorted(planned.subjects), planned.left) == (sorted([three[0].pk, three[1].pk]), {"same": 2})
    assert bulk.carry_out(asked, planned.subjects) == 2
    assert not KeyLink.objects.filter(key=key).exists()
    take_back(asked)
    assert rows(cast.space) == before
    again = order(cast, "take", key=str(key.pk))
    bulk.carry_out(again, planned.subjects)
    newer = factories.revise(cast.space, three[0], "Mina works in Seoul.")
    take_back(again)
    weights = dict(KeyLink.objects.filter(key=key).values_list("memory_id", "weight"))
    assert weights == {three[0].pk: 0.25, newer.pk: 0.25, three[1].pk: 1.0}


def test_a_given_key_leaves_later_versions_too(cast: Cast, three: list[Memory]) -> None:
    asked = order(cast, "give", text="Harbour")
    bulk.carry_out(asked, [three[0].pk])
    factories.revise(cast.space, three[0], "Mina works in Seoul.")
    assert KeyLink.objects.filter(key__text="Harbour").count() == 2
    take_back(asked)
    assert not Key.objects.filter(space=cast.space, text="Harbour").exists()


def test_a_key_that_nothing_has_any_more_goes_when_something_is_erased(cast: Cast, three: list[Memory]) -> None:
    key = factories.key(cast.space, "Secret harbour", three[0])
    asked = order(cast, "take", key=str(key.pk))
    bulk.carry_out(asked, [three[0].pk])
    erasing.erase_memory(actor=cast.principal("ada").actor, space=cast.space, memory_id=three[0].pk)
    assert not Key.objects.filter(pk=key.pk).exists()
    with pytest.raises(errors.Conflict):
        take_back(asked)


def test_what_cannot_be_changed_is_counted_with_the_reason(cast: Cast, three: list[Memory]) -> None:
    paper = Document.objects.create(
        space=cast.space, kind="text", title="Letters", content="x", content_hash="0" * 64, added_by_kind="hub"
    )
    newer = factories.revise(cast.space, three[2], "Tea is black.")
    gone = factories.remember(cast.space, "Soon gone.")
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
    elsewhere = factories.remember(cast.elsewhere, "Of another space.")
    asked = order(cast, "mark", is_static=False)
    planned = plan(asked, *three, newer, gone, paper, elsewhere)
    assert planned.subjects == []
    assert planned.left == {"pending": 1, "superseded": 1, "forgotten": 1, "document": 1, "gone": 1, "same": 3}
    assert plan(order(cast, "forget"), three[2]).subjects == []  # an older version does not take the newest along


def test_forgetting_says_what_goes_with_it(cast: Cast, three: list[Memory]) -> None:
    paper = Document.objects.create(
        space=cast.space, kind="text", title="Letters", content="x", content_hash="0" * 64, added_by_kind="hub"
    )
    shared = Document.objects.create(
        space=cast.space, kind="text", title="Both", content="y", content_hash="1" * 64, added_by_kind="hub"
    )
    sources = (SourceDraft(document_id=paper.pk), SourceDraft(document_id=shared.pk))
    told = factories.remember(cast.space, "The letter says so.", sources=sources)
    factories.remember(cast.space, "Both say so.", sources=(SourceDraft(document_id=shared.pk),))
    approved = factories.infer(cast.space, "So it is.", told)
    review.approve_memory(actor=factories.HUB, space=cast.space, memory_id=approved.pk)
    planned = plan(order(cast, "forget"), told, three[0])
    assert planned.follows == {"relations": 3, "returned": 1, "withdrawn": 1, "documents": 1}


def test_what_changed_after_it_was_chosen_is_left_and_the_rest_is_done(cast: Cast, three: list[Memory]) -> None:
    asked = order(cast, "forget")
    planned = plan(asked, *three)
    newer = factories.revise(cast.space, three[0], "Mina works in Seoul.")
    review.approve_memory(actor=factories.HUB, space=cast.space, memory_id=three[3].pk)
    assert bulk.carry_out(asked, planned.subjects) == 3
    assert states.of(selectors.latest_of(cast.space, newer.pk)) == states.CURRENT
    assert bulk.carry_out(order(cast, "approve"), planned.subjects) == 0


def test_a_decision_taken_back_waits_again(cast: Cast, three: list[Memory]) -> None:
    asked = order(cast, "reject", reason="not_true")
    bulk.carry_out(asked, [three[3].pk])
    assert reviewing.queue_length(cast.space, now=clock.now()) == 0
    take_back(asked)
    assert reviewing.queue_length(cast.space, now=clock.now()) == 1


def run_job(job: ProcrastinateJob) -> None:
    bulk_tasks.carry_out(**job.args)


def queued(cast: Cast, asked: Order, subjects: Sequence[uuid.UUID]) -> ProcrastinateJob:
    bulk_tasks.queue(asked, subjects, user_id=cast.ed.pk)
    job: ProcrastinateJob = ProcrastinateJob.objects.get(task_name="lifecycle.bulk")
    return job


def test_more_is_done_by_a_job_in_slices_with_one_undo(
    cast: Cast, three: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "AT_ONCE", 2)
    before = rows(cast.space)
    asked = order(cast, "give", text="Harbour")
    subjects = plan(asked, *three).subjects
    with pytest.raises(ValueError, match="a job"):
        bulk.carry_out(asked, subjects)
    job = queued(cast, asked, subjects)
    assert packed.unpack(packed.of_bytes(base64.b64decode(job.args["ids"]))) == subjects
    waiting = bulk_tasks.progress_of(cast.space, asked.batch)
    assert waiting is not None
    assert (waiting.deed, waiting.done, waiting.total, waiting.is_at_work) == ("give", 0, 4, True)
    run_job(job)
    run_job(job)  # as after a worker's death
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = 'succeeded' WHERE id = %s", [job.pk])
    over = bulk_tasks.progress_of(cast.space, asked.batch)
    assert over is not None
    assert (over.done, over.total, over.is_at_work) == (4, 4, False)
    assert ledger.entries_of(cast.space.pk).filter(batch=asked.batch).count() == 2
    assert bulk_tasks.progress_of(cast.elsewhere, asked.batch) is None
    take_back(asked)
    assert rows(cast.space) == before
    run_job(job)  # what has been taken back is not gone on with
    assert rows(cast.space) == before


def test_a_job_ends_with_the_right_of_who_asked_for_it(cast: Cast, three: list[Memory]) -> None:
    asked = order(cast, "forget")
    job = queued(cast, asked, plan(asked, *three).subjects)
    spaces.set_member(actor=cast.principal("ada").actor, space=cast.space, user=cast.ed, role="viewer")
    with pytest.raises(errors.NotAllowed):
        run_job(job)
    assert states.of(selectors.latest_of(cast.space, three[0].pk)) == states.CURRENT


def test_more_than_one_undo_can_take_back_is_refused() -> None:
    bulk.check_size(bulk.MOST)
    with pytest.raises(errors.InvalidInput, match="20000"):
        bulk.check_size(bulk.MOST + 1)
