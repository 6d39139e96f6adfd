"""Thresholds are measured for each model, not written down."""

from __future__ import annotations

import numpy as np
import pytest

from memoryhub.ai import adapters, calibration
from memoryhub.ai.adapters.fake import Fake
from memoryhub.ai.corpus import Pair
from memoryhub.ai.protocol import Embedder

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
    pairs = [Pair("key", True, "a", "b"), Pair("key", True, "c", "b")]
    groups = calibration._groups(pairs)
    assert groups["a"] == groups["c"]
