"""What a space costs as it grows.

One space of made-up rows (see `crowded`) grows to each size in turn, with a chunk to every four memories as our own
notes have it. At each size it prints what a hybrid search, a document on its way in and the forgetting of a memory
take, and the disk and memory that are used. Above `MEMORYHUB_LARGE_SPACE` the indexes are built first, and what is
found by them is compared with what a look at every row finds. Last comes another space, of 10,000 memories, in the hub
that has all the others as well.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from tests.benchmarks import crowd, hub
from tests.benchmarks.retrieval import callers
from tests.benchmarks.retrieval.callers import Taken

if TYPE_CHECKING:
    from memoryhub.spaces.models import Space
    from tests.processes import Web

API = "/api/v1/spaces"
SIZES = (1_000, 10_000, 100_000)
CHUNKS_TO = 4
CALLS = 100
DOCUMENTS = 20
NEIGHBOUR = 10_000
# Milliseconds of a hybrid search at the 95th percentile, by the size of the space; and recall at 10 by an index.
WANTED = {10_000: 60.0, 100_000: 100.0, 1_000_000: 150.0}
WANTED_RECALL = 0.98
MB = 2**20


@dataclass(frozen=True, slots=True)
class Index:
    """Seconds it took to build what a large space has, and recall at 10 of what is found by it."""

    built: float
    recall: float


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a space with so many memories: a hybrid search, a memory forgotten, milliseconds of a document's way in, and
    bytes of the hub's database and of its web process.
    """

    name: str
    memories: int
    search: Taken
    forget: Taken
    document: float
    disk: int
    memory: int
    index: Index | None

    def is_reached(self) -> bool:
        """Whether a search is as quick, and finds as much, as is wanted."""
        is_quick = self.search.p95 < WANTED.get(self.memories, float("inf"))
        return is_quick and (self.index is None or self.index.recall >= WANTED_RECALL)


def measure(console: Console, sizes: Sequence[int]) -> int:
    """Grow one space, look at it at each size, then look at a smaller one beside it."""
    from tests.processes import Web

    growing, neighbour = hub.prepare("growing"), hub.prepare("neighbour")
    web = Web({})
    web.start()
    costs = []
    for before, size in zip((0, *sizes), sizes, strict=False):
        costs.append(_cost(web, growing, size, index=_grow(growing, size - before)))
        console.print(f"{costs[-1].name}: search {costs[-1].search}")
    if sizes[-1] > NEIGHBOUR:
        beside = _cost(web, neighbour, NEIGHBOUR, index=_grow(neighbour, NEIGHBOUR))
        costs.append(replace(beside, name=f"{NEIGHBOUR:,} beside {sizes[-1]:,}"))
    web.stop()
    console.print(_table(costs))
    for size, wanted in WANTED.items():
        console.print(f"wanted at {size:>9,}: search under {wanted:.0f} ms at p95; by an index {WANTED_RECALL} of all")
    return 0 if all(one.is_reached() for one in costs) else 1


def _grow(tag: str, memories: int) -> Index | None:
    """Add so many memories and what goes with them, and build what a large space needs, from nothing: to grow an index
    row by row takes longer, and would not tell how long one takes to build.
    """
    from memoryhub.ai import services as ai
    from memoryhub.core import space_indexes
    from memoryhub.retrieval import upkeep
    from tests.benchmarks.retrieval import crowded

    space = _space(tag)
    for name in space_indexes.existing() if space.scale else ():
        space_indexes.drop(name)
    crowded.fill(space, model=ai.active_model(), memories=memories, chunks=memories // CHUNKS_TO)
    began = time.perf_counter()
    upkeep.tend()
    built, space = time.perf_counter() - began, _space(tag)
    return Index(built, _recall(space)) if space.scale else None


def _cost(web: Web, tag: str, size: int, *, index: Index | None) -> Cost:
    from tests.benchmarks.retrieval import crowded

    with callers.client(web.url, tag, scope="write") as client:
        asked = [{"query": said, "mode": "hybrid"} for said in crowded.sayings(CALLS + 1)]
        search = callers.taken(partial(client.post, f"{API}/{tag}/search/", json=body) for body in asked)
        some = [f"{API}/{tag}/memories/{wire}/forget" for wire in _some(_space(tag), CALLS + 1)]
        forget = callers.taken(partial(client.post, address) for address in some)
    return Cost(
        name=f"{size:,}",
        memories=size,
        search=search,
        forget=forget,
        document=_document(tag),
        disk=_disk(),
        memory=web.memory(),
        index=index,
    )


def _document(tag: str) -> float:
    """Milliseconds of one of some short documents, by workers that know the space."""
    from memoryhub.core import supervisor
    from memoryhub.documents import selectors as documents
    from memoryhub.management import programs

    space = _space(tag)
    done = documents.counts_of(space)["done"]
    with supervisor.children(programs.workers()):
        # The first of them load the model, and what is known of the space.
        for _ in range(2):
            began = time.perf_counter()
            crowd.submit(tag, range(done, done + DOCUMENTS))
            done += DOCUMENTS
            while documents.counts_of(space)["done"] < done:
                time.sleep(0.02)
    return (time.perf_counter() - began) * 1000 / DOCUMENTS


def _recall(space: Space) -> float:
    """Which share of the ten nearest memories the index finds."""
    from memoryhub.ai import services as ai
    from memoryhub.core import clock
    from memoryhub.memories import candidates
    from memoryhub.spaces import scale
    from tests.benchmarks.retrieval import crowded

    every = _space(space.tag)
    every.scale = {**space.scale, scale.MEMORIES: {**space.scale[scale.MEMORIES], "prefixes": {}}}
    shares = []
    for vector in crowded.directions(CALLS):
        nearest = partial(candidates.nearest, model=ai.active_model(), vector=vector, now=clock.now(), limit=10)
        exact, found = ({key for key, _ in nearest(one)} for one in (every, space))
        shares.append(len(exact & found) / len(exact))
    return sum(shares) / len(shares)


def _some(space: Space, count: int) -> list[str]:
    """Ids on the wire of memories from all over the space."""
    from memoryhub.core import ids
    from memoryhub.memories.models import Memory

    known = Memory.objects.filter(space=space, forgotten_at=None).order_by("text").values_list("pk", flat=True)
    return [ids.encode(key) for key in known[:count]]


def _disk() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _space(tag: str) -> Space:
    from memoryhub.spaces.models import Space

    return Space.objects.get(tag=tag)


def _table(costs: Sequence[Cost]) -> Table:
    heads = ("memories", "search", "forget", "document", "database", "web process", "index built", "recall @10")
    table = Table(*heads)
    for one in costs:
        index = ("–", "–") if one.index is None else (f"{one.index.built:.0f} s", f"{one.index.recall:.3f}")
        sizes = (f"{size / MB:,.0f} MB" for size in (one.disk, one.memory))
        table.add_row(one.name, str(one.search), str(one.forget), f"{one.document:.0f} ms", *sizes, *index)
    return table
