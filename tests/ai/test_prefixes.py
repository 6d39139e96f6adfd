"""How far a large space is looked through."""

from __future__ import annotations

from memoryhub.ai import prefixes


def test_the_more_vectors_there_are_the_more_candidates_are_looked_for() -> None:
    assert [prefixes.candidates(200, among=rows) for rows in (0, 100_000, 250_000, 1_000_000, 10**8)] == [
        200, 200, 316, 632, 1000,
    ]  # fmt: skip
