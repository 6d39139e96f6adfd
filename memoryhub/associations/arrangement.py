"""How a space was arranged last: its one stored map, carried over to what is there now, and arranged anew by a job."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import transaction

from memoryhub.associations import island_names, reading, services
from memoryhub.associations.graph import levels as graph_levels
from memoryhub.associations.graph import names
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import GraphInput
from memoryhub.associations.graph.levels import Cluster, Former, Levels, Part
from memoryhub.associations.models import GraphLevel
from memoryhub.core import clock, columns, ids, packed
from memoryhub.core.packed import PackedIds
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories.verbs import ERASED
from memoryhub.spaces.models import Space

ACTOR = Actor.hub("graph")
Named = TypeVar("Named", Cluster, Part)


@dataclass(frozen=True, slots=True)
class Stored:
    """A map as it was stored: its nodes, how many came in since it was arranged, and which writing of the row it is."""

    ids: PackedIds
    levels: Levels
    added: int
    writing: UUID


def stored_of(space: Space, *, known: Stored | None = None) -> Stored | None:
    """The space's map, if it has one; ``known`` is not read again where it is that still."""
    if known is not None and GraphLevel.objects.filter(space=space, pk=known.writing).exists():
        return known
    row = GraphLevel.objects.filter(space=space).first()
    return None if row is None else _as_stored(row)


def _as_stored(row: GraphLevel) -> Stored:
    places = np.frombuffer(row.places, "<f4").reshape(-1, 2).astype(np.float64)
    parts = tuple(Part(**each) for each in row.parts)
    part = np.frombuffer(row.part, "<u4").astype(np.int64) - 1 if parts else np.zeros(0, np.int64)
    clusters = tuple(Cluster(**{**each, "role": Role(each["role"])}) for each in row.clusters)
    label = np.frombuffer(row.members, "<u2").astype(np.int64)
    levels = Levels(places[:, 0].copy(), places[:, 1].copy(), label, clusters, (), part, parts)
    return Stored(packed.of_bytes(row.node_ids), levels, row.added, row.pk)


def carried_over(stored: Stored, graph: GraphInput) -> Former:
    """The stored map as far as it is still there; islands keep a name only while it is said by something on the map, so
    that a forgotten word goes with its memory."""
    former = graph_levels.carry_over(stored.ids, stored.levels, graph)
    by_keys = [each.name for each in former.clusters if each.named_by < 0]
    said = _said(graph, by_keys + [each.name for each in former.parts if each.named_by < 0])
    return replace(
        former,
        clusters=tuple(_if_said(each, said) for each in former.clusters),
        parts=tuple(_if_said(each, said) for each in former.parts),
    )


def _said(graph: GraphInput, called: Iterable[str]) -> set[str]:
    """Which words of names are keys of the map."""
    words = {word for name in called for word in name.split(names.AND)}
    said = words.intersection(graph.keys.texts)
    if said != words:  # other keys look different in a name
        changed = (
            text for text in graph.keys.texts if len(text) > names.LONGEST or not text.isprintable() or "  " in text
        )
        said |= words.intersection(map(names.shorten, changed))
    return said


def _if_said(each: Named, said: set[str]) -> Named:
    stays = each.named_by >= 0 or said.issuperset(each.name.split(names.AND))
    return each if stays else graph_levels.without_name(each)


def keep(
    space: Space,
    graph: GraphInput,
    arranged: Levels,
    *,
    revision: int,
    instead_of: Stored | None,
    added: int = 0,
    settle: bool = False,
) -> Stored | None:
    """Store a map of that revision, with so many nodes ``added`` since it was arranged; returns it as it was stored.

    With ``settle`` the names that people gave go on with who is on their islands now.

    Not where it was made from a map that is no longer the stored one, nor where something has been erased since: then
    the next reader's is stored.
    """
    with transaction.atomic(savepoint=False):
        services.lock_levels(space)
        if _erased_since(space, revision):
            return None
        row = GraphLevel(space=space, added=added, **_row(graph, arranged, revision))
        if instead_of is None:
            GraphLevel.objects.bulk_create([row], ignore_conflicts=True)
        else:
            values = {each.attname: getattr(row, each.attname) for each in GraphLevel._meta.concrete_fields}
            GraphLevel.objects.filter(space=space, pk=instead_of.writing).update(**values)
        if settle:
            island_names.settle(space, graph, arranged)
    return _as_stored(row)


def arrange(space: Space) -> bool:
    """Arrange a space whose map is not there, or too old, and say so to those who look; whether that was needed."""
    now = clock.now()
    with columns.one_moment():
        stored = stored_of(space)
        revision = ledger.revision_of(space.pk)
        graph = reading.read(space, now, most=settings.MEMORYHUB_LIMITS["map_nodes"]).seen(with_review=True)
    former = None if stored is None else carried_over(stored, graph)
    if stored is not None and former is not None and not graph_levels.needs_rebuild(former, added=stored.added):
        return False
    _put(space, graph, graph_levels.build(graph, former=former), revision)
    return True


@service
def _put(space: Space, graph: GraphInput, arranged: Levels, revision: int) -> None:
    """Put the map in the place of whatever is stored. Names go where one of their words may have been erased since."""
    services.lock_levels(space)
    if _erased_since(space, revision):
        arranged = replace(
            arranged,
            clusters=tuple(map(graph_levels.without_name, arranged.clusters)),
            parts=tuple(map(graph_levels.without_name, arranged.parts)),
        )
    GraphLevel.objects.filter(space=space).delete()
    GraphLevel.objects.create(space=space, **_row(graph, arranged, revision))
    island_names.settle(space, graph, arranged)
    record(actor=ACTOR, space_id=space.pk, verb=services.ARRANGED, subject_kind="space", subject_id=space.pk)


def _row(graph: GraphInput, arranged: Levels, revision: int) -> dict[str, Any]:
    return {
        "id": ids.new(),
        "seq": revision,
        "node_ids": packed.to_bytes(graph.ids),
        "places": np.column_stack([arranged.x, arranged.y]).astype("<f4").tobytes(),
        "members": arranged.cluster.astype("<u2").tobytes(),
        "clusters": [{**_plain(each), "role": each.role.value} for each in arranged.clusters],
        "part": (arranged.part + 1).astype("<u4").tobytes(),
        "parts": list(map(_plain, arranged.parts)),
        "created_at": clock.now(),
    }


def _plain(each: Cluster | Part) -> dict[str, Any]:
    """By the names of its fields; `dataclasses.asdict` copies every value of thousands of parts."""
    return {field.name: getattr(each, field.name) for field in fields(each)}


def _erased_since(space: Space, revision: int) -> bool:
    return ledger.entries_of(space.pk).filter(seq__gt=revision, verb=ERASED).exists()
