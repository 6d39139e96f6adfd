"""Pictures: known by how their bytes begin, and refused, since nothing here reads what a picture shows."""

from __future__ import annotations

from memoryhub.ingest.extract import composing
from memoryhub.ingest.extract.model import Extracted
from memoryhub.ingest.extract.source import Source

KIND = "picture"
SIGNATURES = (
    b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+",
    b"\x00\x00\x01\x00", b"8BPS", b"\x00\x00\x00\x0cjP  ", b"\xff\x0a", b"\x00\x00\x00\x0cJXL ", b"qoif", b"v/1\x01",
)  # fmt: skip
BRANDS = (b"avif", b"avis", b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
_SUFFIXES = ".png .jpg .jpeg .jpe .gif .webp .bmp .dib .tif .tiff .ico .heic .heif .avif .jxl .jp2 .psd .svgz .raw .dng"
SUFFIXES = frozenset(_SUFFIXES.split())


def claims(source: Source) -> bool:
    """By how the bytes begin; by name or media type only where they are no text either."""
    head = source.data[:32]
    if head.startswith(SIGNATURES) or (head[4:8] == b"ftyp" and head[8:12] in BRANDS):
        return True
    if (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or (head[:2] == b"BM" and b"\0" in head):
        return True
    named = source.suffix in SUFFIXES or source.media_type.startswith("image/")
    return named and source.media_type != "image/svg+xml" and b"\0" in source.data[:1024]


def read(source: Source) -> Extracted:
    """Always ends as ExtractionError (no_text)."""
    raise composing.no_text("a picture holds no text that can be read here; send a text of what it shows.")
