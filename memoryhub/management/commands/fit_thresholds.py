"""`manage.py fit_thresholds`: what a model's cosines mean, measured on the hub's own labelled pairs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memoryhub.ai import adapters
from memoryhub.ai import selectors as ai_read
from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.services import Measured
from memoryhub.core import errors, postgres


class Command(BaseCommand):
    """Measure thresholds and the curve of similarity of a model, and keep them on request."""

    help = (
        "Measure a model's thresholds and its curve from cosine to similarity on the hub's labelled pairs, beside what "
        "the model goes by now. Example: manage.py fit_thresholds e5 --write"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add which model, and whether it is to go by what is measured."""
        parser.add_argument(
            "model", nargs="?", help="muse, e5, openai, or a model's own name (default: the one in use)"
        )
        parser.add_argument("--write", action="store_true", help="let the model go by what is measured")

    def handle(self, *args: Any, model: str | None, write: bool, **options: Any) -> None:
        """Print a line for each figure, measured and in use."""
        try:
            postgres.ensure_running()
            row = ai_read.model_called(adapters.chosen(model).name) if model else ai.active_model()
            measured = ai.measure(adapters.named(row.name))
            self._print(row, measured)
            if write:
                ai.fit(model=row, measured=measured)
        except errors.HubError as error:
            raise CommandError(error.message) from error
        if write:
            self.stdout.write(f"{row.name} goes by these now.")

    def _print(self, row: EmbeddingModel, measured: Measured) -> None:
        used = {**row.thresholds, "slope": row.slope, "middle": row.middle}
        found = {**measured.thresholds, "slope": measured.curve.slope, "middle": measured.curve.middle}
        for name, figure in found.items():
            self.stdout.write(f"{name:<12} {figure:>8.3f}   in use {used.get(name, 0):>8.3f}")
