"""How well and how quickly memories are found: `python -m tests.benchmarks.retrieval --data locomo-dev.json`.

A cluster and a data folder of its own, real worker and web processes, and the API as an agent calls it. Its parts:

- recall: how much of the evidence of LoCoMo's questions is found, by the hub and by its peers (see `tests.locomo`);
- profile: what a profile of 10,000 memories takes;
- keyed: what recall by association takes among 50,000 memories;
- growth: what everything costs as a space grows, and what the indexes of a large one find.

Prints the figures that are wanted beside those that were reached, and ends with 1 where one was missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tests.benchmarks import hub
from tests.benchmarks.retrieval import growth, keyed, profile, recall

# As wide as the table, wherever it is printed to.
console = Console(highlight=False, width=120)


def main() -> int:
    """Measure, print, and say by the exit code whether the wanted figures were reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default="recall,profile,keyed,growth", help="default: %(default)s")
    parser.add_argument("--data", type=Path, help="for recall: a file of conversations in LoCoMo's form")
    parser.add_argument("--conversations", type=int, help="for recall: only the first so many")
    parser.add_argument("--embedder", default="muse", help="default: %(default)s")
    parser.add_argument("--sizes", type=int, nargs="+", default=growth.SIZES, help="for growth: numbers of memories")
    options = parser.parse_args()
    if "recall" in options.parts and options.data is None:
        parser.error("recall needs --data; the other parts do not: --parts profile,keyed,growth")
    parts: dict[str, Callable[[], int]] = {
        "recall": lambda: recall.measure(console, options.data, options.conversations),
        "profile": lambda: profile.measure(console),
        "keyed": lambda: keyed.measure(console),
        "growth": lambda: growth.measure(console, sorted(options.sizes)),
    }
    with hub.settings_of(embedder=options.embedder):
        return max([parts[part]() for part in options.parts.split(",")])


if __name__ == "__main__":
    sys.exit(main())
