"""The JSON export of Telegram Desktop (`result.json`): one chat, or all of a person's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from memoryhub.ingest.extract import conversation, dating
from memoryhub.ingest.extract.conversation import PERSON, Conversation, Record
from memoryhub.ingest.extract.utterance import Utterance

SORTS = {"message", "service"}
# Zones differ from UTC by quarters of an hour.
QUARTER, FURTHEST = 900, 15 * 3600


def is_one(value: object) -> bool:
    """Whether the value is a chat of this export: its messages say of which sort they are, and when they were sent."""
    messages = value.get("messages") if isinstance(value, dict) else None
    first = messages[0] if isinstance(messages, list) and messages else None
    return isinstance(first, dict) and first.get("type") in SORTS and ("date_unixtime" in first or "date" in first)


def chats(value: object) -> list[Record]:
    """The chats of a whole export, those that were left included."""
    if not isinstance(value, dict):
        return []
    lists = [value[key].get("list") for key in ("chats", "left_chats") if isinstance(value.get(key), dict)]
    return [chat for found in lists if isinstance(found, list) for chat in found if is_one(chat)]


def read(value: Record) -> Conversation:
    """The messages that have words; a forwarded one is said by whom it came from."""
    return Conversation(
        path=str(value.get("id", "")),
        title=conversation.name(value.get("name")) or conversation.name(value.get("type")).replace("_", " "),
        utterances=tuple(_utterances(value["messages"])),
    )


def _utterances(messages: list[Any]) -> Iterator[Utterance]:
    for message in messages:
        if not isinstance(message, dict) or message.get("type") != "message":
            continue
        text = conversation.cleaned(_text(message.get("text")))
        speaker = next(
            filter(None, (conversation.name(message.get(key)) for key in ("forwarded_from", "from", "from_id"))), ""
        )
        if text and speaker:
            at = _moment(message)
            yield Utterance(speaker=speaker, role=PERSON, text=text, at=at, session=conversation.day(at))


def _text(value: Any) -> str:
    """Plain words, or pieces of which some are marked up; a link whose words hide it is named."""
    if not isinstance(value, list):
        return value if isinstance(value, str) else ""
    pieces = []
    for piece in value:
        words, link = (piece.get("text"), piece.get("href")) if isinstance(piece, dict) else (piece, None)
        if isinstance(words, str):
            pieces.append(f"{words} ({link})" if isinstance(link, str) and link else words)
    return "".join(pieces)


def _moment(message: Record) -> datetime | None:
    """The moment, in the zone of who made the export: `date` is their clock's, `date_unixtime` is the world's."""
    local, seconds = dating.moment(str(message.get("date", ""))), str(message.get("date_unixtime", ""))
    if not seconds.isdigit() or len(seconds) > 11:
        return local
    moment = datetime.fromtimestamp(int(seconds), UTC)
    if local is None:
        return moment
    offset = round((local.replace(tzinfo=UTC) - moment).total_seconds() / QUARTER) * QUARTER
    return moment.astimezone(timezone(timedelta(seconds=offset))) if abs(offset) < FURTHEST else moment
