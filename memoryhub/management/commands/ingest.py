"""`manage.py ingest`: take files into a space and wait until they are remembered."""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from memoryhub.core import errors, postgres
from memoryhub.documents import selectors as documents
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.spaces import selectors as spaces
from memoryhub.spaces.models import Space

POLL_SECONDS = 0.5
IDLE_SECONDS = 60


class Command(BaseCommand):
    """Submit files, show how far they are, and say at the end which failed."""

    help = "Take files into a space and wait for them. Example: manage.py ingest notes/ chat.txt --space atlas"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may choose for one run."""
        parser.add_argument("paths", nargs="+", type=Path, help="files, or folders with all files below them")
        parser.add_argument("--space", required=True, help="tag of the space")
        parser.add_argument("--no-wait", action="store_true", help="submit only; the worker does the rest")

    def handle(self, *args: Any, paths: list[Path], space: str, no_wait: bool, **options: Any) -> None:
        """Exit with 1 when a file could not be submitted, a document failed, or nobody works on them."""
        self.console = Console(file=sys.stdout, highlight=False)
        postgres.ensure_running()
        found = spaces.by_tag(space)
        if found is None:
            raise CommandError(_("There is no space %(tag)s.") % {"tag": space})
        submitted, refused = self._submit(found, list(_files(paths)))
        failed = {} if no_wait else self._wait(found, submitted)
        for name, reason in {**refused, **failed}.items():
            self.console.print(f"✗ {name}: {reason}", markup=False, soft_wrap=True)
        if refused or failed:
            raise CommandError(_("%(count)d of the files did not go in.") % {"count": len(refused) + len(failed)})

    def _submit(self, space: Space, files: list[Path]) -> tuple[dict[uuid.UUID, str], dict[str, str]]:
        submitted: dict[uuid.UUID, str] = {}
        refused: dict[str, str] = {}
        unchanged = 0
        for path in files:
            try:
                result = ingest.submit(
                    actor=Actor.hub("command"), space=space, content=path.read_bytes(), name=path.name, source="command"
                )
            except errors.HubError as error:
                refused[str(path)] = error.message
            except OSError as error:
                refused[str(path)] = error.strerror or str(error)
            else:
                submitted[result.document.pk] = str(path)
                unchanged += result.unchanged
        facts = {"count": len(submitted), "unchanged": unchanged, "tag": space.tag}
        self.console.print(_("%(count)d files submitted to %(tag)s, %(unchanged)d of them known already.") % facts)
        return submitted, refused

    def _wait(self, space: Space, submitted: Mapping[uuid.UUID, str]) -> dict[str, str]:
        """Show the work until it is over; the names and reasons of documents that did not get through."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=self.console) as progress:
            bar = progress.add_task(_("Remembering"), total=len(submitted))
            moved_at, last = time.monotonic(), ""
            while left := list(documents.in_work(space, submitted).values_list("pk", "status", "updated_at")):
                # A stage may take its time, and waiting has an end; but somebody has to begin.
                if str(left) != last or any(status != "queued" for _pk, status, _at in left):
                    moved_at, last = time.monotonic(), str(left)
                elif time.monotonic() - moved_at > IDLE_SECONDS:
                    raise CommandError(_("Nobody works on them. Is a worker running? `up` starts one."))
                progress.update(bar, completed=len(submitted) - len(left))
                time.sleep(POLL_SECONDS)
            progress.update(bar, completed=len(submitted))
        return self._failures(space, submitted)

    def _failures(self, space: Space, submitted: Mapping[uuid.UUID, str]) -> dict[str, str]:
        rows = documents.documents_of(space, statuses=("failed", "cancelled")).filter(pk__in=submitted)
        return {submitted[row.pk]: row.error_message or row.get_status_display() for row in rows}


def _files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and those below the folders named; hidden ones are left out unless named themselves."""
    for path in paths:
        if path.is_dir():
            below = (each for each in sorted(path.rglob("*")) if each.is_file())
            yield from (each for each in below if not _is_hidden(each.relative_to(path)))
        else:
            yield path


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
