"""Scripts for the scripted extractor: what it says about documents, and what new facts mean for old ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import LazySettings

from memoryhub.ingest.scripted import CALLS


class Script:
    """A script file that the settings name; it may be rewritten at any time."""

    def __init__(self, settings: LazySettings, path: Path) -> None:
        self._path = path
        settings.MEMORYHUB_EXTRACTOR = "memoryhub.ingest.scripted.ScriptedExtractor"
        settings.MEMORYHUB_SCRIPT = str(path)

    def write(self, answers: Sequence[dict[str, Any]], verdicts: Sequence[dict[str, Any]] = ()) -> None:
        """Say this from now on."""
        self._path.write_text(json.dumps({"answers": list(answers), "verdicts": list(verdicts)}))

    @property
    def calls(self) -> list[str]:
        """What the extractor was asked about, in order."""
        calls = self._path.with_name(self._path.name + CALLS)
        return calls.read_text().splitlines() if calls.exists() else []


def told(when: str, *facts: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """An answer about the documents that say `when`."""
    return {"when": when, "facts": [fact if isinstance(fact, dict) else {"text": fact} for fact in facts], **more}
