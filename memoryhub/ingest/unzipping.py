"""The body of an answer, unpacked while it comes, so that neither a long one nor a packed one fills the memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

PLAIN = frozenset({"", "identity"})
GZIP = frozenset({"gzip", "x-gzip"})


class TooMuch(Exception):
    """There is more than the limit, before or after unpacking."""


class Broken(Exception):
    """It is packed in a way nobody asked for, or does not unpack."""


def whole(chunks: Iterable[bytes], encoding: str, *, limit: int) -> bytes:
    """All of it, at most `limit` bytes on the way and unpacked. Raises `TooMuch` and `Broken`."""
    name = encoding.strip().lower()
    if name not in PLAIN | GZIP:
        raise Broken()
    coming = _at_most(chunks, limit)
    return b"".join(_at_most(_unpacked(coming, limit) if name in GZIP else coming, limit))


def _at_most(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise TooMuch()
        yield chunk


def _unpacked(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """Each piece unpacked, but never to more than one byte beyond the limit: enough to see that it is too much."""
    unpacker, begun = zlib.decompressobj(zlib.MAX_WBITS | 16), False
    try:
        for chunk in chunks:
            rest = chunk
            while rest:
                begun = True
                yield unpacker.decompress(rest, limit + 1)
                rest = unpacker.unconsumed_tail
                if unpacker.eof:
                    # Several packed one after the other are one.
                    rest, unpacker, begun = unpacker.unused_data, zlib.decompressobj(zlib.MAX_WBITS | 16), False
    except zlib.error as error:
        raise Broken() from error
    if begun:
        raise Broken()
