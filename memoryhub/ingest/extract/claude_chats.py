"""The export of Claude: conversations with their messages in order."""

from __future__ import annotations

from typing import Any

from memoryhub.ingest.extract import conversation, dating
from memoryhub.ingest.extract.conversation import Conversation, Record
from memoryhub.ingest.extract.utterance import Utterance

ROLES = {"human": "user", "user": "user", "assistant": "assistant"}


def is_one(value: object) -> bool:
    """Whether the value is a conversation of this export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def read(value: Record) -> Conversation:
    """The messages that have words, in order."""
    said = (_utterance(message) for message in value["chat_messages"])
    return Conversation(
        path=conversation.name(value.get("uuid")),
        title=conversation.name(value.get("name")),
        utterances=tuple(utterance for utterance in said if utterance),
    )


def _utterance(message: Any) -> Utterance | None:
    if not isinstance(message, dict):
        return None
    role = ROLES.get(str(message.get("sender")), "")
    text = conversation.cleaned(_text(message))
    at = dating.moment(str(message.get("created_at", "")))
    return Utterance(speaker=role, role=role, text=text, at=at) if role and text else None


def _text(message: Record) -> str:
    """The blocks of text; the plain `text` beside them holds marks in place of what tools were told and answered."""
    blocks = message.get("content")
    if isinstance(blocks, list) and blocks:
        texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
        return "\n\n".join(text for text in texts if isinstance(text, str))
    text = message.get("text")
    return text if isinstance(text, str) else ""
