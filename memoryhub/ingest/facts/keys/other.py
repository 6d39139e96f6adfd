"""Keys in languages without a list of their own: what bears a capital inside a sentence, and who speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.facts.keys.model import Context
from memoryhub.ingest.facts.model import KeyDraft

CAPITAL = re.compile(r"(?<=[^\W\d_][ ,]|[,;] )[A-ZÀ-ÖØ-ÞА-Я][\w-]+(?: [A-ZÀ-ÖØ-ÞА-Я][\w-]+)*|[ァ-ヺー]{3,}")


def terms(text: str, context: Context) -> Iterator[KeyDraft]:
    """The candidate keys of one fact, in reading order within each kind."""
    yield from (KeyDraft(person, "name") for person in context.people if person in text)
    yield from (KeyDraft(match[0], "proper_noun") for match in CAPITAL.finditer(text) if match[0] not in context.people)
