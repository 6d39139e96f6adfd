"""One run of a document's stages: what one stage has read is there for the next; what is not there is read again."""

from __future__ import annotations

import functools
import zoneinfo
from collections.abc import Callable
from datetime import date
from pathlib import Path

from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.documents import selectors as documents
from memoryhub.documents.models import Chunk, Document
from memoryhub.ingest import chunking, folding
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.extract import Extracted
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space

ACTOR = Actor.hub("ingest")
AUTHOR, SPEAKERS = "author", "speakers"


class Work:
    """A document in work. Everything here can be made again from the document's rows, so that any worker can go on."""

    def __init__(
        self,
        document: Document,
        *,
        should_stop: Callable[[], bool] = lambda: False,
        asks_who_wants_it: bool = True,
    ) -> None:
        self.document = document
        self._should_stop, self._asks = should_stop, asks_who_wants_it
        self.resumed_at = document.stage
        self._extracted: Extracted | None = None
        self._drafts: list[ChunkDraft] | None = None
        self._chunks: list[Chunk] | None = None

    @functools.cached_property
    def model(self) -> EmbeddingModel:
        """The model all vectors of this run are made by."""
        return ai.active_model()

    @property
    def space(self) -> Space:
        return self.document.space

    @property
    def extracted(self) -> Extracted:
        """The document as its reader read it."""
        if self._extracted is None:
            self._extracted = folding.read(self.document, is_wanted=self.is_wanted)
        return self._extracted

    def unpack(self, scratch: Path) -> Extracted:
        """Read the document with what is inside it, whose files lie below `scratch` from then on."""
        self._extracted = folding.read(self.document, is_wanted=self.is_wanted, scratch=scratch)
        return self._extracted

    def is_wanted(self) -> bool:
        """Whether the work still has a point: the worker goes on, and nobody has stopped or changed the document."""
        return not self._should_stop() and (not self._asks or documents.is_at_work(self.document))

    @property
    def drafts(self) -> list[ChunkDraft]:
        """The slices as they are cut."""
        if self._drafts is None:
            self._drafts = chunking.chunks(self.extracted)
        return self._drafts

    @property
    def chunks(self) -> list[Chunk]:
        """The stored slices of this revision, in order."""
        if self._chunks is None:
            self._chunks = list(documents.chunks_of(self.document))
        return self._chunks

    def keep_chunks(self, chunks: list[Chunk]) -> None:
        """Spare the next stages the reading of rows this run has just written."""
        self._chunks = chunks

    @property
    def said_on(self) -> date | None:
        """The day of the document in its space's calendar."""
        moment = self.document.document_date
        return None if moment is None else moment.astimezone(zoneinfo.ZoneInfo(self.space.time_zone)).date()

    @property
    def author(self) -> str:
        """Who says "I" in the document, where the one who submitted it said so, or the document itself does."""
        author = self.document.metadata.get(AUTHOR) or self.document.properties.get(AUTHOR)
        return author if isinstance(author, str) else ""

    @property
    def names(self) -> dict[str, str]:
        """Speakers' labels and the names to tell of, where the one who submitted the document gave them."""
        names = self.document.metadata.get(SPEAKERS)
        if not isinstance(names, dict):
            return {}
        return {label: name for label, name in names.items() if isinstance(name, str) and name}
