"""Part `moments`: reading a map of another moment beside one of the present, of what changes seldom or often."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from statistics import median

from rich.console import Console
from rich.table import Table

SIZES = (30_000, 300_000)
LENGTHS = (2, 30)  # versions of each memory
BACK = timedelta(days=300)


def measure(sizes: Sequence[int], rounds: int) -> None:
    """Print the medians of reading the rows of each map, in seconds by the clock on the wall."""
    from memoryhub.accounts.models import User
    from memoryhub.associations import reading
    from memoryhub.associations.seeing import Sight
    from memoryhub.core import clock, columns
    from memoryhub.ledger.actor import Actor
    from memoryhub.memories.horizon import Horizon
    from memoryhub.spaces import services as spaces
    from tests.benchmarks import hub
    from tests.benchmarks.graph import filling

    hub.prepare("moments")
    owner, now = User.objects.get(email="moments@example.org"), clock.now()
    then = now - BACK
    asked = {
        "now": Horizon(),
        "as_of": Horizon(as_of=then),
        "known_at": Horizon(known_at=then),
        "both": Horizon(as_of=then, known_at=then),
    }
    table = Table("versions", "of each", *asked)
    for size, length in ((size, length) for size in sizes for length in LENGTHS):
        tag = f"moments-{size}-{length}"
        space = spaces.create(actor=Actor.person(owner.pk), tag=tag, owner=owner, name=tag)
        filling.revise(space, size, length=length)
        told = []
        for horizon in asked.values():
            spent = []
            for _ in range(rounds):
                begun = time.perf_counter()
                with columns.one_moment():
                    reading.read(space, now, Sight(horizon=horizon), most=size)
                spent.append(time.perf_counter() - begun)
            told.append(f"{median(spent):.2f} s")
        table.add_row(f"{size:,}", str(length), *told)
    Console(highlight=False).print(table)
