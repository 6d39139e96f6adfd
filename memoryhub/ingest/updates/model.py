"""What is compared, and what a sentence comes down to when it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

VerdictKind = Literal["same", "update", "propose", "none"]
Family = Literal["be", "dwell", "move", "like", "dislike", "hold", "measure", "employ", "do"]
Tense = Literal["present", "past", "future"]
Slot = Literal["", "join", "weekday", "date", "year", "time", "number", "place"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One fact. `said_on` is the day it was said or written; `is_correction` if its source announced it as one."""

    text: str
    language: str
    said_on: date | None = None
    is_correction: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """`rule` names what decided, for the ledger; `evidence` is plain data: the subject, and what changed into what."""

    kind: VerdictKind
    rule: str
    evidence: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a frame's rest in comparable form, and the sort of value it is, if it is one."""

    text: str
    slot: Slot = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence as subject, verb and rest.

    `is_definite`: the subject picks out one thing. `is_somebody`: it is a bare name, so probably a person.
    `is_ended`: no longer. `cue`: the words by which the sentence announces a correction; `is_sure_cue` if they cannot
    mean anything else. `is_bound`: holds for a day or a while only. `is_repeated`: every Monday, on Mondays.
    """

    subject: str
    verb: str
    family: Family
    tense: Tense
    rest: tuple[Word, ...]
    is_definite: bool = True
    is_somebody: bool = False
    is_negated: bool = False
    is_ended: bool = False
    cue: str = ""
    is_sure_cue: bool = False
    is_bound: bool = False
    is_repeated: bool = False
    language: str = ""

    @property
    def said(self) -> str:
        """The rest in words."""
        return " ".join(word.text for word in self.rest)
