"""Questions about keys."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import connection
from django.db.models import Count, F, Func, Q, QuerySet, TextField, Value

from memoryhub.ai import selectors as ai
from memoryhub.ai import storing
from memoryhub.associations import merging
from memoryhub.associations.models import IslandName, Key, KeyLink
from memoryhub.associations.texts import PreparedKey, normalise
from memoryhub.core import errors
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

LOOKED_AT = 5
# Of a hub no more memories are asked what else they are about, the newest.
NEIGHBOURHOOD = 300


def by_normal_forms(space: Space, normal_forms: Iterable[str]) -> dict[str, Key]:
    """Normal form -> key of the space, by its own form or one of its aliases."""
    wanted = set(normal_forms)
    found: dict[str, Key] = {}
    for key in Key.objects.filter(space=space, forms__overlap=sorted(wanted)):
        for form in wanted.intersection(key.forms):
            # What is called so itself comes before what has it as an alias.
            if form == key.normalised or form not in found:
                found[form] = key
    return found


def nearest_concepts(space: Space, drafts: Sequence[PreparedKey]) -> dict[str, Key]:
    """Normal form -> the concept of the space that means the same, by the model's `key_merge` threshold (cosine)."""
    chosen: dict[str, uuid.UUID] = {}
    for model_id in {draft.model_id for draft in drafts}:
        farthest = 1 - ai.threshold(model_id, "key_merge")
        for normal, key_id, other, distance in _near_concepts(space, model_id, drafts):
            if normal not in chosen and distance <= farthest and merging.may_merge(normal, other):
                chosen[normal] = key_id
    keys = Key.objects.in_bulk(set(chosen.values()))
    return {normal: keys[key_id] for normal, key_id in chosen.items()}


def _near_concepts(
    space: Space, model_id: uuid.UUID, drafts: Sequence[PreparedKey]
) -> list[tuple[str, uuid.UUID, str, float]]:
    """(Normal form of a draft, id and normal form of a concept, distance): the few nearest of each, in one query."""
    asked = [draft for draft in drafts if draft.model_id == model_id]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT asked.normal, near.id, near.normalised, near.distance"
            " FROM unnest(%(normals)s::text[], %(vectors)s::halfvec[]) AS asked (normal, vector)"
            " CROSS JOIN LATERAL ("
            "  SELECT key.id, key.normalised, (row.vector <=> asked.vector) + 0.0 AS distance"
            "  FROM associations_keyvector AS row JOIN associations_key AS key ON key.id = row.key_id"
            "  WHERE row.space_id = %(space)s AND row.model_id = %(model)s AND key.kind = %(kind)s"
            "  AND key.taken_over_by_id IS NULL"
            "  ORDER BY distance, key.id LIMIT %(most)s"
            " ) AS near ORDER BY asked.normal, near.distance, near.id",
            {
                "normals": [draft.normalised for draft in asked],
                "vectors": [storing.as_text(draft.vector) for draft in asked],
                "space": space.pk,
                "model": model_id,
                "kind": Key.Kind.CONCEPT,
                "most": LOOKED_AT,
            },
        )
        return list(cursor.fetchall())


def keys_by_id(space: Space, key_ids: Iterable[uuid.UUID]) -> QuerySet[Key]:
    """These keys of the space, as far as there are such."""
    return Key.objects.filter(space=space, pk__in=set(key_ids), taken_over_by=None)


def keys_worded(space: Space, wordings: Iterable[str]) -> dict[str, Key]:
    """Wording -> the key that has just it, not as an alias."""
    wanted = set(wordings)
    rows = Key.objects.filter(space=space, normalised__in={normalise(each) for each in wanted}, taken_over_by=None)
    return {key.text: key for key in rows if key.text in wanted}


def newest_with_keys(space: Space, normal_forms: Iterable[str], *, each: int) -> dict[str, list[uuid.UUID]]:
    """Normal form, of a key or an alias -> the `each` newest versions that have the key, in one query that reads no
    more than those.
    """
    wanted = list(normal_forms)
    found: dict[str, list[uuid.UUID]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT said.form, link.memory_id FROM associations_key AS key"
            " CROSS JOIN LATERAL unnest(key.forms) AS said (form)"
            " CROSS JOIN LATERAL ("
            " SELECT memory_id FROM associations_keylink WHERE space_id = key.space_id AND key_id = key.id"
            " ORDER BY memory_id DESC LIMIT %s) AS link"
            " WHERE key.space_id = %s AND key.forms && %s::varchar[] AND said.form = ANY(%s)"
            " ORDER BY said.form, link.memory_id DESC",
            [each, space.pk, wanted, wanted],
        )
        for normal, memory_id in cursor.fetchall():
            found.setdefault(normal, []).append(memory_id)
    return found


def key_texts_of(space: Space, memory_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, dict[str, str]]:
    """Version id -> normal form -> text of its keys."""
    found: dict[uuid.UUID, dict[str, str]] = {}
    rows = KeyLink.objects.filter(space=space, memory_id__in=set(memory_ids), key__taken_over_by=None)
    for memory_id, normal, wording in rows.values_list("memory_id", "key__normalised", "key__text"):
        found.setdefault(memory_id, {})[normal] = wording
    return found


def keys_of(space: Space, memory_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, list[Key]]:
    """Version id -> its keys, heaviest first."""
    found: dict[uuid.UUID, list[Key]] = {}
    linked = Key.objects.filter(links__space=space, links__memory__in=set(memory_ids), taken_over_by=None)
    # A list of memories has hundreds; nobody looks at more of them than what they say.
    shown = linked.only("text", "kind").annotate(memory_id=F("links__memory"))
    for key in shown.order_by("-links__weight", "text"):
        found.setdefault(key.memory_id, []).append(key)
    return found


def keys_with_counts(space: Space, *, now: datetime, kind: str = "", query: str = "") -> QuerySet[Key]:
    """Keys with `memory_count`, the current memories that have them; most used first.

    A key that no current memory has is none of them: its wording would tell of what is forgotten or waits. `query` is
    looked for inside all wordings of a key, as it stands.
    """
    keys = Key.objects.filter(space=space, taken_over_by=None, **({"kind": kind} if kind else {}))
    if query:
        wordings = Func(F("forms"), Value("\n"), function="array_to_string", output_field=TextField())
        said = normalise(query)
        if not said:  # nothing is left of mere punctuation, and every wording has nothing inside
            keys = keys.none()
        keys = keys.annotate(wordings=wordings).filter(wordings__contains=said)
    return keys.annotate(memory_count=_used(now)).filter(memory_count__gt=0).order_by("-memory_count", "text")


def _used(now: datetime) -> Count:
    return Count("links", filter=memories.current(now, "links__memory__"))


def counted(space: Space, key_id: uuid.UUID, *, now: datetime) -> Key:
    """One key with `memory_count`, 0 where no current memory has it, for whoever has just changed it."""
    return Key.objects.filter(space=space, taken_over_by=None).annotate(memory_count=_used(now)).get(pk=key_id)


def key_of(space: Space, key_id: uuid.UUID, *, now: datetime) -> Key:
    """One of `keys_with_counts`; `errors.NotFound` otherwise."""
    key = keys_with_counts(space, now=now).filter(pk=key_id).first()
    if key is None:
        raise errors.NotFound()
    return key


def memories_with(space: Space, key_id: uuid.UUID, *, now: datetime) -> QuerySet[Memory]:
    """The current memories that have this key."""
    return memories.current_memories_of(space, now=now).filter(key_links__key=key_id)


def neighbours(space: Space, key_id: uuid.UUID, *, now: datetime, limit: int) -> Sequence[Key]:
    """Keys of the newest current memories that have this one, with `shared`, how many of these: most first."""
    newest = memories_with(space, key_id, now=now).order_by("-pk").values("pk")[:NEIGHBOURHOOD]
    around = Key.objects.filter(space=space, links__memory__in=newest, taken_over_by=None).exclude(pk=key_id)
    return list(around.annotate(shared=Count("links")).order_by("-shared", "text", "pk")[:limit])


def recurring(space: Space, key_ids: Iterable[uuid.UUID], *, now: datetime, documents: int) -> QuerySet[Key]:
    """Which of these keys have current memories from at least `documents` documents (`document_count`)."""
    current = memories.current(now, "links__memory__") & Q(links__memory__sources__ended_at=None)
    stated = current & Q(links__memory__is_inference=False)
    return (
        Key.objects.filter(space=space, pk__in=set(key_ids))
        .annotate(document_count=Count("links__memory__sources__document", filter=stated, distinct=True))
        .filter(document_count__gte=documents)
        .order_by("normalised")
    )


def island_names(space: Space, name_ids: Iterable[uuid.UUID]) -> QuerySet[IslandName]:
    """Names that people gave to islands of the map, by their ids."""
    return IslandName.objects.filter(space=space, pk__in=set(name_ids))
