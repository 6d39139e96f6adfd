"""How good the rules are at keeping what matters: `python -m tests.benchmarks.extraction [--errors]`.

Prints shares on the labelled set (`tests.ingest.labelled`), for each language and split and in total; exits 1 when the
precision of kept facts, of all texts or of the held-out ones, is below its bound. `--errors` lists what went wrong in
the development split only.
"""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from tests.ingest import labelled
from tests.ingest.quality import MEASURES, Judged, errors, judged, quality_of

LEAST_PRECISION = 0.90
WIDTH = 130
LANGUAGES = ("en", "zh", "de", "ko")
SPLITS = ("dev", "held_out")


def main() -> int:
    """Measure, print, and say by the exit code whether precision is within its bound."""
    console = Console(highlight=False, soft_wrap=True, width=WIDTH)
    judgements = [judged(text) for text in labelled.texts()]
    table = Table("texts", "sentences", "kept", *MEASURES)
    for language in (*LANGUAGES, ""):
        for split in (*SPLITS, ""):
            table.add_row(*_row(judgements, language, split), end_section=not split)
    console.print(table)
    if "--errors" in sys.argv[1:]:
        for line in errors(judgements):
            console.print(line, markup=False)
    held_out = quality_of(one for one in judgements if one.text.split == "held_out")
    return 0 if min(held_out["precision"], quality_of(judgements)["precision"]) >= LEAST_PRECISION else 1


def _row(judgements: list[Judged], language: str, split: str) -> list[str]:
    chosen = [one for one in judgements if one.text.language in (language or LANGUAGES)]
    chosen = [one for one in chosen if one.text.split in (split or SPLITS)]
    labels = [label for one in chosen for label in one.text.labels]
    quality = quality_of(chosen)
    return [
        f"{language or 'all'} {split or 'total'}",
        str(len(labels)),
        str(sum(label.keep for label in labels)),
        *(f"{quality[measure]:.3f}" for measure in MEASURES),
    ]


if __name__ == "__main__":
    sys.exit(main())
