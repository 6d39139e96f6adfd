"""Thousands of documents at once: what each costs while the space fills, whether another space has to wait for them,
and how fast the web process answers meanwhile.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
from rich.console import Console

from tests.benchmarks import hub, notes
from tests.benchmarks.memory import Memory

WANTED_P95 = 0.2
EVERY_SECONDS = 0.25
MARKS = (1_000, 10_000)


@dataclass(slots=True)
class Answers:
    """Seconds that each call took, by its address."""

    seconds: dict[str, list[float]] = field(default_factory=dict)

    def p95(self) -> float:
        """Of all calls together."""
        return statistics.quantiles([one for each in self.seconds.values() for one in each], n=20)[-1]


def measure(console: Console, *, count: int) -> int:
    """Submit `count` short documents, let the workers do them, and ask the web process all the while."""
    from memoryhub.core import supervisor
    from memoryhub.management import programs
    from tests.processes import Web

    tag, late = hub.prepare("crowd"), hub.prepare("latecomer")
    began = time.monotonic()
    submit(tag, range(count))
    console.print(f"submitted      {count / (time.monotonic() - began):8.1f} documents/s   ({count:,})")
    answers, stopping = Answers(), threading.Event()
    web = Web({})
    web.start()
    with supervisor.children(programs.workers()) as workers, Memory(workers) as memory:
        asking = threading.Thread(target=ask, args=(web.url, cookie_of(tag), tag, answers, stopping))
        asking.start()
        done_at = work(console, tag, late, count)
        stopping.set()
        asking.join()
    web.stop()
    _print_costs(console, done_at)
    console.print(
        f"peak memory    {memory.workers / 2**20:8.0f} MB of a worker, {memory.readers / 2**20:.0f} MB of a reader"
    )
    for address, seconds in answers.seconds.items():
        worst = statistics.quantiles(seconds, n=20)[-1]
        console.print(f"{address:30} median {statistics.median(seconds) * 1e3:6.0f} ms, p95 {worst * 1e3:6.0f} ms")
    p95 = answers.p95()
    console.print(f"web p95        {p95 * 1e3:8.0f} ms   (wanted: {WANTED_P95 * 1e3:.0f} ms)")
    return 0 if p95 <= WANTED_P95 else 1


def submit(tag: str, numbers: Sequence[int]) -> None:
    """Hand short notes in."""
    from memoryhub.ingest import services as ingest
    from memoryhub.ledger.actor import Actor
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    for number in numbers:
        ingest.submit(actor=Actor.hub("benchmark"), space=space, content=notes.short(number), title=f"Note {number}")


def work(console: Console, tag: str, late: str, count: int) -> list[tuple[int, float]]:
    """Wait until all is done; (documents done, seconds since the first) all along. Half way the space `late` comes."""
    from memoryhub.documents import selectors as documents
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    done_at: list[tuple[int, float]] = []
    began, is_late = time.monotonic(), False
    while (counts := documents.counts_of(space))["done"] < count:
        if counts["failed"]:
            raise SystemExit("A document failed; see the output of the workers.")
        done_at.append((counts["done"], time.monotonic() - began))
        if counts["done"] > count / 2 and not is_late:
            is_late = True
            console.print(
                f"another space waited {wait_of(late):.1f} s for its document, behind {count - counts['done']:,}"
            )
        time.sleep(0.5)
    return [*done_at, (count, time.monotonic() - began)]


def wait_of(tag: str) -> float:
    """Seconds until a document of this other space is done."""
    from memoryhub.documents import selectors as documents
    from memoryhub.spaces import selectors as spaces

    submit(tag, [0])
    space = spaces.by_tag(tag)
    assert space is not None
    began = time.monotonic()
    while documents.counts_of(space)["done"] < 1:
        time.sleep(0.05)
    return time.monotonic() - began


def ask(url: str, cookie: str, tag: str, answers: Answers, stopping: threading.Event) -> None:
    """What a person and an agent ask for, in turn, a few times a second."""
    calls = (
        ("GET", f"/s/{tag}/documents/"),
        ("GET", f"/s/{tag}/memories/"),
        ("GET", f"/api/v1/spaces/{tag}/memories/?limit=50"),
        ("GET", f"/api/v1/spaces/{tag}/search/?q=gateway+in+Ghent"),
    )
    with httpx.Client(base_url=url, cookies={"sessionid": cookie}, timeout=30) as client:
        for method, address in calls:
            # The first of each loads what is loaded once.
            client.request(method, address).raise_for_status()
        while not stopping.is_set():
            for method, address in calls:
                began = time.monotonic()
                client.request(method, address).raise_for_status()
                answers.seconds.setdefault(address, []).append(time.monotonic() - began)
                stopping.wait(EVERY_SECONDS)


def cookie_of(tag: str) -> str:
    """A signed-in session of the space's owner."""
    from memoryhub.accounts.models import User
    from tests.processes import sign_in

    return sign_in(User.objects.get(email=f"{tag}@example.org"))


def _print_costs(console: Console, done_at: Sequence[tuple[int, float]]) -> None:
    """Documents per second over the last tenth before each mark."""
    for mark in (mark for mark in MARKS if mark <= done_at[-1][0]):
        before = next(point for point in done_at if point[0] >= mark * 0.9)
        at = next(point for point in done_at if point[0] >= mark)
        console.print(f"at {mark:>6,}      {(at[0] - before[0]) / (at[1] - before[1]):8.1f} documents/s")
