"""`manage.py doctor`: a line for each part of the hub."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from memoryhub import health
from memoryhub.core import errors, postgres


class Command(BaseCommand):
    """Check database, extensions, queue, model and disk."""

    help = "Check the hub, a line for each part; exit code 1 on trouble. Example: manage.py doctor"
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every check, then leave with 1 if one failed."""
        console = Console(file=sys.stdout, highlight=False)
        well = True
        # What cannot be started shows as a failed check of the database.
        with contextlib.suppress(errors.HubError):
            postgres.ensure_running()
        for check in health.checks():
            mark = "[green]✓[/green]" if check.ok else "[red]✗[/red]"
            console.print(f"{mark} {check.name:<11}", end="")
            console.print(check.note, markup=False)
            well = well and check.ok
        if not well:
            sys.exit(1)
