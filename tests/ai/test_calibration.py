"""Thresholds are measured for each model, not written down."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from memoryhub.ai import adapters, calibration
from memoryhub.ai.adapters.fake import Fake
from memoryhub.ai.corpus import Pair, pairs
from memoryhub.ai.protocol import Embedder
from memoryhub.ai.vectors import Vectors, unit

MEASURED = {"duplicate": 0.601, "key_merge": 0.722, "key_hit": 0.371, "content_hit": 0.214}


@pytest.fixture(scope="module")
def muse() -> Embedder:
    return adapters.MUSE


def test_the_thresholds_of_the_default_model(muse: Embedder) -> None:
    assert calibration.measure(muse) == pytest.approx(MEASURED, abs=0.01)


@pytest.mark.parametrize(
    ("one", "other", "merged"),
    [
        ("music", "音乐", True),
        ("library", "Bibliothek", True),
        ("airplane", "비행기", True),
        ("tree", "木", True),
        ("猫", "ねこ", True),
        ("music", "painting", False),
        ("Madrid", "바르셀로나", False),
        ("milk", "牛奶糖", False),
        ("tree", "花", False),
        ("bus", "火车", False),
    ],
)
def test_short_keys_of_other_pairs_merge_across_languages(muse: Embedder, one: str, other: str, merged: bool) -> None:
    left, right = muse.encode([one, other])
    assert (float(left @ right) >= MEASURED["key_merge"]) is merged


@pytest.mark.parametrize(
    ("least", "right", "wrong"), [(0.3, 0.95, 0.06), (0.5, 0.95, 0.04), (0.6, 0.90, 0.03), (0.85, 0.80, 0.02)]
)
def test_a_similarity_keeps_right_answers_and_cuts_wrong_ones(
    muse: Embedder, least: float, right: float, wrong: float
) -> None:
    """At least so many of the right facts are kept and at most so many of the facts of other questions."""
    curve = calibration.curve(muse)
    groups = calibration._groups(pair for pair in pairs() if pair.same)
    same, _labelled, crossed = calibration._scores(muse, "query_fact", groups)
    assert np.mean([curve.similarity(cosine) >= least for cosine in same]) >= right
    assert np.mean([curve.similarity(cosine) >= least for cosine in crossed]) <= wrong


def test_a_similarity_means_the_same_for_a_model_whose_cosines_are_all_high(muse: Embedder) -> None:
    """As those of e5: .7 for strangers, .9 for friends."""

    class Narrow:
        name, dimension, basis = "narrow", 513, ""

        def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            wide = muse.encode(texts, query=query)
            return unit(np.hstack([wide, np.full((len(texts), 1), 1.5, np.float32)]))

    narrow, wide = calibration.curve(Narrow()), calibration.curve(muse)
    for cosine in (0.0, 0.2, 0.3, 0.6):
        assert narrow.similarity((cosine + 1.5**2) / (1 + 1.5**2)) == pytest.approx(wide.similarity(cosine), abs=0.01)


def test_the_order_of_cosines_stays_and_a_similarity_is_a_share(muse: Embedder) -> None:
    curve = calibration.curve(muse)
    similarities = [curve.similarity(cosine) for cosine in (-1.0, -0.2, 0.0, 0.2, 0.5, 1.0)]
    assert similarities == sorted(similarities)
    assert 0 <= similarities[0] < similarities[-1] <= 1
    assert curve.similarity(curve.middle) == 0.5


def test_a_threshold_lies_in_the_middle_of_the_gap() -> None:
    same, unlike = np.array([0.8, 0.9], np.float32), np.array([0.1, 0.4], np.float32)
    assert calibration._best(same, [unlike], 1) == 0.6


def test_caution_gives_up_hits_for_fewer_false_ones() -> None:
    same = np.array([0.5, 0.7, 0.9, 0.95], np.float32)
    unlike = np.array([0.6, 0.2, 0.1, 0.0], np.float32)
    assert calibration._best(same, [unlike], 0.5) < 0.5
    assert calibration._best(same, [unlike, unlike[:0]], 5) == 0.65


def test_a_model_that_knows_no_translations_merges_only_what_looks_alike() -> None:
    threshold = calibration.measure(Fake())["key_merge"]
    keys = Fake().encode(["database", "databases", "Datenbank", "server", "apple", "苹果", "tea", "rent"])
    near = {(a, b) for a in range(8) for b in range(a) if keys[a] @ keys[b] >= threshold}
    assert near == {(1, 0)}


def test_texts_that_mean_the_same_over_several_pairs_are_not_taken_as_unlike() -> None:
    groups = calibration._groups([Pair("key", True, "a", "b"), Pair("key", True, "c", "b")])
    assert groups["a"] == groups["c"]
