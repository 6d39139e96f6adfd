"""Compressed streams read with a meter: what they really unpack to is counted, and refused beyond the limit."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from typing import Protocol

from memoryhub.ingest.extract import packed
from memoryhub.ingest.extract.model import ExtractionError

GZIP, BZIP2, XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
# A dictionary beyond this is made to hurt: the strongest setting of xz takes half of it.
XZ_MEMORY = 128 * 2**20
PIECE = 64 * 1024
BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError, zipfile.BadZipFile, tarfile.TarError)


class Readable(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes: ...


class Metered(io.RawIOBase):
    """A stream that counts what is read from it. Raises ExtractionError: unsafe_archive beyond `limit` bytes,
    broken_file where the compressed data are.
    """

    def __init__(self, stream: Readable, limit: int) -> None:
        super().__init__()
        self._stream = stream
        self._limit = limit
        self._head = b""
        self.count = 0

    def read(self, size: int = -1, /) -> bytes:
        """At most `size` bytes, all that is left when negative; none at the end."""
        if self._head:
            size = len(self._head) if size < 0 else size
            piece, self._head = self._head[:size], self._head[size:]
            return piece
        return self._counted(size)

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, or fewer at the end; they stay to be read."""
        while len(self._head) < size and (piece := self._counted(size - len(self._head))):
            self._head += piece
        return self._head

    def _counted(self, size: int) -> bytes:
        # One byte more than is allowed is enough to know, however much was asked for.
        allowed = self._limit - self.count + 1
        try:
            piece = self._stream.read(min(size, allowed) if size >= 0 else allowed)
        except BROKEN as error:
            raise ExtractionError("broken_file", f"The packed file is broken: {error}.") from error
        self.count += len(piece)
        if self.count > self._limit:
            raise packed.unsafe(f"unpacked it has more than {self._limit:,} bytes")
        return piece


class _Xz:
    """The first stream of an xz file, with a bound on memory, which the class of the standard library cannot set."""

    def __init__(self, data: bytes) -> None:
        self._packed = io.BytesIO(data)
        self._engine = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)

    def read(self, size: int, /) -> bytes:
        while not self._engine.eof:
            piece = self._packed.read(PIECE) if self._engine.needs_input else b""
            if self._engine.needs_input and not piece:
                raise EOFError("it ends before its end")
            if unpacked := self._engine.decompress(piece, size):
                return unpacked
        return b""


def is_compressed(data: bytes) -> bool:
    """Whether the bytes begin as those of gzip, bzip2 or xz do."""
    return data.startswith((GZIP, XZ)) or (data.startswith(BZIP2) and data[4:10] == b"1AY&SY")


def opened(data: bytes, limit: int) -> Metered:
    """What the bytes hold, unpacked as it is read, or the bytes themselves where they are not compressed."""
    stream: Readable = io.BytesIO(data)
    if data.startswith(XZ):
        stream = _Xz(data)
    elif data.startswith(GZIP):
        stream = gzip.GzipFile(fileobj=io.BytesIO(data))
    elif is_compressed(data):
        stream = bz2.BZ2File(io.BytesIO(data))
    return Metered(stream, limit)
