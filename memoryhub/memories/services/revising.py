"""New versions of a chain: revised, or restored from an older one."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import datetime
from typing import Any

from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, followers, stable, states, verbs
from memoryhub.memories.drafts import Draft
from memoryhub.memories.models import Memory, MemoryVector
from memoryhub.memories.services import deriving, recalling, rows
from memoryhub.memories.texts import Prepared
from memoryhub.spaces.models import Space

CHANGEABLE = ("is_static", "forget_after", "valid_from", "valid_to", "metadata")


@service
def revise(
    *, actor: Actor, space: Space, memory_id: uuid.UUID, draft: Draft, base_version: int | None = None
) -> Memory:
    """Write the next version of a chain; the one before is kept and no longer served.

    `base_version` is the version the caller has seen: `errors.Conflict` (with `current`) when the chain has moved on.
    A text equal to the latest one changes nothing and returns it. Without a base, writers queue up. The end of the
    version before (`forget_after`) holds for the next one too unless the draft names its own, or it has passed.
    """
    latest = chains.lock(space, chains.with_derived(space, [root := chains.root_of(space, memory_id)]))[root]
    refuse_unless_open(latest)
    refuse_when_moved(latest, base_version)
    if latest.text == draft.prepared.text:
        return latest
    return add_version(actor, space, latest, keeping_end(draft, latest), verb=verbs.REVISED)


@service
def restore(*, actor: Actor, space: Space, memory_id: uuid.UUID, base_version: int | None = None) -> Memory:
    """Make an older version's text the newest again, as a new version; nothing is lost."""
    wanted = Memory.objects.filter(space=space, pk=memory_id).first()
    if wanted is None:
        raise errors.NotFound()
    latest = chains.lock(space, chains.with_derived(space, [wanted.root_id]))[wanted.root_id]
    refuse_unless_open(latest)
    refuse_when_moved(latest, base_version)
    if wanted.erased_at is not None:
        raise errors.Conflict("An erased version cannot come back.", code="erased")
    if wanted.text == latest.text:
        return latest
    memory = add_version(actor, space, latest, keeping_end(copy_of(wanted), latest), verb=verbs.RESTORED)
    recalling.take_over(memory, from_version=wanted)
    return memory


@service
def change(*, actor: Actor, space: Space, memory_id: uuid.UUID, **values: Any) -> Memory:
    """Set details that are not the text (`CHANGEABLE`), on the latest version."""
    for name in values:
        if name not in CHANGEABLE:
            raise errors.InvalidInput(name, f"{name} cannot be changed.")
    memory = chains.lock_one(space, memory_id)
    refuse_unless_open(memory)
    changed = tuple(name for name, value in values.items() if getattr(memory, name) != value)
    if changed:
        # It may be no stable fact any more afterwards.
        stable.moved([memory])
    for name in changed:
        setattr(memory, name, values[name])
    check_span(memory.valid_from, memory.valid_to)
    if changed:
        memory.updated_at = clock.now()
        memory.save(update_fields=[*changed, "updated_at"])
        stable.moved([memory])
        record(
            actor=actor,
            space_id=space.pk,
            verb=verbs.CHANGED,
            subject_kind="memory",
            subject_id=memory.root_id,
            fields=changed,
            values=rows.values_of(memory),
        )
    return memory


def add_version(
    actor: Actor,
    space: Space,
    latest: Memory,
    draft: Draft,
    *,
    verb: str,
    inferences_return: bool = True,
    **values: Any,
) -> Memory:
    """Put a version after `latest` and tell whom it concerns; the caller holds the locks."""
    latest.is_latest = False
    latest.updated_at = clock.now()
    latest.save(update_fields=["is_latest", "updated_at"])
    recalling.weaken(latest)
    memory = rows.next_version(actor, space, latest, draft)
    memory.save(force_insert=True)
    rows.vectors([(memory, draft.prepared)])
    rows.sources([(memory, source) for source in draft.stands_on])
    states.note([latest])
    states.note([memory], fresh=True)
    record(
        actor=actor,
        space_id=space.pk,
        verb=verb,
        subject_kind="memory",
        subject_id=memory.root_id,
        values=rows.values_of(memory, parent=str(latest.pk), rule=draft.rule, **values),
    )
    if inferences_return:
        deriving.source_moved(actor=actor, space=space, root_ids=[memory.root_id], reason=deriving.SOURCE_CHANGED)
    followers.new_version(latest, memory)
    return memory


def keeping_end(draft: Draft, before: Memory) -> Draft:
    """The draft of the version after `before`, with the end of that one unless it has its own or that has passed."""
    if draft.forget_after is not None or is_past(before.forget_after):
        return draft
    return replace(draft, forget_after=before.forget_after)


def copy_of(memory: Memory, *, rule: str = "") -> Draft:
    """A draft that says what an existing version says, with its embedding, so that nothing is computed anew.

    An end that has passed is not copied: who brings a version back wants to see it.
    """
    # By its state the active model comes before one that fills, and that before a retired one.
    stored = MemoryVector.objects.filter(space_id=memory.space_id, memory=memory)
    vector = stored.order_by("model__state", "-model__created_at").first()
    if vector is None:
        raise errors.Unavailable("This version has no embedding yet; try again shortly.")
    prepared = Prepared(
        memory.text, memory.text_hash, memory.language, tuple(memory.tokens), vector.model_id, vector.vector
    )
    return Draft(
        prepared,
        is_static=memory.is_static,
        confidence=memory.confidence,
        forget_after=None if is_past(memory.forget_after) else memory.forget_after,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        trust=memory.trust,
        origin=memory.origin,
        metadata=memory.metadata,
        rule=rule,
    )


def refuse_when_moved(latest: Memory, base_version: int | None) -> None:
    """409 with what is current when the caller saw an older version."""
    if base_version is not None and base_version != latest.version:
        raise errors.Conflict(
            f"This memory is at version {latest.version}, not {base_version}.",
            code="base_moved",
            current={"id": latest.pk, "version": latest.version},
        )


def refuse_unless_open(memory: Memory) -> None:
    """409 for a chain that cannot get a version now: erased, forgotten, or waiting for review."""
    if memory.erased_at is not None:
        raise errors.Conflict("This memory has been erased.", code="erased")
    if memory.forgotten_at is not None:
        raise errors.Conflict("This memory is forgotten; bring it back first.", code="forgotten")
    if memory.review_status in {Memory.Review.PENDING, Memory.Review.DECLINED, Memory.Review.WITHDRAWN}:
        raise errors.Conflict("This inference is decided in the review queue.", code="in_review")


def is_past(moment: datetime | None) -> bool:
    """Whether a memory that ends then has expired."""
    return moment is not None and moment <= clock.now()


def check_span(valid_from: datetime | None, valid_to: datetime | None) -> None:
    """`errors.InvalidInput` when a fact would end before it begins."""
    if valid_from is not None and valid_to is not None and valid_to < valid_from:
        raise errors.InvalidInput("valid_to", "valid_to lies before valid_from.")
