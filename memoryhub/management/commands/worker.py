"""`manage.py worker`: do the queued work until stopped."""

from __future__ import annotations

import asyncio
import gc
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector

from memoryhub.core import parent

# `up` waits longer than this before it ends us; what was begun is taken up again by the next worker.
GRACE_SECONDS = 20
NICENESS = 10
SPARE = 2


class Command(BaseCommand):
    """Run one worker."""

    help = "Do the queued work until stopped; `up` runs one by itself. Example: manage.py worker --concurrency 4"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person may choose for one run."""
        parser.add_argument(
            "--concurrency",
            type=int,
            default=settings.MEMORYHUB_WORKER_CONCURRENCY,
            help="jobs at a time (default: %(default)s)",
        )
        parser.add_argument("--until-idle", action="store_true", help="end when nothing is left to do")

    def handle(self, *args: Any, concurrency: int, until_idle: bool, **options: Any) -> None:
        """Run until a signal says stop, or until the process that started this one is gone."""
        parent.watch()
        connector = app.connector
        if not isinstance(connector, DjangoConnector):
            raise TypeError("The worker starts from Django's connection settings.")
        _make_room(concurrency)
        # People wait for pages; nobody counts the milliseconds of a document.
        os.nice(NICENESS)
        # Each query makes thousands of short-lived objects, and the embedder's vocabulary is gone through at each full
        # collection: collecting as rarely as this saves 4 % of the time.
        gc.set_threshold(20_000, 50, 100)
        with app.replace_connector(connector.get_worker_connector()):
            asyncio.run(_work(concurrency, wait=not until_idle))


def _make_room(concurrency: int) -> None:
    """As many database connections as jobs: one that waits for a connection would fail, and be tried again later."""
    pool = connections["default"].settings_dict["OPTIONS"].get("pool")
    if isinstance(pool, dict):
        pool["max_size"] = max(pool.get("max_size", 0), concurrency + SPARE)


async def _work(concurrency: int, *, wait: bool) -> None:
    # The loop's own executor has as many threads as there are processors, and four; jobs beyond would only wait.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(concurrency + SPARE))
    async with app.open_async():
        await app.run_worker_async(
            concurrency=concurrency,
            wait=wait,
            shutdown_graceful_timeout=GRACE_SECONDS,
            update_heartbeat_interval=settings.MEMORYHUB_WORKER_HEARTBEAT_SECONDS,
            stalled_worker_timeout=settings.MEMORYHUB_WORKER_STALLED_SECONDS,
        )
