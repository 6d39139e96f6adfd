"""Writes of keys and their links to memories."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence

from django.db import connection

from memoryhub.ai import storing
from memoryhub.associations import selectors
from memoryhub.associations.models import GraphLevel, IslandName, Key, KeyLink, KeyVector
from memoryhub.associations.texts import PreparedKey, normalise
from memoryhub.core import clock, errors, ids, locks, packed
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

LINKED = "key.linked"
UNLINKED = "key.unlinked"
ARRANGED = "space.arranged"
ISLAND_NAMED = "island.named"
ARRANGED_AT_ONCE = 8_000  # nodes whose map is arranged while somebody waits, in about a second


@service
def link(
    *,
    actor: Actor,
    space: Space,
    keys: Mapping[uuid.UUID, Sequence[PreparedKey]],
    about: tuple[str, uuid.UUID],
    merge: bool = True,
) -> dict[str, Key]:
    """Give memories (version id -> prepared keys) their keys; returns the keys used by normal form.

    A concept closer to an existing one than the model's `key_merge` threshold becomes an alias of it; names and
    proper nouns match by their normal form or an alias alone. One entry is written for all links of the call, with
    the subject (kind, id) it is `about`: the memory, or the document they were read from.
    """
    drafts = {draft.normalised: draft for each in keys.values() for draft in each}
    known = held(space, drafts, merge=merge)
    pairs = {(known[draft.normalised].pk, memory_id) for memory_id, each in keys.items() for draft in each}
    if made := insert_links(space, sorted(pairs)):
        _record(actor, space, LINKED, about, len(made))
    return known


def insert_links(space: Space, pairs: Sequence[tuple[uuid.UUID, uuid.UUID]]) -> list[uuid.UUID]:
    """Insert those of these (key id, memory id) that are not there; returns the memories of those."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO associations_keylink (id, space_id, key_id, memory_id, weight)"
            " SELECT link.id, %s, link.key_id, link.memory_id, 1"
            " FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[]) AS link (id, key_id, memory_id) ON CONFLICT DO NOTHING"
            " RETURNING memory_id",
            [space.pk, [ids.new() for _ in pairs], [key for key, _ in pairs], [memory for _, memory in pairs]],
        )
        return [memory_id for (memory_id,) in cursor.fetchall()]


def held(space: Space, drafts: Mapping[str, PreparedKey], *, merge: bool) -> dict[str, Key]:
    """As `resolve`; nobody drops these keys as unused before the links to them are committed."""
    known = resolve(space, drafts, merge=merge)
    while not _hold({key.pk for key in known.values()}):  # one went in this very moment
        known = resolve(space, drafts, merge=merge)
    return known


def _hold(key_ids: set[uuid.UUID]) -> bool:
    """Share a lock that only dropping and merging keys have to wait for; whether all of them are still in use."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM associations_key WHERE id = ANY(%s) AND taken_over_by_id IS NULL"
            " ORDER BY normalised FOR KEY SHARE",
            [list(key_ids)],
        )
        return len(cursor.fetchall()) == len(key_ids)


def resolve(space: Space, drafts: Mapping[str, PreparedKey], *, merge: bool) -> dict[str, Key]:
    """Normal form -> key, made where neither the form, nor an alias, nor (for concepts) a near meaning is known."""
    known = selectors.by_normal_forms(space, drafts)
    missing = {normal: draft for normal, draft in drafts.items() if normal not in known}
    if merge:
        near = selectors.nearest_concepts(space, [draft for draft in missing.values() if draft.kind == "concept"])
        for normal, key in near.items():
            if (found := add_alias(space, key, missing[normal].text)) is not None:
                known[normal] = found
                del missing[normal]
    return known | _make(space, missing)


def add_alias(space: Space, key: Key, wording: str) -> Key | None:
    """Keep another wording with a key; None when the key has just gone."""
    found = Key.objects.select_for_update().filter(space=space, pk=key.pk, taken_over_by=None).first()
    if found is None:
        return None
    key = found
    if wording != key.text and wording not in key.aliases:
        key.aliases, key.forms = [*key.aliases, wording], sorted({*key.forms, normalise(wording)})
        key.save(update_fields=["aliases", "forms"])
    return key


def _make(space: Space, drafts: Mapping[str, PreparedKey]) -> dict[str, Key]:
    wanted = [
        Key(
            id=ids.new(),
            space=space,
            text=draft.text,
            normalised=normal,
            kind=draft.kind,
            forms=[normal],
            created_at=clock.now(),
        )
        for normal, draft in sorted(drafts.items())
    ]
    ours = _insert_new(wanted)
    made = {key.normalised: key for key in wanted if key.pk in ours}
    for model_id in {draft.model_id for draft in drafts.values()}:
        rows = [(key.pk, drafts[normal].vector) for normal, key in made.items() if drafts[normal].model_id == model_id]
        storing.insert(KeyVector, "key", rows, space_id=space.pk, model_id=model_id)
    theirs = drafts.keys() - made.keys()
    known = Key.objects.filter(space=space, normalised__in=theirs, taken_over_by=None)
    return made | {key.normalised: key for key in known}


def _insert_new(keys: Sequence[Key]) -> set[uuid.UUID]:
    """Insert those of these keys whose normal form is new to the space; returns their ids.

    Sorted and with ON CONFLICT: two workers that meet the same new keys wait for each other in one order.
    """
    if not keys:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO associations_key (id, space_id, text, normalised, kind, aliases, forms, created_at)"
            " SELECT id, %s, text, normalised, kind, '{}', ARRAY[normalised], %s"
            " FROM unnest(%s::uuid[], %s::text[], %s::text[], %s::text[]) AS new (id, text, normalised, kind)"
            " ON CONFLICT DO NOTHING RETURNING id",
            [
                keys[0].space_id,
                keys[0].created_at,
                [key.pk for key in keys],
                [key.text for key in keys],
                [key.normalised for key in keys],
                [key.kind for key in keys],
            ],
        )
        return {key_id for (key_id,) in cursor.fetchall()}


@service
def unlink(*, actor: Actor, space: Space, memory_id: uuid.UUID, key_id: uuid.UUID) -> None:
    """Take a key off a memory; a key nobody uses any more goes."""
    links = KeyLink.objects.filter(space=space, memory_id=memory_id, key_id=key_id, key__taken_over_by=None)
    gone, _ = links.delete()
    if not gone:
        raise errors.NotFound()
    drop_unused(space.pk, [key_id])
    root_id = Memory.objects.values_list("root_id", flat=True).get(space=space, pk=memory_id)
    _record(actor, space, UNLINKED, ("memory", root_id), 1)


def carry(old: Memory, new: Memory) -> None:
    """A new version starts with the keys of the one before it, save names the text no longer names."""
    links = [
        link
        for link in KeyLink.objects.select_related("key").filter(space_id=old.space_id, memory=old)
        if not _is_gone(link.key, old, new)
    ]
    KeyLink.objects.bulk_create(
        [
            KeyLink(id=ids.new(), space_id=new.space_id, key_id=row.key_id, memory=new, weight=row.weight, via=row.via)
            for row in links
        ],
        ignore_conflicts=True,
    )


def _is_gone(key: Key, old: Memory, new: Memory) -> bool:
    """Whether a name or proper noun stood in the old text and does not stand in the new one."""
    if key.kind == Key.Kind.CONCEPT:
        return False
    said, says = normalise(old.text), normalise(new.text)
    return any(form in said for form in key.forms) and not any(form in says for form in key.forms)


def drop_links(versions: Iterable[Memory]) -> None:
    """Erased versions lose their keys, and keys that only they used go with their text.

    So do those that no memory has: they wait for a deed to be taken back (`giving`), and may tell of what is erased.
    """
    rows = list(versions)
    links = KeyLink.objects.filter(memory_id__in=[row.pk for row in rows])
    key_ids = set(links.values_list("key_id", flat=True))
    links.delete()
    if rows:
        space_id = rows[0].space_id
        idle = Key.objects.filter(space_id=space_id, links=None, taken_over_by=None)
        drop_unused(space_id, key_ids | set(idle.values_list("pk", flat=True)))


def drop_unused(space_id: uuid.UUID, key_ids: Iterable[uuid.UUID]) -> None:
    """Delete those of these keys that no memory has any more."""
    held = Key.objects.filter(space_id=space_id, pk__in=set(key_ids)).order_by("normalised").select_for_update()
    key_ids = [key.pk for key in held]  # asked for links only now, when who was giving one of them out is done
    Key.objects.filter(space_id=space_id, pk__in=set(key_ids), links=None).delete()


def drop_levels(space: Space) -> None:
    """Drop the stored levels of the graph, whose clusters bear words of keys and memories; the next reader has them
    made. Of a large space only the names go, since it takes long to arrange. Names that people gave are theirs and
    stay, but for those of islands of which nothing is left.
    """
    lock_levels(space)
    _drop_lost_names(space)
    nameless = {"name": "", "named_by": -1}
    for row in GraphLevel.objects.filter(space=space).only("clusters", "parts"):
        if sum(each["count"] for each in row.clusters) <= ARRANGED_AT_ONCE:
            row.delete()
        else:
            clusters, parts = ([{**each, **nameless} for each in told] for told in (row.clusters, row.parts))
            GraphLevel.objects.filter(pk=row.pk).update(id=ids.new(), clusters=clusters, parts=parts)


def _drop_lost_names(space: Space) -> None:
    for row in IslandName.objects.filter(space=space):
        members = packed.unpack(packed.of_bytes(row.members))
        left = Memory.objects.filter(space=space, pk__in=members, erased_at=None)
        if not left.exists() and not Document.objects.filter(space=space, pk__in=members).exists():
            row.delete()


def lock_levels(space: Space) -> None:
    """Let nobody else write the levels of the space before this transaction ends."""
    locks.names([f"graph:{space.pk}"])


def _record(actor: Actor, space: Space, verb: str, about: tuple[str, uuid.UUID], count: int) -> None:
    kind, subject_id = about
    record(actor=actor, space_id=space.pk, verb=verb, subject_kind=kind, subject_id=subject_id, values={"links": count})
