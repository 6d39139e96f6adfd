"""How fast documents go in: `python -m tests.benchmarks.ingest [--documents 1000] [--crowd 10000] [--parts ...]`.

A cluster and a data folder of its own, the real embedder, real worker processes. Three parts:

- texts: documents, memories and embedded texts per second, peak memory, and the ratio to what the bare embedder does
  with the very same texts: called in one thread, as a program of its own would, which is what the wanted ratio is of,
  and for comparison in as many threads as there are workers; both before the run and after it, and the mean counts,
  since the machine may be slower or quicker by then;
- kinds: how fast files of each kind are read, and the memory that takes;
- crowd: ten thousand short documents at once, and how fast the web process answers meanwhile.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import mean

from rich.console import Console

from memoryhub.core import supervisor
from tests.benchmarks import crowd, hub, kinds, notes
from tests.benchmarks.memory import Memory

WANTED = 0.6
BATCH = 256
# Of more texts than these, every nth says the rate of the bare embedder as well.
MOST_BARE = 5_000
console = Console(highlight=False)


@dataclass(frozen=True, slots=True)
class Run:
    """What one run did: seconds of work, memories made, and the peaks of memory."""

    seconds: float
    memories: int
    memory: Memory


@dataclass(frozen=True, slots=True)
class Bare:
    """Texts per second of the embedder alone, in one thread and in several side by side."""

    single: float
    side_by_side: float

    @classmethod
    def measured(cls, texts: Sequence[str], threads: int) -> Bare:
        """As it is at this moment."""
        return cls(bare_rate(texts, 1), bare_rate(texts, threads))


def main() -> int:
    """Measure, print, and say by the exit code whether the wanted ratio was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=1000, help="how many files (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="worker processes (default: %(default)s)")
    parser.add_argument("--crowd", type=int, default=10_000, help="short documents at once (default: %(default)s)")
    parser.add_argument("--parts", default="texts,kinds,crowd", help="what to measure (default: %(default)s)")
    options = parser.parse_args()
    parts = {
        "texts": lambda: measure(options.documents, options.workers),
        "kinds": lambda: kinds.measure(console),
        "crowd": lambda: crowd.measure(console, count=options.crowd),
    }
    with hub.settings_of(workers=options.workers):
        codes = [parts[part]() for part in options.parts.split(",")]
    return max(codes)


def measure(count: int, workers: int) -> int:
    """One run with `count` documents."""
    tag = hub.prepare()
    files = [notes.note(number) for number in range(count)]
    texts = texts_of(files)
    before = Bare.measured(texts, workers)
    began = time.monotonic()
    submit(tag, files)
    console.print(f"submitted   {count / (time.monotonic() - began):8.1f} documents/s")
    run = work(tag, count)
    after = Bare.measured(texts, workers)
    single, side_by_side = mean((before.single, after.single)), mean((before.side_by_side, after.side_by_side))
    rate = len(texts) / run.seconds
    console.print(f"documents   {count / run.seconds:8.1f} /s   ({count} in {run.seconds:.1f} s)")
    console.print(f"memories    {run.memories / run.seconds:8.1f} /s   ({run.memories})")
    console.print(f"embedded    {rate:8.1f} texts/s   ({len(texts)})")
    for name, bare in (("before", before), ("after", after)):
        console.print(
            f"bare        {bare.single:8.1f} texts/s   ({bare.side_by_side:.1f} in {workers} threads), {name}"
        )
    peaks = [peak / 2**20 for peak in (run.memory.together, run.memory.workers, run.memory.readers)]
    console.print("peak memory {:8.0f} MB   of all workers; {:.0f} MB of one, {:.0f} MB of a reader".format(*peaks))
    console.print(
        f"ratio       {rate / single:8.0%}   (wanted: {WANTED:.0%}); {rate / side_by_side:.0%} of {workers} threads"
    )
    return 0 if rate / single >= WANTED else 1


def submit(tag: str, files: Sequence[str]) -> None:
    """Hand all files in; nobody works on them yet."""
    from memoryhub.ingest import services as ingest
    from memoryhub.ledger.actor import Actor
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    for number, text in enumerate(files):
        ingest.submit(actor=Actor.hub("benchmark"), space=space, content=text.encode(), name=f"note-{number}.md")


def work(tag: str, count: int) -> Run:
    """Let the workers do it; the clock runs from its first document to its last."""
    from memoryhub.documents import selectors as documents
    from memoryhub.management import programs
    from memoryhub.memories import models
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    with supervisor.children(programs.workers()) as children, Memory(children) as memory:
        while not _moved(documents.counts_of(space), count):
            time.sleep(0.05)
        began = time.monotonic()
        while (counts := documents.counts_of(space))["done"] < count:
            if counts["failed"]:
                raise SystemExit("A document failed; see the output of the workers.")
            time.sleep(0.25)
        seconds = time.monotonic() - began
    return Run(seconds, models.Memory.objects.filter(space=space).count(), memory)


def _moved(counts: dict[str, int], count: int) -> bool:
    return counts["queued"] < count


def texts_of(files: Sequence[str]) -> list[str]:
    """Every text the worker had to embed for these files: chunks, facts, and the keys the space had not had before."""
    from memoryhub.associations.texts import normalise
    from memoryhub.ingest import chunking, extract, facts

    texts: list[str] = []
    known: set[str] = set()
    for number, content in enumerate(files):
        drafts = chunking.chunks(extract.extract(content.encode(), name=f"note-{number}.md", media_type=None))
        found = facts.extract(drafts, document_date=None)
        texts += [draft.embed_text for draft in drafts]
        texts += [fact.text for fact in found]
        keys = {normalise(key.text): key.text for fact in found for key in fact.keys}
        texts += [text for normal, text in keys.items() if normal not in known]
        known |= keys.keys()
    return texts


def bare_rate(texts: Sequence[str], threads: int) -> float:
    """Texts per second of the embedder alone, at its best: large batches, and nothing else to do."""
    from memoryhub.ai import services as ai

    model = ai.active_model()
    texts = texts[:: max(1, len(texts) // MOST_BARE)]
    batches = [texts[at : at + BATCH] for at in range(0, len(texts), BATCH)]
    ai.embed(texts[:8], model=model)
    began = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda batch: ai.embed(batch, model=model), batches))
    return len(texts) / (time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
