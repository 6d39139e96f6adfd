"""Fixtures every test may use: the cast, a space, and the database's help rows."""

from __future__ import annotations

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
def _fresh_throttles(request: pytest.FixtureRequest) -> None:
    """Throttle counters live in the database cache, which the test's own transaction does not always cover."""
    for name in ("db", "transactional_db"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
            cache.clear()
