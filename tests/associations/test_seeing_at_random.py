"""The map of any moment, after any history of its chains, is what a plain reading of the rows one by one finds."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db.models import F

from memoryhub.associations.graph.inputs import NodeState
from memoryhub.associations.seeing import Sight
from memoryhub.core import clock
from memoryhub.lifecycle import erasing
from memoryhub.memories import services as memories
from memoryhub.memories.horizon import Horizon
from memoryhub.memories.models import Memory, State
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories

pytestmark = pytest.mark.django_db
FIRST = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
DAYS = 24
NOW = FIRST + timedelta(days=DAYS)
STEPS = 50


def on(day: float) -> datetime:
    return FIRST + timedelta(days=day)


def live(space: Space, chance: random.Random) -> None:
    """Tell, change, forget, bring back, erase, infer and approve at random, one thing after the other."""
    deeds = ("tell", "change", "change", "change", "forget", "bring back", "erase", "infer", "approve")
    for step in range(STEPS):
        with clock.frozen(on(step * DAYS / STEPS)):
            do(space, chance, "tell" if step < 8 else chance.choice(deeds), f"Number {step} of {chance.random()}")


def do(space: Space, chance: random.Random, deed: str, text: str) -> None:
    """Do it to some chain it can be done to, if there is one."""
    rows = list(Memory.objects.filter(space=space, is_latest=True, erased_at=None).order_by("text"))
    waiting = [row for row in rows if row.review_status == Memory.Review.PENDING and row.forgotten_at is None]
    kept = [row for row in rows if is_approved(row) and row.forgotten_at is None]
    gone = [row for row in rows if is_approved(row) and row.forgotten_at is not None]
    among = {"tell": rows, "approve": waiting, "bring back": gone}.get(deed, kept)
    if deed == "tell":
        draft = factories.draft(text, **held(chance))
        memories.remember(actor=factories.HUB, space=space, draft=draft)
    if not among:
        return
    chosen = chance.choice(among)
    if deed == "change":
        draft = factories.draft(text, **held(chance))
        memories.revise(actor=factories.HUB, space=space, memory_id=chosen.pk, draft=draft)
    if deed == "infer":
        factories.infer(space, text, chosen)
    if deed == "approve":
        review.approve_memory(actor=factories.HUB, space=space, memory_id=chosen.pk)
    if deed == "forget":
        memories.forget(actor=factories.HUB, space=space, memory_ids=[chosen.pk])
    if deed == "bring back":
        memories.unforget(actor=factories.HUB, space=space, memory_ids=[chosen.pk])
    if deed == "erase" and chance.random() < 0.3:
        erasing.erase_memory(actor=factories.HUB, space=space, memory_id=chosen.pk)


def held(chance: random.Random) -> dict[str, datetime]:
    """Dates for a version: none, or from and to some day; now and then it is forgotten by itself."""
    since, until = sorted(chance.sample(range(-10, 60), 2))
    dates = {"valid_from": on(since), "valid_to": on(until), "forget_after": on(DAYS + chance.choice((1, 30)))}
    return {name: moment for name, moment in dates.items() if chance.random() < 0.4}


def read_plainly(space: Space, now: datetime, horizon: Horizon) -> dict[UUID, NodeState]:
    """Version -> its state on the map of that moment, chain by chain."""
    noted: dict[UUID, list[State]] = defaultdict(list)
    for each in State.objects.filter(space=space):
        noted[each.memory_id].append(each)
    chains: dict[UUID, list[Memory]] = defaultdict(list)
    for row in Memory.objects.filter(space=space).order_by("version"):
        chains[row.root_id].append(row)
    found: dict[UUID, NodeState] = {}
    for chain in chains.values():
        seen = seen_of(chain, noted, now, horizon)
        for row in chain if seen else []:
            if seen and row.version <= seen.version and is_approved(row) and row.erased_at is None:
                found[row.pk] = NodeState.CURRENT if row is seen else NodeState.SUPERSEDED
    return found


def seen_of(chain: Sequence[Memory], noted: dict[UUID, list[State]], now: datetime, horizon: Horizon) -> Memory | None:
    """The version of a chain that is seen."""
    newest = chain[-1]
    if newest.forgotten_at or newest.erased_at or not is_approved(newest) or has_ended(newest, now):
        return None
    then = {row.pk: state_at(noted[row.pk], horizon.known_at) for row in chain}
    if horizon.known_at and "current" not in then.values():
        return None
    known = {"current"} if horizon.as_of is None else {"current", "superseded"}
    versions = [row for row in chain if is_approved(row) and (not horizon.known_at or then[row.pk] in known)]
    versions = [row for row in versions if horizon.as_of is None or holds(row, horizon.as_of)]
    if not versions or versions[-1].erased_at or has_ended(versions[-1], now):
        return None
    return versions[-1]


def is_approved(row: Memory) -> bool:
    return row.review_status in {None, "approved"}


def has_ended(row: Memory, now: datetime) -> bool:
    return row.forget_after is not None and row.forget_after <= now


def holds(row: Memory, moment: datetime) -> bool:
    return (row.valid_from is None or row.valid_from <= moment) and (row.valid_to is None or row.valid_to > moment)


def state_at(noted: Sequence[State], moment: datetime | None) -> str:
    if moment is None:
        return ""
    return next((e.state for e in noted if e.from_at <= moment and (e.to_at is None or e.to_at > moment)), "")


@pytest.mark.parametrize("seed", range(4))
def test_a_map_of_then_is_what_a_plain_reading_finds(space: Space, seed: int) -> None:
    live(space, random.Random(seed))
    sizes = set()
    for now in (NOW, NOW + timedelta(days=3)):
        for as_of in (None, on(-5), on(4), on(13.3), on(40)):
            for known_at in (None, on(3.1), on(9.2), on(17.7), on(23.9)):
                horizon = Horizon(as_of, known_at)
                if not horizon:
                    continue
                rows = Sight(horizon=horizon).memories(space, now).values("pk", state_then=F("state"))
                found = {row["pk"]: row["state_then"] for row in rows}
                expected = read_plainly(space, now, horizon)
                assert len(found) == len(rows)
                assert found == {pk: state.value for pk, state in expected.items()}
                sizes.add(len(expected))
    assert len(sizes) > 5
