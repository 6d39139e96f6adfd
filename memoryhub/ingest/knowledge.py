"""What the space knows already that the facts of a document may concern, in a handful of queries for all of them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from django.db.models import DateTimeField, F, Max
from django.db.models.functions import Coalesce

from memoryhub.associations import selectors as associations
from memoryhub.associations.texts import PreparedKey
from memoryhub.core import clock
from memoryhub.ingest.facts import Fact
from memoryhub.ingest.updates import Candidate
from memoryhub.memories import resident
from memoryhub.memories import selectors as memories
from memoryhub.memories.drafts import Draft, SourceDraft
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.spaces.models import Space

NEAREST = 5
# Some of the nearest may have been superseded since.
SPARE = 3
SAME_KEY = 2
# Of a candidate only what it is compared by, and what tells whether it has moved; its tokens alone are most of a row.
NEEDED = (
    "space", "root", "version", "is_latest", "text", "language", "created_at", "forgotten_at", "erased_at",
    "review_status",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A fact of the document, made ready to be stored; `said_on` is the day it was said or written."""

    fact: Fact
    draft: Draft
    keys: tuple[PreparedKey, ...]
    said_on: date

    @property
    def hash(self) -> str:
        """Equal hashes mean the same fact."""
        return self.draft.prepared.text_hash

    @property
    def source(self) -> SourceDraft:
        """Where it stands in the document."""
        return self.draft.sources[0]

    @property
    def candidate(self) -> Candidate:
        """The fact as it is compared with others."""
        text = self.draft.prepared.text
        return Candidate(text, self.fact.language, self.said_on, "correction" in self.fact.flags)


def concerned(space: Space, told: Sequence[Told]) -> tuple[list[list[Memory]], dict[uuid.UUID, Candidate]]:
    """For each fact the current memories it may concern, nearest first, and all of them as candidates by id.

    They are the nearest by vector, and the newest that share a key. A fact can only be compared with one of its
    language, so others are left out.
    """
    if not told:
        return [], {}
    vectors = np.stack([one.draft.prepared.vector for one in told])
    near = resident.nearest(space, model_id=told[0].draft.prepared.model_id, vectors=vectors, limit=NEAREST + SPARE)
    by_key = associations.newest_with_keys(space, {key.normalised for one in told for key in one.keys}, each=SAME_KEY)
    wanted = [
        [
            *(memory_id for memory_id, _ in ranked),
            *(found for key in one.keys for found in by_key.get(key.normalised, ())),
        ]
        for one, ranked in zip(told, near, strict=True)
    ]
    rows = (
        memories.current_memories_of(space, now=clock.now())
        .only(*NEEDED)
        .in_bulk({memory_id for ids in wanted for memory_id in ids})
    )
    lists = [_usable(one, ids, rows, len(ranked)) for one, ids, ranked in zip(told, wanted, near, strict=True)]
    return lists, candidates({row.pk: row for found in lists for row in found}.values())


def _usable(one: Told, ids: Sequence[uuid.UUID], rows: dict[uuid.UUID, Memory], by_vector: int) -> list[Memory]:
    near = [rows[memory_id] for memory_id in ids[:by_vector] if memory_id in rows][:NEAREST]
    keyed = [rows[memory_id] for memory_id in ids[by_vector:] if memory_id in rows]
    distinct = {row.pk: row for row in [*near, *keyed]}
    return [row for row in distinct.values() if row.language == one.fact.language]


def candidates(rows: Iterable[Memory]) -> dict[uuid.UUID, Candidate]:
    """Memories as they are compared with others, with the day their newest source was said or written."""
    found = {row.pk: row for row in rows}
    if not found:
        return {}
    said = Coalesce(F("chunk__turn__at"), F("document__document_date"), output_field=DateTimeField())
    dated = dict(
        MemorySource.objects.filter(memory_id__in=found, ended_at=None)
        .values_list("memory_id")
        .annotate(said=Max(said))
        .order_by()
    )
    return {
        pk: Candidate(row.text, row.language, (dated.get(pk) or row.created_at).date()) for pk, row in found.items()
    }


@dataclass(slots=True)
class Earlier:
    """What the document was a source of before this revision."""

    by_hash: dict[str, MemorySource]

    def take(self, text_hash: str) -> MemorySource | None:
        """The source whose sentence still says this, whatever became of the memory; each is taken once."""
        return self.by_hash.pop(text_hash, None)

    def left(self) -> list[MemorySource]:
        """Those nobody took: the document does not say this any more."""
        return list(self.by_hash.values())

    def vanished(self) -> list[MemorySource]:
        """Of those the ones whose memory is what its chain says now."""
        return [row for row in self.left() if row.memory.is_latest and row.memory.forgotten_at is None]


def earlier(space: Space, document_id: uuid.UUID) -> Earlier:
    """The live sources that are this document, by what their memories say; of two with one text the newer version."""
    rows = MemorySource.objects.select_related("memory").filter(
        space=space, document_id=document_id, ended_at=None, memory__erased_at=None
    )
    return Earlier({row.memory.text_hash: row for row in rows.order_by("memory__is_latest", "created_at", "pk")})


def stated(rows: Collection[Memory]) -> list[Memory]:
    """Those of these memories that are not waiting for, or were refused by, a person."""
    return [row for row in rows if row.review_status in {None, Memory.Review.APPROVED}]
