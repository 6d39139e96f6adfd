"""Figures of the graph beside what is wanted: `python -m tests.benchmarks.graph --parts levels space --nodes 100000`.

Exits 1 when a figure of the parts `levels`, `space` or `news` is missed.
"""

from __future__ import annotations

import argparse
import sys

PARTS = ("levels", "moments", "pages", "space", "news")


def main() -> int:
    """Measure and print the parts that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.graph", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    parser.add_argument("--nodes", type=int, nargs="+", help="sizes (default: those of the part)")
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement (default: %(default)s)")
    options = parser.parse_args()
    kept = True
    if "levels" in options.parts:
        from tests.benchmarks.graph import levels

        kept = levels.measure(options.nodes or levels.SIZES, options.rounds)
    if {"moments", "pages", "space", "news"} & set(options.parts):
        from tests.benchmarks import hub
        from tests.benchmarks.graph import moments, news, pages, spaces

        with hub.settings_of(embedder="fake"):
            if "moments" in options.parts:
                moments.measure(options.nodes or moments.SIZES, options.rounds)
            if "pages" in options.parts:
                pages.measure(options.nodes or pages.SIZES, options.rounds)
            if "space" in options.parts:
                kept &= spaces.measure(options.nodes or spaces.SIZES, options.rounds)
            if "news" in options.parts:
                kept &= news.measure(options.nodes or news.SIZES, options.rounds)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
