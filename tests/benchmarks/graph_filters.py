"""What a filter of the graph costs the hub: `python -m tests.benchmarks.graph_filters [--nodes 1000000]`.

Asks a made-up map (see made_maps.py), without a database, and prints processor time and bytes: what is worked out once
for a map, what every filter takes, and the blocks that are sent.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any, TypeVar
from unittest import mock

import django
from rich.console import Console

Made = TypeVar("Made")
console = Console(highlight=False)


def main(nodes: int) -> None:
    """Measure and print."""
    from graph_ui.graph import payload, wire
    from memoryhub.associations.facets import Facts, Filter
    from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
    from memoryhub.core import packed
    from memoryhub.memories import confidence
    from memoryhub.spaces.models import Space
    from tests.benchmarks import made_maps

    atlas = made_maps.make(nodes)
    few = packed.to_bytes(atlas.graph.ids[:: max(nodes // 1_000, 1)])
    facts, order = Facts(Space(time_zone="UTC"), atlas), wire.morton_order(atlas.levels)
    some = Filter(
        kind=frozenset({NodeKind.MEMORY}),
        state=frozenset({NodeState.CURRENT}),
        relation=frozenset({EdgeKind.EXTENDS}),
    )
    with mock.patch.object(confidence, "below_high", return_value={confidence.Level.LOW: few}):
        _timed("the first filter of a map", lambda: facts.counts(some))
    mask = _timed("a mask", lambda: facts.mask(some))
    _timed("counts of all facets", lambda: facts.counts(some))
    _timed("edges that are left", lambda: facts.shown_edges(some, mask))
    _timed("the block of a mask", lambda: wire.gzipped(payload.encode_mask(mask[order])))
    _timed("the block of times", lambda: wire.gzipped(facts.timeline.bin[order].tobytes()))


def _timed(name: str, make: Callable[[], Made]) -> Made:
    begun = time.process_time()
    made = make()
    size: Any = f", {len(made):,} bytes" if isinstance(made, bytes) else ""
    console.print(f"{name:28}{1_000 * (time.process_time() - begun):8.1f} ms CPU{size}")
    return made


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    main(parser.parse_args().nodes)
