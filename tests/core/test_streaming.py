"""Answers in parts: each is made when it is wanted, by servers of either kind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from memoryhub.core.streaming import MadeInParts


def counting(made: list[int]) -> Iterator[bytes]:
    for number in range(3):
        made.append(number)
        yield str(number).encode()


def test_parts_are_made_one_at_a_time() -> None:
    made: list[int] = []

    async def send() -> list[list[int]]:
        return [list(made) async for _part in MadeInParts(counting(made))]

    assert asyncio.run(send()) == [[0], [0, 1], [0, 1, 2]]


def test_a_synchronous_server_gets_the_same() -> None:
    assert MadeInParts(counting([])).getvalue() == b"012"
