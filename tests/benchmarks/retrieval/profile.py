"""How fast a profile is read, from HTTP to HTTP.

A space with so many memories, a tenth of them stable facts. Cold: a stable fact has moved since, so that the choice of
them is made anew. Warm: it has not, though recent context is written all the while.
"""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable, Iterator

import httpx
from rich.console import Console

from tests.benchmarks import hub, notes
from tests.benchmarks.retrieval import callers

CALLS = 100
AT_ONCE = 500
STABLE_EACH = 10
RECALLED_EACH = 4
# In milliseconds: the medians, and of profiles with a question the 95th percentile too.
WANTED = {"warm": 10.0, "cold": 50.0, "with a question": 50.0, "with a question, p95": 80.0}
QUESTIONS = ("gateway in Ghent", "who leads payments?", "when is the release?", "backup of the database", "tea")


def measure(console: Console, count: int = 10_000) -> int:
    """Fill a space, and read its profile in each way."""
    from tests.processes import Web

    tag = hub.prepare("profile")
    _fill(tag, count)
    web = Web({})
    web.start()
    with callers.client(web.url, tag) as client:
        numbers = iter(range(count, count + 10 * CALLS))
        ways: dict[str, tuple[Callable[[int], None], Callable[[int], str]]] = {
            "warm": (lambda n: _tell(tag, next(numbers), is_static=False), lambda n: ""),
            "cold": (lambda n: _tell(tag, next(numbers), is_static=True), lambda n: ""),
            "with a question": (lambda n: None, lambda n: f"?q={QUESTIONS[n % len(QUESTIONS)]} {n}"),
        }
        found: dict[str, float] = {}
        for name, (before, query) in ways.items():
            seconds = sorted(_seconds(client, tag, before, query))
            found[name] = statistics.median(seconds) * 1e3
            found[f"{name}, p95"] = statistics.quantiles(seconds, n=20)[-1] * 1e3
    web.stop()
    for name, milliseconds in found.items():
        wanted = f"   (wanted: under {WANTED[name]:.0f} ms)" if name in WANTED else ""
        console.print(f"profile of {count:,} memories, {name:22} {milliseconds:6.1f} ms{wanted}")
    return 0 if all(found[name] < most for name, most in WANTED.items()) else 1


def _seconds(
    client: httpx.Client, tag: str, before: Callable[[int], None], query: Callable[[int], str]
) -> Iterator[float]:
    """What each call takes; something is written before each, and the first is not counted."""
    for number in range(CALLS + 1):
        before(number)
        began = time.perf_counter()
        client.get(f"/api/v1/spaces/{tag}/profile/{query(number)}").raise_for_status()
        if number:
            yield time.perf_counter() - began


def _fill(tag: str, count: int) -> None:
    """Memories, real ones with real vectors; some have been given to agents."""
    from django.db import connection

    from memoryhub.memories import services as memories
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    for start in range(0, count, AT_ONCE):
        made = _remember(tag, range(start, min(start + AT_ONCE, count)))
        recalled = made[::RECALLED_EACH]
        for at in range(0, len(recalled), 10):
            memories.note_recall(space=space, memory_ids=recalled[at : at + 10])
    # The server does so by itself a little later; the first calls are not to wait for it.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _tell(tag: str, number: int, *, is_static: bool) -> None:
    _remember(tag, [number], is_static=is_static)


def _remember(tag: str, numbers: range | list[int], *, is_static: bool | None = None) -> list[uuid.UUID]:
    from memoryhub.ledger.actor import Actor
    from memoryhub.memories import services as memories
    from memoryhub.memories import texts
    from memoryhub.memories.drafts import Draft
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    drafts = [
        Draft(prepared, is_static=number % STABLE_EACH == 0 if is_static is None else is_static)
        for number, prepared in zip(numbers, texts.prepare([notes.short(n) for n in numbers]), strict=True)
    ]
    made = memories.remember_many(actor=Actor.hub("benchmark"), space=space, drafts=drafts)
    return [one.memory.pk for one in made]
