"""Any endpoint that speaks the reranking protocol of Cohere and Jina (docs.cohere.com/reference/rerank,
jina.ai/reranker): `POST {base}/rerank`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import httpx

from memoryhub.core import errors

# Longer documents are cut: the usual models read 512 tokens.
LONGEST = 6_000


class RerankEndpoint:
    """The model called `model` behind `base_url`; without `api_key` no credential is sent.

    Somebody waits for the answer: it is asked once, for `seconds` in all, and never again.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        seconds: float,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.name = model
        self._client = httpx.Client(
            base_url=base_url.rstrip("/") + "/",
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=seconds,
            transport=transport,
        )

    def rank(self, query: str, documents: Sequence[str]) -> list[float | None]:
        body: dict[str, Any] = {
            "query": query,
            "documents": [document[:LONGEST] or " " for document in documents],
            "top_n": len(documents),
        }
        try:
            answer = self._client.post("rerank", json=body | ({"model": self.name} if self.name else {}))
        except httpx.TransportError as error:
            raise errors.Unavailable(f"The reranking endpoint does not answer ({type(error).__name__}).") from error
        if not answer.is_success:
            raise errors.Unavailable(f"The reranking endpoint refuses the request (HTTP {answer.status_code}).")
        return _relevances(answer, len(documents))


def _relevances(answer: httpx.Response, count: int) -> list[float | None]:
    found: list[float | None] = [None] * count
    try:
        for row in answer.json()["results"]:
            index, relevance = int(row["index"]), float(row["relevance_score"])
            if not 0 <= index < count or not math.isfinite(relevance):
                raise ValueError(row)
            found[index] = relevance
    except (ValueError, KeyError, TypeError) as error:
        raise errors.Unavailable("The reranking endpoint sends no order.") from error
    return found
