"""The plain ways of finding turns that the hub is compared with, on the very same texts."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from tests.locomo import Turn

K1, B = 1.2, 0.75
STOP_WORDS = """
a an and are as at be but by did do does for from had has have he her his how i in is it its me my of on or our she so
that the their them they this to was we were what when where which who whom whose why will with would you your about
been being could should than then there these those am not if into can just like
"""


class Peer(Protocol):
    """Finds the turns of one conversation."""

    name: str

    def __init__(self, turns: Sequence[Turn]) -> None: ...

    def find(self, query: str, limit: int) -> list[str]:
        """The ids of the best turns, best first."""
        ...


class PlainBm25:
    """BM25 (Robertson, 2009; the idf of Lucene) over "speaker: text", stemmed, without stop words."""

    name = "plain BM25"

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns
        self._counts = [Counter(_words(f"{turn.speaker}: {turn.text}")) for turn in turns]
        self._having: dict[str, list[int]] = defaultdict(list)
        for at, counts in enumerate(self._counts):
            for word in counts:
                self._having[word].append(at)
        self._mean = sum(counts.total() for counts in self._counts) / len(turns)

    def find(self, query: str, limit: int) -> list[str]:
        scores = [0.0] * len(self._turns)
        for word in set(_words(query)):
            having = self._having.get(word, [])
            rarity = math.log(1 + (len(self._turns) - len(having) + 0.5) / (len(having) + 0.5))
            for at in having:
                counts = self._counts[at]
                long = 1 - B + B * counts.total() / self._mean
                scores[at] += rarity * counts[word] * (K1 + 1) / (counts[word] + K1 * long)
        return [self._turns[at].id for at in _best(np.array(scores), limit)]


class PlainDense:
    """The cosine of the default model over "speaker: text"."""

    name = "plain dense"

    def __init__(self, turns: Sequence[Turn]) -> None:
        from memoryhub.ai import services as ai

        self._turns = turns
        self._vectors = ai.embed([f"{turn.speaker}: {turn.text}" for turn in turns])

    def find(self, query: str, limit: int) -> list[str]:
        from memoryhub.ai import services as ai

        cosines = self._vectors @ ai.embed([query], query=True)[0]
        return [self._turns[at].id for at in _best(cosines, limit)]


PEERS: tuple[type[Peer], ...] = (PlainBm25, PlainDense)


_STOPPED = frozenset(STOP_WORDS.split())


def _words(text: str) -> list[str]:
    import snowballstemmer

    words = re.findall(r"[^\W_]+", text.lower().replace("'s", ""))
    return list(snowballstemmer.stemmer("english").stemWords([word for word in words if word not in _STOPPED]))


def _best(scores: np.ndarray, limit: int) -> list[int]:
    return [int(at) for at in np.argsort(-scores, kind="stable")[:limit]]
