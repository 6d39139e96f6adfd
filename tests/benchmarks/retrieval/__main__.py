"""How well memories are found: `python -m tests.benchmarks.retrieval --data locomo-dev.json`.

A cluster and a data folder of its own, real worker and web processes, and the API as an agent calls it. Prints the
evidence recall by turns of the conversations in the file (see `tests.locomo`), of the hub and of its peers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from tests.benchmarks import hub
from tests.benchmarks.retrieval import recall

console = Console(highlight=False)


def main() -> int:
    """Measure, print, and say by the exit code whether the wanted figures were reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a file of conversations in LoCoMo's form")
    parser.add_argument("--conversations", type=int, help="only the first so many")
    options = parser.parse_args()
    with hub.settings_of():
        return recall.measure(console, options.data, options.conversations)


if __name__ == "__main__":
    sys.exit(main())
