"""The queue: what waits, why, and what is left out of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryhub.core import clock, errors, ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.review import selectors, services
from memoryhub.review.models import Proposal
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def source(space: Space) -> Memory:
    """A fact at noon."""
    with clock.frozen(NOON):
        return factories.remember(space, "The gate is green.")


def infer(space: Space, text: str, source: Memory, *, minutes: int, **values: Any) -> Memory:
    with clock.frozen(NOON + timedelta(minutes=minutes)):
        return factories.infer(space, text, source, **values)


def propose(space: Space, source: Memory, text: str, *, minutes: int) -> Proposal:
    with clock.frozen(NOON + timedelta(minutes=minutes)):
        made = services.propose(
            actor=HUB, space=space, kind="update", subjects=[source], payload={"text": text}, why={"rule": "copula"}
        )
    assert made is not None
    return made


def waiting(space: Space, **values: Any) -> list[str]:
    now = NOON + timedelta(hours=1)
    return [item.text for item in selectors.queue_for(space, now=now, **values)]


def test_inferences_and_proposals_wait_in_one_line_newest_first(space: Space, source: Memory) -> None:
    infer(space, "First.", source, minutes=1)
    propose(space, source, "Second.", minutes=2)
    infer(space, "Third.", source, minutes=3)
    assert waiting(space) == ["Third.", "Second.", "First."]
    assert selectors.queue_length(space, now=NOON + timedelta(hours=1)) == 3
    assert waiting(space, kinds=["update"]) == ["Second."]


def test_an_unknown_kind_is_refused(space: Space) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        waiting(space, kinds=["wish"])
    assert refused.value.field == "kind"


def test_what_is_forgotten_expired_erased_or_snoozed_does_not_wait(space: Space, source: Memory) -> None:
    rows = [infer(space, f"{name}.", source, minutes=1) for name in ("Forgotten", "Erased")]
    infer(space, "Expired.", source, minutes=1, forget_after=NOON + timedelta(minutes=30))
    memories.forget(actor=HUB, space=space, memory_ids=[rows[0].pk])
    memories.erase(actor=HUB, space=space, memory_id=rows[1].pk)
    snoozed = propose(space, source, "Snoozed.", minutes=1)
    Proposal.objects.filter(pk=snoozed.pk).update(snoozed_until=NOON + timedelta(hours=2))
    assert waiting(space) == []
    assert [item.text for item in selectors.queue_for(space, now=NOON + timedelta(hours=2))] == ["Snoozed."]


def test_other_spaces_have_lines_of_their_own(cast: Cast, source: Memory) -> None:
    infer(cast.space, "Here.", source, minutes=1)
    assert waiting(cast.elsewhere) == []
    assert selectors.queue_length(cast.elsewhere, now=clock.now()) == 0


def test_pages_of_the_line_neither_skip_nor_repeat(space: Space, source: Memory) -> None:
    for number in range(5):
        infer(space, f"Inference {number}.", source, minutes=number)
        propose(space, source, f"Proposal {number}.", minutes=number)
    now, seen, cursor = NOON + timedelta(hours=1), [], None
    while True:
        page = selectors.queue_page(space, now=now, size=3, cursor=cursor)
        seen += [item.text for item in page.rows]
        if (cursor := page.next_cursor) is None:
            break
    assert seen == waiting(space)
    assert len(set(seen)) == 10


def test_a_question_is_found_by_any_version_also_when_it_is_decided(space: Space, source: Memory) -> None:
    pending = infer(space, "The painter came.", source, minutes=1)
    written = services.approve_memory(actor=HUB, space=space, memory_id=pending.pk, text="The painter came today.")
    item = selectors.item_of(space, "memory", written.pk)
    assert (item.id, item.text, item.rule) == (pending.pk, "The painter came.", "test")


def test_what_is_no_question_of_the_space_is_not_found(cast: Cast, source: Memory) -> None:
    proposal = propose(cast.space, source, "Blue.", minutes=1)
    for space, kind, subject_id in (
        (cast.space, "memory", source.pk),
        (cast.elsewhere, "proposal", proposal.pk),
        (cast.space, "proposal", ids.new()),
        (cast.space, "wish", proposal.pk),
    ):
        with pytest.raises(errors.NotFound):
            selectors.item_of(space, kind, subject_id)


def test_the_reason_of_an_inference_is_its_rule_with_what_it_rests_on(space: Space, source: Memory) -> None:
    infer(space, "The painter came.", source, minutes=1, evidence={"documents": 3})
    (item,) = selectors.queue_for(space, now=NOON + timedelta(hours=1))
    why = selectors.why(space, item)
    assert (why.rule, why.evidence, list(why.memories)) == ("test", {"documents": 3}, [source])


def test_the_reason_of_a_proposal_is_its_rule_with_what_it_would_change(space: Space, source: Memory) -> None:
    propose(space, source, "The gate is blue.", minutes=1)
    newer = factories.revise(space, source, "The gate is red.")
    (item,) = selectors.queue_for(space, now=NOON + timedelta(hours=1))
    why = selectors.why(space, item)
    assert (why.rule, list(why.memories)) == ("copula", [newer])


def test_decisions_are_listed_newest_first(space: Space, source: Memory) -> None:
    for minutes, reason in ((1, "other"), (2, "private")):
        pending = infer(space, f"Because {reason}.", source, minutes=minutes)
        with clock.frozen(NOON + timedelta(minutes=10 + minutes)):
            services.decline_memory(actor=HUB, space=space, memory_id=pending.pk, reason=reason)
    assert [row.reason for row in selectors.decisions_of(space)] == ["private", "other"]
