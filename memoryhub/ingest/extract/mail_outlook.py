"""Mails as Outlook saves them: a compound file with one stream for each property (MS-OXMSG)."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from memoryhub.ingest.extract import charsets, foreign, mail_headers, mail_message
from memoryhub.ingest.extract.mail_message import Attachment, Mail, Words
from memoryhub.ingest.extract.source import Source

if TYPE_CHECKING:
    from olefile import OleFileIO

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PROPERTIES = "__properties_version1.0"
# A name in the folder of a compound file.
MARK = PROPERTIES.encode("utf-16-le")
MEDIA_TYPE = "application/vnd.ms-outlook"
HEADER_BYTES, ENTRY_BYTES = 32, 16
UNICODE, STRING8, BINARY, TIME, LONG = "001F", "001E", "0102", 0x0040, 0x0003
SUBJECT, SENDER_NAME, SENT_FOR_NAME, MESSAGE_ID, BODY, HTML = "0037", "0C1A", "0042", "1035", "1000", "1013"
SENDER_ADDRESSES = ("5D01", "0C1F", "0065")
RECIPIENT_NAME, RECIPIENT_ADDRESSES = "3001", ("39FE", "3003")
TRANSPORT_FIELDS = "007D"
FILE_NAMES, FILE_TYPE, FILE_DATA = ("3707", "3704", "3001"), "370E", "3701"
SENT_AT, DELIVERED_AT = 0x0039, 0x0E06
CODE_PAGES = (0x3FFD, 0x3FDE)
NAMED_PAGES = {65001: "utf-8", 20866: "koi8-r", 28591: "cp1252", 54936: "gb18030", 51932: "euc_jp", 51949: "euc_kr"}
EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


def is_outlook(source: Source) -> bool:
    """A compound file that is called so, or that has the properties which mails have."""
    if not source.data.startswith(SIGNATURE):
        return False
    return source.suffix == ".msg" or source.media_type == MEDIA_TYPE or MARK in source.data


def parse(data: bytes) -> Mail:
    """The mail. Raises ExtractionError broken_file."""
    import olefile

    with foreign.parsing("Outlook mail"), olefile.OleFileIO(io.BytesIO(data)) as opened:
        return _Properties(opened).mail()


class _Properties:
    """The properties of an opened file; those of an attachment or recipient lie in a folder of it."""

    def __init__(self, opened: OleFileIO) -> None:
        self._opened = opened
        self._fixed = dict(self._fixed_properties())
        page = next((self._fixed[tag] for tag in CODE_PAGES if tag in self._fixed), 0)
        self._charset = NAMED_PAGES.get(page, f"cp{page}") if page else ""

    def mail(self) -> Mail:
        """All of it; what the properties lack is taken from the fields the mail came with."""
        fields = mail_message.fields(self._text(TRANSPORT_FIELDS).encode("utf-8", "replace"))
        address = next((found for tag in SENDER_ADDRESSES if "@" in (found := self._text(tag))), fields.sender_address)
        words = Words("plain", self._text(BODY))
        if not words.text.strip():
            words = Words("html", charsets.decoded(self._stream(f"{HTML}{BINARY}"), "") or self._text(HTML))
        return Mail(
            subject=mail_headers.words(self._text(SUBJECT)) or fields.subject,
            sender=self._text(SENDER_NAME) or self._text(SENT_FOR_NAME) or fields.sender or address,
            sender_address=address,
            recipients=mail_headers.written(list(self._recipients())) or fields.recipients,
            message_id=self._text(MESSAGE_ID).strip("<>") or fields.message_id,
            sent=self._moment(SENT_AT) or fields.sent or self._moment(DELIVERED_AT),
            words=[words] if words.text.strip() else [],
            attachments=list(self._attachments()),
        )

    def _recipients(self) -> Iterator[tuple[str, str]]:
        for folder in self._folders("__recip_version1.0_#"):
            address = next((found for tag in RECIPIENT_ADDRESSES if "@" in (found := self._text(tag, folder))), "")
            yield self._text(RECIPIENT_NAME, folder).strip("'"), address

    def _attachments(self) -> Iterator[Attachment]:
        """Files; a mail within the mail is a folder of properties, which is left out."""
        for folder in self._folders("__attach_version1.0_#"):
            name = next(filter(None, (self._text(tag, folder) for tag in FILE_NAMES)), "")
            data = self._stream(f"{FILE_DATA}{BINARY}", folder)
            yield Attachment(name, self._text(FILE_TYPE, folder).lower(), data)

    def _folders(self, prefix: str) -> list[str]:
        top = {path[0] for path in self._opened.listdir(streams=True, storages=True) if path[0].startswith(prefix)}
        return sorted(top)

    def _text(self, tag: str, folder: str = "") -> str:
        if data := self._stream(f"{tag}{UNICODE}", folder):
            return data.decode("utf-16-le", "replace").rstrip("\0")
        return charsets.decoded(self._stream(f"{tag}{STRING8}", folder).rstrip(b"\0"), self._charset)

    def _stream(self, name: str, folder: str = "") -> bytes:
        path = [*filter(None, (folder,)), f"__substg1.0_{name}"]
        return bytes(self._opened.openstream(path).read()) if self._is_stream(path) else b""

    def _is_stream(self, path: list[str]) -> bool:
        import olefile

        return bool(self._opened.get_type(path) == olefile.STGTY_STREAM)

    def _moment(self, tag: int) -> datetime | None:
        """A time of the fixed properties: tenths of microseconds since 1601, in UTC."""
        ticks = self._fixed.get(tag, 0)
        try:
            return EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
        except OverflowError:
            return None

    def _fixed_properties(self) -> Iterator[tuple[int, int]]:
        """Numbers and times by their tag."""
        data = self._opened.openstream([PROPERTIES]).read() if self._is_stream([PROPERTIES]) else b""
        for at in range(HEADER_BYTES, len(data) - ENTRY_BYTES + 1, ENTRY_BYTES):
            sort, tag, _, value = struct.unpack_from("<HHIQ", data, at)
            if sort in {TIME, LONG}:
                yield tag, value if sort == TIME else value & 0xFFFFFFFF
