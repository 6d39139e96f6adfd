"""Fits the rotation that makes prefixes of the default model's vectors usable, and measures its thresholds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memoryhub.ai import adapters, basis, calibration, corpus


class Command(BaseCommand):
    help = (
        "Fit the basis of the default embedding model on the hub's own texts and show what it gains. "
        "Example: manage.py fit_basis --output /tmp/muse-v3-2026b.basis. "
        "A basis that is in use must never change: ship a new one under a new name."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--output", type=Path, help="write the basis to this file (default: only measure)")

    def handle(self, *args: Any, **options: Any) -> None:
        fitted = basis.fit(adapters.MUSE.raw(corpus.fitting_texts()))
        if options["output"]:
            basis.save(fitted, options["output"])
            self.stdout.write(f"Wrote {options['output']} ({options['output'].stat().st_size:,} bytes).")
        held_out = adapters.MUSE.raw(corpus.held_out())
        for size in (64, 128, 256):
            plain, rotated = basis.kept(held_out, size), basis.kept(held_out @ fitted, size)
            self.stdout.write(f"First {size} numbers keep {plain:.3f} of the nearest 20, rotated {rotated:.3f}.")
        if basis.path(adapters.MUSE.basis).exists():
            for name, cosine in calibration.measure(adapters.MUSE).items():
                self.stdout.write(f"{name}: {cosine}")
