"""Chats copied out of Telegram: a line `Name, [31.12.2023 22:15]` over the words of each message."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.extract import chat_stamps, conversation
from memoryhub.ingest.extract.chat_stamps import MARKS, STAMP
from memoryhub.ingest.extract.conversation import PERSON
from memoryhub.ingest.extract.utterance import Utterance

HEAD = re.compile(rf"{MARKS}(?P<name>[^\n,\[\]]{{1,64}}),\s\[{STAMP}\]:?\s*")
# What the program puts over the words, or in their place.
NOTE = re.compile(
    r"\s*\[ ?(?:(?:in reply to|forwarded from|reply to)\b[^\]\n]{0,80}|[^\]\n]{1,30}) ?\]\s*", re.IGNORECASE
)


def is_chat(text: str) -> bool:
    """Whether the first line names a speaker and a time as Telegram does."""
    first = text.lstrip("\ufeff \n").partition("\n")[0]
    return bool(HEAD.fullmatch(first[:160]))


def utterances(text: str) -> list[Utterance]:
    """The messages that have words, in order."""
    heads = list(_heads(text))
    order = chat_stamps.order([chat_stamps.stamp(match) for _, _, match in heads])
    ends = [line_start for line_start, _, _ in heads[1:]] + [len(text)]
    found = []
    for (line_start, words, match), end in zip(heads, ends, strict=True):
        start, end = _words(text, words, end)
        if start < end:
            at = chat_stamps.moment(chat_stamps.stamp(match), order)
            found.append(
                Utterance(
                    speaker=match["name"].strip(),
                    text=text[start:end],
                    role=PERSON,
                    at=at,
                    session=conversation.day(at),
                    line_start=line_start,
                    start=start,
                    end=end,
                )
            )
    return found


def _heads(text: str) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Where a message's line starts, where its words do, and its head."""
    offset = 0
    for raw in text.split("\n"):
        if len(raw) <= 160 and (match := HEAD.fullmatch(raw)):
            yield offset, min(offset + len(raw) + 1, len(text)), match
        offset += len(raw) + 1


def _words(text: str, start: int, end: int) -> tuple[int, int]:
    """The words without blank lines around them and without notes of the program before them."""
    while start < end:
        line = text[start:end].partition("\n")[0]
        if line.strip() and not NOTE.fullmatch(line[:160]):
            break
        start = min(start + len(line) + 1, end)
    return start, start + len(text[start:end].rstrip())
