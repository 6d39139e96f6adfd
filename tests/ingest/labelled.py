"""The labelled set: texts of our own, and what a careful person would want remembered of each of their sentences.

One JSON file for each text in `tests/data/labelled`: `lines` or chat `messages`, the day it was written, who wrote it,
and its sentences in order. `keep` says whether a sentence is worth remembering. Of those kept, `static` says whether it
holds until something changes it (who, what, likes, standing rules) rather than for a while; `subject` whom it has to be
told of where its own words do not say; `dates` the days its relative words of time mean; `keys` what it has to be filed
under, each with its variants; `also` what it may be filed under. What no sentence covers gives no fact.

`split` is `dev`, which rules may be made better by, or `held_out`, which is for measuring only: never read its errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "data" / "labelled"


@dataclass(frozen=True, slots=True)
class Label:
    """A sentence as a person judged it."""

    text: str
    keep: bool
    static: bool = False
    subject: str = ""
    dates: tuple[str, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text with its labels; `content` is what is handed in under the file name `name`."""

    name: str
    language: str
    kind: str
    split: str
    day: date
    author: str
    content: str
    labels: tuple[Label, ...]


def texts() -> list[LabelledText]:
    """All texts of the set, by file name."""
    return [_text(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(FOLDER.glob("*.json"))]


def places(kept: str, labels: tuple[Label, ...]) -> Iterator[tuple[int, int, Label]]:
    """Where each sentence stands in the kept text; ValueError for one that is not there."""
    at = 0
    for label in labels:
        start = kept.index(label.text, at)
        at = start + len(label.text)
        yield start, at, label


def _text(read: dict[str, Any]) -> LabelledText:
    messages = read.get("messages")
    return LabelledText(
        name=read["name"],
        language=read["language"],
        kind=read["kind"],
        split=read["split"],
        day=date.fromisoformat(read["date"]),
        author=read["author"],
        content=json.dumps(messages, ensure_ascii=False) if messages else "\n".join(read["lines"]) + "\n",
        labels=tuple(_label(sentence) for sentence in read["sentences"]),
    )


def _label(read: dict[str, Any]) -> Label:
    return Label(
        text=read["text"],
        keep=read["keep"],
        static=read.get("static", False),
        subject=read.get("subject", ""),
        dates=tuple(read.get("dates", ())),
        keys=tuple(tuple(variants) for variants in read.get("keys", ())),
        also=tuple(read.get("also", ())),
    )
