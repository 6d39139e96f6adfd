"""A search taken apart, to be watched step by step: what each list found, the fused order, and what was returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memoryhub.retrieval import fusion, search
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.request import Results, SearchRequest


@dataclass(frozen=True, slots=True)
class Replay:
    """One search. `lists` has the candidates that each of `fusion.LISTS` found, the best of that list first; `fused`
    all that the threshold leaves, in the one order; `results` are the answers, as the same call gave them.
    """

    lists: Mapping[str, Sequence[Fused]]
    fused: Sequence[Fused]
    results: Results


def of(request: SearchRequest) -> Replay:
    """Ask, and keep what was looked at. Raises `errors.InvalidInput` as a search does."""
    found, results = search.traced(request)
    lists: dict[str, list[Fused]] = {name: [] for name in fusion.LISTS}
    for one in found.fused:
        for name in fusion.found_by(one):
            lists[name].append(one)
    # Sorting keeps the fused order among equals.
    lists[fusion.MEANING].sort(key=lambda one: one.cosine or 0.0, reverse=True)
    lists[fusion.WORDS].sort(key=lambda one: one.bm25, reverse=True)
    lists[fusion.KEYS].sort(key=lambda one: one.hop)
    return Replay(lists, found.kept, results)
