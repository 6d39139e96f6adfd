"""The worker leaves the processor to those who wait for a page."""

from __future__ import annotations

import os
import time

from django.db import connection

from memoryhub.core import supervisor
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.management.commands.worker import NICENESS
from tests.cast import Cast


def niceness_of_the_servers_processes() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state IS NOT NULL")
        return {os.getpriority(os.PRIO_PROCESS, pid) for (pid,) in cursor.fetchall()}


def test_what_the_server_does_for_a_worker_yields_to_what_it_does_for_pages(
    stage: Cast, worker: supervisor.Child
) -> None:
    ingest.submit(actor=Actor.person(stage.ada.pk), space=stage.space, content="The gate is green.", name="gate.txt")
    until = time.monotonic() + 60
    while NICENESS not in niceness_of_the_servers_processes():
        assert time.monotonic() < until
        time.sleep(0.1)
    assert os.getpriority(os.PRIO_PROCESS, connection.connection.info.backend_pid) < NICENESS
