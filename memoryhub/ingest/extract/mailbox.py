"""Mailboxes (.mbox): many mails in one file, each after a line that begins with `From `. Each mail is a member."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.extract import listing, mail, mail_message
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.shelf import Shelf
from memoryhub.ingest.extract.source import Source

KIND = "mailbox"
SUFFIXES = {".mbox", ".mbx"}
MEDIA_TYPE = "application/mbox"
# A field must follow: some programs do not mark lines of the text that begin so.
START = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?\s*|\n\r?\n)From [^\n]*\n(?=[!-9;-~]{1,76}:)")
# Programs that do mark them put one more `>` before them.
MARKED = re.compile(rb"^>(>*From )", re.MULTILINE)


def claims(source: Source) -> bool:
    """By name and type, or by the line that parts mails."""
    return (
        source.suffix in SUFFIXES
        or source.media_type == MEDIA_TYPE
        or bool(START.match(source.data) and source.suffix in {"", ".txt"})
    )


def read(source: Source) -> Extracted:
    """The kept text lists date, sender and subject of each mail. Raises ExtractionError: broken_file without a mail,
    too_large with more mails than a document may hold.
    """
    shelf = Shelf(source.scratch, of_files=False)
    lines = []
    for number, data in enumerate(_mails(source.data), start=1):
        if number > source.limits.entries:
            raise ExtractionError("too_large", f"The mailbox holds more than {source.limits.entries:,} mails.")
        found = mail_message.fields(data)
        subject = found.subject or "(no subject)"
        path = found.message_id or f"{number:05}"
        shelf.put(path, data, media_type="message/rfc822", kind=mail.KIND, title=found.subject)
        day = f"{found.sent.date().isoformat()}, " if found.sent else ""
        lines.append("- " + listing.line(f"{day}{found.sender or 'unknown'}: {subject}"))
    if not lines:
        raise ExtractionError("broken_file", "The mailbox is broken: no mail begins in it.")
    return listing.extracted(kind=KIND, title=source.stem or "Mailbox", lists=(lines,), members=shelf.members)


def _mails(data: bytes) -> Iterator[bytes]:
    """One mail after the other; only one is held beside the whole."""
    start = -1
    for found in START.finditer(data):
        if start >= 0:
            yield MARKED.sub(rb"\1", data[start : found.start() + 1])
        start = found.end()
    if start >= 0:
        yield MARKED.sub(rb"\1", data[start:])
