"""Evidence recall on conversations, from HTTP to HTTP."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from memoryhub.core import supervisor
from tests import locomo
from tests.benchmarks import hub
from tests.benchmarks.retrieval import callers
from tests.benchmarks.retrieval.peers import PEERS, Engram
from tests.locomo import Conversation, Question

# Recall at 10 by embedding model.
WANTED = {"muse": 0.75, "e5": 0.77}
LIMITS = (5, 10, 20)
API = "/api/v1/spaces"
WAIT_SECONDS = 600


@dataclass(slots=True)
class Recalls:
    """Of one way of finding: the recall of every question, by how many were looked at, and by category at 10."""

    at: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    in_category: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, question: Question, found: Sequence[str]) -> None:
        """Count one question."""
        for limit in LIMITS:
            self.at[limit].append(question.recall(found[:limit]))
        self.in_category[question.category].append(question.recall(found[:10]))


def measure(console: Console, path: Path, most: int | None) -> int:
    """Take the conversations in, ask all questions, and print a table."""
    from django.conf import settings

    from memoryhub.management import programs
    from tests.processes import Web

    told = list(locomo.conversations(path))[:most]
    tags = {conversation.name: hub.prepare(conversation.name) for conversation in told}
    recalls: dict[str, Recalls] = defaultdict(Recalls)
    seconds: list[float] = []
    web = Web({})
    web.start()
    with supervisor.children(programs.workers()):
        chunks = {name: _take_in(web.url, tags[name], conversation) for name, conversation in _named(told)}
    for name, conversation in _named(told):
        peers = [peer(conversation.turns) for peer in PEERS]
        with callers.client(web.url, tags[name]) as client:
            for question in conversation.questions:
                began = time.perf_counter()
                found = _ask(client, tags[name], question, chunks[name])
                seconds.append(time.perf_counter() - began)
                recalls["the hub"].add(question, found)
                for peer in peers:
                    recalls[peer.name].add(question, peer.find(question.text, max(LIMITS)))
    web.stop()
    console.print(_table(recalls))
    console.print(
        f"{len(seconds)} questions, median {statistics.median(seconds) * 1e3:.0f} ms,"
        f" p95 {statistics.quantiles(seconds, n=20)[-1] * 1e3:.0f} ms"
    )
    if Engram not in PEERS:
        console.print("engram-search was not measured: it is not installed (see `peers.Engram`)")
    reached, wanted = statistics.mean(recalls["the hub"].at[10]), WANTED[settings.MEMORYHUB_EMBEDDER]
    best = max(statistics.mean(recalls[peer.name].at[10]) for peer in PEERS)
    console.print(f"recall at 10: {reached:.3f} (wanted: {wanted}, and more than {best:.3f})")
    return 0 if reached >= wanted and reached > best else 1


def _named(told: Sequence[Conversation]) -> Iterator[tuple[str, Conversation]]:
    return ((conversation.name, conversation) for conversation in told)


def _take_in(url: str, tag: str, conversation: Conversation) -> Mapping[str, str]:
    """Give the conversation to the hub and wait until it is read; chunk's id on the wire -> id of its turn."""
    from memoryhub.core import ids
    from memoryhub.documents.models import Chunk

    with callers.client(url, tag, scope="write") as client:
        file = {"file": ("conversation.json", conversation.as_json(), "application/json")}
        sent = client.post(f"{API}/{tag}/documents/", files=file).raise_for_status().json()
        document_id, until = sent["id"], time.monotonic() + WAIT_SECONDS
        while (state := client.get(f"{API}/{tag}/documents/{document_id}/").raise_for_status().json())[
            "status"
        ] != "done":
            if state["status"] == "failed" or time.monotonic() > until:
                raise SystemExit(f"{conversation.name} was not read: {state}")
            time.sleep(0.2)
    rows = Chunk.objects.filter(document=ids.decode(document_id)).values_list("pk", "index")
    return {ids.encode(pk): conversation.turns[index].id for pk, index in rows}


def _ask(client: httpx.Client, tag: str, question: Question, chunks: Mapping[str, str]) -> list[str]:
    """The turns found; one of another space would not be known here, and end the run."""
    body = {"query": question.text, "limit": max(LIMITS), "mode": "documents"}
    answer = client.post(f"{API}/{tag}/search/", json=body).raise_for_status().json()
    return [chunks[hit["id"]] for hit in answer["hits"]]


def _table(recalls: Mapping[str, Recalls]) -> Table:
    categories = list(locomo.CATEGORIES.values())
    table = Table("evidence recall", *(f"@{limit}" for limit in LIMITS), *(f"{one} @10" for one in categories))
    for name, found in recalls.items():
        means = [statistics.mean(found.at[limit]) for limit in LIMITS]
        means += [statistics.mean(found.in_category[one]) for one in categories]
        table.add_row(name, *(f"{mean:.3f}" for mean in means))
    return table
