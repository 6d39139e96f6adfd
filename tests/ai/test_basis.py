"""The rotation that makes prefixes useful and leaves full scores alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memoryhub.ai import adapters, basis, corpus
from memoryhub.ai.adapters.muse import Muse
from memoryhub.ai.vectors import Vectors


@pytest.fixture(scope="module")
def shipped() -> Vectors:
    """The basis of the default model."""
    return basis.load(Muse.basis)


@pytest.fixture(scope="module")
def raw() -> Vectors:
    """Vectors, before the basis, of texts it was not fitted on."""
    return adapters.MUSE.raw(corpus.held_out())


def test_the_shipped_basis_is_orthonormal(shipped: Vectors) -> None:
    assert shipped.shape == (512, 512)
    assert np.abs(shipped.T @ shipped - np.eye(512)).max() < 1e-5
    assert np.abs(shipped @ shipped.T - np.eye(512)).max() < 1e-5


def test_the_shipped_file_is_under_a_megabyte() -> None:
    assert basis.path(Muse.basis).stat().st_size < 2**20


def test_full_dot_products_are_unchanged(shipped: Vectors, raw: Vectors) -> None:
    rotated = raw @ shipped
    assert np.abs(rotated @ rotated.T - raw @ raw.T).max() < 1e-3


@pytest.mark.parametrize(("size", "gain"), [(128, 0.05), (256, 0.01)])
def test_rotated_prefixes_keep_more_of_the_nearest_than_plain_ones(
    shipped: Vectors, raw: Vectors, size: int, gain: float
) -> None:
    assert basis.kept(raw @ shipped, size) > basis.kept(raw, size) + gain


def test_a_fitted_basis_orders_directions_by_what_they_say() -> None:
    spread = np.array([1, 8, 2, 4], dtype=np.float32)
    vectors = np.random.default_rng(1).standard_normal((400, 4)).astype(np.float32) * spread + [9, 0, 0, 0]
    fitted = basis.fit(vectors.astype(np.float32))
    assert np.abs(fitted.T @ fitted - np.eye(4)).max() < 1e-5
    assert [int(np.abs(column).argmax()) for column in fitted.T[:3]] == [0, 1, 3]


def test_fewer_texts_than_numbers_still_give_a_basis() -> None:
    vectors = np.random.default_rng(3).standard_normal((5, 16)).astype(np.float32)
    fitted = basis.fit(vectors)
    assert np.abs(fitted.T @ fitted - np.eye(16)).max() < 1e-5


def test_fitting_twice_gives_the_same_file(tmp_path: Path) -> None:
    vectors = np.random.default_rng(2).standard_normal((80, 16)).astype(np.float32)
    for name in ("one", "two"):
        basis.save(basis.fit(vectors), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
