"""The numbers by which mcp-super-memory scores: keys and content added up, and a share of that for whoever has a key
in common.

`classic` follows the text of its readme (seed 004), `v0.4.4` the package that was released under that number. One thing
is ours: each hop starts from what stood before it, so that no order of sets counts (theirs changed with the hash seed).
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memoryhub.associations.candidates import Hit, Link, Owned
from memoryhub.associations.models import Key
from memoryhub.core import errors
from memoryhub.memories.selectors import Vitality
from memoryhub.retrieval.keyed import Step
from memoryhub.spaces.models import Space

HOP_DECAY = 0.3
NAME_PENALTY = 0.5
HALF_LIFE_DAYS = 30
# How much slower the deepest memory fades.
DEEP_LASTS = 0.7


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of one way of scoring.

    `key_hit` and `content_hit` are the least cosines of a concept and of a memory. A memory gets `content` of its
    cosine, `beside_key` of it where a key led to it too. Depth counts from 1 - `depth` up to 1; age from 1 down to
    `time_floor`, by `rate` each 30 days. With `early`, depth and age weigh before the hops, else after them.
    """

    key_hit: float
    content_hit: float
    content: float
    beside_key: float
    depth: float
    time_floor: float
    rate: float
    early: bool


RECIPES = {
    "classic": Recipe(0.35, 0.30, 1.0, 1.0, depth=0.5, time_floor=0.0, rate=math.log(2), early=False),
    "v0.4.4": Recipe(0.35, 0.35, 0.8, 0.16, depth=0.1, time_floor=0.5, rate=1.0, early=True),
}


def checked(given: Any) -> Recipe | None:
    """The recipe of this name, None for none; `errors.InvalidInput` naming `settings` for another."""
    if given is None:
        return None
    if not isinstance(given, str) or given not in RECIPES:
        raise errors.InvalidInput("settings", f"scoring must be null or one of {', '.join(RECIPES)}.")
    return RECIPES[given]


def of(space: Space) -> Recipe | None:
    """The recipe that a space asks for under `scoring` in its settings."""
    return checked(space.settings.get("scoring")) if space.settings else None


@dataclass(frozen=True, slots=True)
class Sum:
    """What a memory has been given: for its content, for keys of the question, and by hops."""

    content: float = 0.0
    key: float = 0.0
    hops: float = 0.0
    hop: int = 1
    path: Sequence[Step] = ()

    @property
    def total(self) -> float:
        return self.content + self.key + self.hops


def idf(kind: str, spread: int) -> float:
    """What a key is worth that so many memories have; a name or proper noun that several have, half of that."""
    if spread <= 1:
        return 1.0
    return (1.0 if kind == Key.Kind.CONCEPT else NAME_PENALTY) / spread


def modifiers(recipe: Recipe, alive: Vitality) -> dict[str, float]:
    """The factors of depth and age, by the names that an explanation gives them."""
    lasting = math.exp(-recipe.rate * alive.age / HALF_LIFE_DAYS * (1 - DEEP_LASTS * alive.depth))
    return {
        "depth": 1 - recipe.depth + recipe.depth * alive.depth,
        "fading": recipe.time_floor + (1 - recipe.time_floor) * lasting,
    }


def direct(
    recipe: Recipe, keys: Mapping[uuid.UUID, Hit], links: Iterable[Link], content: Mapping[uuid.UUID, float]
) -> dict[uuid.UUID, Sum]:
    """What the question itself leads to: over its keys, added up, and by the cosine of the content."""
    by_key: dict[uuid.UUID, float] = {}
    strongest: dict[uuid.UUID, tuple[float, Step]] = {}
    for link in links:
        hit = keys[link.key_id]
        worth = hit.score * idf(hit.kind, link.spread)
        by_key[link.memory_id] = by_key.get(link.memory_id, 0.0) + worth
        if link.memory_id not in strongest or worth > strongest[link.memory_id][0]:
            strongest[link.memory_id] = worth, Step(hit.text, link.memory_id)
    sums = {key: Sum(content=recipe.content * cosine) for key, cosine in content.items() if key not in by_key}
    for key, worth in by_key.items():
        beside = recipe.beside_key * content.get(key, 0.0)
        sums[key] = Sum(content=beside, key=worth, path=(strongest[key][1],))
    return sums


@dataclass(frozen=True, slots=True)
class Gain:
    """What a memory gets by a hop, and the one that gives most of it over which key."""

    amount: float
    giver: uuid.UUID
    key: str


def onward(gains: Mapping[uuid.UUID, float], owned: Iterable[Owned], links: Iterable[Link]) -> dict[uuid.UUID, Gain]:
    """What each memory gets from the others that share a key with it. `owned` are the keys of those with `gains`."""
    crossings = _crossings(gains, owned)
    amounts: dict[uuid.UUID, float] = {}
    strongest: dict[uuid.UUID, tuple[float, uuid.UUID, str]] = {}
    for link in links:
        crossing, to = crossings[link.key_id], link.memory_id
        giver = crossing.strongest_but(to)
        if giver is None:
            continue
        worth = HOP_DECAY * idf(crossing.kind, link.spread)
        way = (worth * crossing.gains[giver], giver, crossing.text)
        amounts[to] = amounts.get(to, 0.0) + worth * crossing.all_but(to)
        # Of equal ways the first stays: links come in the order of their keys.
        strongest[to] = max(strongest.get(to, way), way, key=lambda one: one[0])
    return {to: Gain(amount, *strongest[to][1:]) for to, amount in amounts.items()}


@dataclass(frozen=True, slots=True)
class _Crossing:
    """A key with what each of its memories passes on, the most first; adding up all and taking one away keeps a hub
    from costing the square of its memories.
    """

    text: str
    kind: str
    gains: Mapping[uuid.UUID, float]
    total: float

    def all_but(self, key: uuid.UUID) -> float:
        return self.total - self.gains.get(key, 0.0)

    def strongest_but(self, key: uuid.UUID) -> uuid.UUID | None:
        return next((giver for giver in self.gains if giver != key), None)


def _crossings(gains: Mapping[uuid.UUID, float], owned: Iterable[Owned]) -> dict[uuid.UUID, _Crossing]:
    of_key: dict[uuid.UUID, list[Owned]] = {}
    for one in owned:
        of_key.setdefault(one.key_id, []).append(one)
    crossings = {}
    for key_id, all_of_it in of_key.items():
        givers = sorted((one.memory_id for one in all_of_it), key=lambda key: (gains[key], key), reverse=True)
        passed = {giver: gains[giver] for giver in givers}
        crossings[key_id] = _Crossing(all_of_it[0].text, all_of_it[0].kind, passed, math.fsum(passed.values()))
    return crossings
