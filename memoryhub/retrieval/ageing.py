"""What is old and never came up again fades; what several sources say and what is often asked for stands out.

Static facts do not fade. A dynamic one that nothing has reinforced loses half of what it can lose in a half-life, which
is the longer the deeper it sits; a recall and a new source begin it anew.
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping, Sequence

from memoryhub.memories.selectors import Vitality
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.weights import Weights

# So many sources count in full.
MOST_SOURCES = 16


def fuse_in(fused: Sequence[Fused], vitality: Mapping[uuid.UUID, Vitality], *, weights: Weights) -> list[Fused]:
    """The candidates with how alive each memory is, best first; passages do not age."""
    aged = [_aged(one, vitality[one.id], weights) if one.id in vitality else one for one in fused]
    return sorted(aged, key=lambda one: (one.score, one.id), reverse=True)


def fading(of: Vitality, weights: Weights) -> float:
    """From 1, fresh or static, down to 1 - `weights.fading`."""
    if of.is_static:
        return 1.0
    half_life = weights.half_life_days * (1 + of.depth)
    return 1 - weights.fading * (1 - math.exp2(-of.idle / half_life))


def sources(of: Vitality, weights: Weights) -> float:
    """From 1, for one source or none, up to 1 + `weights.sources`, logarithmically."""
    return 1 + weights.sources * math.log2(min(max(of.source_count, 1), MOST_SOURCES)) / math.log2(MOST_SOURCES)


def depth(of: Vitality, weights: Weights) -> float:
    """From 1, shallow, up to 1 + `weights.depth`."""
    return 1 + weights.depth * of.depth


def _aged(one: Fused, of: Vitality, weights: Weights) -> Fused:
    told = {"fading": fading(of, weights), "sources": sources(of, weights), "depth": depth(of, weights)}
    factors = {name: factor for name, factor in told.items() if factor != 1}
    score = one.score * math.prod(factors.values())
    return one._replace(score=score, factors={**one.factors, **factors}, depth=of.depth)
