"""`manage.py up`: bring the whole hub up and keep it up until Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.utils.translation import gettext as _
from rich.console import Console

from graph_ui import frontend
from memoryhub.core import errors, instance, parent, postgres, supervisor
from memoryhub.management import programs

ANSWER_SECONDS = 120


class Command(BaseCommand):
    """Start the database, the web process and the workers."""

    help = (
        "Start the hub: database, web process and workers; Ctrl-C stops all. Example: manage.py up --port 8080 --demo"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may choose for one run."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
        parser.add_argument("--demo", action="store_true", help="add the demo space if it is not there")
        parser.add_argument("--no-worker", action="store_true", help="run the workers elsewhere (manage.py worker)")

    def handle(self, *args: Any, host: str, port: int, demo: bool, no_worker: bool, **options: Any) -> None:
        """Run until a signal says stop; what was started here is stopped here."""
        self.console = Console(file=sys.stdout, highlight=False)
        # While setting up, `down` is to end us as Ctrl-C does: by an exception, so that everything is put back.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        to_run = [programs.web(host, port), *([] if no_worker else programs.workers())]
        try:
            self._run_alone(to_run, host, port, demo=demo)
        except errors.HubError as error:
            raise CommandError(error.message) from error
        except KeyboardInterrupt:
            self._say(_("Stopped."))

    def _run_alone(self, to_run: list[supervisor.Program], host: str, port: int, *, demo: bool) -> None:
        url = programs.address(host, port)
        try:
            with instance.claim(settings.MEMORYHUB_HOME, url) as last_was_killed:
                supervisor.require_free_port(host, port, wait_seconds=parent.GRACE_SECONDS * last_was_killed)
                self._run(to_run, url, demo=demo)
        except instance.AlreadyRunning as error:
            self._greet_again(error.instance)

    def _run(self, to_run: list[supervisor.Program], url: str, *, demo: bool) -> None:
        with self._step(_("Front end")):
            frontend.ensure_built()
        with contextlib.ExitStack() as stack:
            with self._step(_("Database")):
                stack.enter_context(postgres.holding())
            self._say_where_the_database_is()
            self._prepare(demo=demo)
            stopping = stack.enter_context(supervisor.stop_signals())
            self._serve(to_run, url, stopping)
        self._say(_("Stopped."))

    def _say_where_the_database_is(self) -> None:
        cluster, home = postgres.embedded(), settings.MEMORYHUB_HOME
        if cluster and not cluster.directory.is_relative_to(home):
            message = _("The database lies in %(folder)s: its server's account cannot reach %(home)s.")
            self._say(message % {"folder": cluster.directory, "home": home})

    def _prepare(self, *, demo: bool) -> None:
        with _database_in_use():
            with self._step(_("Tables")):
                call_command("migrate", interactive=False, verbosity=0)
                call_command("createcachetable", verbosity=0)
            if demo:
                with self._step(_("Demo space")):
                    call_command("demo")

    def _serve(self, to_run: list[supervisor.Program], url: str, stopping: threading.Event) -> None:
        with supervisor.children(to_run) as running:
            with self._step(_("Web process and workers") if len(running) > 1 else _("Web process")):
                supervisor.wait_until(
                    lambda: instance.answers(url, programs.host_header()),
                    running[0],
                    seconds=ANSWER_SECONDS,
                    stopping=stopping,
                )
            if not stopping.is_set():
                self._say(_("Memoryhub runs at %(url)s (Ctrl-C stops it).") % {"url": url})
                self._print_sign_in_link(url)
                database = supervisor.Database(self._say)
                supervisor.watch(running, stopping=stopping, say=self._say, tick=database.keep_alive)
            self._say(_("Stopping."))

    def _greet_again(self, running: instance.Instance) -> None:
        facts = {"url": running.url, "pid": running.pid}
        if not instance.answers(running.url, programs.host_header()):
            message = _("Memoryhub runs already as process %(pid)s, but does not answer at %(url)s yet.")
            raise CommandError(message % facts)
        self._say(_("Memoryhub runs already at %(url)s (process %(pid)s; `manage.py down` stops it).") % facts)
        self._print_sign_in_link(running.url)

    def _print_sign_in_link(self, url: str) -> None:
        from memoryhub.accounts import services as accounts  # importable by a second `up` too, but not by --help

        with _database_in_use():
            link = accounts.sign_in_link(base_url=url)
        if link:
            self._say(_("Nobody can sign in yet. This link lets you in once, within 15 minutes:"))
            self._say(link)

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)

    @contextlib.contextmanager
    def _step(self, name: str) -> Iterator[None]:
        begin = time.monotonic()
        with self.console.status(name):
            yield
        self._say(f"✓ {name} ({time.monotonic() - begin:.1f} s)")


@contextlib.contextmanager
def _database_in_use() -> Iterator[None]:
    """Leave no open connections behind: ours would complain when the database stops before us."""
    try:
        yield
    finally:
        for connection in connections.all(initialized_only=True):
            connection.close()
            if isinstance(connection, DatabaseWrapper):
                connection.close_pool()
