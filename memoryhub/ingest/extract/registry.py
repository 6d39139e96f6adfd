"""The list of readers; the first that claims a source reads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memoryhub.ingest.extract import markdown, plain, transcript
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.source import Source


@dataclass(frozen=True, slots=True)
class Reader:
    """How one kind is recognised and read."""

    kind: str
    claims: Callable[[Source], bool]
    read: Callable[[Source], Extracted]


# Order matters: a transcript may be written in Markdown or plain text, and plain text takes whatever is left.
READERS: tuple[Reader, ...] = (
    Reader(transcript.KIND, transcript.claims, transcript.read),
    Reader(markdown.KIND, markdown.claims, markdown.read),
    Reader(plain.KIND, plain.claims, plain.read),
)


def kinds() -> tuple[str, ...]:
    """The names of the kinds that can be read, in the order in which they are tried."""
    return tuple(reader.kind for reader in READERS)


def extract(data: bytes, *, name: str, media_type: str | None, kind: str | None = None) -> Extracted:
    """Read one document. The result depends on the arguments only, so a later stage may simply read again.

    `kind` forces a reader, for a document whose kind was settled before. Raises ExtractionError.
    """
    source = Source(data=data, name=name, media_type=media_type)
    if not data.strip(b"\x00\t\n\r\x0b\x0c ") or not source.text.strip():
        raise ExtractionError("empty_document", "The document has no text.")
    return _reader(source, kind).read(source)


def _reader(source: Source, kind: str | None) -> Reader:
    for reader in READERS:
        if reader.kind == kind or (kind is None and reader.claims(source)):
            return reader
    raise ExtractionError("unknown_kind", "There is no reader for this kind of document.", kind=kind)
