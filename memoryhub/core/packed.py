"""Many ids as one array of 16 bytes each: for what counts ids by the million."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from memoryhub.core.ids import ALPHABET, WIRE_LENGTH

# Of the dtype "S16". An element that is taken out loses the zeros at its end: compare arrays, and use `unpack`.
PackedIds: TypeAlias = NDArray[np.bytes_]

BYTES = 16
MIX = np.uint64(0x9E3779B97F4A7C15)  # 2 ** 64 over the golden ratio: neighbours end up far apart
DIGITS = 5  # of base 58 that are split off at a time: the largest power below 2 ** 32


def pack(values: Iterable[uuid.UUID]) -> PackedIds:
    """The ids in their order."""
    return of_bytes(b"".join([value.bytes for value in values]))


def of_bytes(data: bytes | bytearray | memoryview) -> PackedIds:
    """The ids whose bytes stand one after the other; a view where it can be one."""
    return np.frombuffer(data, f"S{BYTES}")


def to_bytes(packed: PackedIds) -> bytes:
    """All bytes of the ids, 16 each."""
    return np.ascontiguousarray(packed).view(np.uint8).tobytes()


def unpack(packed: PackedIds) -> list[uuid.UUID]:
    """The ids as `uuid.UUID`."""
    data = to_bytes(packed)
    return [uuid.UUID(bytes=data[at : at + BYTES]) for at in range(0, len(data), BYTES)]


def encode(packed: PackedIds) -> list[str]:
    """The wire form of each id, as `ids.encode` makes it."""
    limbs = np.ascontiguousarray(packed).view(">u4").reshape(-1, 4).astype(np.uint64)
    digits = np.empty((len(limbs), WIRE_LENGTH + (-WIRE_LENGTH % DIGITS)), np.uint8)
    for right in range(digits.shape[1], 0, -DIGITS):
        rest = np.zeros(len(limbs), np.uint64)
        for limb in range(4):
            limbs[:, limb], rest = np.divmod(limbs[:, limb] | rest << np.uint64(32), np.uint64(58**DIGITS))
        for at in range(1, DIGITS + 1):
            rest, digits[:, right - at] = np.divmod(rest, np.uint64(58))
    text = np.frombuffer(ALPHABET.encode(), np.uint8)[digits[:, -WIRE_LENGTH:]].tobytes().decode()
    return [text[at : at + WIRE_LENGTH] for at in range(0, len(text), WIRE_LENGTH)]


def sort_order(packed: PackedIds) -> NDArray[np.int64]:
    """Indices that sort the ids as PostgreSQL does."""
    high, low = _halves(packed)
    return np.lexsort((low, high))


class Index:
    """Where each id of an array stands."""

    def __init__(self, packed: PackedIds) -> None:
        mixed = _mixed(packed)
        self._order = np.argsort(mixed, kind="stable")
        self._mixed = mixed[self._order]
        self._packed = packed

    def positions(self, wanted: PackedIds) -> NDArray[np.int64]:
        """Index of each wanted id, -1 for one that is not there; of equal ids the first."""
        found = np.full(len(wanted), -1, np.int64)
        if not len(self._packed):
            return found
        key = _mixed(wanted)
        # In the order of what is searched, a search finds in its cache what the one before has read.
        left = np.argsort(key)
        at = np.searchsorted(self._mixed, key[left])
        while len(left):  # more than once only where two ids mix to the same number
            inside = at < len(self._mixed)
            left, at = left[inside], at[inside]
            alike = self._mixed[at] == key[left]
            left, at = left[alike], at[alike]
            place = self._order[at]
            same = self._packed[place] == wanted[left]
            found[left[same]] = place[same]
            left, at = left[~same], at[~same] + 1
        return found


def _halves(packed: PackedIds) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    pairs = np.ascontiguousarray(packed).view(">u8").reshape(-1, 2)
    return pairs[:, 0].astype(np.uint64), pairs[:, 1].astype(np.uint64)


def _mixed(packed: PackedIds) -> NDArray[np.uint64]:
    """A number for each id that hardly two share: sorted and searched in a fifth of the time."""
    high, low = _halves(packed)
    return high * MIX + low
