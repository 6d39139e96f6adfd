"""Facts told to the hub directly, by a person or a program, with no document in between."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memoryhub.associations import curating
from memoryhub.associations import services as associations
from memoryhub.associations import texts as key_texts
from memoryhub.associations.texts import PreparedKey
from memoryhub.core import errors
from memoryhub.ingest import key_profile, submission
from memoryhub.ingest.facts import directives
from memoryhub.ingest.facts.keys import keys_of
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories import selectors as memories_read
from memoryhub.memories import services as memories
from memoryhub.memories import texts
from memoryhub.memories.drafts import Draft, Remembered
from memoryhub.memories.models import Memory
from memoryhub.memories.services import revising
from memoryhub.memories.texts import Prepared
from memoryhub.spaces.models import Space

TOLD = 0.8


def remember(
    *,
    actor: Actor,
    space: Space,
    text: str,
    keys: Sequence[tuple[str, str]] = (),
    is_static: bool = False,
    forget_after: datetime | None = None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
    metadata: dict[str, Any] | None = None,
    origin: str = "",
    is_inference: bool = False,
    derives_from: Sequence[uuid.UUID] = (),
    rule: str = "",
    confidence: float = TOLD,
) -> Remembered:
    """Remember one fact with its keys (text, kind), in one transaction.

    Without `keys` a new fact gets those that the same sentence would get in a document. A fact the space knows already
    is not made twice. An inference waits for a person and names the memories it was
    concluded from. Times are aware. Raises `errors.InvalidInput` naming the field.
    """
    check_times(forget_after=forget_after, valid_from=valid_from, valid_to=valid_to)
    revising.check_span(valid_from, valid_to)
    if not 0 <= confidence <= 1:
        raise errors.InvalidInput("confidence", "confidence must be from 0 to 1.")
    draft = Draft(
        texts.prepare([text])[0],
        is_static=is_static,
        confidence=confidence,
        forget_after=forget_after,
        valid_from=valid_from,
        valid_to=valid_to,
        origin=origin,
        rule=rule,
        metadata={} if metadata is None else submission.check_metadata(metadata),
        is_inference=is_inference,
        derives_from=tuple(derives_from),
    )
    found = key_texts.prepare(keys or _read_keys(space, draft.prepared), space=space)
    return _remember(actor=actor, space=space, draft=draft, keys=found, are_given=bool(keys))


@service
def _remember(*, actor: Actor, space: Space, draft: Draft, keys: Sequence[PreparedKey], are_given: bool) -> Remembered:
    remembered = memories.remember(actor=actor, space=space, draft=draft)
    # What is known already has the keys of its own place, which said more than the sentence alone.
    if remembered.created or are_given:
        _link(actor, space, remembered.memory, keys)
    if are_given:
        curating.promote(actor=actor, space=space, wordings=keys)
    return remembered


def revise(
    *,
    actor: Actor,
    space: Space,
    memory_id: uuid.UUID,
    text: str,
    base_version: int | None = None,
    keys: Sequence[tuple[str, str]] = (),
    is_static: bool | None = None,
    forget_after: datetime | None = None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
    metadata: dict[str, Any] | None = None,
    origin: str = "",
    rule: str = "",
) -> Memory:
    """Say anew what a memory says: its next version, which keeps the details that are not given.

    It also keeps the keys, but for names that are gone from the text, and gets those given or read in the new text.

    Raises `errors.Conflict` (`base_moved`, with what is current) when `base_version` is not the latest any more.
    """
    check_times(forget_after=forget_after, valid_from=valid_from, valid_to=valid_to)
    revising.check_span(valid_from, valid_to)
    latest = memories_read.latest_of(space, memory_id)
    draft = Draft(
        texts.prepare([text])[0],
        is_static=latest.is_static if is_static is None else is_static,
        confidence=max(TOLD, latest.confidence),
        forget_after=forget_after,
        valid_from=valid_from,
        valid_to=valid_to,
        origin=origin,
        rule=rule,
        metadata=latest.metadata if metadata is None else submission.check_metadata(metadata),
    )
    found = key_texts.prepare(keys or _read_keys(space, draft.prepared), space=space)
    return _revise(actor=actor, space=space, memory_id=memory_id, draft=draft, base_version=base_version, keys=found)


@service
def _revise(
    *,
    actor: Actor,
    space: Space,
    memory_id: uuid.UUID,
    draft: Draft,
    base_version: int | None,
    keys: Sequence[PreparedKey],
) -> Memory:
    memory = memories.revise(actor=actor, space=space, memory_id=memory_id, draft=draft, base_version=base_version)
    _link(actor, space, memory, keys)
    return memory


def _read_keys(space: Space, prepared: Prepared) -> list[tuple[str, str]]:
    """The keys of a text by the rules that documents use: none for what orders an agent about."""
    if directives.is_directive(prepared.text):
        return []
    with_code = key_profile.knows_code(space)
    read = keys_of([(prepared.text, prepared.language)], people=(), with_code=with_code)[0]
    return [(key.text, key.kind) for key in read if key_texts.normalise(key.text)]


def _link(actor: Actor, space: Space, memory: Memory, keys: Sequence[PreparedKey]) -> None:
    if keys:
        associations.link(actor=actor, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))


def check_times(**times: datetime | None) -> None:
    """`errors.InvalidInput` for a time without an offset."""
    for field, value in times.items():
        if value is not None and value.tzinfo is None:
            raise errors.InvalidInput(field, f"{field} needs an offset or Z; without one it is ambiguous.")
