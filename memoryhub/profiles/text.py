"""A profile as the text that stands in a prompt: one list under a head for each part, one line for each memory."""

from __future__ import annotations

from collections.abc import Iterable

from memoryhub.memories.liveliness import Line
from memoryhub.profiles.profile import Profile


def of(found: Profile) -> str:
    """Markdown; empty parts are left out, and empty for an empty profile. Texts are data: each stays on its line."""
    answers = () if found.results is None else found.results.hits
    parts = [
        ("Stable facts", _texts(found.static)),
        *((name, _texts(lines)) for name, lines in found.buckets.items()),
        ("Found for the question", [hit.text for hit in answers]),
        ("Recent context", _texts(found.dynamic)),
    ]
    return "\n\n".join(_part(head, texts) for head, texts in parts if texts)


def _texts(lines: Iterable[Line]) -> list[str]:
    return [line.text for line in lines]


def _part(head: str, texts: Iterable[str]) -> str:
    return "\n".join([f"## {head}", *(f"- {' '.join(text.split())}" for text in texts)])
