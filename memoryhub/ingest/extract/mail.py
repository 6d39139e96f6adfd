"""Mails: MIME (.eml) and Outlook (.msg). What the sender wrote is prose; quoted history and signatures are kept, but
no fact is drawn from them, for it was said in another mail. Attachments are members.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import (
    foreign,
    listing,
    mail_body,
    mail_headers,
    mail_message,
    mail_outlook,
    markdown,
    plain,
)
from memoryhub.ingest.extract.mail_message import Attachment, Mail, Words
from memoryhub.ingest.extract.model import Block, Extracted
from memoryhub.ingest.extract.shelf import Shelf
from memoryhub.ingest.extract.source import Source

KIND = "email"
SUFFIXES = {".eml", ".msg"}
NEEDS = ("olefile", "markitdown.converters")
UNNAMED_SUFFIXES = {"", ".txt", ".mail", ".mime"}
# What programs add for themselves.
MACHINE_TYPES = re.compile(r"application/(?:pgp-signature|(?:x-)?pkcs7-signature|ms-tnef)|message/(?!rfc822)")
PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)")
GAP = "\n\n"
LONGEST_TITLE, LONGEST_PROPERTY = 300, 2_000


def claims(source: Source) -> bool:
    """By name and type; without them by the fields at the head, some of which only a mail has."""
    if source.suffix == ".eml" or source.media_type == "message/rfc822" or mail_outlook.is_outlook(source):
        return True
    return source.suffix in UNNAMED_SUFFIXES and mail_headers.begins_a_mail(source.data)


def read(source: Source) -> Extracted:
    """The kept text is the subject as a heading, the body, and a list of what is attached. Raises ExtractionError
    broken_file.
    """
    mail = mail_outlook.parse(source.data) if mail_outlook.is_outlook(source) else mail_message.parse(source.data)
    shelf = Shelf(source.scratch)
    text, blocks = _written(mail, _attached(mail.attachments, shelf))
    prose = "\n".join(block.text for block in blocks if block.is_prose)
    return Extracted(
        kind=KIND,
        title=mail.subject[:LONGEST_TITLE] or source.stem,
        text=text,
        blocks=tuple(blocks),
        turns=(),
        prose=prose,
        document_date=mail.sent.date() if mail.sent else None,
        properties=_properties(mail),
        members=tuple(shelf.members),
    )


def _properties(mail: Mail) -> dict[str, str]:
    """What the mail says of itself; `author` is whom "I" in it means."""
    found = {
        "subject": mail.subject,
        "sender": mail.sender,
        "sender_address": mail.sender_address,
        "recipients": mail.recipients,
        "message_id": mail.message_id,
        "author": mail.sender,
    }
    return {name: text_rules.clean(value)[:LONGEST_PROPERTY] for name, value in found.items() if value}


def _written(mail: Mail, attached: list[str]) -> tuple[str, list[Block]]:
    text = ""
    blocks: list[Block] = []
    if mail.subject:
        text = f"# {mail.subject}"
        blocks.append(Block("heading", 0, len(text), mail.subject, ((0, 2),), level=1))
    for words in mail.words:
        body = _readable(words)
        if body:
            text += GAP if text else ""
            blocks += _blocks(body, words, offset=len(text))
            text += body
    if attached:
        text += GAP if text else ""
        part = "\n".join(attached)
        blocks.append(Block("table", len(text), len(text) + len(part), part, ((0, len(text)),)))
        text += part
    return text, blocks


def _readable(words: Words) -> str:
    """The piece as it is kept: HTML as Markdown without its pictures."""
    text = words.text
    if words.form == "html":
        from markitdown.converters import HtmlConverter

        with foreign.parsing("mail"):
            text = PICTURE.sub("", HtmlConverter().convert_string(text).markdown)
    lines = text_rules.clean(text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")).split("\n")
    # The mark of a signature ends with a blank, which is part of it.
    return "\n".join(line if line == "-- " else line.rstrip() for line in lines).strip("\n")


def _blocks(body: str, words: Words, *, offset: int) -> Iterator[Block]:
    for label, start, end in mail_body.parts(body):
        part = body[start:end]
        if label != "own":
            yield Block("code", offset + start, offset + end, part, ((0, offset + start),))
            continue
        source = Source(data=b"", name="", media_type=None)
        # The reader is given text, not bytes whose encoding would have to be told again.
        source.text = part
        found = (markdown.read if words.form == "html" else plain.read)(source).blocks
        yield from (_moved(block, offset + start) for block in found)


def _moved(block: Block, by: int) -> Block:
    segments = tuple((at, source + by) for at, source in block.segments)
    return Block(block.kind, block.start + by, block.end + by, block.text, segments, block.level)


def _attached(attachments: list[Attachment], shelf: Shelf) -> list[str]:
    """The lines that name what is attached; what can be read is put on the shelf."""
    lines = []
    for number, attachment in enumerate(attachments, start=1):
        if MACHINE_TYPES.match(attachment.media_type) or not attachment.data:
            continue
        name = PurePosixPath(attachment.name.replace("\\", "/")).name or f"{number}"
        if attachment.media_type.startswith("image/"):
            lines.append(f"- {listing.line(name)}: a picture, left out")
            continue
        path = shelf.put(f"attachments/{name}", attachment.data, media_type=attachment.media_type)
        lines.append(f"- {listing.line(path)} ({listing.size(len(attachment.data))})")
    return ["Attached:", *lines] if lines else []
