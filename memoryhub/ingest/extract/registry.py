"""The list of readers; the first that claims a source reads it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from memoryhub.ingest.extract import (
    archive,
    chat_export,
    code,
    csv,
    docx,
    epub,
    html,
    json,
    mail,
    mailbox,
    markdown,
    pdf,
    picture,
    plain,
    pptx,
    slack_export,
    transcript,
    xls,
    xlsx,
)
from memoryhub.ingest.extract.limits import Limits
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.source import Source

BLANK = b"\x00\t\n\r\x0b\x0c "


@dataclass(frozen=True, slots=True)
class Reader:
    """How one kind is recognised and read. `needs` are modules of others that take long to import: for a file with one
    of the `suffixes` they are imported before its bytes are looked at, in a process that lives on.
    """

    kind: str
    claims: Callable[[Source], bool]
    read: Callable[[Source], Extracted]
    needs: tuple[str, ...] = ()
    suffixes: Collection[str] = ()


# These look at the bytes themselves; the order is from the surest sign to the weakest.
OF_BYTES: tuple[Reader, ...] = (
    Reader(mail.KIND, mail.claims, mail.read, needs=mail.NEEDS, suffixes=mail.SUFFIXES),
    Reader(mailbox.KIND, mailbox.claims, mailbox.read, suffixes=mailbox.SUFFIXES),
    Reader(picture.KIND, picture.claims, picture.read, suffixes=picture.SUFFIXES),
    Reader(pdf.KIND, pdf.claims, pdf.read, needs=pdf.NEEDS, suffixes=pdf.SUFFIXES),
    Reader(docx.KIND, docx.claims, docx.read, needs=docx.NEEDS, suffixes=docx.SUFFIXES),
    Reader(pptx.KIND, pptx.claims, pptx.read, needs=pptx.NEEDS, suffixes=pptx.SUFFIXES),
    Reader(xlsx.KIND, xlsx.claims, xlsx.read, needs=xlsx.NEEDS, suffixes=xlsx.SUFFIXES | xls.SUFFIXES),
    Reader(epub.KIND, epub.claims, epub.read, needs=epub.NEEDS, suffixes=epub.SUFFIXES),
    Reader(slack_export.KIND, slack_export.claims, slack_export.read),
    Reader(archive.KIND, archive.claims, archive.read, suffixes=archive.SUFFIXES),
    Reader(html.KIND, html.claims, html.read, needs=html.NEEDS, suffixes=html.SUFFIXES),
)
# These look at decoded text. A transcript may be written in Markdown or plain text, and plain text takes whatever is
# left.
OF_TEXT: tuple[Reader, ...] = (
    Reader(chat_export.KIND, chat_export.claims, chat_export.read),
    Reader(csv.KIND, csv.claims, csv.read, suffixes=csv.SUFFIXES),
    Reader(code.KIND, code.claims, code.read, suffixes=code.SUFFIXES),
    Reader(transcript.KIND, transcript.claims, transcript.read),
    Reader(json.KIND, json.claims, json.read, suffixes=json.SUFFIXES),
    Reader(markdown.KIND, markdown.claims, markdown.read),
    Reader(plain.KIND, plain.claims, plain.read),
)
READERS = OF_BYTES + OF_TEXT


def kinds() -> tuple[str, ...]:
    """The names of the kinds that can be read, in the order in which they are tried."""
    return tuple(reader.kind for reader in READERS)


def text_kind(kind: str) -> str:
    """The kind by which the kept text of a document of this kind can be read again: that of most is Markdown."""
    return kind if kind in {transcript.KIND, plain.KIND, csv.KIND, code.KIND} else markdown.KIND


def extract(
    data: bytes,
    *,
    name: str,
    media_type: str | None,
    kind: str | None = None,
    limits: Limits | None = None,
    scratch: Path | None = None,
) -> Extracted:
    """Read one document. The result depends on the arguments only, so a later stage may simply read again.

    `kind` forces a reader, for a document whose kind was settled before. Raises ExtractionError.
    """
    source = Source(data=data, name=name, media_type=media_type, limits=limits, scratch=scratch)
    extracted = chosen(source, kind).read(source)
    if not extracted.text.strip() and not extracted.members:
        raise ExtractionError("no_text", "No text found.")
    return extracted


def chosen(source: Source, kind: str | None) -> Reader:
    """The reader of a source: of the given kind, or the first that claims it."""
    if not source.data.strip(BLANK):
        raise _empty()
    for reader in OF_BYTES:
        if reader.kind == kind or (kind is None and reader.claims(source)):
            return reader
    if not source.text.strip():
        raise _empty()
    for reader in OF_TEXT:
        if reader.kind == kind or (kind is None and reader.claims(source)):
            return reader
    raise ExtractionError("unknown_kind", "There is no reader for this kind of document.", kind=kind)


def _empty() -> ExtractionError:
    return ExtractionError("empty_document", "The document has no text.")
