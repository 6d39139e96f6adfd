"""Any endpoint that speaks OpenAI's embeddings protocol (platform.openai.com/docs/api-reference/embeddings)."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import httpx
import numpy as np

from memoryhub.ai.vectors import Vectors, unit
from memoryhub.core import errors

PREFIX = "openai:"
ATTEMPTS = 4
# Longer than this a caller should not be kept; the queue tries again later.
LONGEST_WAIT = 20.0
BATCH = 128
# The usual limit of 8,191 tokens, with room for scripts that need more than one token for a character.
LONGEST = 6_000
_BUSY = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS}


class OpenAI:
    """The model called `model` behind `base_url`; without `api_key` no credential is sent (local servers need none)."""

    basis = ""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = PREFIX + model
        self._model = model
        self._sleep = sleep
        self._client = httpx.Client(
            base_url=base_url.rstrip("/") + "/",
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=httpx.Timeout(60, connect=5),
            transport=transport,
        )

    @functools.cached_property
    def dimension(self) -> int:
        return int(self.encode(["dimension"]).shape[1])

    def encode(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        vectors = np.concatenate([self._batch(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)])
        return unit(vectors)

    def _batch(self, texts: Sequence[str]) -> Vectors:
        # The protocol refuses an empty string.
        sent = [text[:LONGEST] or " " for text in texts]
        answer = self._post({"model": self._model, "input": sent, "encoding_format": "float"})
        return _vectors(answer, len(sent))

    def _post(self, body: dict[str, Any]) -> httpx.Response:
        """The first good answer; waits as long as the server asks, or ever longer, between bounded attempts."""
        wait, reason = 0.0, ""
        for attempt in range(ATTEMPTS):
            if wait > LONGEST_WAIT:
                break
            self._sleep(wait)
            wait = 0.5 * 2**attempt
            try:
                answer = self._client.post("embeddings", json=body)
            except httpx.TransportError as error:
                reason = f"does not answer ({type(error).__name__})"
                continue
            if answer.is_success:
                return answer
            _refuse_lasting(answer)
            reason = f"is busy (HTTP {answer.status_code})"
            wait = _asked_wait(answer) or wait
        raise errors.Unavailable(f"The embedding endpoint {reason}.", retry_after=wait)


def _refuse_lasting(answer: httpx.Response) -> None:
    """Raise for an answer that another attempt would only repeat."""
    status = answer.status_code
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        raise errors.Unavailable("The embedding endpoint refuses the API key.", code="embedding_key_refused")
    if status not in _BUSY and status < HTTPStatus.INTERNAL_SERVER_ERROR:
        said = " ".join(answer.text.split())[:200]
        raise errors.Unavailable(f"The embedding endpoint refuses the request (HTTP {status}): {said}")


def _asked_wait(answer: httpx.Response) -> float:
    """Seconds the server asks to wait; 0 where it does not say, or names a date."""
    asked = answer.headers.get("Retry-After", "")
    return float(asked) if asked.isdecimal() else 0.0


def _vectors(answer: httpx.Response, count: int) -> Vectors:
    try:
        rows = sorted(answer.json()["data"], key=lambda row: row["index"])
        vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
    except (ValueError, KeyError, TypeError) as error:
        raise errors.Unavailable("The embedding endpoint sends no embeddings.") from error
    if vectors.ndim != 2 or len(vectors) != count or not np.isfinite(vectors).all():
        raise errors.Unavailable(f"The embedding endpoint sends {vectors.shape} numbers for {count} texts.")
    return vectors
