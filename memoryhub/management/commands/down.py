"""`manage.py down`: stop the hub that `up` started on this data folder."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from memoryhub.core import errors, instance, postgres


class Command(BaseCommand):
    """Stop the running `up`, and the embedded database if nobody uses it."""

    help = "Stop the hub that `up` started on this data folder, and its database. Example: manage.py down"
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Wait until all is stopped; say what was."""
        try:
            stopped = instance.stop(settings.MEMORYHUB_HOME)
            cluster = postgres.embedded()
            database_stopped = cluster is not None and cluster.is_alive() and cluster.stop_unless_held()
        except errors.HubError as error:
            raise CommandError(error.message) from error
        if stopped:
            self.stdout.write(_("Stopped the hub at %(url)s.") % {"url": stopped.url})
        if database_stopped:
            self.stdout.write(_("Stopped the database."))
        if not stopped and not database_stopped:
            self.stdout.write(_("Nothing runs on %(home)s.") % {"home": settings.MEMORYHUB_HOME})
