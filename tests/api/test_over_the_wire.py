"""A few calls to a real web process: what only a server and a socket can show."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.cast import Cast
from tests.processes import Web

pytestmark = pytest.mark.processes


@pytest.fixture
def program(web: Web, stage: Cast) -> Iterator[httpx.Client]:
    """Ada's program."""
    headers = {"Authorization": f"Bearer {stage.key('ada', 'admin').secret}"}
    with httpx.Client(base_url=f"{web.url}/api/v1/spaces/{stage.space.tag}/", headers=headers, timeout=30) as client:
        yield client


def test_a_fact_told_is_found(program: httpx.Client) -> None:
    keys = [{"text": "Mina", "kind": "name"}]
    assert program.post("memories/", json={"text": "Mina works in the Busan office.", "keys": keys}).status_code == 201
    found = program.post("search/", json={"query": "where does Mina work?"}).json()
    assert [hit["text"] for hit in found["hits"]] == ["Mina works in the Busan office."]


def test_a_file_goes_in_and_comes_out(program: httpx.Client) -> None:
    made = program.post("documents/", files={"file": ("会议.md", b"# Depot\n", "text/markdown")}).json()
    answer = program.get(f"documents/{made['id']}/content")
    assert answer.content == b"# Depot\n"
    assert "filename*=utf-8''%E4%BC%9A%E8%AE%AE.md" in answer.headers["Content-Disposition"]


def test_a_body_in_chunks_is_refused_rather_than_dropped(program: httpx.Client) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"text": "Mina works'
        yield b' in Busan."}'

    answer = program.post("memories/", content=chunks(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
    assert program.get("memories/").json()["items"] == []


def test_odd_paths_are_not_found_and_break_nothing(program: httpx.Client) -> None:
    for path in ("memories/%00/", "memories/..%2f..%2fadmin/", "%ff/", "memories/%F0%9F%A6%9C/", "memories//"):
        answer = program.get(path)
        assert (path, answer.status_code, answer.json()["code"]) == (path, 404, "not_found")


def test_the_graph_is_sent_in_parts(program: httpx.Client) -> None:
    told = program.post("memories/", json={"text": "Mina works in the Busan office."}).json()
    with program.stream("GET", "graph/") as answer:
        assert (answer.status_code, answer.headers["Transfer-Encoding"]) == (200, "chunked")
        assert "Content-Length" not in answer.headers
        answer.read()
        assert [node["id"] for node in answer.json()["nodes"]] == [told["id"]]
