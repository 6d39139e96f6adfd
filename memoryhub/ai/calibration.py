"""Measures what a model's cosines mean: above which two texts count as near enough for a purpose, and how likely a
text has to do with a question.

Both are fitted on the labelled pairs of `data/pairs.tsv` (English, Chinese, German, Korean, Japanese, French, Spanish)
when the model's row is made, so that no number that is true of one model only stands in the code.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memoryhub.ai.corpus import Pair, pairs
from memoryhub.ai.protocol import Embedder
from memoryhub.ai.vectors import Vectors


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a threshold is fitted on: pairs of one kind, and how many lost hits a false one outweighs.

    Unlike are the texts of different pairs, as a search among many meets them, and the pairs labelled so, which are
    the hard ones (Berlin and Munich, tea and coffee); whichever of the two a threshold passes more of counts.
    """

    kind: str
    caution: float


PURPOSES = {
    # Two facts may say the same: a candidate that a rule or a person looks at.
    "duplicate": Purpose("fact", caution=1),
    # Two keys are one concept, also across languages. Merging is done without asking.
    "key_merge": Purpose("key", caution=10),
    # A question means a key. A space has many keys, so the rate of false hits counts many times.
    "key_hit": Purpose("query_key", caution=10),
    # A memory has anything to do with a question.
    "content_hit": Purpose("query_fact", caution=1),
}


@dataclass(frozen=True, slots=True)
class Curve:
    """From the cosine of a question and a text to their similarity, 0 to 1, the same for every model: .5 where right
    and wrong texts are met equally often. `slope` is always above 0, so the order stays.
    """

    slope: float
    middle: float

    def similarity(self, cosine: float) -> float:
        """How likely the text has to do with the question."""
        return 0.5 + 0.5 * math.tanh(self.slope * (cosine - self.middle) / 2)


def curve(embedder: Embedder) -> Curve:
    """The logistic curve (Platt, 1999, with his smoothed targets) through the pairs of questions and facts.

    As in `measure`, unlike are the texts of different pairs and the pairs labelled so. Right and wrong weigh the same
    together.
    """
    # A second to import, for every process; needed when a model is new.
    from scipy.optimize import minimize
    from scipy.special import log_expit

    same, *unlike = _scores(embedder, "query_fact", _groups(pair for pair in pairs() if pair.same))
    wrong = np.concatenate(unlike)
    cosines = np.concatenate([same, wrong]).astype(float)
    weights = np.concatenate([np.full(len(same), 0.5 / len(same)), np.full(len(wrong), 0.5 / len(wrong))])
    likely = np.where(np.arange(len(cosines)) < len(same), _smoothed(len(same)), 1 - _smoothed(len(wrong)))

    def surprise(at: NDArray[np.float64]) -> float:
        margins = np.exp(at[0]) * (cosines - at[1])
        return float(-(weights * (likely * log_expit(margins) + (1 - likely) * log_expit(-margins))).sum())

    found = minimize(surprise, x0=(np.log(10.0), float(cosines.mean())), method="Nelder-Mead")
    return Curve(round(float(np.exp(found.x[0])), 3), round(float(found.x[1]), 4))


def _smoothed(number: int) -> float:
    """What is aimed at instead of certainty, which so few examples do not give."""
    return (number + 1) / (number + 2)


def measure(embedder: Embedder) -> dict[str, float]:
    """The threshold (cosine, three decimals) of each of `PURPOSES` for this model."""
    groups = _groups(pair for pair in pairs() if pair.same)
    return {name: _threshold(embedder, purpose, groups) for name, purpose in PURPOSES.items()}


def _threshold(embedder: Embedder, purpose: Purpose, groups: dict[str, str]) -> float:
    same, labelled, crossed = _scores(embedder, purpose.kind, groups)
    return _best(same, [labelled, crossed], purpose.caution)


def _scores(embedder: Embedder, kind: str, groups: dict[str, str]) -> tuple[NDArray[np.float32], ...]:
    """The cosines of the pairs of a kind that are alike, of those that are not, and of texts of different pairs."""
    every = [pair for pair in pairs() if pair.kind == kind]
    left = embedder.encode([pair.a for pair in every], query=kind.startswith("query"))
    right = embedder.encode([pair.b for pair in every])
    same = np.array([pair.same for pair in every])
    scores = np.einsum("ij,ij->i", left, right)
    crossed = _crossed([pair for pair in every if pair.same], left[same], right[same], groups)
    return scores[same], scores[~same], crossed


def _crossed(like: list[Pair], left: Vectors, right: Vectors, groups: dict[str, str]) -> NDArray[np.float32]:
    apart = np.array([[groups[one.a] != groups[other.b] for other in like] for one in like])
    scores: NDArray[np.float32] = (left @ right.T)[apart]
    return scores


def _best(same: NDArray[np.float32], unlike: list[NDArray[np.float32]], caution: float) -> float:
    """The threshold that keeps most of `same` and passes least of either of `unlike`, in the middle of its gap."""
    scores = np.unique(np.concatenate([[-1.0], same, *unlike]))
    passed = np.max([_reached(scores, some) for some in unlike if len(some)], axis=0)
    best = int(np.argmax(_reached(scores, same) - caution * passed))
    return round(float(scores[max(best - 1, 0)] + scores[best]) / 2, 3)


def _reached(scores: NDArray[np.float32], some: NDArray[np.float32]) -> NDArray[np.float64]:
    """For each of `scores`, the share of `some` that is as high."""
    share: NDArray[np.float64] = 1 - np.searchsorted(np.sort(some), scores) / len(some)
    return share


def _groups(like: Iterable[Pair]) -> dict[str, str]:
    """Text -> the name of all texts it means the same as, over any number of pairs (union-find)."""
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        while parent.setdefault(text, text) != text:
            text = parent[text]
        return text

    for pair in like:
        parent[root(pair.a)] = root(pair.b)
    return {text: root(text) for text in list(parent)}
