"""The change of the embedding model: a second one is filled beside the one in use, takes its place in one step once
nothing is missing, and the old one's vectors are dropped on demand.

Search compares vectors of the one active model only, so that there is never a mixture. What comes in while a model
fills is stored with the active one's vector and gets the other within a minute; what was on its way when models were
switched gets the new one's likewise, and is found by its words until then.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from memoryhub.ai import filling
from memoryhub.ai import services as ai
from memoryhub.ai.filling import Owners
from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations.models import Key, KeyVector
from memoryhub.core import errors
from memoryhub.documents.models import Chunk, ChunkVector
from memoryhub.memories.models import Memory, MemoryVector

AT_ONCE = 128
# Documents that were in work when models were switched are through after so long.
STRAGGLING = timedelta(hours=1)

EMBEDDED = (
    Owners("memories", MemoryVector, "memory", "text", lambda: Memory.objects.filter(erased_at=None)),
    Owners("chunks", ChunkVector, "chunk", "embed_text", lambda: Chunk.objects.filter(tokens__isnull=False)),
    Owners("keys", KeyVector, "key", "text", lambda: Key.objects.all()),
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many rows of one kind have a vector of a model, of all that should."""

    name: str
    done: int
    total: int


def progress(model: EmbeddingModel) -> list[Progress]:
    """For memories, chunks and keys."""
    found = []
    for owners in EMBEDDED:
        total = owners.rows().count()
        found.append(Progress(owners.name, total - owners.without(model.pk).count(), total))
    return found


def is_complete(model: EmbeddingModel) -> bool:
    """Whether nothing lacks a vector of the model."""
    return not any(owners.without(model.pk).exists() for owners in EMBEDDED)


def stored(model: EmbeddingModel) -> int:
    """How many vectors of the model there are."""
    return sum(owners.table._default_manager.filter(model=model).count() for owners in EMBEDDED)


def fill(model: EmbeddingModel, *, seconds: float) -> bool:
    """Embed what is missing for up to so long; whether all of it was looked at. Raises `errors.Unavailable`.

    Every batch is a transaction of its own: whoever goes on after a crash finds missing what is missing.
    """
    until = time.monotonic() + seconds
    for owners in EMBEDDED:
        after: uuid.UUID | None = None
        while texts := filling.missing(owners, model.pk, after=after, limit=AT_ONCE):
            if time.monotonic() > until:
                return False
            vectors = ai.embed([text.text for text in texts], model=model)
            filling.store(owners, model.pk, list(zip(texts, vectors, strict=True)))
            after = texts[-1].id
    return True


def switch(*, model: EmbeddingModel) -> None:
    """Let search use the model from now on. `errors.Conflict` while something lacks its vector.

    Nobody stores a vector while it is looked at a last time.
    """
    model.refresh_from_db()
    if model.state == EmbeddingModel.State.ACTIVE:
        return
    # The handful that came in since it was complete.
    fill(model, seconds=5)
    with transaction.atomic():
        ai.lock_models()
        if not is_complete(model):
            left = {one.name: one.total - one.done for one in progress(model)}
            raise errors.Conflict("This model is not filled yet.", code="model_not_filled", missing=left)
        ai.activate(model=model)


def drop(*, model: EmbeddingModel) -> int:
    """Delete all vectors of a model that is not in use, and fill it no more; returns how many there were.

    Its row stays, with its thresholds. `errors.Conflict` for the active one.
    """
    ai.retire(model=model)
    return sum(owners.table._default_manager.filter(model=model).delete()[0] for owners in EMBEDDED)


def to_fill(*, now: datetime) -> list[EmbeddingModel]:
    """Models that may lack vectors: those that fill, and for an hour the one that has just been switched to."""
    filled = EmbeddingModel.objects.filter(state=EmbeddingModel.State.FILLING)
    switched = EmbeddingModel.objects.filter(state=EmbeddingModel.State.ACTIVE, active_since__gt=now - STRAGGLING)
    return [model for model in (*filled, *switched) if not is_complete(model)]
