"""Conversations of LoCoMo (Maharana et al., 2024; CC BY-NC 4.0, so nothing of them is kept here) as tests read them.

Evidence recall at k is the share of a question's annotated turns among the first k, averaged over the questions of
categories 1 to 4.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said; `at` is when its session began, ISO 8601. Pictures are told by their captions."""

    id: str
    session: str
    at: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the turns that hold its answer."""

    text: str
    category: str
    evidence: frozenset[str]

    def recall(self, found: Collection[str]) -> float:
        """The share of its evidence among the turns found."""
        return len(self.evidence & set(found)) / len(self.evidence)


@dataclass(frozen=True, slots=True)
class Conversation:
    """`turns` in the order in which they are said."""

    name: str
    turns: Sequence[Turn]
    questions: Sequence[Question]

    def as_json(self) -> str:
        """What is given to the hub: sessions with their dates and messages."""
        sessions: dict[str, dict[str, Any]] = {}
        for turn in self.turns:
            told = sessions.setdefault(turn.session, {"id": turn.session, "date": turn.at, "messages": []})
            told["messages"].append({"speaker": turn.speaker, "text": turn.text})
        return json.dumps({"sessions": list(sessions.values())})


def conversations(path: Path) -> Iterator[Conversation]:
    """Those of the file, in its order."""
    for sample in json.loads(path.read_text(encoding="utf-8")):
        turns = tuple(_turns(sample["conversation"]))
        known = frozenset(turn.id for turn in turns)
        questions = (
            Question(asked["question"], CATEGORIES[asked["category"]], evidence)
            for asked in sample["qa"]
            if asked["category"] in CATEGORIES and (evidence := _evidence(asked["evidence"]) & known)
        )
        yield Conversation(sample["sample_id"], turns, tuple(questions))


def _turns(told: dict[str, Any]) -> Iterator[Turn]:
    names = sorted((name for name in told if re.fullmatch(r"session_\d+", name)), key=lambda name: int(name[8:]))
    for name in names:
        at = datetime.strptime(told[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").isoformat()
        for turn in told[name]:
            caption = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield Turn(turn["dia_id"], name, at, turn["speaker"], turn["text"] + caption)


def _evidence(given: Sequence[str]) -> frozenset[str]:
    """The turns named as evidence; some ids are malformed (`D8:6; D9:17`, `D:11:26`)."""
    named = (re.fullmatch(r"D:?(\d+):0*(\d+)", part) for one in given for part in re.split(r"[;\s]+", one))
    return frozenset(f"D{match[1]}:{match[2]}" for match in named if match)
