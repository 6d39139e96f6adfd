"""`manage.py search`: ask a space what agents would get."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.table import Table

from memoryhub.core import errors, ids, postgres
from memoryhub.retrieval import search
from memoryhub.retrieval.request import MODES, Results, SearchRequest
from memoryhub.spaces import selectors as spaces


class Command(BaseCommand):
    """Print hits with the parts of their score."""

    help = 'Ask a space what agents would get. Example: manage.py search "where does Mina work" --space atlas'
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may ask for."""
        parser.add_argument("query", help="the question, or words; quoted words must occur")
        parser.add_argument("--space", required=True, help="tag of the space")
        parser.add_argument("--limit", type=int, default=10, help="most hits to show (default: %(default)s)")
        parser.add_argument("--mode", choices=MODES, default="memories", help="what to search (default: %(default)s)")
        parser.add_argument("--threshold", type=float, default=0.0, help="least similarity, 0 to 1")

    def handle(self, *args: Any, query: str, space: str, **options: Any) -> None:
        """Search, or say in one sentence why that cannot be."""
        try:
            postgres.ensure_running()
            found = spaces.by_tag(space)
            if found is None:
                raise CommandError(f"There is no space {space!r}.")
            request = SearchRequest(
                found, query, limit=options["limit"], mode=options["mode"], threshold=options["threshold"]
            )
            self._show(search.search(request))
        except errors.HubError as error:
            raise CommandError(error.message) from error

    def _show(self, results: Results) -> None:
        console = Console(highlight=False)
        if not results.hits:
            console.print(results.reason_if_empty, markup=False)
            return
        table = Table(box=None, pad_edge=False)
        for head in (_("score"), _("similar"), _("words"), _("id"), _("text")):
            table.add_column(head, no_wrap=head != _("text"))
        for hit in results.hits:
            parts = (hit.score, hit.similarity, hit.lexical)
            figures = ["–" if value is None else f"{value:.3f}" for value in parts]
            over = "".join(f"[{step.key}] → " for step in hit.path)
            table.add_row(*figures, ids.encode(hit.id), f"{over}{hit.text}".replace("[", r"\["))
        console.print(table)
        console.print(f"{results.total} in {results.space}, {results.took_ms:.0f} ms", markup=False)
