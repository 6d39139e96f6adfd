"""A fixed rotation of a model's vectors after which their first numbers say most.

Full dot products stay as they are, since the rotation is orthonormal; a prefix of 128 or 256 numbers becomes a usable
shorter vector, as with models trained for it (Kusupati et al., Matryoshka Representation Learning, 2022). The first
direction is the mean of all vectors, the rest are principal components of what remains.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memoryhub.ai.corpus import DATA
from memoryhub.ai.vectors import Vectors, unit

_STEPS = 3


def path(name: str) -> Path:
    """Where the basis called `name` is shipped."""
    return DATA / f"{name}.basis"


@functools.cache
def load(name: str) -> Vectors:
    """The basis [d, d], float32: a vector times it is the rotated vector."""
    with path(name).open("rb") as file:
        return _orthonormal(np.load(file, allow_pickle=False))


def save(basis: Vectors, file: Path) -> None:
    """Write `basis` in numpy's format as float16, which `load` makes orthonormal again."""
    with file.open("wb") as out:
        np.save(out, basis.astype(np.float16), allow_pickle=False)


def fit(vectors: Vectors) -> Vectors:
    """The basis [d, d] of `vectors` [n, d]: mean direction first, then principal components by falling variance."""
    centre = vectors.mean(axis=0, dtype=np.float64)
    mean = centre / np.linalg.norm(centre)
    rest = vectors - np.outer(vectors @ mean, mean)
    scatter = rest.T @ rest
    # Without variance in the rest, the mean is given more than all of it together, and so comes first.
    variances, directions = np.linalg.eigh(scatter + np.trace(scatter) * np.outer(mean, mean))
    return _orthonormal(_signed(directions[:, np.argsort(-variances, kind="stable")]))


def kept(vectors: Vectors, size: int, *, top: int = 20, of: int = 50) -> float:
    """Which share of each vector's `top` nearest by full vectors is among the `of` nearest by the first `size`."""
    full, short = _nearest(vectors, top), _nearest(unit(vectors[:, :size]), of)
    return float(np.mean([np.isin(a, b).mean() for a, b in zip(full, short, strict=True)]))


def _nearest(vectors: Vectors, count: int) -> NDArray[np.intp]:
    scores = vectors @ vectors.T
    np.fill_diagonal(scores, -np.inf)
    return np.argsort(-scores, axis=1, kind="stable")[:, :count]


def _signed(directions: NDArray[np.float64]) -> NDArray[np.float64]:
    """A direction and its opposite serve alike; the one whose largest number is positive makes the file repeatable."""
    largest = directions[np.abs(directions).argmax(axis=0), np.arange(directions.shape[1])]
    signed: NDArray[np.float64] = directions * np.sign(largest)
    return signed


def _orthonormal(basis: NDArray[np.floating]) -> Vectors:
    """The orthonormal matrix nearest to an almost orthonormal one (Björck and Bowie, 1971)."""
    near = basis.astype(np.float64)
    for _ in range(_STEPS):
        near = 1.5 * near - 0.5 * near @ (near.T @ near)
    return near.astype(np.float32)
