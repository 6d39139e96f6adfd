"""Identifiers: UUIDv7 in the database, 22 base-58 characters on the wire."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import uuid_utils.compat

from memoryhub.core import errors

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
WIRE_LENGTH = 22
# Two digits at a time: a list of a hundred memories has a thousand ids.
_PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
_VALUES = {character: value for value, character in enumerate(ALPHABET)}
_source: ContextVar[Callable[[], uuid.UUID]] = ContextVar("id_source", default=uuid_utils.compat.uuid7)


def new() -> uuid.UUID:
    """A fresh UUIDv7: sorts by the time it was made."""
    return _source.get()()


def encode(value: uuid.UUID) -> str:
    """The wire form of an id: 22 base-58 characters, left-padded with `1`."""
    number, pairs = value.int, []
    for _ in range(WIRE_LENGTH // 2):
        number, pair = divmod(number, len(_PAIRS))
        pairs.append(_PAIRS[pair])
    return "".join(reversed(pairs))


def decode(text: str) -> uuid.UUID:
    """The id behind a wire form.

    Raises `errors.NotFound` for anything `encode` cannot have made, so that a malformed id reads like an unknown one.
    """
    if len(text) != WIRE_LENGTH or any(character not in _VALUES for character in text):
        raise errors.NotFound()
    number = 0
    for character in text:
        number = number * 58 + _VALUES[character]
    if number >= 1 << 128:
        raise errors.NotFound()
    return uuid.UUID(int=number)


def array(values: Iterable[uuid.UUID]) -> str:
    """PostgreSQL's text of an array, to be cast to `uuid[]`. The driver writes a list as well, in five times the time,
    and a search sends a thousand ids.
    """
    return "{" + ",".join([value.hex for value in values]) + "}"


@contextmanager
def seeded(start: int = 1) -> Iterator[None]:
    """Inside the block ids are counted from `start`, so that tests can state exact values."""
    counter = itertools.count(start)
    token = _source.set(lambda: uuid.UUID(int=(0x7 << 76) | (0b10 << 62) | next(counter)))
    try:
        yield
    finally:
        _source.reset(token)
