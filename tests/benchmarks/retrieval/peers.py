"""The other ways of finding turns that the hub is compared with, on the very same texts and with the same model."""

from __future__ import annotations

import importlib.util
import math
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from tests.locomo import Turn

if TYPE_CHECKING:
    from memoryhub.associations.candidates import Hit, Link

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


class _Associative:
    """mcp-super-memory's scoring (see `retrieval.recipes`) over turns as memories, with the keys the hub would give
    them, the default model, and two hops; all turns are fresh, so that neither depth nor age tells them apart.
    """

    recipe: str

    def __init__(self, turns: Sequence[Turn]) -> None:
        from memoryhub.ai import services as ai
        from memoryhub.ingest.facts.keys.choice import keys_of

        self._turns = turns
        self._vectors = ai.embed([f"{turn.speaker}: {turn.text}" for turn in turns])
        people = {turn.speaker for turn in turns}
        kinds: dict[str, str] = dict.fromkeys(people, "name")
        self._having: dict[str, set[int]] = defaultdict(set)
        for at, keys in enumerate(keys_of([(turn.text, "en") for turn in turns], people)):
            for text, kind in {turns[at].speaker: "name", **{key.text: key.kind for key in keys}}.items():
                kinds.setdefault(text, kind)
                self._having[text].add(at)
        self._kinds = {text: kinds[text] for text in sorted(self._having)}
        self._key_vectors = ai.embed(list(self._kinds))

    def find(self, query: str, limit: int) -> list[str]:
        from memoryhub.ai import services as ai
        from memoryhub.associations.candidates import Owned
        from memoryhub.retrieval import recipes

        recipe, vector = recipes.RECIPES[self.recipe], ai.embed([query], query=True)[0]
        content = {_id(at): float(cosine) for at, cosine in enumerate(self._vectors @ vector)}
        content = {key: cosine for key, cosine in content.items() if cosine >= recipe.content_hit}
        hits = self._hits(query, self._key_vectors @ vector, recipe.key_hit)
        sums = recipes.direct(recipe, hits, self._links({hit.text for hit in hits.values()}), content)
        owned = [
            Owned(_id(at), _id(number, KEYS), text, kind, 1.0)
            for number, (text, kind) in enumerate(self._kinds.items())
            for at in sorted(self._having[text])
            if _id(at) in sums
        ]
        gains = {key: one.total for key, one in sums.items()}
        led = recipes.onward(gains, owned, self._links({one.text for one in owned}))
        total = {key: gains.get(key, 0.0) + (led[key].amount if key in led else 0.0) for key in {*gains, *led}}
        best = sorted(total, key=lambda key: (total[key], key), reverse=True)[:limit]
        return [self._turns[key.int].id for key in best]

    def _hits(self, query: str, cosines: np.ndarray, least: float) -> dict[uuid.UUID, Hit]:
        from memoryhub.associations.candidates import Hit
        from memoryhub.core.text import mentions
        from memoryhub.retrieval.associative import MOST_KEYS

        found = []
        for number, (text, kind) in enumerate(self._kinds.items()):
            score = float(cosines[number]) if kind == "concept" else float(mentions(query, text))
            if score >= least:
                found.append(Hit(_id(number, KEYS), text, score, kind))
        best = sorted(found, key=lambda hit: (hit.score, hit.id), reverse=True)[:MOST_KEYS]
        return {hit.id: hit for hit in best}

    def _links(self, texts: Collection[str]) -> list[Link]:
        from memoryhub.associations.candidates import Link

        return [
            Link(_id(number, KEYS), _id(at), 1.0, len(self._having[text]))
            for number, text in enumerate(self._kinds)
            if text in texts
            for at in sorted(self._having[text])
        ]


class Readme(_Associative):
    """By the numbers of its readme."""

    name = "mcp-super-memory, readme"
    recipe = "classic"


class Released(_Associative):
    """By the numbers of its last release."""

    name = "mcp-super-memory 0.4.4"
    recipe = "v0.4.4"


class Engram:
    """engram-search's own pipeline over "speaker: text", as it comes but for the models: it embeds with ours and has no
    cross-encoder, since neither of its own can be had from a package index. What it declares for them is gigabytes of
    torch that this never loads: `pip install --no-deps engram-search==0.1.7`.
    """

    name = "engram-search 0.1.7"

    def __init__(self, turns: Sequence[Turn]) -> None:
        from engram.backends.base import Document
        from engram.retrieval.pipeline import RetrievalPipeline

        from memoryhub.ai import services as ai

        texts = [f"{turn.speaker}: {turn.text}" for turn in turns]
        told = zip(turns, texts, ai.embed(texts), strict=True)
        self._documents = [
            Document(turn.id, text, embedding=vector, metadata={"timestamp": turn.at}) for turn, text, vector in told
        ]
        self._pipeline = RetrievalPipeline(embedder=_Embedder(), use_reranker=False)

    def find(self, query: str, limit: int) -> list[str]:
        return [document.id for document in self._pipeline.search(query, self._documents, top_k=limit)]


class _Embedder:
    """The hub's model as engram-search asks for one."""

    def encode_query(self, text: str) -> np.ndarray:
        from memoryhub.ai import services as ai

        vector: np.ndarray = ai.embed([text], query=True)[0]
        return vector


PEERS: tuple[type[Peer], ...] = (PlainBm25, PlainDense, Readme, Released)
if importlib.util.find_spec("engram"):
    PEERS = (*PEERS, Engram)
# Where the ids of keys begin; those of turns are their places.
KEYS = 1_000_000


_STOPPED = frozenset(STOP_WORDS.split())


def _words(text: str) -> list[str]:
    import snowballstemmer

    words = re.findall(r"[^\W_]+", text.lower().replace("'s", ""))
    return list(snowballstemmer.stemmer("english").stemWords([word for word in words if word not in _STOPPED]))


def _id(number: int, base: int = 0) -> uuid.UUID:
    return uuid.UUID(int=base + number)


def _best(scores: np.ndarray, limit: int) -> list[int]:
    return [int(at) for at in np.argsort(-scores, kind="stable")[:limit]]
