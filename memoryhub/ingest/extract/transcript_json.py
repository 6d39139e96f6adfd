"""Chats in JSON and JSONL: OpenAI-style messages, `{speaker, text}` records, sessions that hold either, and what known
programs export.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import chat_formats, dating
from memoryhub.ingest.extract.conversation import Conversation
from memoryhub.ingest.extract.model import ExtractionError
from memoryhub.ingest.extract.utterance import Utterance

SPEAKER = ("speaker", "name", "author", "from", "sender", "user", "role")
TEXT = ("content", "text", "message", "value", "body")
TIME = ("at", "timestamp", "time", "date", "datetime", "created_at", "create_time", "ts")
LISTS = ("messages", "turns", "conversation", "dialogue", "dialog", "conversations", "history", "sessions")
SESSION = ("session", "session_id", "conversation_id", "id")
NUMBERED = re.compile(r"session_(\d+)")
DEEPEST = 4

Record: TypeAlias = dict[str, Any]


def holds_messages(text: str, *, strict: bool = True) -> bool:
    """Whether the JSON or JSONL in `text` holds a message. Broken JSON raises ExtractionError if `strict`, else is
    False.
    """
    try:
        value = load(text)
        return bool(chat_formats.conversations(value)) or next(iter(_messages(value)), None) is not None
    except ExtractionError:
        if strict:
            raise
        return False


def conversation(text: str) -> Conversation:
    """All messages that have words, in order; several conversations of an export are sessions of one."""
    value = load(text)
    found = chat_formats.conversations(value)
    if len(found) == 1:
        return found[0]
    if found:
        sessions = ((one.path or str(number), one.utterances) for number, one in enumerate(found, start=1))
        said = (replace(utterance, session=session) for session, several in sessions for utterance in several)
        return Conversation("", "", tuple(said))
    title = value.get("title") if isinstance(value, dict) else ""
    said = (message for message in _messages(value) if message.text)
    return Conversation("", title if isinstance(title, str) else "", tuple(said))


def load(text: str) -> Any:
    """The value of a JSON document, or the list of the values of JSON lines."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ExtractionError("broken_json", "The JSON is nested too deeply.") from error
    except ValueError as error:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if len(lines) > 1 and _is_whole(lines[0][1]):
            return [_line(number, line) for number, line in lines]
        raise _broken(getattr(error, "lineno", 1)) from error


def _is_whole(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _broken(number) from error


def _broken(line: int) -> ExtractionError:
    return ExtractionError("broken_json", f"The JSON is broken at line {line}.", line=line)


def _messages(value: Any, *, session: str = "", at: datetime | None = None, depth: int = 0) -> Iterator[Utterance]:
    if isinstance(value, list):
        for item in value:
            yield from _messages(item, session=session, at=at, depth=depth)
    elif isinstance(value, dict) and depth <= DEEPEST:
        message = _message(value, session, at)
        if message:
            yield message
        else:
            yield from _sessions(value, session, at, depth + 1)


def _message(record: Record, session: str, at: datetime | None) -> Utterance | None:
    speaker, words = _first(record, SPEAKER), next((record[key] for key in TEXT if key in record), None)
    text = _text(words)
    if not speaker or text is None:
        return None
    return Utterance(
        speaker=text_rules.clean(speaker).strip(),
        text=text_rules.clean(text).strip(),
        role=_first(record, ("role",)),
        at=_at(record) or at,
        session=_first(record, SESSION[:-1]) or session,
    )


def _sessions(record: Record, session: str, at: datetime | None, depth: int) -> Iterator[Utterance]:
    """The messages of an object that is a session, holds sessions, or names them `session_1`, `session_2`, ..."""
    inner, moment = _first(record, SESSION) or session, _at(record) or at
    for key in LISTS:
        if isinstance(record.get(key), list | dict):
            yield from _numbered(record[key], inner, moment, depth)
            return
    yield from _named_sessions(record, depth)


def _numbered(value: Any, session: str, at: datetime | None, depth: int) -> Iterator[Utterance]:
    """Sessions in a list that bear no name of their own are numbered."""
    if not isinstance(value, list):
        yield from _messages(value, session=session, at=at, depth=depth)
        return
    for number, item in enumerate(value, start=1):
        is_session = isinstance(item, list) or (isinstance(item, dict) and any(key in item for key in LISTS))
        yield from _messages(item, session=(session or str(number)) if is_session else session, at=at, depth=depth)


def _named_sessions(record: Record, depth: int) -> Iterator[Utterance]:
    names: Iterable[str] = sorted(filter(NUMBERED.fullmatch, record), key=lambda name: int(name.partition("_")[2]))
    for name in names:
        at = dating.moment(str(record.get(f"{name}_date_time", "")))
        yield from _messages(record[name], session=name, at=at, depth=depth)


def _first(record: Record, keys: Iterable[str]) -> str:
    """The first of the keys that holds a name; an object under it is asked for its own name or role."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, dict):
            value = value.get("name") or value.get("role")
        if isinstance(value, str | int) and str(value).strip():
            return str(value)
    return ""


def _text(value: Any) -> str | None:
    """A plain string, or the text parts of a list of content parts joined by lines."""
    if isinstance(value, list):
        parts = [part.get("text") if isinstance(part, dict) else part for part in value]
        return "\n".join(part for part in parts if isinstance(part, str))
    if isinstance(value, dict):
        return _text(value.get("parts") or value.get("text"))
    return value if isinstance(value, str) else None


def _at(record: Record) -> datetime | None:
    stated = (record[key] for key in TIME if isinstance(record.get(key), str | int | float))
    return next((moment for value in stated if (moment := dating.moment(str(value)))), None)
