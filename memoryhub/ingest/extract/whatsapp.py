"""Chats that WhatsApp exports as text: `[31/12/23, 22:15:03] Name: text` from one make of phones, and
`31.12.23, 22:15 - Name: text` from the other, in the language of the phone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from memoryhub.ingest.extract import chat_stamps, conversation
from memoryhub.ingest.extract.chat_stamps import MARKS, STAMP, Stamp
from memoryhub.ingest.extract.conversation import PERSON
from memoryhub.ingest.extract.utterance import Utterance
from memoryhub.ingest.extract.whatsapp_notes import ABSENT, APPENDED, ENCRYPTED, FILE_LINE

LINE = re.compile(rf"{MARKS}(?P<open>\[)?{STAMP}(?(open)\]\s?|\s[-–]\s){MARKS}")
NAME = re.compile(rf"(?P<name>[^:：\n]{{1,80}}?){MARKS}\s?[:：](?:[ \u00a0]|$)")
MARK = re.compile(MARKS.removesuffix("*"))
QUOTE = re.compile(r"[\"“”„«»]")
LEVELS = {"info", "error", "err", "warn", "warning", "debug", "trace", "fatal", "notice", "critical", "verbose"}
FILE_NAME = re.compile(r"whatsapp|(?:^|/)_?chat\.txt$", re.IGNORECASE)
LONGEST_HEAD = 120
# So many messages show what the rest will be.
JUDGED = 1000


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that begins a message: where its words start and end, without a name when the program itself speaks."""

    start: int
    words: int
    end: int
    name: str
    stamp: Stamp


def is_chat(text: str, *, name: str) -> bool:
    """Whether the text begins with a message, and two people or the program itself speak in it.

    A journal of a program looks much the same; its speakers are levels such as ERROR.
    """
    if not LINE.match(text.lstrip("\ufeff \n")[:LONGEST_HEAD]):
        return False
    lines = list(islice(_lines(text), JUDGED))
    speakers = {line.name.casefold() for line in lines if line.name}
    if not speakers or speakers <= LEVELS:
        return False
    hinted = bool(FILE_NAME.search(name)) or any(_is_of_program(text, line) for line in lines)
    return hinted or 2 <= len(speakers) <= len(lines)


def utterances(text: str) -> list[Utterance]:
    """What people said, in order; calls, files without words and notes of the program are left out."""
    lines = list(_lines(text))
    order = chat_stamps.order([line.stamp for line in lines])
    found = []
    for line in lines:
        start, end = _words(text, line)
        if line.name and start < end and not _is_of_program(text, line):
            at = chat_stamps.moment(line.stamp, order)
            found.append(
                Utterance(
                    speaker=line.name,
                    text=text[start:end],
                    role=PERSON,
                    at=at,
                    session=conversation.day(at),
                    line_start=line.start,
                    start=start,
                    end=end,
                )
            )
    return found


def _lines(text: str) -> Iterator[_Line]:
    """The messages, each up to the next; a message may have many lines."""
    begun: tuple[int, re.Match[str]] | None = None
    offset = 0
    for raw in text.split("\n"):
        if match := LINE.match(raw[:LONGEST_HEAD]):
            if begun:
                yield _line(text, *begun, end=offset - 1)
            begun = (offset, match)
        offset += len(raw) + 1
    if begun:
        yield _line(text, *begun, end=len(text))


def _line(text: str, start: int, match: re.Match[str], *, end: int) -> _Line:
    words = start + match.end()
    named = NAME.match(text, words, end)
    # A note of the program may hold a colon within quotes: Ada changed the subject to “Trip: Rome”.
    if named and QUOTE.search(named["name"]):
        named = None
    name = MARK.sub("", named["name"]).replace("\u202f", " ").strip(" ~\u00a0") if named else ""
    return _Line(start, named.end() if named and name else words, end, name, chat_stamps.stamp(match))


def _is_of_program(text: str, line: _Line) -> bool:
    return bool(ENCRYPTED.search(text[line.words : min(line.end, line.words + 400)]))


def _words(text: str, line: _Line) -> tuple[int, int]:
    """Where the words of a message stand, without what the program wrote in it; nothing may be left."""
    start, end = line.words, line.end
    if text.startswith("\u200e", start):
        # One make of phones marks so what it writes in place of a message.
        return end, end
    body = text[start:end].rstrip()
    while appended := APPENDED.search(body, max(len(body) - 300, 0)):
        body = body[: appended.start()]
    first = body.partition("\n")[0]
    if FILE_LINE.fullmatch(MARK.sub("", first).strip()):
        start += len(first) + 1 if "\n" in body else len(first)
        body = body[len(first) + 1 :]
    if ABSENT.fullmatch(MARK.sub("", body[:300]).strip()):
        return end, end
    stripped = body.lstrip()
    start += len(body) - len(stripped)
    return start, start + len(stripped)
