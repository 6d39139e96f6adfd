"""What every embedding model and every reranker offers to the rest of the hub."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memoryhub.ai.vectors import Vectors


class Embedder(Protocol):
    """Turns texts into vectors of length 1; safe to call from several threads."""

    @property
    def name(self) -> str:
        """Under which name its vectors are known, for ever."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    @property
    def basis(self) -> str:
        """The rotation applied to its vectors (see `memoryhub.ai.basis`), or an empty string."""

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """The vectors [n, dimension] of `texts`, float32, L2-normalised; `query` where a model treats those apart.

        Raises `errors.Unavailable` when the model cannot be reached.
        """


class Reranker(Protocol):
    """Reads a question together with each text; safe to call from several threads."""

    def rank(self, query: str, documents: Sequence[str]) -> list[float | None]:
        """How relevant each text is, in their order, on a scale of its own; None for one it says nothing of.

        Raises `errors.Unavailable` when it cannot be reached in time or answers with something else.
        """
