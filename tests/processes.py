"""The hub's real processes on the test database, for tests from end to end; each test has its own people and space.

Nothing is rolled back or emptied here: servers live as long as the run, and tests keep apart by names. pytest-django
runs these tests last, since they ask for neither `db` nor `transactional_db`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import psutil
import pytest
from django.contrib import auth
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import connection, connections
from psycopg.conninfo import make_conninfo
from pytest_django import DjangoDbBlocker
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from graph_ui import frontend
from memoryhub.accounts.models import User
from memoryhub.core import instance, supervisor
from memoryhub.core.postgres import Cluster
from memoryhub.management import programs
from tests.cast import Cast, assemble
from tests.threads import apart

HOST = "127.0.0.1"
START_SECONDS = 60
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
T = TypeVar("T")
_marks = itertools.count(1)


@dataclass(slots=True)
class Web:
    """One web process at an address of its own; `environment` is laid over ours."""

    environment: Mapping[str, str]
    port: int = field(default_factory=lambda: free_port())
    _running: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    _child: supervisor.Child | None = None

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return programs.address(HOST, self.port)

    def start(self) -> None:
        """Start it as `up` does, and wait until it answers."""
        (self._child,) = self._running.enter_context(supervisor.children([_with(programs.web(HOST, self.port), self)]))
        supervisor.wait_until(
            lambda: instance.answers(self.url, HOST), self._child, seconds=START_SECONDS, stopping=threading.Event()
        )

    def memory(self) -> int:
        """Bytes it has in memory now."""
        assert self._child is not None
        assert self._child.process is not None
        return int(psutil.Process(self._child.process.pid).memory_info().rss)

    def stop(self) -> None:
        """End it in order; it can be started again."""
        self._running.close()

    def listen(self, tag: str, *, since: int | None = None, **credential: Any) -> ClientConnection:
        """A socket on a space, as `person` (through a session) or with a `key`'s secret."""
        address = f"{self.url.replace('http', 'ws', 1)}/live/{tag}/" + ("" if since is None else f"?since={since}")
        return knock(address, origin=self.url, **credential)


def knock(
    address: str, *, person: User | None = None, key: str | None = None, origin: str | None = None
) -> ClientConnection:
    """Open a socket like a browser where somebody is signed in, or like a program with a key."""
    headers = {}
    if key is not None:
        headers, origin = {"Authorization": f"Bearer {key}"}, None
    elif person is not None:
        headers = {"Cookie": f"sessionid={sign_in(person)}"}
    given = None if origin is None else Origin(origin)
    # Without pings of its own: a test that waits elsewhere is no dead client.
    return connect(address, additional_headers=headers, origin=given, ping_interval=None, close_timeout=1, legacy=True)


def _with(program: supervisor.Program, web: Web) -> supervisor.Program:
    return supervisor.Program(program.name, program.command, {**program.environment, **web.environment})


@contextlib.contextmanager
def database_of(cluster: Cluster) -> Iterator[dict[str, str]]:
    """Inside the block this thread's ORM uses the database of another cluster, migrated; yields its environment."""
    ours = connections["default"]
    other = ours.copy()
    other.settings_dict = {**ours.settings_dict, **cluster.connection_settings()}
    connections["default"] = other
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        yield database_environment()
    finally:
        other.close()
        connections["default"] = ours


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def database_environment() -> dict[str, str]:
    """What points a process of the hub at the database this test uses."""
    given = connection.settings_dict
    url = make_conninfo(
        dbname=given["NAME"],
        user=given["USER"],
        host=given["HOST"],
        port=given["PORT"],
        passfile=given["OPTIONS"]["passfile"],
    )
    return {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "memoryhub.settings"}


def sign_in(person: User) -> str:
    """The key of a fresh session of a person, as a browser's `sessionid` cookie holds it."""
    session = SessionStore()
    session[auth.SESSION_KEY] = str(person.pk)
    session[auth.BACKEND_SESSION_KEY] = BACKEND
    session[auth.HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def cookie(person: User, web: Web) -> dict[str, str]:
    """A fresh sign-in as the cookie a Playwright context takes: `context.add_cookies([cookie(ada, web)])`."""
    return {"name": "sessionid", "value": apart(sign_in, person), "url": web.url}


def wait_for(predicate: Callable[[], T], *, seconds: float = 20, every: float = 0.05) -> T:
    """The first true value of `predicate`, asked again and again; fails after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (value := predicate()):
        if time.monotonic() > deadline:
            pytest.fail(f"Nothing came of it within {seconds} s.")
        time.sleep(every)
    return value


@pytest.fixture(scope="session")
def front_end() -> None:
    """The bundle the pages need, built as `up` does."""
    frontend.ensure_built()


@pytest.fixture(scope="session")
def hub_environment(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """What points a process at the test database."""
    with django_db_blocker.unblock():
        return database_environment()


@pytest.fixture(scope="session")
def web(hub_environment: dict[str, str], front_end: None) -> Iterator[Web]:
    """The web process of the whole run; do not end it. It serves the files that are there when it starts."""
    with started(hub_environment) as web:
        yield web


@contextlib.contextmanager
def started(environment: Mapping[str, str]) -> Iterator[Web]:
    """A web process for the block; it may be stopped and started inside."""
    web = Web(environment)
    web.start()
    try:
        yield web
    finally:
        web.stop()


@pytest.fixture(scope="session")
def worker(hub_environment: dict[str, str]) -> Iterator[supervisor.Child]:
    """The worker of the whole run; do not end it."""
    with running_worker(hub_environment) as child:
        yield child


@contextlib.contextmanager
def running_worker(environment: Mapping[str, str]) -> Iterator[supervisor.Child]:
    """A worker for the block; its process may be killed, and started again with `child.start()`."""
    program = programs.worker()
    program = supervisor.Program(program.name, program.command, {**program.environment, **environment})
    with supervisor.children([program]) as (child,):
        yield child


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The ORM without a transaction around the test, so that other processes see what it writes."""
    with django_db_blocker.unblock():
        yield
        # Playwright keeps an event loop in the test's thread, in which Django refuses to touch a connection.
        if not _in_event_loop():
            connections.close_all()


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def stage(committed: None) -> Cast:
    """The cast with names and a space of this test alone."""
    return apart(assemble, mark=f"-{next(_marks)}")
