"""Details of many memories set as one deed, which can be taken back."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, stable, states, verbs
from memoryhub.memories.models import Memory
from memoryhub.memories.services import rows
from memoryhub.spaces.models import Space

ADJUSTABLE = ("is_static", "forget_after")


@service
def adjust(
    *, actor: Actor, space: Space, memory_ids: Collection[uuid.UUID], batch: uuid.UUID, **values: Any
) -> Sequence[Memory]:
    """Set `ADJUSTABLE` details of the chains of these versions, and say what they were, as one batch.

    Returns those that changed. Chains that cannot be changed now (forgotten, in review), that have these values
    already, or that the space does not know are left as they are.
    """
    for name in values:
        if name not in ADJUSTABLE:
            raise errors.InvalidInput(name, f"{name} cannot be changed together.")
    latest = chains.lock(space, chains.roots_of(space, memory_ids).values())
    return _set(
        actor,
        [memory for _, memory in sorted(latest.items()) if states.of(memory) == states.CURRENT],
        dict.fromkeys(latest, values),
        batch=batch,
    )


@service
def adjust_back(*, actor: Actor, space: Space, before: Mapping[uuid.UUID, Mapping[str, Any]]) -> Sequence[Memory]:
    """Give chains (by root) the values that an entry of `adjust` tells; `errors.Conflict` for one that is gone."""
    latest = chains.lock(space, before)
    if latest.keys() != before.keys():
        raise errors.Conflict("One of the memories is gone.", code="moved_on")
    values = {root: {name: _read(value) for name, value in given.items()} for root, given in before.items()}
    return _set(actor, [memory for _, memory in sorted(latest.items())], values)


def _set(
    actor: Actor,
    memories: Iterable[Memory],
    values: Mapping[uuid.UUID, Mapping[str, Any]],
    *,
    batch: uuid.UUID | None = None,
) -> Sequence[Memory]:
    changed = []
    for memory in memories:
        wanted = values[memory.root_id]
        before = {name: getattr(memory, name) for name in wanted if getattr(memory, name) != wanted[name]}
        if not before:
            continue
        # It may be no stable fact any more afterwards.
        stable.moved([memory])
        for name in before:
            setattr(memory, name, wanted[name])
        changed.append(memory)
        record(
            actor=actor,
            space_id=memory.space_id,
            verb=verbs.ADJUSTED,
            subject_kind="memory",
            subject_id=memory.root_id,
            fields=tuple(before),
            values=rows.values_of(memory, before={name: _written(value) for name, value in before.items()}),
            batch=batch,
        )
    _save(changed)
    stable.moved(changed)
    return changed


def _save(memories: Sequence[Memory]) -> None:
    """In one statement for all that have the same values, as most have."""
    at, alike = clock.now(), defaultdict[tuple[Any, ...], list[uuid.UUID]](list)
    for memory in memories:
        memory.updated_at = at
        alike[tuple(getattr(memory, name) for name in ADJUSTABLE)].append(memory.pk)
    for values, keys in alike.items():
        Memory.objects.filter(pk__in=keys).update(updated_at=at, **dict(zip(ADJUSTABLE, values, strict=True)))


def _written(value: bool | datetime | None) -> bool | str | None:
    return value.isoformat() if isinstance(value, datetime) else value


def _read(value: bool | str | None) -> bool | datetime | None:
    return datetime.fromisoformat(value) if isinstance(value, str) else value
