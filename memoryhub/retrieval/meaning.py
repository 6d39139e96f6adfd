"""Which memories a sentence means: the one that says exactly that, or candidates for somebody to choose from."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from memoryhub.core import clock
from memoryhub.memories import selectors, texts
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Hit, SearchRequest
from memoryhub.spaces.models import Space

MOST_CANDIDATES = 5
# As likely as not to have to do with the sentence: what is merely the nearest is no candidate.
LEAST = 0.5


def exactly(space: Space, sentence: str) -> list[uuid.UUID]:
    """The current memories that say this, letter case and punctuation aside; `errors.InvalidInput` for no sentence."""
    said = selectors.current_memories_of(space, now=clock.now()).filter(text_hash=texts.hash_of(texts.check(sentence)))
    return list(said.order_by("root_id").values_list("pk", flat=True))


def candidates(space: Space, sentence: str) -> Sequence[Hit]:
    """Current memories that may be meant, best first; none rather than the nearest of what is something else."""
    found = search.search(SearchRequest(space, sentence, limit=MOST_CANDIDATES, hops=1)).hits
    return [hit for hit in found if hit.hop == 1 and _may_be_meant(hit)]


def _may_be_meant(hit: Hit) -> bool:
    return hit.bm25 > 0 if hit.similarity is None else hit.similarity >= LEAST
