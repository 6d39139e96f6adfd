"""Who reads the facts out of a document: the rules by default, or the class that `MEMORYHUB_EXTRACTOR` names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from memoryhub.ingest import facts, updates
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.extract import Turn
from memoryhub.ingest.facts import Fact
from memoryhub.ingest.updates import Candidate, Verdict


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as an extractor gets it: its slices and turns, its day, who speaks in it, and whether its keys may be
    names of code."""

    title: str
    drafts: Sequence[ChunkDraft]
    turns: Sequence[Turn] = ()
    said_on: date | None = None
    author: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    with_code: bool = False


class Extractor(Protocol):
    """Reads facts, and judges what a new fact means for one that is known. Never called inside a transaction.

    Both raise `errors.Unavailable` when the one who is asked does not answer now.
    """

    def extract(self, reading: Reading) -> list[Fact]:
        """The facts in reading order."""

    def decide(self, old: Candidate, new: Candidate) -> Verdict:
        """What `new` means for `old`."""


class RuleExtractor:
    """The rules of `ingest.facts` and `ingest.updates`: offline, the same every time."""

    def extract(self, reading: Reading) -> list[Fact]:
        """The facts by rule."""
        return facts.extract(
            reading.drafts,
            document_date=reading.said_on,
            turns=reading.turns,
            names=reading.names,
            author=reading.author,
            with_code=reading.with_code,
        )

    def decide(self, old: Candidate, new: Candidate) -> Verdict:
        """The verdict by rule."""
        return updates.decide(old, new)


def configured() -> Extractor:
    """A new extractor of the configured class."""
    extractor: Extractor = import_string(settings.MEMORYHUB_EXTRACTOR)()
    return extractor
