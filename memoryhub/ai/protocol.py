"""What every embedding model offers to the rest of the hub."""

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
