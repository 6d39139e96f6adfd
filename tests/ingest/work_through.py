"""Takes documents through their stages inside a test, as the worker would."""

from __future__ import annotations

from typing import Any

from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ingest import advancing
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

ADDER = Actor.hub("test")


def take_in(space: Space, content: str | bytes, *, actor: Actor = ADDER, **values: Any) -> Document:
    """Submit, and run all stages."""
    document = ingest.submit(actor=actor, space=space, content=content, **values).document
    return work_on(document)


def work_on(document: Document) -> Document:
    """Run the stages of a document that is queued."""
    advancing.advance(document.pk)
    document.refresh_from_db()
    return document


def texts_of(space: Space) -> list[str]:
    """What the space remembers now, in alphabetical order."""
    rows = memories.current_memories_of(space, now=clock.now())
    return sorted(rows.values_list("text", flat=True))


def memory_saying(space: Space, text: str) -> Memory:
    """The current memory with exactly this text."""
    return memories.current_memories_of(space, now=clock.now()).get(text=text)
