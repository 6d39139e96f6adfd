"""One mail in MIME, taken apart: its fields, its words, and what is attached."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from typing import Literal

from memoryhub.ingest.extract import charsets, mail_headers
from memoryhub.ingest.extract.model import ExtractionError

Form = Literal["plain", "html"]
# Beyond this parts are not looked for; the mails of people have four levels.
DEEPEST = 50
PART_START = re.compile(r"^--([^\s\"]{1,70})[ \t]*\r?\n(?=[\w-]+:)", re.MULTILINE)
UNWRITABLE = (ValueError, LookupError, TypeError, AttributeError, MessageError, RecursionError)


@dataclass(frozen=True, slots=True)
class Attachment:
    """`name` may be empty."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of what the sender wrote, and how it is written."""

    form: Form
    text: str


@dataclass(slots=True)
class Mail:
    """`recipients` are written out; `words` are the pieces of the body in order."""

    subject: str = ""
    sender: str = ""
    sender_address: str = ""
    recipients: str = ""
    message_id: str = ""
    sent: datetime | None = None
    words: list[Words] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)


def parse(data: bytes) -> Mail:
    """The mail; fields that are missing are empty. Raises ExtractionError broken_file when nothing can be read."""
    try:
        message = message_from_bytes(mail_headers.readable(data), policy=mail_headers.Policy())
        mail = _with_fields(message)
        mail.words = _words(message, mail.attachments, 0)
    except RecursionError as error:
        raise ExtractionError("broken_file", "The mail is broken: its parts are nested too deeply.") from error
    if not message.keys() and any("\ufffd" in words.text for words in mail.words):
        raise ExtractionError("broken_file", "The mail is broken: it has neither fields nor text.")
    return mail


def fields(data: bytes) -> Mail:
    """A mail's fields only."""
    head, _ = mail_headers.parted(mail_headers.readable(data))
    return _with_fields(message_from_bytes(head, policy=mail_headers.Policy()))


def _with_fields(message: Message) -> Mail:
    senders = mail_headers.addresses(_field(message, "From") or _field(message, "Sender"))
    name, address = senders[0] if senders else ("", "")
    recipients = mail_headers.addresses(*(_field(message, key) for key in ("To", "Cc")))
    return Mail(
        subject=mail_headers.words(_field(message, "Subject")),
        sender=name or address,
        sender_address=address,
        recipients=mail_headers.written(recipients),
        message_id=_field(message, "Message-ID").strip().strip("<>"),
        sent=mail_headers.moment(_field(message, "Date"))
        or mail_headers.moment(_field(message, "Received").rpartition(";")[2].strip()),
    )


def _field(message: Message, name: str) -> str:
    return str(message.get(name, ""))


def _words(part: Message, attachments: list[Attachment], depth: int) -> list[Words]:
    """The words of a part and of those in it, in order; what is attached is put with the others."""
    if depth > DEEPEST:
        return []
    if part.get_content_maintype() == "multipart":
        inner = [_words(child, attachments, depth + 1) for child in _children(part)]
        if part.get_content_subtype() == "alternative":
            inner = [_preferred(inner)]
        return [words for several in inner for words in several]
    form = _form(part)
    if form is None:
        _attach(part, attachments)
        return []
    text = charsets.decoded(_data(part), part.get_content_charset() or "")
    return [Words(form, text)] if text.strip() else []


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    if isinstance(payload, list):
        return [child for child in payload if isinstance(child, Message)]
    text = str(payload)
    # Without a boundary in the field, the first line that looks like one is it.
    found = PART_START.search(text)
    body = text.encode("utf-8", "surrogateescape")
    kind = f'multipart/mixed; boundary="{found[1]}"' if found else "text/plain"
    again = message_from_bytes(f"Content-Type: {kind}\n\n".encode() + body, policy=mail_headers.Policy())
    again_payload = again.get_payload()
    return [c for c in again_payload if isinstance(c, Message)] if isinstance(again_payload, list) else [again]


def _preferred(alternatives: list[list[Words]]) -> list[Words]:
    """Of several forms of the same words the plain one, else the first that has any."""
    filled = [words for words in alternatives if words]
    plain = [words for words in filled if all(piece.form == "plain" for piece in words)]
    return next(iter(plain or filled), [])


def _form(part: Message) -> Form | None:
    """How the words of a part are written, or None for an attachment."""
    kind = part.get_content_type()
    is_attached = part.get_content_disposition() == "attachment" or part.get_filename()
    if is_attached or kind not in {"text/plain", "text/html", "text/enriched", "text/markdown"}:
        return None
    return "html" if kind == "text/html" else "plain"


def _attach(part: Message, attachments: list[Attachment]) -> None:
    kind = part.get_content_type()
    name = mail_headers.words(part.get_filename() or "")
    if kind == "message/rfc822" and part.is_multipart():
        inner = part.get_payload(0)
        try:
            data = inner.as_bytes() if isinstance(inner, Message) else b""
        except UNWRITABLE:
            return
        subject = mail_headers.words(_field(inner, "Subject")) if isinstance(inner, Message) else ""
        attachments.append(Attachment(name or f"{subject or 'mail'}.eml", kind, data))
    elif not part.is_multipart():
        attachments.append(Attachment(name, kind, _data(part)))


def _data(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""
