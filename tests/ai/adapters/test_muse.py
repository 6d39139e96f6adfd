"""The default model: offline, the same vector in any batch and any thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from memoryhub.ai import adapters
from memoryhub.ai.adapters.muse import LONGEST, Muse
from memoryhub.ai.protocol import Embedder

TEXTS = [
    "Mira moved to Lisbon in March.",
    "米拉三月搬到了里斯本。",
    "Die Katze schläft.",
    "창고의 열쇠",
    "x",
    "",
    "🪁" * 50,
    "long " * 100,
] * 5


@pytest.fixture(scope="module")
def muse() -> Embedder:
    return adapters.MUSE


def test_threads_that_load_and_encode_at_once_get_the_vectors_of_one() -> None:
    fresh = Muse()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: fresh.encode(TEXTS), range(4)))
    alone = fresh.encode(TEXTS)
    assert all(np.abs(vectors - alone).max() < 1e-5 for vectors in found)


def test_a_vector_does_not_depend_on_its_batch_or_place(muse: Embedder) -> None:
    together = muse.encode(TEXTS)
    alone = np.concatenate([muse.encode([text]) for text in TEXTS[:8]])
    assert together.shape == (len(TEXTS), 512)
    assert np.abs(together[:8] - alone).max() < 1e-5
    assert np.abs(together[8:16] - alone).max() < 1e-5


def test_vectors_have_length_one_and_no_text_is_refused(muse: Embedder) -> None:
    vectors = muse.encode(["", " ", "\x00", "a" * 3 * LONGEST, "שלום"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert muse.encode([]).shape == (0, 512)


def test_the_same_meaning_in_another_language_is_nearer_than_another_fact(muse: Embedder) -> None:
    fact, translated, other = muse.encode(
        ["Mira moved to Lisbon in March.", "米拉三月搬到了里斯本。", "The pump leaks at night."]
    )
    assert fact @ translated > 0.6 > 0.3 > fact @ other
