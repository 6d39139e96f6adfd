"""Chat transcripts: lines of `Name: text`, or JSON and JSONL with one object for each message; one turn for each.

Lines are taken for a chat only if nearly all of them are turns: see `transcript_lines.is_chat`; those that phones write
are told by their times. JSON is taken for one if it is a list of messages, an object that holds such a list, or one
conversation of an export.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import PurePosixPath

from memoryhub.ingest.extract import telegram_lines, transcript_json, transcript_lines, whatsapp
from memoryhub.ingest.extract.model import Block, Extracted, ExtractionError, Turn
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.extract.utterance import Utterance

KIND = "transcript"
JSON_SUFFIXES = {".json", ".jsonl", ".ndjson"}
JSON_TYPES = {"application/json", "application/jsonl", "application/x-ndjson", "application/x-jsonlines"}
UNTITLED = {"_chat", "result", "conversations", "messages"}
ROLES = {
    **dict.fromkeys(("user", "human", "用户"), "user"),
    **dict.fromkeys(("assistant", "ai", "bot", "chatgpt", "claude", "助手"), "assistant"),
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("tool", "function"), "tool"),
}


def claims(source: Source) -> bool:
    """JSON that holds messages, or lines of which nearly all are turns; a JSON file must be sound to be judged."""
    if is_json_by_name(source):
        return transcript_json.holds_messages(source.text)
    looks_like_json = not source.suffix and source.text.lstrip()[:1] in {"[", "{"}
    if looks_like_json and transcript_json.holds_messages(source.text, strict=False):
        return True
    file_name = PurePosixPath(source.name).name
    return (
        whatsapp.is_chat(source.text, name=file_name)
        or telegram_lines.is_chat(source.text)
        or transcript_lines.is_chat(source.text, hinted=transcript_lines.names_a_chat(file_name))
    )


def read(source: Source) -> Extracted:
    """Lines are kept as they are; JSON as one line `Name: text` for each turn, since its escapes are no text.

    What was kept of a JSON chat is lines, whatever its name, and is read again as such.
    """
    if source.text.lstrip()[:1] in {"[", "{"} and transcript_json.holds_messages(
        source.text, strict=is_json_by_name(source)
    ):
        found = transcript_json.conversation(source.text)
        title, (text, utterances) = found.title, _rendered(found.utterances)
    else:
        title, text, utterances = "", source.text, _of_lines(source)
    if not utterances:
        raise ExtractionError("no_turns", "The document holds no turns of a conversation.")
    turns = tuple(_turn(index, text, utterance) for index, utterance in enumerate(utterances))
    return Extracted(
        kind=KIND,
        title=title or _title(source) or " / ".join(dict.fromkeys(turn.speaker for turn in turns)),
        text=text,
        blocks=tuple(_block(turn) for turn in turns),
        turns=turns,
        prose="\n".join(turn.text for turn in turns),
        document_date=_date(turns),
    )


def _of_lines(source: Source) -> list[Utterance]:
    if whatsapp.is_chat(source.text, name=PurePosixPath(source.name).name):
        return whatsapp.utterances(source.text)
    if telegram_lines.is_chat(source.text):
        return telegram_lines.utterances(source.text)
    return transcript_lines.utterances(source.text)


def _title(source: Source) -> str:
    """The file's name, unless it is the one that a program gives to every chat."""
    return "" if source.stem.casefold() in UNTITLED else source.stem


def is_json_by_name(source: Source) -> bool:
    """Whether name or type say that this is JSON or JSON lines."""
    return source.suffix in JSON_SUFFIXES or source.media_type in JSON_TYPES


def _rendered(messages: Sequence[Utterance]) -> tuple[str, list[Utterance]]:
    """The kept text of a JSON chat, and the messages with their places in it; a blank line parts two sessions."""
    parts: list[str] = []
    placed: list[Utterance] = []
    offset = 0
    for message in messages:
        gap = "\n\n" if placed and placed[-1].session != message.session else "\n" if placed else ""
        label = f"{message.speaker}: "
        line_start = offset + len(gap)
        start = line_start + len(label)
        parts += (gap, label, message.text)
        offset = start + len(message.text)
        placed.append(message.placed(line_start=line_start, start=start, end=offset))
    return "".join(parts), placed


def _turn(index: int, text: str, utterance: Utterance) -> Turn:
    role = ROLES.get((utterance.role or utterance.speaker).casefold(), "")
    return Turn(
        index=index,
        speaker=utterance.speaker,
        role=role,
        text=text[utterance.start : utterance.end],
        at=utterance.at,
        session=utterance.session,
        start=utterance.start,
        end=utterance.end,
        line_start=utterance.line_start,
    )


def _block(turn: Turn) -> Block:
    return Block("turn", turn.start, turn.end, turn.text, ((0, turn.start),))


def _date(turns: Sequence[Turn]) -> date | None:
    moments: list[datetime] = [turn.at for turn in turns if turn.at]
    return max(moments).date() if moments else None
