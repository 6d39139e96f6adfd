"""Who reads the facts out of a document: the rules by default, or the class that `MEMORYHUB_EXTRACTOR` names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from memoryhub.ingest import facts
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.extract import Turn
from memoryhub.ingest.facts import Fact


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as an extractor gets it: its slices and turns, its day, and who speaks in it."""

    title: str
    drafts: Sequence[ChunkDraft]
    turns: Sequence[Turn] = ()
    said_on: date | None = None
    author: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


class Extractor(Protocol):
    """Reads facts, and judges what a new fact means for one that is known. Never called inside a transaction."""

    def extract(self, reading: Reading) -> list[Fact]:
        """The facts in reading order; `errors.Unavailable` when they cannot be read now."""


class RuleExtractor:
    """The rules of `ingest.facts`: offline, the same every time."""

    def extract(self, reading: Reading) -> list[Fact]:
        return facts.extract(
            reading.drafts,
            document_date=reading.said_on,
            turns=reading.turns,
            names=reading.names,
            author=reading.author,
        )


def configured() -> Extractor:
    """A new extractor of the configured class."""
    extractor: Extractor = import_string(settings.MEMORYHUB_EXTRACTOR)()
    return extractor
