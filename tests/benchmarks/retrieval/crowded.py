"""A large space of made-up rows: words by Zipf's law, and real vectors of our own texts moved about; all seeded."""

from __future__ import annotations

import itertools
import random
import uuid
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from django.db import connection, transaction

from memoryhub.ai import adapters, corpus, storing
from memoryhub.ai.models import EmbeddingModel, Vector
from memoryhub.ai.vectors import Vectors, unit
from memoryhub.associations.models import Key, KeyLink, KeyVector
from memoryhub.core import bulk, clock, ids
from memoryhub.documents.models import Chunk, ChunkVector, Document
from memoryhub.memories.models import Memory, MemoryVector
from memoryhub.spaces.models import Space

SEED = 20261130
WORDS = [f"word{number}" for number in range(20_000)]
KEYS = [f"name{number}" for number in range(20_000)]
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
    said = _said(seed=SEED + 1)
    return [(list(dict.fromkeys(next(said)))[:4], vector) for vector in directions(count)]


def give_keys(space: Space, *, model: EmbeddingModel, each: int) -> None:
    """Give `each` memory of the space so many of the keys: every third of these is a concept with a vector."""
    keys = [
        Key(space=space, text=name, normalised=name, forms=[name], kind="concept" if at % 3 == 2 else "name")
        for at, name in enumerate(KEYS)
    ]
    concepts = [key for key in keys if key.kind == "concept"]
    bulk.insert([key for key in keys if key.kind == "name"])
    _store(space, concepts, KeyVector, "key", _Spread().vectors(len(concepts)), model)
    known = list(Memory.objects.filter(space=space).order_by("pk").values_list("pk", flat=True))
    chosen = _chosen(keys, each)
    for first in range(0, len(known), AT_ONCE):
        having = [(memory_id, next(chosen)) for memory_id in known[first : first + AT_ONCE]]
        bulk.insert([KeyLink(space=space, key=key, memory_id=memory_id) for memory_id, some in having for key in some])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def namings(count: int) -> list[str]:
    """So many questions that name two keys each, of which many memories have one."""
    chance = random.Random(SEED + 1)
    return [" and ".join(chance.sample(KEYS[:500], 2)) for _ in range(count)]


def sayings(count: int) -> list[str]:
    """So many questions of four words that such texts have."""
    return [" ".join(terms) for terms, _vector in questions(count)]


def directions(count: int) -> Vectors:
    """So many vectors that are not in any space but near to what is."""
    return _Spread(seed=SEED + 1).vectors(count)


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


def _chosen(keys: Sequence[Key], each: int) -> Iterator[Collection[Key]]:
    """So many different keys at a time, by Zipf's law."""
    chance = random.Random(SEED)
    sums = list(itertools.accumulate(1 / rank for rank in range(1, len(keys) + 1)))
    while True:
        some: dict[str, Key] = {}
        while len(some) < each:
            some |= {key.text: key for key in chance.choices(keys, cum_weights=sums, k=each - len(some))}
        yield some.values()


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
    rows: Sequence[Memory] | Sequence[Chunk] | Sequence[Key],
    table: type[Vector],
    owner: str,
    vectors: Vectors,
    model: EmbeddingModel,
) -> None:
    bulk.insert(rows)
    pairs: list[tuple[uuid.UUID, np.ndarray]] = [(row.pk, vector) for row, vector in zip(rows, vectors, strict=True)]
    storing.insert(table, owner, pairs, space_id=space.pk, model_id=model.pk)
