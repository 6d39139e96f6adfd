"""What a search costs in a large space: `python -m tests.benchmarks.retrieval.scale --memories 14000 --chunks 10000`.

In one process, without HTTP, on a cluster of its own: medians and 95th percentiles in milliseconds of the raw lists a
search is made from, over seeded questions; then, with `--widths`, what indexes of prefixes find of what a scan of all
finds, and how long each takes to build. Rows are made up (see `crowded`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console

from tests.benchmarks import hub

if TYPE_CHECKING:
    from memoryhub.ai.models import EmbeddingModel
    from memoryhub.spaces.models import Space

Ranked = list[Any]
Question = tuple[list[str], np.ndarray]
console = Console(highlight=False)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=14_000)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--widths", type=int, nargs="*", default=(), help="of prefixes, in numbers")
    parser.add_argument("--candidates", type=int, nargs="*", default=(100, 200, 400))
    options = parser.parse_args()
    with hub.settings_of():
        measure(options)
    return 0


def measure(options: argparse.Namespace) -> None:
    """Everything in turn, on one space."""
    from memoryhub.ai import services as ai
    from memoryhub.spaces.models import Space
    from tests.benchmarks.retrieval import crowded

    space, model = Space.objects.get(tag=hub.prepare()), ai.active_model()
    began = time.perf_counter()
    crowded.fill(space, model=model, memories=options.memories, chunks=options.chunks)
    console.print(f"{options.memories:,} memories, {options.chunks:,} chunks: {time.perf_counter() - began:.0f} s")
    asked = crowded.questions(options.questions)
    for name, one in lists(space, model).items():
        console.print(f"{name:<28}{timed(one, asked)[0]}")
    for width in options.widths:
        two_stages(space, model, asked, width, options.candidates)


def lists(space: Space, model: EmbeddingModel) -> dict[str, Callable[[Question], Ranked]]:
    """What a hybrid search asks of memories and of chunks: words, and then meaning with the cosines of those."""
    from memoryhub.core import clock
    from memoryhub.documents import candidates as chunks
    from memoryhub.memories import candidates as memories

    now = clock.now()

    def words(one: Question) -> Ranked:
        return memories.lexical(space, terms=one[0], now=now, limit=100)

    def passages(one: Question) -> Ranked:
        return chunks.lexical(space, terms=one[0], limit=100)

    def meaning(one: Question) -> Ranked:
        also = [key for key, _ in words(one)]
        return memories.nearest(space, model=model, vector=one[1], now=now, limit=100, also=also)

    def passages_meant(one: Question) -> Ranked:
        also = [key for key, _ in passages(one)]
        return chunks.nearest(space, model=model, vector=one[1], limit=100, also=also)

    return {
        "memories, words": words,
        "memories, words and meaning": meaning,
        "chunks, words": passages,
        "chunks, words and meaning": passages_meant,
    }


def two_stages(space: Space, model: EmbeddingModel, asked: list[Question], width: int, counts: list[int]) -> None:
    """Time and recall at 10 of searches by an index of this width, beside the scan of all."""
    from memoryhub.ai.prefixes import Prefix
    from memoryhub.core import clock, space_indexes
    from memoryhub.memories import candidates
    from memoryhub.spaces import scale
    from memoryhub.spaces.models import Space
    from memoryhub.spaces.scale import Scale

    def nearest(one: Question) -> Ranked:
        return candidates.nearest(space, model=model, vector=one[1], now=clock.now(), limit=100)

    scale.note(space_id=space.pk, kind=scale.MEMORIES, scale=scale.SMALL)
    space = Space.objects.get(pk=space.pk)
    said, exact = timed(nearest, asked)
    console.print(f"{'every row':<28}{said}")
    began = time.perf_counter()
    space_indexes.build(Prefix("memories_memoryvector", space.pk, model.pk, width).index)
    console.print(f"index of {width} numbers built in {time.perf_counter() - began:.1f} s")
    scale.note(space_id=space.pk, kind=scale.MEMORIES, scale=Scale(None, {model.pk: width}))
    space = Space.objects.get(pk=space.pk)
    for count in counts:
        model.candidates = count
        said, found = timed(nearest, asked)
        console.print(f"{f'prefix {width}, {count} candidates':<28}{said}   recall@10 {recall(found, exact):.3f}")


def timed(work: Callable[[Question], Ranked], asked: list[Question]) -> tuple[str, list[Ranked]]:
    """Median and 95th percentile of one call, warm, and what was found."""
    work(asked[0])
    taken, found = [], []
    for one in asked:
        began = time.perf_counter()
        found.append(work(one))
        taken.append((time.perf_counter() - began) * 1000)
    return f"{median(taken):7.1f} ms   p95 {sorted(taken)[int(len(taken) * 0.95)]:7.1f} ms", found


def recall(found: list[Ranked], exact: list[Ranked]) -> float:
    """Which share of the ten nearest is among the ten that were found."""
    tens = [({key for key, _ in a[:10]}, {key for key, _ in b[:10]}) for a, b in zip(found, exact, strict=True)]
    return float(np.mean([len(a & b) / len(b) for a, b in tens]))


if __name__ == "__main__":
    sys.exit(main())
