"""The weights of a score: documented defaults, and what a space sets instead."""

from __future__ import annotations

import re
from typing import Any

import pytest

from memoryhub.core import errors
from memoryhub.retrieval import weights
from memoryhub.retrieval.weights import Weights


def test_a_space_sets_some_and_keeps_the_rest() -> None:
    assert weights.checked({"session": 0, "dense_chunk": 0.25}) == Weights(session=0, dense_chunk=0.25)
    assert weights.checked({}) == Weights()


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"sesion": 0.1}, "'sesion'"),
        ({"session": 1.5}, "'session'"),
        ({"session": -0.1}, "'session'"),
        ({"session": True}, "'session'"),
        ({"session": "0.4"}, "'session'"),
        ({"session": float("nan")}, "'session'"),
        ([], "weights"),
    ],
)
def test_what_is_no_weight_is_refused_by_name(given: Any, named: str) -> None:
    with pytest.raises(errors.InvalidInput, match=re.escape(named)) as refused:
        weights.checked(given)
    assert refused.value.field == "settings"
