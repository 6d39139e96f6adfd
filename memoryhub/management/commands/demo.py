"""`manage.py demo`: add or remove the demo space."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from memoryhub.accounts import services as accounts
from memoryhub.core import errors, postgres
from memoryhub.ingest import demo
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces import selectors as spaces


class Command(BaseCommand):
    """Make the demo space for the first person, or remove all of it."""

    help = "Add the demo space, or remove it. Example: manage.py demo --remove"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may ask for."""
        parser.add_argument("--remove", action="store_true", help="remove the demo space and all in it")

    def handle(self, *args: Any, remove: bool, **options: Any) -> None:
        """Make or remove it; both are safe to say twice."""
        try:
            postgres.ensure_running()
            self._remove() if remove else demo.make(owner=accounts.first_person())
        except errors.HubError as error:
            raise CommandError(error.message) from error

    def _remove(self) -> None:
        space = spaces.by_tag(demo.TAG)
        if space is None:
            self.stdout.write(_("There is no demo space."))
        elif not space.is_demo:
            raise CommandError(_("The space “demo” is not the demo space; it stays."))
        else:
            lifecycle.purge_space(actor=demo.HUB, space=space)
