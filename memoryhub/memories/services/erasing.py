"""Erasing: the text goes for good, in all versions; the rows and their order stay."""

from __future__ import annotations

import uuid

from memoryhub.core import clock
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, followers, states, verbs
from memoryhub.memories.models import Memory, MemorySource, MemoryVector, Recall, Relation
from memoryhub.memories.services import deriving, rows
from memoryhub.spaces.models import Space


@service
def erase(*, actor: Actor, space: Space, memory_id: uuid.UUID) -> Memory:
    """Blank the text, quotes, tokens, metadata and vectors of every version of a chain; erasing twice changes nothing.

    What lies in other rooms (documents, keys, proposals) is blanked by `lifecycle.erase`, which calls this.
    """
    latest = chains.lock(space, chains.with_derived(space, [root := chains.root_of(space, memory_id)]))[root]
    if latest.erased_at is not None:
        return latest
    versions = list(Memory.objects.filter(space=space, root_id=root).order_by("version"))
    version_ids = [version.pk for version in versions]
    at = clock.now()
    Memory.objects.filter(pk__in=version_ids).update(
        text="", text_hash="", tokens=[], length=0, metadata={}, forget_note="", erased_at=at, updated_at=at
    )
    MemorySource.objects.filter(space=space, memory_id__in=version_ids).update(quote="", start=None, end=None)
    MemoryVector.objects.filter(space_id=space.pk, memory_id__in=version_ids).delete()
    Relation.objects.filter(space=space, newer_id__in=version_ids).update(evidence={})
    Relation.objects.filter(space=space, older_id__in=version_ids).update(evidence={})
    # People often ask in the words of the answer.
    Recall.objects.filter(space=space, memory_id__in=version_ids).delete()
    followers.erased(versions)
    erased = list(Memory.objects.filter(pk__in=version_ids).order_by("version"))
    states.note(erased)
    record(
        actor=actor,
        space_id=space.pk,
        verb=verbs.ERASED,
        subject_kind="memory",
        subject_id=root,
        values=rows.values_of(latest, versions=len(versions)),
    )
    deriving.source_moved(actor=actor, space=space, root_ids=[root], reason=deriving.SOURCE_FORGOTTEN)
    return erased[-1]
