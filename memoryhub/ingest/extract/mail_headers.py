"""Header fields of mail as text: encoded words, raw bytes, addresses, dates, and how a mail is told by them."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from datetime import UTC, datetime
from email.policy import Compat32
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import charsets

ENCODED_WORD = re.compile(r"=\?([\w.+:-]+?)(?:\*[\w-]+)?\?([bBqQ])\?([^?]*)\?=")
BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?)")
FIELD = re.compile(rb"([!-9;-~]{1,76}):")
BLANK = re.compile(rb"\r?\n\r?\n|\A\r?\n")
CHARSET = re.compile(rb"charset=[\"']?([\w-]+)", re.IGNORECASE)
# What only a mail has, beside what letters have as well.
SURE = {b"message-id", b"mime-version", b"received", b"return-path", b"delivered-to"}
HEAD_BYTES = 64 * 1024
LONGEST = 20_000
MOST_ADDRESSES = 200


class Policy(Compat32):
    """Header fields are given as plain text, raw bytes in them decoded; encoded words stay, for addresses to be parted
    before names are decoded.
    """

    def header_fetch_parse(self, name: str, value: Any) -> str:
        return _unfolded(str(value))


def parted(data: bytes) -> tuple[bytes, bytes]:
    """The fields of a mail, and the rest with the blank line before it."""
    blank = BLANK.search(data)
    return (data[: blank.start()], data[blank.start() :]) if blank else (data, b"")


def readable(data: bytes) -> bytes:
    """The mail with its fields in UTF-8: raw bytes are told by all of them together, or by the charset of the body,
    since a name alone is too short to tell an encoding by.
    """
    head, rest = parted(data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
    if head.isascii():
        return head + rest
    try:
        head.decode("utf-8")
    except UnicodeDecodeError:
        stated = CHARSET.search(head)
        head = charsets.decoded(head, stated[1].decode() if stated else "").encode("utf-8", "replace")
    return head + rest


def _unfolded(value: str) -> str:
    value = re.sub(r"\r?\n[ \t]*", " ", value[:LONGEST])
    if value.isascii():
        return value
    return charsets.decoded(value.encode("utf-8", "surrogateescape"), "utf-8")


def words(value: str) -> str:
    """The field's text with its encoded words decoded. Neighbours of one charset are decoded together, for some
    programs part them within a character.
    """
    value = BETWEEN_WORDS.sub(r"\1", value[:LONGEST])
    pieces: list[str] = []
    held, held_charset, end = b"", "", 0
    for match in ENCODED_WORD.finditer(value):
        charset, data = match[1].lower(), _bytes(match[2], match[3])
        if match.start() > end or charset != held_charset:
            pieces += (charsets.decoded(held, held_charset), value[end : match.start()])
            held = b""
        held, held_charset, end = held + data, charset, match.end()
    pieces += (charsets.decoded(held, held_charset), value[end:])
    return text_rules.clean(" ".join("".join(pieces).split()))


def _bytes(encoding: str, encoded: str) -> bytes:
    raw = encoded.encode("utf-8", "replace")
    if encoding in "qQ":
        return quopri.decodestring(raw, header=True)
    try:
        return base64.b64decode(raw + b"=" * (-len(raw) % 4))
    except binascii.Error:
        return b""


def addresses(*values: str) -> list[tuple[str, str]]:
    """Pairs of display name and address; either may be empty, not both."""
    pairs = getaddresses([value[:LONGEST] for value in values])[:MOST_ADDRESSES]
    return [(words(name).strip(" '\""), address.strip()) for name, address in pairs if name or address]


def written(pairs: list[tuple[str, str]]) -> str:
    """The addresses as people write them."""
    return ", ".join(f"{name} <{address}>" if name and address else name or address for name, address in pairs)


def moment(value: str) -> datetime | None:
    """The aware moment of a Date field; one without a zone is read as UTC."""
    try:
        found = parsedate_to_datetime(value[:200])
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def begins_a_mail(data: bytes) -> bool:
    """Whether the bytes begin with header fields that only a mail has."""
    names: set[bytes] = set()
    for line in data[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n").splitlines():
        field = FIELD.match(line)
        if field:
            names.add(field[1].lower())
        elif not names or not line.startswith((b" ", b"\t")):
            break
    return b"from" in names and bool(names & SURE) and bool(names & {b"date", b"subject", b"to"})
