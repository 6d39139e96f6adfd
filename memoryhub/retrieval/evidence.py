"""The sentence behind an answer: the one a memory was read from, or what of a passage has to do with the question."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from memoryhub.core import text
from memoryhub.documents.models import Chunk, Document
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a document: its characters from `start` to before `end`, None where that is not known."""

    text: str
    document: Document
    start: int | None
    end: int | None


def of_memories(
    space: Space, versions: Mapping[uuid.UUID, Memory], terms: Collection[str]
) -> dict[uuid.UUID, Evidence]:
    """Version id -> the quote of its live source that has most of the terms; of equal ones the most relevant."""
    found: dict[uuid.UUID, tuple[int, Evidence]] = {}
    for source in memories.documented(space, versions).exclude(quote=""):
        shared = _shared(source.quote, versions[source.memory_id].language, terms)
        if source.document is not None and (source.memory_id not in found or shared > found[source.memory_id][0]):
            told = Evidence(source.quote, source.document, source.start, source.end)
            found[source.memory_id] = (shared, told)
    return {memory_id: told for memory_id, (_shared_terms, told) in found.items()}


def of_passage(chunk: Chunk, terms: Collection[str]) -> Evidence | None:
    """The sentence of a chunk that has most of the terms, of equal ones the first; None where none has any."""
    spans = text.sentences(chunk.text)
    counts = [_shared(span.text, chunk.language, terms) for span in spans]
    if not any(counts):
        return None
    best = spans[counts.index(max(counts))]
    return Evidence(chunk.text[best.start : best.end], chunk.document, chunk.start + best.start, chunk.start + best.end)


def _shared(sentence: str, language: str, terms: Collection[str]) -> int:
    return len(set(terms).intersection(text.tokens(sentence, language=language or "en")))
