"""How fast the parts that compute are: `python -m tests.benchmarks.pace`; medians of five runs, in processor time.

Prints how many sentences a second facts are read out of, dates and keys included, and how long five thousand nodes take
to be arranged; exits 1 when either is out of its bound.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import date
from statistics import median

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from rich.console import Console  # noqa: E402 - settings first

from memoryhub.associations.graph import levels  # noqa: E402
from memoryhub.ingest import chunking, facts  # noqa: E402
from memoryhub.ingest.extract import extract  # noqa: E402
from tests.associations.graph_cast import library  # noqa: E402

RUNS = 5
LEAST_SENTENCES, MOST_SECONDS = 1500.0, 6.0
SAID = (
    "Orlan moved {number} boxes to Ghent last Friday.",
    "The payments squad has {number} open tickets for the vault.",
    "张伟昨天把{number}号部署窗口改到了周四下午。",
)


def main() -> int:
    """Measure, print, and say by the exit code whether both are within their bounds."""
    lines = [said.format(number=number) for number in range(700) for said in SAID]
    drafts = chunking.chunks(extract("\n\n".join(lines).encode(), name="a.txt", media_type=None))
    facts.extract(drafts[:50], document_date=date(2026, 7, 14))
    rate = len(lines) / seconds(lambda: facts.extract(drafts, document_date=date(2026, 7, 14)))
    large = library(700)
    arranged = seconds(lambda: levels.build(large))
    console = Console(highlight=False)
    console.print(f"facts     {rate:8.0f} sentences/s   (at least {LEAST_SENTENCES:.0f})")
    console.print(f"arranged  {arranged:8.2f} s for {len(large):,} nodes   (at most {MOST_SECONDS:.0f})")
    return 0 if rate >= LEAST_SENTENCES and arranged <= MOST_SECONDS else 1


def seconds(work: Callable[[], object]) -> float:
    """The median of the processor time it takes."""
    taken = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return median(taken)


if __name__ == "__main__":
    sys.exit(main())
