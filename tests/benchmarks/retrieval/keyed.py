"""What recall by association costs.

Memories have three keys each, by Zipf's law, so that some keys are hubs that thousands have; two of three keys are
names, the third is a concept with a vector. Questions name two keys that many have. Printed is what two hops take by
themselves, and what a search that has them takes from HTTP to HTTP; the answers of two web processes with other hash
seeds have to be the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.console import Console

from tests.benchmarks import hub
from tests.benchmarks.retrieval import callers
from tests.benchmarks.retrieval.callers import Taken

CALLS = 100
EACH = 3
HOPS = 2
WANTED = 50.0
SEEDS = ("1", "2")


def measure(console: Console, count: int = 50_000) -> int:
    """Fill a space and ask it."""
    from memoryhub.ai import services as ai
    from memoryhub.retrieval import upkeep
    from memoryhub.spaces.models import Space
    from tests.benchmarks.retrieval import crowded

    tag = hub.prepare("keyed")
    space, model = Space.objects.get(tag=tag), ai.active_model()
    crowded.fill(space, model=model, memories=count, chunks=0)
    crowded.give_keys(space, model=model, each=EACH)
    upkeep.tend()
    questions = crowded.namings(CALLS + 1)
    alone = callers.of([_hops(tag, question) for question in questions][1:])
    console.print(
        f"two hops among {count:,} memories, by themselves: {alone}   (wanted: a median under {WANTED:.0f} ms)"
    )
    answers = []
    for seed in SEEDS:
        found, taken = _asked(tag, questions, seed)
        answers.append(found)
        console.print(f"a search with them, from HTTP to HTTP: {taken}")
    is_same = answers[0] == answers[1]
    console.print("the same answers whatever the hash seed" if is_same else "other answers with another hash seed")
    return 0 if is_same and any(answers[0]) and alone.median < WANTED else 1


def _hops(tag: str, question: str) -> float:
    """Milliseconds from a question and its vector to the memories that two hops reach."""
    from memoryhub.ai import services as ai
    from memoryhub.core import clock
    from memoryhub.retrieval import keyed
    from memoryhub.spaces.models import Space

    space, model = Space.objects.get(tag=tag), ai.active_model()
    (vector,), now = ai.embed([question], query=True, model=model), clock.now()
    began = time.perf_counter()
    reached = keyed.of_question(space, question, vector, model=model, now=now)
    if not keyed.further(space, reached, known=set(reached), now=now):
        raise SystemExit(f"{question!r} leads nowhere.")
    return (time.perf_counter() - began) * 1000


def _asked(tag: str, questions: Sequence[str], seed: str) -> tuple[list[Any], Taken]:
    """What a web process with this hash seed answers: ids in their order, and paths; and what the calls take."""
    from tests.processes import Web

    answers: list[Any] = []
    web = Web({"PYTHONHASHSEED": seed})
    web.start()
    with callers.client(web.url, tag) as client:

        def ask(question: str) -> Any:
            answer = client.post(f"/api/v1/spaces/{tag}/search/", json={"query": question, "hops": HOPS})
            # Scores fade by the second; their order and what led there do not.
            answers.append([(hit["id"], hit["path"]) for hit in answer.raise_for_status().json()["hits"]])
            return answer

        taken = callers.taken(partial(ask, question) for question in questions)
    web.stop()
    return answers, taken
