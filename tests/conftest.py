"""Fixtures every test may use: the cast, a space, and the database's help rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import setup_databases
from pytest_django import DjangoDbBlocker

from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.cast import Cast, assemble

pytest_plugins = ["tests.processes"]


# What a test asks for when the hub's own processes read and write the database beside it.
BESIDE_PROCESSES = {"committed", "hub_environment", "web", "worker"}


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole suite runs in two processes, which wait more than they compute; a part of it in this one."""
    return 2 if config.args_source == pytest.Config.ArgsSource.TESTPATHS else 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files whose tests empty the database come after those that leave it as it was, and before those in which the
    hub's own processes live on it."""
    order: dict[Path, int] = {}
    for item in items:
        order[item.path] = max(order.get(item.path, 0), _place(item))
    items.sort(key=lambda item: order[item.path])


def _place(item: pytest.Item) -> int:
    asked = getattr(item, "fixturenames", ())
    if BESIDE_PROCESSES.intersection(asked) or item.get_closest_marker("processes"):
        return 2
    return int(_commits(item))


def _commits(item: pytest.Item) -> bool:
    database = item.get_closest_marker("django_db")
    asked = getattr(item, "fixturenames", ())
    return "transactional_db" in asked or (database is not None and bool(database.kwargs.get("transaction", False)))


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database, made whichever tests run: some reach it only through the hub's own processes.

    It goes with its cluster.
    """
    with django_db_blocker.unblock():
        setup_databases(verbosity=0, interactive=False)


@pytest.fixture
def cast(db: None) -> Cast:
    """Ada owns the space, Ed edits, Ben reviews, Chen reads, Dora is a stranger."""
    return assemble()


@pytest.fixture
def space(cast: Cast) -> Space:
    """Ada's space."""
    return cast.space


@pytest.fixture
def ada(cast: Cast) -> Actor:
    """Ada as an actor of the ledger."""
    return Actor.person(cast.ada.pk)


@pytest.fixture(autouse=True)
def _fresh_throttles(request: pytest.FixtureRequest) -> None:
    """Failed sign-ins are counted in the database cache, which the test's own transaction does not always cover."""
    for name in ("db", "transactional_db"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
            cache.clear()


@pytest.fixture(autouse=True)
def _no_jobs_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that commits leaves no job behind: Django empties only tables that it manages, and procrastinate's are
    not among them."""
    if not _commits(request.node):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")
