"""What the space knows already that the facts of a document may concern, in a handful of queries for all of them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np
from django.db.models import DateTimeField, F, Max
from django.db.models.functions import Coalesce

from memoryhub.associations import selectors as associations
from memoryhub.associations.texts import PreparedKey
from memoryhub.core import clock
from memoryhub.ingest.facts import Fact
from memoryhub.ingest.updates import Candidate
from memoryhub.memories import resident, states
from memoryhub.memories import selectors as memories
from memoryhub.memories.drafts import Draft, SourceDraft
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.spaces.models import Space

NEAREST = 4
# Some of the nearest may have been superseded since.
SPARE = 2
SAME_KEY = 2


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


@dataclass(frozen=True, slots=True)
class Known:
    """A memory the space has, as far as a new fact is compared with it."""

    id: uuid.UUID
    root_id: uuid.UUID
    text: str
    language: str
    created_at: datetime

    @property
    def candidate(self) -> Candidate:
        """The memory as it is compared, without its day."""
        return Candidate(self.text, self.language)

    @property
    def dated(self) -> Candidate:
        """The same with the day its newest source was said or written; one query."""
        said = Coalesce(F("chunk__turn__at"), F("document__document_date"), output_field=DateTimeField())
        newest = MemorySource.objects.filter(memory_id=self.id, ended_at=None).aggregate(said=Max(said))["said"]
        return Candidate(self.text, self.language, (newest or self.created_at).date())


def known(memory: Memory) -> Known:
    """A row as it is compared."""
    return Known(memory.pk, memory.root_id, memory.text, memory.language, memory.created_at)


def concerned(space: Space, told: Sequence[Told]) -> list[list[Known]]:
    """For each fact the current memories it may concern, nearest first: the nearest by vector, and the newest that
    share a key. A fact can only be compared with one of its language, so others are left out.
    """
    if not told:
        return []
    vectors = np.stack([one.draft.prepared.vector for one in told])
    near = resident.nearest(space, model_id=told[0].draft.prepared.model_id, vectors=vectors, limit=NEAREST + SPARE)
    by_key = associations.newest_with_keys(space, {key.normalised for one in told for key in one.keys}, each=SAME_KEY)
    keyed = [[found for key in one.keys for found in by_key.get(key.normalised, ())] for one in told]
    wanted = {memory_id for ranked in near for memory_id, _ in ranked} | {each for ids in keyed for each in ids}
    rows = _current(space, wanted)
    found = []
    for one, ranked, same_key in zip(told, near, keyed, strict=True):
        nearest = list(dict.fromkeys(rows[memory_id] for memory_id, _ in ranked if memory_id in rows))
        both = dict.fromkeys([*nearest[:NEAREST], *(rows[memory_id] for memory_id in same_key if memory_id in rows)])
        found.append([known for known in both if known.language == one.fact.language])
    return found


def _current(space: Space, memory_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Known]:
    """What these versions' chains say now, by the id of the version, where they are current. One that has just been
    superseded stands for what took its place: what is found now may have been moved since it was looked for.

    Without the columns nobody compares: a row's tokens alone are most of it.
    """
    rows = memories.current_memories_of(space, now=clock.now()).filter(root__chain__in=memory_ids)
    named = rows.values_list("root__chain", "pk", "root_id", "text", "language", "created_at")
    return {row[0]: Known(*row[1:]) for row in named}


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
        return [row for row in self.left() if states.of(row.memory) == states.CURRENT]


def earlier(space: Space, document_id: uuid.UUID) -> Earlier:
    """The live sources that are this document, by what their memories say; of two with one text the newer version."""
    rows = MemorySource.objects.select_related("memory").filter(
        space=space, document_id=document_id, ended_at=None, memory__erased_at=None
    )
    return Earlier({row.memory.text_hash: row for row in rows.order_by("memory__is_latest", "created_at", "pk")})


def stated(rows: Collection[Memory]) -> list[Memory]:
    """Those of these memories that are not waiting for, or were refused by, a person."""
    return [row for row in rows if row.review_status in {None, Memory.Review.APPROVED}]
