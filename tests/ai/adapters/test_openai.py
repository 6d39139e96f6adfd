"""The endpoint adapter, against a scripted server."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import numpy as np
import pytest

from memoryhub.ai.adapters.openai import BATCH, LONGEST, OpenAI
from memoryhub.core import errors

Answer = httpx.Response | Exception


class Server:
    """Gives the scripted answers, then good ones; keeps the requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.waits: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else embeddings(request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def embedder(self, key: str = "secret") -> OpenAI:
        return OpenAI(
            base_url="https://models.example/v1",
            api_key=key,
            model="tiny",
            transport=httpx.MockTransport(self),
            sleep=self.waits.append,
        )

    def sent(self) -> list[dict[str, object]]:
        return [json.loads(request.content) for request in self.requests]


def embeddings(request: httpx.Request) -> httpx.Response:
    """A vector [length of the text, 1] for each input, out of order."""
    texts = json.loads(request.content)["input"]
    rows = [{"index": at, "embedding": [float(len(text)), 1.0]} for at, text in enumerate(texts)]
    return httpx.Response(200, json={"data": rows[::-1]})


def test_vectors_come_back_in_order_and_with_length_one() -> None:
    server = Server()
    vectors = server.embedder().encode(["abc", ""])
    assert np.allclose(vectors, [np.array([3, 1]) / 10**0.5, np.array([1, 1]) / 2**0.5])
    assert server.sent() == [{"model": "tiny", "input": ["abc", " "], "encoding_format": "float"}]
    assert str(server.requests[0].url) == "https://models.example/v1/embeddings"
    assert server.requests[0].headers["Authorization"] == "Bearer secret"


def test_without_a_key_no_credential_is_sent() -> None:
    server = Server()
    server.embedder(key="").encode(["a"])
    assert "Authorization" not in server.requests[0].headers


def test_many_texts_are_sent_in_batches_and_long_ones_cut() -> None:
    server = Server()
    vectors = server.embedder().encode(["a" * 2 * LONGEST] * (BATCH + 1))
    assert vectors.shape == (BATCH + 1, 2)
    assert [len(body["input"]) for body in server.sent()] == [BATCH, 1]  # type: ignore[arg-type]  # a JSON list
    assert max(len(text) for text in json.loads(server.requests[0].content)["input"]) == LONGEST


def test_the_dimension_is_asked_once() -> None:
    server = Server()
    embedder = server.embedder()
    assert (embedder.dimension, embedder.dimension, len(server.requests)) == (2, 2, 1)
    assert embedder.encode([]).shape == (0, 2)


def test_a_busy_server_is_asked_again_after_the_time_it_names() -> None:
    server = Server(httpx.Response(429, headers={"Retry-After": "7"}), httpx.ConnectError("down"), httpx.Response(503))
    assert server.embedder().encode(["a"]).shape == (1, 2)
    assert server.waits == [0, 7, 1, 2]


def test_a_server_that_stays_busy_is_unavailable_after_bounded_tries() -> None:
    server = Server(*[httpx.Response(500)] * 9)
    with pytest.raises(errors.Unavailable, match="HTTP 500") as failed:
        server.embedder().encode(["a"])
    assert len(server.requests) == 4
    assert failed.value.details["retry_after"] == 4


def test_a_long_wait_is_left_to_the_caller() -> None:
    server = Server(httpx.Response(429, headers={"Retry-After": "3600"}))
    with pytest.raises(errors.Unavailable) as failed:
        server.embedder().encode(["a"])
    assert failed.value.details["retry_after"] == 3600
    assert server.waits == [0]


def test_no_answer_at_all_is_unavailable() -> None:
    server = Server(*[httpx.ReadTimeout("slow")] * 4)
    with pytest.raises(errors.Unavailable, match="ReadTimeout"):
        server.embedder().encode(["a"])


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_said_at_once_and_not_hammered(status: int) -> None:
    server = Server(httpx.Response(status, text="bad key secret"))
    with pytest.raises(errors.Unavailable) as failed:
        server.embedder().encode(["a"])
    assert failed.value.code == "embedding_key_refused"
    assert "secret" not in failed.value.message
    assert len(server.requests) == 1


def test_a_request_the_server_calls_wrong_is_not_repeated() -> None:
    server = Server(httpx.Response(400, text='{"error": "no such model"}'))
    with pytest.raises(errors.Unavailable, match="no such model"):
        server.embedder().encode(["a"])
    assert len(server.requests) == 1


def body(**values: object) -> Callable[[], httpx.Response]:
    return lambda: httpx.Response(200, json=values)


@pytest.mark.parametrize(
    "answer",
    [
        lambda: httpx.Response(200, text="<html>"),
        body(error="x"),
        body(data=[]),
        body(data=[{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [1]}]),
        body(data=[{"index": 0, "embedding": "text"}]),
        lambda: httpx.Response(200, text='{"data": [{"index": 0, "embedding": [NaN]}]}'),
    ],
)
def test_an_answer_that_holds_no_vectors_is_an_error(answer: Callable[[], httpx.Response]) -> None:
    with pytest.raises(errors.Unavailable):
        Server(answer()).embedder().encode(["a"])
