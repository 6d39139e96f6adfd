"""What the extraction of facts yields."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

KeyKind = Literal["concept", "name", "proper_noun"]
Flag = Literal["instruction", "correction", "attributed"]


@dataclass(frozen=True, slots=True)
class KeyDraft:
    """An association key as it reads in the text; `associations` normalises and merges it."""

    text: str
    kind: KeyKind


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence that can stand by itself, in the language of its source.

    `quote` is the source's own wording, at `start` to `end` of the kept text. `confidence` is from 0 to 1.
    `valid_from` is the day the sentence itself gives, relative words resolved.
    Flags: `instruction`, it addresses an agent rather than stating something; `correction`, it says that it corrects;
    `attributed`, the first person could not be rewritten, so that the text is the speaker's name and their words.
    """

    text: str
    quote: str
    start: int
    end: int
    chunk_index: int
    turn_index: int | None
    speaker: str
    is_static: bool
    confidence: float
    language: str
    keys: tuple[KeyDraft, ...]
    valid_from: date | None
    flags: frozenset[Flag]
