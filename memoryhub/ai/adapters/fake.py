"""A deterministic stand-in for tests: texts that share words get near vectors, in no time."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence

import numpy as np

from memoryhub.ai.vectors import Vectors, unit
from memoryhub.core import text as text_rules


class Fake:
    """Bag of tokens: the sum of a fixed pseudo-random direction for each token of the text."""

    name = "fake"
    dimension = 256
    basis = ""

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            # A text without words still has a direction of its own.
            tokens = text_rules.tokens(text) or [text]
            vectors[row] = np.sum([_direction(token, self.dimension) for token in tokens], axis=0)
        return unit(vectors)


class FakeReranker:
    """The share of the question's tokens that a text has."""

    def rank(self, query: str, documents: Sequence[str]) -> list[float | None]:
        asked = set(text_rules.tokens(query))
        return [len(asked.intersection(text_rules.tokens(text))) / max(len(asked), 1) for text in documents]


@functools.lru_cache(maxsize=20_000)
def _direction(token: str, dimension: int) -> Vectors:
    seed = int.from_bytes(hashlib.blake2b(token.encode(errors="replace"), digest_size=8).digest())
    direction: Vectors = unit(np.random.default_rng(seed).standard_normal((1, dimension), dtype=np.float32))[0]
    return direction
