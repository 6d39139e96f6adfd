"""One key given to many memories, or taken off them, as one deed that can be taken back.

The ledger tells it of the key, with the versions that got or lost it. A key that loses its last memory waits without
any, found by nothing, until the deed is taken back or something of the space is erased.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence

from memoryhub.associations import curating, services, texts
from memoryhub.associations.models import Key, KeyLink
from memoryhub.associations.texts import PreparedKey
from memoryhub.core import bulk, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, states
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

GIVEN = "key.given"
TAKEN = "key.taken"
HOLDS = {states.CURRENT, states.PENDING}


def prepare(space: Space, *, text: str, kind: str = Key.Kind.CONCEPT) -> PreparedKey:
    """A wording made ready for `give`; `errors.InvalidInput` naming `text`, or a kind there is not."""
    return texts.prepare([(text, kind)], space=space, field="text")[0]


@service
def give(
    *, actor: Actor, space: Space, memory_ids: Collection[uuid.UUID], wording: PreparedKey, batch: uuid.UUID
) -> Sequence[uuid.UUID]:
    """Give the memories of these versions the key of this wording, new or known; returns the versions that got it.

    Those that have it already, and those that are forgotten, are left as they are.
    """
    latest = _held(space, memory_ids)
    key = services.held(space, {wording.normalised: wording}, merge=False)[wording.normalised]
    made = sorted(services.insert_links(space, sorted((key.pk, memory.pk) for memory in latest)))
    if made:
        _record(actor, space, GIVEN, key.pk, [[str(each)] for each in made], batch)
    return made


@service
def take(
    *, actor: Actor, space: Space, memory_ids: Collection[uuid.UUID], key_id: uuid.UUID, batch: uuid.UUID
) -> Sequence[uuid.UUID]:
    """Take a key off the memories of these versions; returns the versions that lost it. Older versions keep it.

    Raises `errors.NotFound` for a key that is not in use.
    """
    latest = _held(space, memory_ids)
    key = curating.locked(space, [key_id])[key_id]
    links = KeyLink.objects.filter(space=space, key=key, memory__in=latest)
    told = [(link.memory_id, link.weight, link.via) for link in links.order_by("memory_id")]
    links.delete()
    if told:
        gone = [[str(memory), weight, via and str(via)] for memory, weight, via in told]
        _record(actor, space, TAKEN, key.pk, gone, batch)
    return [memory for memory, *_ in told]


@service
def take_back(*, space: Space, key_id: uuid.UUID, version_ids: Iterable[uuid.UUID]) -> None:
    """Take the key off these versions and those that came after them; a key that is used nowhere else goes."""
    later = _from_on(space, version_ids)
    chains.hold(space, {memory.root_id for memory in later})
    KeyLink.objects.filter(space=space, key_id=key_id, memory__in=later).delete()
    services.drop_unused(space.pk, [key_id])


@service
def give_back(*, space: Space, key: Key, lost: Mapping[uuid.UUID, tuple[float, uuid.UUID | None]]) -> None:
    """Give these versions their link to the key again, (weight, via) each, and so those that came after them."""
    later = _from_on(space, lost)
    chains.hold(space, {memory.root_id for memory in later})
    has = set(KeyLink.objects.filter(space=space, key=key, memory__in=later).values_list("memory_id", flat=True))
    of_chain = {memory.root_id: lost[memory.pk] for memory in later if memory.pk in lost}
    links = []
    for memory in later:
        weight, via = of_chain[memory.root_id]
        if memory.pk not in has:
            links.append(KeyLink(id=ids.new(), space=space, key=key, memory=memory, weight=weight, via=via))
    bulk.insert(links)


def _held(space: Space, memory_ids: Collection[uuid.UUID]) -> list[Memory]:
    latest = chains.lock(space, chains.roots_of(space, memory_ids).values())
    return [memory for _, memory in sorted(latest.items()) if states.of(memory) in HOLDS]


def _from_on(space: Space, version_ids: Iterable[uuid.UUID]) -> list[Memory]:
    """These versions, and those that came after them in their chains; what is erased is none of them."""
    given = Memory.objects.filter(space=space, pk__in=set(version_ids)).values_list("root_id", "version")
    first = dict(given)
    rows = Memory.objects.filter(space=space, root_id__in=first, erased_at=None).only("root_id", "version", "space_id")
    return [memory for memory in rows.order_by("pk") if memory.version >= first[memory.root_id]]


def _record(
    actor: Actor, space: Space, verb: str, key_id: uuid.UUID, memories: Sequence[Sequence[object]], batch: uuid.UUID
) -> None:
    values = {"memories": memories, "count": len(memories)}
    record(actor=actor, space_id=space.pk, verb=verb, subject_kind="key", subject_id=key_id, values=values, batch=batch)
