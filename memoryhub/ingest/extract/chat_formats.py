"""The programs whose exports of chats are known, and how each is told."""

from __future__ import annotations

import re
from typing import Any

from memoryhub.ingest.extract import chatgpt, claude_chats, telegram
from memoryhub.ingest.extract.conversation import Conversation

FORMATS = (chatgpt, claude_chats, telegram)
# One of these stands in every export of several conversations; a search for them is cheaper than to parse.
SIGNS = re.compile(r'"(?:mapping|chat_messages|chats|left_chats)"\s*:')


def conversations(value: object) -> list[Conversation]:
    """The conversations of an export in which something was said; none when the value is no export."""
    candidates: list[Any] = telegram.chats(value) or (value if isinstance(value, list) else [value])
    found = []
    for candidate in candidates:
        for reader in FORMATS:
            if isinstance(candidate, dict) and reader.is_one(candidate):
                found.append(reader.read(candidate))
                break
    return [conversation for conversation in found if conversation.utterances]
