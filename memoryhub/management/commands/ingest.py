"""`manage.py ingest`: take files, folders and web pages into a space and wait until they are remembered, or follow."""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from memoryhub.core import postgres, text
from memoryhub.documents import selectors as documents
from memoryhub.management import feeding, following, gathering
from memoryhub.management.feeding import Fed
from memoryhub.management.gathering import Gathered
from memoryhub.spaces import selectors as spaces
from memoryhub.spaces.models import Space

POLL_SECONDS = 0.5
IDLE_SECONDS = 60
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())


class Command(BaseCommand):
    """Submit what is named, show how far it is, and say at the end what did not go in.

    Each file is one document, known by its absolute path: run again, the command sends only what is new or changed.
    """

    help = (
        "Take files, folders and web pages into a space and wait for them. Run again, it goes on where it was. "
        "Example: manage.py ingest notes/ 'mail/**/*.eml' https://example.org/plan --space atlas --watch"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may choose for one run."""
        parser.add_argument("paths", nargs="+", help="files, folders with all files below them, patterns, addresses")
        parser.add_argument("--space", required=True, help="tag of the space")
        parser.add_argument("--no-wait", action="store_true", help="submit only; the worker does the rest")
        parser.add_argument("--watch", action="store_true", help="then follow the folders until Ctrl-C")
        parser.add_argument(
            "--delete", action="store_true", help="with --watch: a file that is deleted takes its document along"
        )

    def handle(self, *args: Any, paths: list[str], space: str, **options: Any) -> None:
        """Exit with 1 when a file could not be submitted, a document failed, or nobody works on them."""
        self.console = Console(file=sys.stdout, highlight=False)
        if options["delete"] and not options["watch"]:
            raise CommandError(_("--delete goes with --watch."))
        postgres.ensure_running()
        found = spaces.by_tag(space)
        if found is None:
            raise CommandError(_("There is no space %(tag)s.") % {"tag": space})
        gathered = gathering.gather(paths)
        if options["watch"] and not gathered.folders:
            raise CommandError(_("--watch follows folders; name at least one."))
        try:
            self._run(found, gathered, **options)
        except KeyboardInterrupt:
            self._say(_("Stopped. What went in stays in; the same command goes on from there."))
            if not options["watch"]:
                sys.exit(130)

    def _run(self, space: Space, gathered: Gathered, *, watch: bool, delete: bool, no_wait: bool, **_more: Any) -> None:
        for name, reason in gathered.left_out.items():
            self._say(f"– {name}: {reason}")
        fed = self._submit(space, gathered)
        if watch:
            _Following(self, space, gathered, delete=delete).run(fed.submitted)
            return
        failed = {} if no_wait else self._wait(space, fed.submitted)
        for name, reason in failed.items():
            self._say(f"✗ {name}: {reason}")
        if fed.refused or failed:
            count = len(fed.refused) + len(failed)
            raise CommandError(_("%(count)d of the files did not go in.") % {"count": count})

    def _submit(self, space: Space, gathered: Gathered) -> Fed:
        with Progress(*COLUMNS, console=self.console) as progress:
            total = len(gathered.files) + len(gathered.addresses)
            bar = progress.add_task(_("Taking in"), total=total)
            fed = feeding.feed_files(space, list(gathered.files), on_each=lambda: progress.advance(bar))
            pages = feeding.feed_addresses(space, gathered.addresses, on_each=lambda: progress.advance(bar))
        fed.submitted |= pages.submitted
        fed.refused |= pages.refused | gathered.missing
        facts = {"count": len(fed.submitted), "unchanged": fed.unchanged, "tag": space.tag}
        self._say(_("%(count)d files submitted to %(tag)s, %(unchanged)d of them known already.") % facts)
        for name, reason in fed.refused.items():
            self._say(f"✗ {name}: {reason}")
        return fed

    def _wait(self, space: Space, submitted: Mapping[uuid.UUID, str]) -> dict[str, str]:
        """Show the work until it is over; the names and reasons of documents that did not get through."""
        with Progress(*COLUMNS, console=self.console) as progress:
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
        return failures(space, submitted)

    def _say(self, line: str) -> None:
        # Names of files may hold what a terminal would take for an order.
        self.console.print(text.visible(line), markup=False, soft_wrap=True)


class _Following:
    """The folders after everything in them was submitted: what changes is submitted, what fails is told."""

    def __init__(self, command: Command, space: Space, gathered: Gathered, *, delete: bool) -> None:
        self._say = command._say
        self._space = space
        self._folders = list(gathered.folders)
        self._delete = delete
        self._told = set(gathered.left_out)

    def run(self, submitted: Mapping[uuid.UUID, str]) -> None:
        """Until Ctrl-C."""
        in_work = dict(submitted)
        if self._delete:
            self._catch_up()
        folders = ", ".join(str(folder) for folder in self._folders)
        self._say(_("Watching %(folders)s; Ctrl-C ends it.") % {"folders": folders})
        for there, gone in following.changes(self._folders):
            in_work |= self._take(there)
            if self._delete and gone:
                self._tell_deleted(feeding.delete_gone(self._space, gone))
            in_work = self._still_in_work(in_work)

    def _catch_up(self) -> None:
        """What went while nobody watched. A folder without any file may be a disk that is not there."""
        for folder in self._folders:
            if any(not reason for _path, reason in gathering.below(folder)):
                self._tell_deleted(feeding.delete_missing(self._space, folder))
            else:
                self._say(_("%(folder)s holds no files; no document is deleted for that.") % {"folder": folder})

    def _take(self, there: list[Path]) -> dict[uuid.UUID, str]:
        files = []
        for path in there:
            reason = gathering.reason_against(path)
            if not reason:
                files.append(path)
            elif str(path) not in self._told:
                self._told.add(str(path))
                self._say(f"– {path}: {reason}")
        fed = feeding.feed_files(self._space, files)
        for path in files:
            if (reason := fed.refused.get(str(path), "")) != "":
                self._say(f"✗ {path}: {reason}")
            else:
                self._say(f"→ {path}")
        return fed.submitted

    def _tell_deleted(self, names: list[str]) -> None:
        for name in names:
            self._say(_("%(name)s is gone, and its document with it.") % {"name": name})

    def _still_in_work(self, in_work: dict[uuid.UUID, str]) -> dict[uuid.UUID, str]:
        if not in_work:
            return {}
        left = set(documents.in_work(self._space, in_work).values_list("pk", flat=True))
        over = {pk: name for pk, name in in_work.items() if pk not in left}
        for name, reason in failures(self._space, over).items():
            self._say(f"✗ {name}: {reason}")
        return {pk: name for pk, name in in_work.items() if pk in left}


def failures(space: Space, submitted: Mapping[uuid.UUID, str]) -> dict[str, str]:
    """Of these documents by name: those that did not get through, with the reason."""
    rows = documents.documents_of(space, statuses=("failed", "cancelled")).filter(pk__in=submitted)
    return {submitted[row.pk]: row.error_message or row.get_status_display() for row in rows}
