"""Reads facts out of a text given in a test."""

from __future__ import annotations

from datetime import date

from memoryhub.ingest import chunking, facts
from memoryhub.ingest.extract import extract
from memoryhub.ingest.facts import Fact

DAY = date(2026, 12, 4)  # a Friday


def facts_of(text: str, name: str = "a.txt", *, day: date | None = DAY, author: str = "") -> list[Fact]:
    """The facts of a text that was written on `day`."""
    extracted = extract(text.encode(), name=name, media_type=None)
    return facts.extract(chunking.chunks(extracted), document_date=day, turns=extracted.turns, author=author)


def texts_of(text: str, name: str = "a.txt", *, day: date | None = DAY, author: str = "") -> list[str]:
    """Their texts only."""
    return [fact.text for fact in facts_of(text, name, day=day, author=author)]


def told(sentence: str, speaker: str = "Mina") -> list[str]:
    """What becomes of one sentence that `speaker` says in a chat with Joon."""
    listener = "Joon" if speaker != "Joon" else "Mina"
    return texts_of(f"{speaker}: {sentence}\n{listener}: Ok.", "chat.txt")
