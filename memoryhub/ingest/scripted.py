"""An extractor that answers from a script: what it says, how long that takes, and when it fails.

For tests and demonstrations of what a language model may do. `MEMORYHUB_SCRIPT` names a JSON file:

    {"answers":  [{"when": "words of the document", "wait": 2, "unavailable": false,
                   "facts": [{"text": "...", "quote": "...", "keys": [["Orlan", "name"]], "flags": ["correction"]}]}],
     "verdicts": [{"old": "...", "new": "...", "kind": "update", "rule": "scripted"}]}

The first answer whose `when` occurs in the document counts. Each call of `extract` adds a line to `<file>.calls`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings

from memoryhub.core import text
from memoryhub.core.errors import Unavailable
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.extractors import Reading
from memoryhub.ingest.facts import Fact, KeyDraft
from memoryhub.ingest.updates import Candidate, Verdict

CALLS = ".calls"


class ScriptedExtractor:
    """Says what its script says, and nothing about documents the script does not know."""

    def __init__(self) -> None:
        self._path = Path(settings.MEMORYHUB_SCRIPT)
        self._script: dict[str, Any] = json.loads(self._path.read_text(encoding="utf-8"))

    def extract(self, reading: Reading) -> list[Fact]:
        """The facts of the first answer that fits."""
        words = "\n".join(draft.text for draft in reading.drafts)
        for answer in self._script.get("answers", []):
            if answer["when"] in words:
                self._note(answer["when"])
                time.sleep(answer.get("wait", 0))
                if answer.get("unavailable"):
                    raise Unavailable("The script says that nobody answers.")
                return [_fact(given, reading.drafts) for given in answer.get("facts", [])]
        return []

    def decide(self, old: Candidate, new: Candidate) -> Verdict:
        """The verdict on this very pair of texts; without one, nothing."""
        for verdict in self._script.get("verdicts", []):
            if (verdict["old"], verdict["new"]) == (old.text, new.text):
                return Verdict(verdict["kind"], verdict.get("rule", "scripted"), {"said": "by the script"})
        return Verdict("none", "scripted")

    def _note(self, line: str) -> None:
        with self._path.with_name(self._path.name + CALLS).open("a", encoding="utf-8") as calls:
            calls.write(line + "\n")


def _fact(given: dict[str, Any], drafts: Sequence[ChunkDraft]) -> Fact:
    said = given.get("quote", given["text"])
    draft = next((draft for draft in drafts if said in draft.text), drafts[0])
    start = draft.start + max(draft.text.find(said), 0)
    valid_from = given.get("valid_from")
    return Fact(
        text=given["text"],
        quote=said,
        start=start,
        end=start + len(said),
        chunk_index=draft.index,
        turn_index=draft.turn_index,
        speaker=given.get("speaker", ""),
        is_static=given.get("is_static", False),
        confidence=given.get("confidence", 0.7),
        language=given.get("language") or text.language(given["text"]),
        keys=tuple(KeyDraft(key, kind) for key, kind in given.get("keys", [])),
        valid_from=None if valid_from is None else date.fromisoformat(valid_from),
        flags=frozenset(given.get("flags", [])),
    )
