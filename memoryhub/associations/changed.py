"""What has changed in a space since a map was read, as the ledger and the clock tell it.

Every deed writes an entry that names its subject, and what else it touched among its values. So that no rule has to be
kept for each verb, an id that is named is taken for whatever it may be the id of, and everything that hangs together
with one is read anew: too much rather than too little.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db.models import Q, QuerySet

from memoryhub.associations import services
from memoryhub.associations.graph.inputs import EdgeKind, Flags, GraphInput
from memoryhub.associations.models import KeyLink
from memoryhub.associations.reading import Reading
from memoryhub.associations.seeing import SOON
from memoryhub.core import packed
from memoryhub.core.packed import PackedIds
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import verbs as memory_verbs
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space

MOST_ENTRIES = 5_000
MOST_CHAINS = 5_000
MOST_IDS = 20_000  # that are asked about in one question
UUID_LENGTH = 36
NAMING = {"memory", "document", "relation", "key", "proposal", "member"}  # subjects that are all an entry touches
# Of a space only what leaves its memories alone.
HARMLESS = {
    services.ARRANGED,
    services.ISLAND_NAMED,
    spaces.CREATED,
    spaces.CHANGED,
    spaces.ARCHIVED,
    spaces.UNARCHIVED,
}


@dataclass(frozen=True, slots=True)
class Changed:
    """Chains of memories (by their roots) with something new about them, all versions of theirs, and every id that was
    named, which documents and keys are among."""

    roots: frozenset[uuid.UUID]
    versions: PackedIds
    named: frozenset[uuid.UUID]

    def __bool__(self) -> bool:
        return bool(self.roots or self.named)


def since(space: Space, former: Reading, *, after: int, upto: int, now: datetime) -> Changed | None:
    """What has changed between two revisions, and between the moment of the former reading and now.

    None where it is so much, or such a deed, that a whole reading is better: as after erasing, and when the clock or
    the ledger went back.
    """
    if now < former.now or upto < after or upto - after > MOST_ENTRIES:
        return None
    entries = ledger.entries_of(space.pk).filter(seq__gt=after, seq__lte=upto)
    told = list(entries.values_list("verb", "subject_kind", "subject_id", "values", "undoes"))
    if len(told) != upto - after or not all(_is_told(verb, kind) for verb, kind, *_rest in told):
        return None
    undone = ledger.entries_of(space.pk).filter(pk__in=[undoes for *_rest, undoes in told if undoes])
    values = [each for _verb, _kind, _subject, each, _undoes in told] + list(undone.values_list("values", flat=True))
    named = {subject for _verb, _kind, subject, *_rest in told}.union(*map(_ids_in, values))
    if len(named) > MOST_IDS:
        return None
    roots = _roots(space, former, named, now)
    if len(roots) > MOST_CHAINS:
        return None
    versions = list(Memory.objects.filter(space=space, root_id__in=roots).values_list("pk", flat=True)[: MOST_IDS + 1])
    if len(versions) > MOST_IDS:
        return None
    return Changed(frozenset(roots), packed.pack(versions), frozenset(named))


def _is_told(verb: str, kind: str) -> bool:
    return verb != memory_verbs.ERASED and (kind in NAMING or verb in HARMLESS)


def _ids_in(value: Any) -> Iterator[uuid.UUID]:
    """The ids anywhere in the values of an entry."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _ids_in(each)
    elif isinstance(value, str) and len(value) == UUID_LENGTH:
        try:
            yield uuid.UUID(value)
        except ValueError:  # a word of that length
            return


def _roots(space: Space, former: Reading, named: Iterable[uuid.UUID], now: datetime) -> set[uuid.UUID]:
    """The chains that a named id belongs to, those tied to it by a source or a key, now or in the former reading, and
    those whose end has passed or come near; one more than `MOST_CHAINS` where there are more."""
    rows = Memory.objects.filter(space=space)
    tied = packed.unpack(former.graph.ids[_tied(former, packed.pack(named))][: MOST_CHAINS + 1])
    ended = Q(forget_after__gt=former.now, forget_after__lte=now)
    ends_soon = Q(forget_after__gt=former.now + SOON, forget_after__lte=now + SOON)
    questions: list[QuerySet[Any, uuid.UUID]] = [
        rows.filter(pk__in={*named, *tied}).values_list("root_id", flat=True),
        rows.filter(ended | ends_soon).values_list("root_id", flat=True),
        MemorySource.objects.filter(space=space, document__in=named).values_list("memory__root_id", flat=True),
        KeyLink.objects.filter(space=space, key__in=named).values_list("memory__root_id", flat=True),
    ]
    return {root for question in questions for root in question.distinct()[: MOST_CHAINS + 1]}


def _tied(former: Reading, named: PackedIds) -> Flags:
    """The nodes that a source or a key tied to what is named."""
    graph, keys = former.graph, former.keys
    tied = np.zeros(len(graph), bool)
    told = graph.edge_kinds == EdgeKind.SOURCE
    documents, memories = graph.edges[told].T
    tied[memories[_marked(graph, named)[documents]]] = True
    tied[keys.terms.node[np.isin(keys.terms.key, packed.Index(keys.ids).positions(named))]] = True
    return tied


def _marked(graph: GraphInput, named: PackedIds) -> Flags:
    marked = np.zeros(len(graph), bool)
    places = graph.positions(named)
    marked[places[places >= 0]] = True
    return marked
