"""The arrays embeddings travel in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape [n, d], one text a row."""


def unit(vectors: Vectors) -> Vectors:
    """Each row brought to length 1, so that a dot product is a cosine; a row of zeros stays."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors)).astype(np.float32)
    scaled: Vectors = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)[:, np.newaxis]
    return scaled
