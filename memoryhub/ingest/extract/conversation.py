"""A conversation of a chat export, and the form in which it is kept as a member: JSON that is a transcript."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import listing
from memoryhub.ingest.extract.utterance import Utterance

Record: TypeAlias = dict[str, Any]
MEDIA_TYPE = "application/json"
# The role of somebody who bears a name: without it, a person called Claude would be taken for a model.
PERSON = "participant"


@dataclass(frozen=True, slots=True)
class Conversation:
    """`path` is its id in the export, or empty; the offsets of its utterances mean nothing."""

    path: str
    title: str
    utterances: tuple[Utterance, ...]

    def as_json(self) -> bytes:
        """The same bytes for the same conversation, read by `transcript_json`."""
        messages = [_record(utterance) for utterance in self.utterances]
        whole = {"title": self.title, "messages": messages}
        return json.dumps(whole, ensure_ascii=False, indent=0).encode("utf-8", "replace")

    def line(self) -> str:
        """How it is listed: its days, its title, how much was said."""
        moments = [utterance.at for utterance in self.utterances if utterance.at]
        days = list(dict.fromkeys(day.date().isoformat() for day in (min(moments), max(moments)))) if moments else []
        count = len(self.utterances)
        said = f"{count:,} message{'' if count == 1 else 's'}"
        return "- " + listing.line(f"{self.title or self.path or 'Untitled'} ({', '.join((said, *days))})")


def _record(utterance: Utterance) -> Record:
    record = {"role": utterance.role, "name": utterance.speaker, "content": utterance.text}
    if utterance.at:
        record["at"] = utterance.at.isoformat()
    if utterance.session:
        record["session"] = utterance.session
    return record


def cleaned(text: str) -> str:
    """Words of a message as they are kept."""
    return text_rules.clean(text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def name(value: object) -> str:
    """A name or title on one line, empty where the export has none."""
    return listing.line(value) if isinstance(value, str) else ""


def day(moment: datetime | None) -> str:
    """The session of a chat that never ends: its day."""
    return moment.date().isoformat() if moment else ""
