"""What callers hand to the services of memories."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memoryhub.memories.models import Memory
from memoryhub.memories.texts import Prepared


@dataclass(frozen=True, slots=True)
class SourceDraft:
    """Where a fact was read. `start` and `end` are characters of the document's content; `quote` is the sentence.

    Without a document the fact was told directly, by a person or a program.
    """

    document_id: uuid.UUID | None = None
    chunk_id: uuid.UUID | None = None
    start: int | None = None
    end: int | None = None
    quote: str = ""
    relevance: float = 1.0


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact to remember. `derives_from` are ids of memories an inference was concluded from; it then is pending."""

    prepared: Prepared
    is_static: bool = False
    confidence: float = 0.6
    forget_after: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    trust: str = "stated"
    origin: str = ""
    rule: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    sources: tuple[SourceDraft, ...] = ()
    is_inference: bool = False
    derives_from: tuple[uuid.UUID, ...] = ()
    evidence: dict[str, Any] = field(default_factory=dict)

    @property
    def stands_on(self) -> tuple[SourceDraft, ...]:
        """Its sources. What was told directly stands on that, so that no document takes it along when it goes."""
        return self.sources or (() if self.is_inference else (SourceDraft(),))


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory and whether it is new (`created`) or had been known and got another source (`source_added`)."""

    memory: Memory
    created: bool
    source_added: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What one forgetting did: the batch to undo it by, the chains it reached, and the ids it did not know."""

    batch: uuid.UUID
    root_ids: tuple[uuid.UUID, ...]
    unknown_ids: tuple[uuid.UUID, ...]
