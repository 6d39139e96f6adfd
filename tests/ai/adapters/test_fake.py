"""The stand-in for tests."""

from __future__ import annotations

import numpy as np
import pytest

from memoryhub.ai.adapters.fake import Fake


def test_texts_that_share_words_are_near_and_others_are_not() -> None:
    one, like, unlike, chinese, part = Fake().encode(
        ["Mira lives in Lisbon", "mira lived in lisbon!", "The pump leaks at night", "夜间漏水", "漏水"]
    )
    assert one @ like > 0.99
    assert abs(one @ unlike) < 0.3
    assert chinese @ part > 0.4


def test_a_vector_is_the_same_on_every_day_and_machine() -> None:
    vector = Fake().encode(["Mira lives in Lisbon"])[0]
    assert vector[:3] == pytest.approx([-0.0502, 0.0844, 0.0468], abs=1e-4)
    assert np.linalg.norm(Fake().encode(["", "…"]), axis=1).round(5).tolist() == [1, 1]
