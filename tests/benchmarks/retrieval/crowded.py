"""A large space of made-up rows: words by Zipf's law, and real vectors of our own texts moved about; all seeded."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Sequence

import numpy as np
from django.db import connection, transaction

from memoryhub.ai import adapters, corpus, storing
from memoryhub.ai.models import EmbeddingModel, Vector
from memoryhub.ai.vectors import Vectors, unit
from memoryhub.core import bulk, clock, ids
from memoryhub.documents.models import Chunk, ChunkVector, Document
from memoryhub.memories.models import Memory, MemoryVector
from memoryhub.spaces.models import Space

SEED = 20261130
WORDS = [f"word{number}" for number in range(20_000)]
AT_ONCE = 5_000
# How far a vector is moved towards another text's, and by noise that has no direction.
MOVED, NOISE = 0.5, 0.1


def fill(space: Space, *, model: EmbeddingModel, memories: int, chunks: int) -> None:
    """Make so many memories and chunks; everything is as the way in would have stored it, but for sources and keys."""
    said, spread = _said(), _Spread()
    for count in _portions(memories):
        rows = [_memory(space, next(said)) for _ in range(count)]
        _store(space, rows, MemoryVector, "memory", spread.vectors(count), model)
    document = Document.objects.create(space=space, kind="text", status="done", stage="linking")
    for number, count in enumerate(_portions(chunks)):
        slices = [_chunk(document, number * AT_ONCE + at, next(said) + next(said)) for at in range(count)]
        _store(space, slices, ChunkVector, "chunk", spread.vectors(count), model)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def questions(count: int) -> list[tuple[list[str], np.ndarray]]:
    """(Terms, vector) of so many questions that are not in the space but near to what is."""
    said, spread = _said(seed=SEED + 1), _Spread(seed=SEED + 1)
    vectors = spread.vectors(count)
    return [(list(dict.fromkeys(next(said)))[:4], vectors[at]) for at in range(count)]


class _Spread:
    """Vectors of our own texts by the default model, each moved towards another one, with a little noise."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = np.random.default_rng(seed)
        self._real = adapters.MUSE.encode(corpus.fitting_texts())

    def vectors(self, count: int) -> Vectors:
        real = self._real
        here, there = (real[self._random.integers(0, len(real), count)] for _ in range(2))
        noise = self._random.standard_normal(here.shape, dtype=np.float32) / np.sqrt(here.shape[1])
        return unit((here + MOVED * there + NOISE * noise).astype(np.float32))


def _portions(total: int) -> Iterator[int]:
    for first in range(0, total, AT_ONCE):
        yield min(AT_ONCE, total - first)


def _said(seed: int = SEED) -> Iterator[list[str]]:
    """Sentences of 6 to 18 words."""
    chance = random.Random(seed)
    weights = [1 / (rank + 20) for rank in range(len(WORDS))]
    while True:
        words = chance.choices(WORDS, weights, k=20_000)
        while len(words) > 20:
            yield [words.pop() for _ in range(chance.randint(6, 18))]


def _memory(space: Space, words: Sequence[str]) -> Memory:
    memory_id = ids.new()
    return Memory(
        id=memory_id,
        root_id=memory_id,
        space=space,
        text=" ".join(words),
        text_hash=memory_id.hex * 2,
        tokens=list(words),
        length=len(words),
        written_by_kind="hub",
        written_by_id="benchmark",
        created_at=clock.now(),
    )


def _chunk(document: Document, index: int, words: Sequence[str]) -> Chunk:
    text = " ".join(words)
    return Chunk(
        space_id=document.space_id,
        document=document,
        revision=document.revision,
        index=index,
        text=text,
        embed_text=text,
        start=0,
        end=len(text),
        tokens=list(words),
        length=len(words),
    )


@transaction.atomic
def _store(
    space: Space,
    rows: Sequence[Memory] | Sequence[Chunk],
    table: type[Vector],
    owner: str,
    vectors: Vectors,
    model: EmbeddingModel,
) -> None:
    bulk.insert(rows)
    pairs: list[tuple[uuid.UUID, np.ndarray]] = [(row.pk, vector) for row, vector in zip(rows, vectors, strict=True)]
    storing.insert(table, owner, pairs, space_id=space.pk, model_id=model.pk)
