"""`manage.py embedding_model`: the change of the model that turns texts into vectors."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from memoryhub.ai import adapters
from memoryhub.ai import selectors as ai_read
from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import errors, postgres
from memoryhub.lifecycle import model_change, tasks


class Command(BaseCommand):
    """Show, add, switch, tune or drop an embedding model."""

    help = (
        "Change the embedding model: add one, which the workers fill beside the one in use; look how far they are; "
        "switch to it once it is full; drop the old one. Example: manage.py embedding_model add e5"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what is to be done, and to which model."""
        parser.add_argument("action", nargs="?", default="status", choices=("status", "add", "switch", "tune", "drop"))
        parser.add_argument("model", nargs="?", help="muse, e5, openai, or a model's own name")
        parser.add_argument("--prefix", type=int, help="tune: numbers of a vector that large spaces are indexed by")
        parser.add_argument("--candidates", type=int, help="tune: how many found by these are compared in full")

    def handle(self, *args: Any, action: str, model: str | None, **options: Any) -> None:
        """Do it, or say in one sentence why that cannot be."""
        if action != "status" and model is None:
            raise CommandError(_("Name a model: muse, e5, openai, or its own name."))
        try:
            postgres.ensure_running()
            getattr(self, f"_{action}")(model, options)
        except errors.HubError as error:
            raise CommandError(error.message) from error

    def _status(self, model: str | None, options: dict[str, Any]) -> None:
        ai.active_model()
        for row in ai_read.all_models():
            self.stdout.write(f"{row.name} ({row.dimension}): {row.get_state_display()}")
            if row.state == EmbeddingModel.State.RETIRED:
                self.stdout.write(_("  %(n)s vectors") % {"n": f"{model_change.stored(row):,}"})
            else:
                for one in model_change.progress(row):
                    self.stdout.write(f"  {one.name}: {one.done:,} / {one.total:,}")

    def _add(self, model: str, options: dict[str, Any]) -> None:
        ai.active_model()
        row = ai.begin_filling(embedder=adapters.chosen(model))
        if row.state == EmbeddingModel.State.FILLING:
            tasks.queue_filling(row)
        self._status(None, options)

    def _switch(self, model: str, options: dict[str, Any]) -> None:
        model_change.switch(model=_row(model))
        self._status(None, options)

    def _tune(self, model: str, options: dict[str, Any]) -> None:
        ai.tune(model=_row(model), prefix=options["prefix"], candidates=options["candidates"])
        row = _row(model)
        self.stdout.write(f"{row.name}: prefix {row.prefix}, candidates {row.candidates}")

    def _drop(self, model: str, options: dict[str, Any]) -> None:
        dropped = model_change.drop(model=_row(model))
        self.stdout.write(_("%(n)s vectors dropped.") % {"n": f"{dropped:,}"})


def _row(model: str) -> EmbeddingModel:
    return ai_read.model_called(adapters.chosen(model).name)
