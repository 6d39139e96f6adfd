"""Fixtures every test may use: the cast, a space, and the database's help rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.cast import Cast, assemble


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
def _fresh_throttles(request: pytest.FixtureRequest) -> Iterator[None]:
    """Throttle counters live in the database cache; tests with a database start without any."""
    yield
    if "db" in request.fixturenames or "transactional_db" in request.fixturenames:
        cache.clear()
