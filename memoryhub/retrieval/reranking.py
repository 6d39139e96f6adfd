"""The first answers put into another order by an endpoint that reads question and answer together.

It is asked after everything else and outside of any transaction. Where it does not answer in time, the order stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memoryhub.ai import services as ai
from memoryhub.core import errors
from memoryhub.retrieval.request import Hit

# So many of the best are read again.
MOST = 50
DONE, UNAVAILABLE = "done", "unavailable"


def fuse_in(query: str, hits: Sequence[Hit]) -> tuple[Sequence[Hit], str]:
    """The answers by `relevance`, those the endpoint left out behind, in the order they had; and how that went."""
    if not hits:
        return hits, DONE
    try:
        relevances = ai.rerank(query, [hit.text for hit in hits])
    except errors.Unavailable:
        return hits, UNAVAILABLE
    told = [replace(hit, relevance=relevance) for hit, relevance in zip(hits, relevances, strict=True)]
    return sorted(told, key=lambda hit: (hit.relevance is None, -(hit.relevance or 0.0))), DONE
