"""Raw steps of recall by association."""

from __future__ import annotations

from memoryhub.associations import candidates


def test_a_hub_says_less_of_each_than_a_key_of_one() -> None:
    assert [round(candidates.damping(spread), 3) for spread in (0, 1, 2, 4, 30)] == [1.0, 1.0, 0.5, 0.333, 0.169]
