"""Pictures by the beginnings of their bytes, one under the name of a text."""

from __future__ import annotations

import struct
import zlib

from tests.ingest.files.sample import Sample


def png(width: int = 1, height: int = 1) -> bytes:
    """A picture of one grey; its pixels may be claimed to be more than there are."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0\x80")), (b"IEND", b"")]
    written = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def samples() -> list[Sample]:
    """All of them."""
    return [
        Sample("kiln.png", png(), "picture", error_code="no_text"),
        Sample("bomb.png", png(60_000, 60_000), "picture", error_code="no_text"),
        Sample("notes.txt", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(60), "picture", error_code="no_text"),
    ]
