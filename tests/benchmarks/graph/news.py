"""Part `news`: twelve memories arrive in a large space whose map is at hand; a page that has it is told of them.

Prints medians of the processor time of this process until the delta is there, and of the same map read whole, and the
bytes that are sent: of the delta, and of the blocks it spares. Each round has twelve new memories more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from tests.benchmarks.graph.spaces import timed

if TYPE_CHECKING:
    from memoryhub.memories.models import Memory
    from memoryhub.spaces.models import Space

SIZES = (300_000,)
NEW = 12
MOST_BYTES = 4_000  # of the delta, packed by nobody
Figures = dict[str, float]


def measure(sizes: Sequence[int], rounds: int) -> bool:
    """Print the medians of each size, and say whether the delta is as small as it is to be."""
    from tests.benchmarks import hub

    hub.prepare()
    table = Table(f"{NEW} new", *(f"{size:,} nodes" for size in sizes))
    columns = [of_size(size, rounds) for size in sizes]
    for name in columns[0]:
        table.add_row(name, *(f"{column[name]:,.4g}" for column in columns))
    Console(highlight=False).print(table)
    return all(column["delta: bytes"] <= MOST_BYTES for column in columns)


def of_size(size: int, rounds: int) -> Figures:
    """Medians over rounds on one space of that many nodes."""
    from memoryhub.accounts.models import User
    from memoryhub.associations import arrangement
    from memoryhub.ledger.actor import Actor
    from memoryhub.spaces import services as spaces
    from tests.benchmarks.graph import filling

    owner = User.objects.get()
    space = spaces.create(actor=Actor.person(owner.pk), tag=f"news-{size}", owner=owner, name=f"{size:,} nodes")
    filling.fill(space, size)
    arrangement.arrange(space)
    seen = _look(space)
    found = []
    for number in range(rounds):
        figures, seen = _round(space, seen, number)
        found.append(figures)
    return {name: median(figures[name] for figures in found) for name in found[0]}


def _look(space: Space) -> Any:
    from graph_ui.graph.wire import wire_of
    from memoryhub.associations import atlas
    from memoryhub.core import clock

    return wire_of(atlas.atlas_of(space, now=clock.now(), with_review=True))


def _round(space: Space, former: Any, number: int) -> tuple[Figures, Any]:
    """Figures of one arrival, and the map after it."""
    from graph_ui.graph import delta
    from graph_ui.pages import graph_live
    from memoryhub.associations import atlas, reading
    from memoryhub.core import clock, columns

    _arrive(space, number)
    seen: list[Any] = []
    figures: Figures = {}
    figures["map: CPU ms"] = _cpu(lambda: seen.append(_look(space)))
    (found,) = seen
    told: list[Any] = []
    figures["delta: CPU ms"] = _cpu(
        lambda: told.append(delta.between(former, found, graph_live.overview, language="en"))
    )
    figures["map and delta: CPU ms"] = figures["map: CPU ms"] + figures["delta: CPU ms"]
    figures["delta: bytes"] = len(json.dumps(told[0]))
    figures["delta: new nodes"] = len(told[0]["new"])
    figures["blocks: packing, CPU ms"] = _cpu(lambda: (found.nodes, found.edges))
    figures["blocks: packed bytes"] = len(found.nodes) + len(found.edges)

    def whole() -> None:
        with columns.one_moment():
            reading.read(space, clock.now(), most=10_000_000)

    figures["read whole: CPU ms"] = _cpu(whole)
    for kept in (atlas._kept, atlas._wholes):
        kept.clear()
    figures["map read whole: CPU ms"] = _cpu(lambda: _look(space))
    return figures, found


def _cpu(act: Callable[[], object]) -> float:
    return 1000 * timed(act)[1]


def _arrive(space: Space, number: int) -> list[Memory]:
    """Memories by the services, each an extension of one that was there."""
    from memoryhub.ledger.actor import Actor
    from memoryhub.memories import services as memories
    from memoryhub.memories import texts
    from memoryhub.memories.drafts import Draft
    from memoryhub.memories.models import Memory

    actor = Actor.hub("benchmark")
    older = list(Memory.objects.filter(space=space, is_latest=True).order_by("-created_at")[:NEW])
    said = texts.prepare([f"Arrival {number}-{each} is told now." for each in range(NEW)])
    made = [memories.remember(actor=actor, space=space, draft=Draft(each)).memory for each in said]
    for newer, former in zip(made, older, strict=True):
        memories.relate(actor=actor, space=space, newer_id=newer.pk, older_id=former.pk, kind="extends")
    return made
