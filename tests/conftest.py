"""Fixtures every test may use: the cast, a space, and the database's help rows."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test.utils import setup_databases
from pytest_django import DjangoDbBlocker

from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.cast import Cast, assemble

pytest_plugins = ["tests.processes"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests run last: Playwright leaves an event loop in the thread, in which nothing else may start one."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


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
    """Throttle counters live in the database cache, which the test's own transaction does not always cover."""
    for name in ("db", "transactional_db"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
            cache.clear()
