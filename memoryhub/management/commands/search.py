"""`manage.py search`: ask a space what agents would get."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rich.console import Console
from rich.table import Table

from memoryhub.api.hub.serializers.search import Recall, ResultsShown, request_of
from memoryhub.api.problems import first_of
from memoryhub.core import errors, ids, postgres, text
from memoryhub.retrieval import search
from memoryhub.retrieval.request import INCLUDE, MODES, MOST_HOPS, Hit, Results
from memoryhub.spaces import selectors as spaces

ASKED = ("query", "limit", "mode", "threshold", "hops", "as_of", "known_at", "include", "rerank")


class Command(BaseCommand):
    """Print hits with the parts of their score."""

    help = (
        'Ask a space what agents would get. Example: manage.py search "where does Mina work" --space atlas --why'
        " --as-of 2026-05-01"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may ask for."""
        parser.add_argument("query", help="the question, or words; quoted words must occur")
        parser.add_argument("--space", required=True, help="tag of the space")
        parser.add_argument("--limit", type=int, default=10, help="most hits to show (default: %(default)s)")
        parser.add_argument("--mode", choices=MODES, default="memories", help="what to search (default: %(default)s)")
        parser.add_argument("--threshold", type=float, default=0.0, help="least similarity, 0 to 1")
        parser.add_argument(
            "--hops",
            type=int,
            default=2,
            help=f"how far memories lead over their keys to others, 1 to {MOST_HOPS} (default: %(default)s)",
        )
        parser.add_argument("--as-of", metavar="WHEN", help="what held at this date or moment")
        parser.add_argument("--known-at", metavar="WHEN", help="what the hub knew at this date or moment")
        parser.add_argument(
            "--include",
            action="append",
            choices=INCLUDE,
            default=[],
            help="what else to show: older versions, documents behind the answers, what was forgotten; may be repeated",
        )
        parser.add_argument("--rerank", action="store_true", help="have the hub's reranker read the first answers")
        parser.add_argument("--why", action="store_true", help="show for each answer what made its score")
        parser.add_argument("--json", action="store_true", help="print the answer of the API instead of a table")

    def handle(self, *args: Any, space: str, **options: Any) -> None:
        """Search, or say in one sentence why that cannot be."""
        try:
            postgres.ensure_running()
            found = spaces.by_tag(space)
            if found is None:
                raise CommandError(f"There is no space {space!r}.")
            given = {name: options[name] for name in ASKED if options[name] is not None}
            results = search.search(request_of(found, Recall.checked(given, {"space": found})))
        except ValidationError as error:
            raise CommandError(first_of(error)) from error
        except errors.HubError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(ResultsShown(results).data, ensure_ascii=False, indent=2))
        else:
            _show(results, with_reasons=options["why"])


def _show(results: Results, *, with_reasons: bool) -> None:
    console = Console(highlight=False)
    if results.hits:
        console.print(_table(results.hits, with_reasons=with_reasons))
        console.print(f"{results.total} in {results.space}, {results.took_ms:.0f} ms", markup=False)
    else:
        console.print(text.visible(results.reason_if_empty), markup=False)
    if results.forgotten:
        console.print(_("Forgotten, and no answer any more:"))
        console.print(_table(results.forgotten, with_reasons=with_reasons))


def _table(hits: Sequence[Hit], *, with_reasons: bool) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in (_("score"), _("similar"), _("words"), _("id"), _("text")):
        table.add_column(head, no_wrap=head != _("text"))
    for hit in hits:
        parts = (hit.score, hit.similarity, hit.lexical)
        figures = ["–" if value is None else f"{value:.3f}" for value in parts]
        over = "".join(f"[{step.key}] → " for step in hit.path)
        lines = [f"{over}{hit.text}", *_included(hit), *(_reasons(hit) if with_reasons else ())]
        # A memory may hold what a terminal would take for an order.
        said = text.visible("\n".join(lines))
        table.add_row(*figures, ids.encode(hit.id), said.replace("[", r"\["))
    return table


def _included(hit: Hit) -> Iterator[str]:
    yield from (f"  v{one.version}: {one.text}" for one in hit.versions)
    yield from (f"  {document.title or document.file_name}" for document in hit.documents)


def _reasons(hit: Hit) -> Iterator[str]:
    """The score as it was made: a weighted sum of the two lists, times factors, plus bonuses; then the sentence."""
    figures = [f"{hit.weight:.2f} x {hit.dense:.3f} + {1 - hit.weight:.2f} x {hit.lexical:.3f}"]
    figures += [f"x {name} {factor:.3f}" for name, factor in hit.factors.items()]
    figures += [f"+ {name} {bonus:.3f}" for name, bonus in hit.bonuses.items()]
    yield "  " + "  ".join(figures)
    if hit.evidence is not None:
        yield f"  “{hit.evidence.text}” ({hit.evidence.document.title or hit.evidence.document.file_name})"
