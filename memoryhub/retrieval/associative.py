"""Recall by a recipe of `retrieval.recipes`, in a space that asks for one: over keys and by content, then by hops."""

from __future__ import annotations

import math
import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations import candidates
from memoryhub.associations.candidates import Hit, Link
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.memories import candidates as memory_candidates
from memoryhub.memories import selectors as memories
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.memories.selectors import Vitality
from memoryhub.retrieval import recipes
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.keyed import Step
from memoryhub.retrieval.recipes import Recipe, Sum
from memoryhub.spaces.models import Space

MOST_KEYS = 10
# The server looks at every memory; of those above the threshold these best ones are taken.
MOST_BY_CONTENT = 1000


@dataclass(frozen=True, slots=True)
class Associative:
    """A question to a space that scores by a recipe. `vector` is None when nothing could be embedded.

    Only what is current is reached, leads on, or makes a key less rare.
    """

    space: Space
    query: str
    vector: np.ndarray | None
    model: EmbeddingModel
    recipe: Recipe
    now: datetime
    narrowing: Narrowing = ALL
    horizon: Horizon = PRESENT

    def found(self, *, hops: int, wanted: int, most: int) -> list[Fused]:
        """All that is reached, best first, equal ones newest first. While fewer than `wanted` are, up to `most` hops
        are taken instead of `hops`.
        """
        cosines = self._nearest(None)
        content = {key: cosine for key, cosine in cosines.items() if cosine >= self.recipe.content_hit}
        keys = self._keys()
        sums = recipes.direct(self.recipe, keys, self._linked(keys), content)
        alive = memories.vitality_of(self.space, sums, now=self.now)
        gains = {key: one.total * self._early(alive[key]) for key, one in sums.items()}
        for hop in range(2, most + 1):
            if not gains or (hop > hops and len(sums) >= wanted):
                break
            gains = self._hop(sums, gains, hop)
        alive |= memories.vitality_of(self.space, sums.keys() - alive.keys(), now=self.now)
        cosines |= self._nearest(sums.keys() - cosines.keys())
        scored = [self._fused(key, one, alive[key], cosines.get(key)) for key, one in sums.items() if key in alive]
        return sorted(scored, key=lambda one: (one.score, one.id), reverse=True)

    def _keys(self) -> dict[uuid.UUID, Hit]:
        """The keys the question names, then those it means, the best so many."""
        hits = candidates.named(self.space, self.query, limit=MOST_KEYS)
        if self.vector is not None:
            hits += candidates.meant(
                self.space, self.vector, model=self.model, limit=MOST_KEYS, least=self.recipe.key_hit
            )
        best: dict[uuid.UUID, Hit] = {}
        for hit in hits:
            best.setdefault(hit.id, hit)
        return dict(sorted(best.items(), key=lambda one: (one[1].score, one[0]), reverse=True)[:MOST_KEYS])

    def _linked(self, key_ids: Collection[uuid.UUID]) -> list[Link]:
        if not key_ids:
            return []
        return candidates.linked(
            self.space, key_ids, now=self.now, each=None, narrowing=self.narrowing, horizon=self.horizon
        )

    def _nearest(self, among: Collection[uuid.UUID] | None) -> dict[uuid.UUID, float]:
        if self.vector is None or (among is not None and not among):
            return {}
        ranked = memory_candidates.nearest(
            self.space,
            model=self.model,
            vector=self.vector,
            now=self.now,
            limit=MOST_BY_CONTENT,
            among=among,
            narrowing=self.narrowing,
            horizon=self.horizon,
        )
        return dict(ranked)

    def _hop(self, sums: dict[uuid.UUID, Sum], gains: Mapping[uuid.UUID, float], hop: int) -> dict[uuid.UUID, float]:
        """Add to `sums` what shared keys lead to; returns the gains of those that were not there before."""
        owned = candidates.keys_of(self.space, gains)
        got = recipes.onward(gains, owned, self._linked({one.key_id for one in owned}))
        paths = {key: (*sums[gain.giver].path, Step(gain.key, key, gain.giver)) for key, gain in got.items()}
        reached = {key: gain.amount for key, gain in got.items() if key not in sums}
        for key, gain in got.items():
            known = sums.get(key)
            sums[key] = (
                replace(known, hops=known.hops + gain.amount) if known else Sum(0, 0, gain.amount, hop, paths[key])
            )
        return reached

    def _early(self, alive: Vitality) -> float:
        """What depth and age do to a score before it is passed on."""
        return math.prod(recipes.modifiers(self.recipe, alive).values()) if self.recipe.early else 1.0

    def _fused(self, key: uuid.UUID, one: Sum, alive: Vitality, cosine: float | None) -> Fused:
        factors = recipes.modifiers(self.recipe, alive)
        weight = math.prod(factors.values())
        # Early factors were in what the hops passed on, and are those of the givers.
        bonuses = {"key": one.key * weight, "association": one.hops * (1.0 if self.recipe.early else weight)}
        return Fused(
            kind="memory",
            id=key,
            score=one.content * weight + sum(bonuses.values()),
            dense=one.content,
            lexical=0.0,
            cosine=cosine,
            bm25=0.0,
            bonuses={name: bonus for name, bonus in bonuses.items() if bonus},
            factors={name: factor for name, factor in factors.items() if factor != 1},
            hop=one.hop,
            path=one.path,
            depth=alive.depth,
        )
