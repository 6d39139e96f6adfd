"""What a language has to know for its sentences to become facts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Voice:
    """Who utters a sentence: `name` as it stands in a fact, empty for a document without a known author.

    `listeners` are the other participants, whose names may be called out to.
    """

    name: str = ""
    is_chat: bool = False
    listeners: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence ready to be kept. `is_attributed`: still in the first person, behind its speaker's name."""

    text: str
    is_attributed: bool = False
    is_correction: bool = False


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language.

    `statement` gives what a sentence states once its lead-in is off, or None for what is no self-contained statement.
    The patterns mark lasting facts, passing ones, and words that take the edge off a statement; `aside` is what may
    follow a statement in a chat and is meant for the listener: so please bring none. `lasts` says of a statement that
    no pattern marks whether it holds until something changes it, by its tense.
    """

    code: str
    statement: Callable[[str, Voice], Statement | None]
    static: re.Pattern[str]
    dynamic: re.Pattern[str]
    hedge: re.Pattern[str]
    aside: re.Pattern[str] = field(default=re.compile(r"(?!)"))
    lasts: Callable[[str], bool] = field(default=lambda _text: False)
