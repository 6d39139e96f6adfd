"""How deeds on memories are taken back; called by `ledger.undo` with the entries of one deed."""

from __future__ import annotations

import uuid

from memoryhub.core import errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.memories import chains, services
from memoryhub.memories.models import Memory
from memoryhub.spaces import selectors as spaces
from memoryhub.spaces.models import Space

UNDONE = "undone"


def remembered(actor: Actor, entries: list[Entry]) -> None:
    """What was remembered is forgotten."""
    services.forget(actor=actor, space=_space(entries), memory_ids=_subjects(entries), reason=UNDONE)


def revised(actor: Actor, entries: list[Entry]) -> None:
    """The text before comes back as a new version; what was merged away stands on its own again."""
    space = _space(entries)
    for entry in entries:
        latest = chains.lock_one(space, entry.subject_id)
        if latest.version != entry.values["version"]:
            raise errors.Conflict("Something has happened to it since.", code="moved_on")
        services.restore(actor=actor, space=space, memory_id=uuid.UUID(entry.values["parent"]))
        if "merged" in entry.values:
            services.unforget(actor=actor, space=space, memory_ids=[uuid.UUID(entry.values["merged"])])


def adjusted(actor: Actor, entries: list[Entry]) -> None:
    """Each has the details it had."""
    before = {entry.subject_id: entry.values["before"] for entry in entries}
    services.adjust_back(actor=actor, space=_space(entries), before=before)


def forgotten(actor: Actor, entries: list[Entry]) -> None:
    """Exactly this batch comes back."""
    services.unforget(actor=actor, space=_space(entries), memory_ids=_subjects(entries))


def unforgotten(actor: Actor, entries: list[Entry]) -> None:
    """What was brought back is forgotten again."""
    services.forget(actor=actor, space=_space(entries), memory_ids=_subjects(entries), reason=UNDONE)


def related(actor: Actor, entries: list[Entry]) -> None:
    """The link is cut."""
    for entry in entries:
        services.sever(actor=actor, space=_space(entries), relation_id=entry.subject_id)


def severed(actor: Actor, entries: list[Entry]) -> None:
    """The link is made again."""
    for entry in entries:
        services.relate(
            actor=actor,
            space=_space(entries),
            newer_id=_present(entry.values["newer"]),
            older_id=_present(entry.values["older"]),
            kind=entry.values["kind"],
        )


def confirmed(actor: Actor, entries: list[Entry]) -> None:
    """Nobody vouches for the link any more."""
    for entry in entries:
        services.unconfirm(actor=actor, space=_space(entries), relation_id=entry.subject_id)


def _present(memory_id: str) -> uuid.UUID:
    if not Memory.objects.filter(pk=memory_id).exists():
        raise errors.Conflict("One of the two memories is gone.", code="moved_on")
    return uuid.UUID(memory_id)


def _subjects(entries: list[Entry]) -> list[uuid.UUID]:
    return [entry.subject_id for entry in entries]


def _space(entries: list[Entry]) -> Space:
    return spaces.by_id(entries[0].space_id)
