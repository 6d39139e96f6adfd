"""The reranking adapter, against a scripted server."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from memoryhub.ai.adapters.rerank import LONGEST, RerankEndpoint
from memoryhub.core import errors

Answer = httpx.Response | Exception


class Server:
    """Gives one answer, and keeps the requests."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def reranker(self, key: str = "secret", model: str = "tiny") -> RerankEndpoint:
        return RerankEndpoint(
            base_url="https://models.example/v1",
            api_key=key,
            model=model,
            seconds=2,
            transport=httpx.MockTransport(self),
        )


def told(*rows: tuple[Any, Any]) -> httpx.Response:
    return httpx.Response(200, json={"results": [{"index": at, "relevance_score": value} for at, value in rows]})


def test_relevances_come_back_in_the_order_of_the_documents() -> None:
    server = Server(told((1, 0.9), (0, 0.2)))
    assert server.reranker().rank("cedar", ["A desk.", ""]) == [0.2, 0.9]
    (request,) = server.requests
    assert (request.method, str(request.url)) == ("POST", "https://models.example/v1/rerank")
    assert request.headers["Authorization"] == "Bearer secret"
    assert json.loads(request.content) == {"query": "cedar", "documents": ["A desk.", " "], "top_n": 2, "model": "tiny"}


def test_a_local_server_needs_neither_key_nor_model() -> None:
    server = Server(told((0, 1)))
    server.reranker(key="", model="").rank("cedar", ["x" * (LONGEST + 1)])
    (request,) = server.requests
    assert "Authorization" not in request.headers
    body = json.loads(request.content)
    assert ("model" in body, len(body["documents"][0])) == (False, LONGEST)


def test_a_document_it_says_nothing_of_has_no_relevance() -> None:
    assert Server(told((1, 0.5))).reranker().rank("cedar", ["a", "b", "c"]) == [None, 0.5, None]


@pytest.mark.parametrize(
    "answer",
    [
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
        httpx.Response(503),
        httpx.Response(401),
        httpx.Response(200, text="hello"),
        httpx.Response(200, json=[]),
        httpx.Response(200, json={"results": [{"index": 0}]}),
        told((2, 0.5)),
        told((-1, 0.5)),
        told((0, "high")),
        httpx.Response(200, text='{"results": [{"index": 0, "relevance_score": NaN}]}'),
    ],
    ids=str,
)
def test_anything_else_is_said_to_be_unavailable_and_asked_once(answer: Answer) -> None:
    server = Server(answer)
    with pytest.raises(errors.Unavailable):
        server.reranker().rank("cedar", ["a", "b"])
    assert len(server.requests) == 1
