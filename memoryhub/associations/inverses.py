"""How deeds on keys and names of islands are taken back; called by `ledger.undo` with the entries of one deed."""

from __future__ import annotations

import uuid
from typing import Any

from memoryhub.associations import curating, giving, services
from memoryhub.associations.models import IslandName, Key, KeyLink, KeyVector
from memoryhub.core import errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.spaces import selectors as spaces
from memoryhub.spaces.models import Space


def changed(actor: Actor, entries: list[Entry]) -> None:
    """The key is called as before, and of the kind it was."""
    for entry in entries:
        key = _in_use(spaces.by_id(entry.space_id), entry.subject_id)[entry.subject_id]
        key.kind = entry.values["kind"]
        if "before" in entry.values:
            _call_as_before(key, entry.values)
        key.save()


def _call_as_before(key: Key, values: dict[str, Any]) -> None:
    """Wording, aliases and vectors from what was put aside; aliases that have come since stay."""
    before = _put_aside(key, values["before"])
    key.text, key.normalised = before.text, before.normalised
    key.aliases = [*before.aliases, *key.aliases[values["aliases"] :]]
    key.forms = curating.forms_of(key)
    vectors = KeyVector.objects.filter(space_id=key.space_id)
    vectors.filter(key=key).delete()
    vectors.filter(key=before).update(key=key)
    before.delete()


def merged(actor: Actor, entries: list[Entry]) -> None:
    """The key that was taken over is one of its own again; what the other got with it goes."""
    for entry in entries:
        space = spaces.by_id(entry.space_id)
        curating.hold_chains(space, uuid.UUID(entry.values["merged"]))
        kept = _in_use(space, entry.subject_id)[entry.subject_id]
        gone = _put_aside(kept, entry.values["merged"])
        first, last = entry.values["aliases"]
        del kept.aliases[first:last]
        kept.forms = curating.forms_of(kept)
        kept.save()
        KeyLink.objects.filter(space=space, key=kept, via=gone.pk).delete()
        gone.taken_over_by, gone.forms = None, curating.forms_of(gone)
        gone.save()


def given(actor: Actor, entries: list[Entry]) -> None:
    """Those that got the key lose it."""
    for entry in entries:
        space = spaces.by_id(entry.space_id)
        _in_use(space, entry.subject_id)
        got = [uuid.UUID(memory) for (memory,) in entry.values["memories"]]
        giving.take_back(space=space, key_id=entry.subject_id, version_ids=got)


def taken(actor: Actor, entries: list[Entry]) -> None:
    """Those that lost the key have it as they had."""
    for entry in entries:
        space = spaces.by_id(entry.space_id)
        key = _in_use(space, entry.subject_id)[entry.subject_id]
        told = entry.values["memories"]
        lost = {uuid.UUID(memory): (weight, via and uuid.UUID(via)) for memory, weight, via in told}
        giving.give_back(space=space, key=key, lost=lost)


def split(actor: Actor, entries: list[Entry]) -> None:
    """The part goes back into the whole, with all that has come to it since."""
    for entry in entries:
        if "made" in entry.values:  # the part has an entry of its own, so that later deeds on it are seen
            space, made_id = spaces.by_id(entry.space_id), uuid.UUID(entry.values["made"])
            curating.hold_chains(space, made_id)
            found = _in_use(space, entry.subject_id, made_id)
            _take_back(found[entry.subject_id], found[made_id], entry.values["at"])


def _take_back(key: Key, made: Key, places: list[int]) -> None:
    wordings = [made.text, *made.aliases]
    for at, wording in zip(places, wordings, strict=False):
        key.aliases.insert(at, wording)
    key.aliases += wordings[len(places) or 1 :]
    key.forms = curating.forms_of(key)
    key.save()
    links = KeyLink.objects.filter(space_id=key.space_id)
    links.filter(key=made).exclude(memory_id__in=links.filter(key=key).values("memory_id")).update(key=key)
    made.delete()


def named(actor: Actor, entries: list[Entry]) -> None:
    """The island is called as before: by what people called it, or by its automatic name."""
    for entry in entries:
        services.lock_levels(spaces.by_id(entry.space_id))
        row = IslandName.objects.filter(space_id=entry.space_id, pk=entry.subject_id).first()
        if row is None:
            raise errors.Conflict("All that was on the island is gone.", code="moved_on")
        row.name, row.before = row.before, row.name
        row.save(update_fields=["name", "before"])


def _in_use(space: Space, *key_ids: uuid.UUID) -> dict[uuid.UUID, Key]:
    try:
        return curating.locked(space, key_ids)
    except errors.NotFound as error:
        raise errors.Conflict("The key is gone, or another one has taken it over.", code="moved_on") from error


def _put_aside(key: Key, key_id: str) -> Key:
    found = Key.objects.filter(space_id=key.space_id, pk=key_id, taken_over_by=key).first()
    if found is None:
        raise errors.Conflict("What is to come back is gone.", code="moved_on")
    return found
