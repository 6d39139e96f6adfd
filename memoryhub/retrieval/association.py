"""What a question reaches over keys, put into the order of what was found directly."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence

from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.keyed import Reached
from memoryhub.retrieval.weights import Weights

# The least a memory reached over others gets of what the best one at the same hop gets.
LEAST = 0.5


def evident(fused: Sequence[Fused], *, content_hit: float) -> set[uuid.UUID]:
    """The memories that have a word of the question, or are near enough to it (cosine) to have to do with it."""
    return {
        one.id
        for one in fused
        if one.kind == "memory" and (one.bm25 > 0 or (one.cosine is not None and one.cosine >= content_hit))
    }


def fuse_in(
    fused: Sequence[Fused],
    reached: Mapping[uuid.UUID, Reached],
    *,
    evidence: Collection[uuid.UUID],
    cosines: Mapping[uuid.UUID, float],
    weights: Weights,
) -> list[Fused]:
    """The candidates with what keys add, best first.

    A key of the question is a bonus of up to `weights.key`. A memory that is reached over others stays behind the
    weakest `evidence`, at each hop by `weights.association`, unless it was found nearer by itself; `cosines` are of
    memories that no list has.
    """
    known = {one.id: one for one in fused if one.kind == "memory"}
    keyed = {
        key: _with_bonus(known.get(key) or _unlisted(key, cosines), "key", weights.key * one.score)
        for key, one in reached.items()
        if one.hop == 1
    }
    direct = [(keyed.get(key) or known[key]).score for key in {*evidence, *keyed}]
    ceiling = min(direct, default=0.0)
    strongest = {hop: max(one.score for one in reached.values() if one.hop == hop) for hop in _hops(reached)}
    found = {one.id: one for one in fused} | keyed
    for key, one in reached.items():
        if one.hop > 1:
            share = LEAST + (1 - LEAST) * one.score / strongest[one.hop]
            listed = known.get(key) or _unlisted(key, cosines)
            bonus = max(0.0, ceiling * weights.association ** (one.hop - 1) * share - listed.score)
            found[key] = _with_bonus(listed, "association", bonus)._replace(hop=one.hop)
    with_paths = (one._replace(path=reached[one.id].path) if one.id in reached else one for one in found.values())
    return sorted(with_paths, key=lambda one: (one.score, -one.hop, one.id), reverse=True)


def _hops(reached: Mapping[uuid.UUID, Reached]) -> set[int]:
    return {one.hop for one in reached.values()}


def _unlisted(key: uuid.UUID, cosines: Mapping[uuid.UUID, float]) -> Fused:
    return Fused("memory", key, score=0.0, dense=0.0, lexical=0.0, cosine=cosines.get(key), bm25=0.0)


def _with_bonus(one: Fused, name: str, bonus: float) -> Fused:
    return one._replace(score=one.score + bonus, bonuses={**one.bonuses, name: bonus} if bonus else one.bonuses)
