"""The server's process behind a connection yields to others when it is told to, and no other process ever does."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.db import connection

from memoryhub.core.postgres import priority

pytestmark = pytest.mark.django_db


def niceness(process_id: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, process_id)


@pytest.fixture
def another() -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own, which goes with its process."""
    connection.ensure_connection()
    parameters = connection.connection.info.get_parameters()
    with psycopg.connect(**parameters, password=connection.connection.info.password) as opened:
        yield opened


@pytest.fixture
def bystander() -> Iterator[int]:
    """A process that is no server."""
    with subprocess.Popen(["sleep", "60"]) as child:
        yield child.pid
        child.kill()


def test_only_what_serves_this_connection_steps_back(another: psycopg.Connection[Any]) -> None:
    before = niceness(connection.connection.info.backend_pid)
    priority.step_back(another, 7)
    assert niceness(another.info.backend_pid) == 7
    assert niceness(connection.connection.info.backend_pid) == before


def test_who_has_stepped_back_further_stays_there(another: psycopg.Connection[Any]) -> None:
    for asked in (9, 4):
        priority.step_back(another, asked)
    assert niceness(another.info.backend_pid) == 9


@pytest.mark.parametrize("host", ["db.example.org", "", "127.0.0.1", "/run/postgresql"])
def test_a_process_that_is_no_server_of_ours_is_left_alone(bystander: int, host: str) -> None:
    info = SimpleNamespace(host=host, backend_pid=bystander)
    priority.step_back(SimpleNamespace(info=info), 7)  # type: ignore[arg-type]  # what a connection says of itself
    assert niceness(bystander) == 0


def test_a_process_that_is_gone_is_no_error(bystander: int) -> None:
    info = SimpleNamespace(host="/run/postgresql", backend_pid=2**22 + 1)
    priority.step_back(SimpleNamespace(info=info), 7)  # type: ignore[arg-type]  # what a connection says of itself
