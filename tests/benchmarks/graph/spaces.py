"""Part `space`: a space of rows becomes a map: by the job, from what is stored, at hand, and after new memories.

Each round is a process of its own on a cluster of its own, so that its peak of memory is its own as well.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from memoryhub.associations.graph.forces import Places
    from memoryhub.associations.graph.inputs import Ints, MergedEdges

SIZES = (100_000, 1_000_000)
NEW_SHARE = 0.01
Figures = dict[str, float]
# At most; medians.
WANTED: Mapping[int, Mapping[str, float]] = {
    1_000_000: {
        "job: CPU s": 35.0,
        "job: peak MB": 1_000.0,
        "stored: CPU s": 5.0,
        "stored: peak MB": 700.0,
        "at hand: CPU ms": 100.0,
        "1 % new: placed, CPU ms": 100.0,
    },
}


def measure(sizes: Sequence[int], rounds: int) -> bool:
    """Print the medians of each size beside what is wanted, and say whether all of that was reached."""
    from tests.benchmarks import hub

    hub.prepare()
    table = Table("figure", "nodes", "median", "at most", "")
    kept = True
    for size in sizes:
        for name, value in of_size(size, rounds).items():
            wanted = WANTED.get(size, {}).get(name)
            reached = wanted is None or value <= wanted
            kept &= reached
            told = "" if wanted is None else f"{wanted:,g}"
            table.add_row(name, f"{size:,}", f"{value:,.4g}", told, "" if reached else "missed")
    Console(highlight=False).print(table)
    return kept


def of_size(size: int, rounds: int) -> Figures:
    """Medians over rounds on a space that has grown to that many nodes at the last."""
    from memoryhub.accounts.models import User
    from memoryhub.ledger.actor import Actor
    from memoryhub.spaces import services as spaces
    from tests.benchmarks.graph import filling

    owner = User.objects.get()
    space = spaces.create(actor=Actor.person(owner.pk), tag=f"topics-{size}", owner=owner, name=f"{size:,} nodes")
    new = int(size * NEW_SHARE)
    filling.fill(space, size - new * rounds)
    answers = [_apart("job", space.tag) | _apart("looks", space.tag, str(new)) for _ in range(rounds)]
    return {name: median(answer[name] for answer in answers) for name in answers[0]}


def _apart(*arguments: str) -> Figures:
    command = [sys.executable, "-m", "tests.benchmarks.graph.spaces", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=dict(os.environ))
    figures: Figures = json.loads(done.stdout)
    return figures


def job(tag: str) -> Figures:
    """The first arranging of a space by the job."""
    from memoryhub.associations import arrangement
    from memoryhub.associations.models import GraphLevel
    from memoryhub.spaces.models import Space

    space = Space.objects.get(tag=tag)
    GraphLevel.objects.filter(space=space).delete()
    wall, cpu = timed(lambda: arrangement.arrange(space))
    return {"job: s": wall, "job: CPU s": cpu, "job: peak MB": _peak()}


def looks(tag: str, new: str) -> Figures:
    """A map that is stored, one at hand, and one after new memories; for the last also the placing by itself."""
    from memoryhub.associations import atlas
    from memoryhub.associations.graph import placing
    from memoryhub.core import clock
    from memoryhub.spaces.models import Space
    from tests.benchmarks.graph import filling

    space = Space.objects.get(tag=tag)

    def look() -> None:
        atlas.atlas_of(space, now=clock.now(), with_review=False)

    found: Figures = {}
    found["stored: s"], found["stored: CPU s"] = timed(look)
    found["stored: peak MB"] = _peak()
    found["at hand: ms"], found["at hand: CPU ms"] = (1000 * each for each in timed(look))
    filling.add(space, int(new), seed=int(time.time()))
    place_new, spent = placing.place_new, [0.0]

    def timed_placing(places: Places, label: Ints, edges: MergedEdges, degrees: Ints) -> None:
        spent[0] += timed(lambda: place_new(places, label, edges, degrees))[1]

    placing.place_new = timed_placing
    found["1 % new: s"], found["1 % new: CPU s"] = timed(look)
    found["1 % new: placed, CPU ms"] = 1000 * spent[0]
    return found


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock on the wall, and of this process's processor time."""
    wall, cpu = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - wall, time.process_time() - cpu


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    import django

    django.setup()
    what, *given = sys.argv[1:]
    sys.stdout.write(json.dumps(job(*given) if what == "job" else looks(*given)))
