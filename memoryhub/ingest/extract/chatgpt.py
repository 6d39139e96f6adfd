"""The export of ChatGPT: conversations as trees of messages, of which the branch that was last looked at is read."""

from __future__ import annotations

import re
from typing import Any

from memoryhub.ingest.extract import conversation, dating
from memoryhub.ingest.extract.conversation import Conversation, Record
from memoryhub.ingest.extract.utterance import Utterance

ROLES = {"user", "assistant"}
# What people see as words; the rest is code for tools, their results, and notes of the model to itself.
WORDS = {"text", "multimodal_text"}
# References of an answer to pages it was made from; they stand between characters of private use.
REFERENCE = re.compile("\ue200[^\ue201]{0,500}\ue201|【\\d+[^】]{0,60}】")


def is_one(value: object) -> bool:
    """Whether the value is a conversation of this export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read(value: Record) -> Conversation:
    """The messages of the user and the assistant on the current branch, in order."""
    nodes: Record = value["mapping"]
    said = (_utterance(nodes[key].get("message")) for key in _branch(nodes, value.get("current_node")))
    return Conversation(
        path=conversation.name(value.get("conversation_id") or value.get("id")),
        title=conversation.name(value.get("title")),
        utterances=tuple(utterance for utterance in said if utterance),
    )


def _branch(nodes: Record, current: Any) -> list[str]:
    """The keys from the root to the current node; without one, to the node that was written last."""
    if not isinstance(current, str) or current not in nodes:
        leaves = [key for key, node in nodes.items() if isinstance(node, dict) and not node.get("children")]
        current = max(leaves, key=lambda key: _seconds(nodes[key]), default=None)
    path: dict[str, None] = {}
    while isinstance(current, str) and isinstance(nodes.get(current), dict) and current not in path:
        path[current] = None
        current = nodes[current].get("parent")
    return list(reversed(path))


def _seconds(node: Record) -> float:
    message = node.get("message")
    moment = message.get("create_time") if isinstance(message, dict) else None
    return float(moment) if isinstance(moment, int | float) else 0.0


def _utterance(message: Any) -> Utterance | None:
    if not isinstance(message, dict) or _is_hidden(message):
        return None
    author, content = message.get("author"), message.get("content")
    role = author.get("role") if isinstance(author, dict) else ""
    if role not in ROLES or not isinstance(content, dict) or content.get("content_type") not in WORDS:
        return None
    text = conversation.cleaned(REFERENCE.sub("", "\n".join(_texts(content.get("parts")))))
    moment = message.get("create_time")
    at = dating.moment(str(moment)) if isinstance(moment, int | float) else None
    return Utterance(speaker=role, role=role, text=text, at=at) if text else None


def _is_hidden(message: Record) -> bool:
    """Instructions that people do not see, and what the assistant says to a tool."""
    known = message.get("metadata")
    hidden = isinstance(known, dict) and bool(known.get("is_visually_hidden_from_conversation"))
    return hidden or message.get("recipient") not in {None, "all"}


def _texts(parts: Any) -> list[str]:
    """The parts that are words; of what was spoken, the transcription."""
    found = parts if isinstance(parts, list) else []
    texts = [part.get("text") if isinstance(part, dict) else part for part in found]
    return [text for text in texts if isinstance(text, str)]
