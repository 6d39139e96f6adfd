"""What is asked, and what is answered."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings

from memoryhub.ai import services as ai
from memoryhub.core import clock, errors, text
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.documents.models import Chunk, Document
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.memories.models import Memory
from memoryhub.retrieval.evidence import Evidence
from memoryhub.retrieval.keyed import Step
from memoryhub.spaces.models import Space

MOST_HOPS = 4
MODES = ("memories", "documents", "hybrid")
INCLUDE = ("versions", "documents", "forgotten")


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question to one space. `threshold` cuts similarity (0 to 1) and nothing else.

    `narrowing` is of the memories, and of the documents of chunks. `hops` is how far memories lead over their keys to
    others: 1 is what the question itself leads to. Where that is fewer than `limit`, one hop more is taken, and again,
    up to `MOST_HOPS`. `as_of` asks for what held at that moment, `known_at` for what the hub knew then (see
    `memories.horizon`). `include`, of `INCLUDE`, asks for what goes with the answers; who may see what is forgotten is
    the caller's business. `rerank` has the best of them read again by the configured reranker.
    """

    space: Space
    query: str
    limit: int = 10
    mode: str = "memories"
    threshold: float = 0.0
    hops: int = 2
    narrowing: Narrowing = ALL
    as_of: datetime | None = None
    known_at: datetime | None = None
    include: Collection[str] = ()
    rerank: bool = False

    @property
    def horizon(self) -> Horizon:
        """Which versions it sees."""
        return Horizon(self.as_of, self.known_at) if self.as_of or self.known_at else PRESENT

    def checked(self) -> str:
        """The cleaned query; raises `errors.InvalidInput` naming the field that cannot be taken."""
        limits = settings.MEMORYHUB_LIMITS
        query = text.clean(self.query).strip()
        if not query:
            raise errors.InvalidInput("query", "query is empty.")
        if len(query) > limits["query_characters"]:
            raise errors.InvalidInput("query", f"query has more than {limits['query_characters']:,} characters.")
        if self.mode not in MODES:
            raise errors.InvalidInput("mode", f"mode must be one of {', '.join(MODES)}.")
        if not 1 <= self.limit <= limits["page_size"]:
            raise errors.InvalidInput("limit", f"limit must be from 1 to {limits['page_size']}.")
        if not 0.0 <= self.threshold <= 1.0:
            raise errors.InvalidInput("threshold", "threshold must be from 0 to 1.")
        if self.mode != "memories" and self.narrowing.is_static is not None:
            raise errors.InvalidInput("is_static", "Only memories are static or not; ask in the mode memories.")
        if not 1 <= self.hops <= MOST_HOPS:
            raise errors.InvalidInput("hops", f"hops must be from 1 to {MOST_HOPS}.")
        if self.rerank and not ai.can_rerank():
            raise errors.InvalidInput("rerank", "This hub has no reranker; its operator can name one.")
        self._check_moments()
        if unknown := set(self.include) - set(INCLUDE):
            raise errors.InvalidInput("include", f"{min(unknown)!r} is none of {', '.join(INCLUDE)}.")
        if "forgotten" in self.include and self.horizon:
            raise errors.InvalidInput("include", "What is forgotten is not looked up at another moment.")
        return query

    def _check_moments(self) -> None:
        for name in self.horizon.given():
            if self.mode != "memories":
                raise errors.InvalidInput(name, f"Only memories have {name}; ask in the mode memories.")
        if self.known_at is not None and self.known_at > clock.now():
            raise errors.InvalidInput("known_at", "known_at lies in the future.")


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a memory or a chunk, never both.

    `score` orders. `similarity` (0 to 1) says the same whatever else was found and whichever model embeds: how
    likely the text has to do with the question; None where nothing could be embedded. `dense` and `lexical` are the
    normalised parts of the score, `cosine` and `bm25` what they were made from, `weight` the share of `dense` in their
    sum, which was multiplied by the `factors` and got the `bonuses`, each by name. `hop` is 1 for what was found
    directly; what was reached over keys has its `path`. `stage` says how deep a memory sits: shallow, medium or deep;
    empty for a chunk. `state` is that of a memory now, `current` unless the question was for something else. `evidence`
    is the sentence of a document behind it; a memory told directly has none. `versions` (older ones of its chain, the
    newest first) and `documents` are there where they were asked for. A reranker orders by `relevance`, on a scale of
    its own.
    """

    kind: str
    id: uuid.UUID
    text: str
    score: float
    similarity: float | None
    dense: float
    lexical: float
    cosine: float | None
    bm25: float
    weight: float
    bonuses: Mapping[str, float]
    factors: Mapping[str, float]
    relevance: float | None = None
    hop: int = 1
    path: Sequence[Step] = ()
    stage: str = ""
    state: str = ""
    evidence: Evidence | None = None
    memory: Memory | None = None
    chunk: Chunk | None = None
    document: Document | None = None
    versions: Sequence[Memory] = ()
    documents: Sequence[Document] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """The answers, which space was searched, how long it took (milliseconds), and why there is nothing, if so.

    `forgotten` has what was forgotten or has expired, where it was asked for, apart from the answers. `candidates` were
    looked at closely; of these the threshold has cut `below_threshold`. `lexical_only` when the embedding service did
    not answer, so that the words alone decided. `reranking` is empty, `done`, or `unavailable` when the reranker did
    not answer in time, so that the order is that of the score.
    """

    space: str
    query: str
    mode: str
    hits: Sequence[Hit] = field(default_factory=tuple)
    forgotten: Sequence[Hit] = field(default_factory=tuple)
    took_ms: float = 0.0
    reason_if_empty: str = ""
    lexical_only: bool = False
    candidates: int = 0
    below_threshold: int = 0
    reranking: str = ""

    @property
    def total(self) -> int:
        return len(self.hits)
