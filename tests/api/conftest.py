"""Callers and things for the tests of the API."""

from __future__ import annotations

import pytest

from tests.api.calls import Caller, with_key
from tests.cast import Cast
from tests.surfaces import Things, things_of


@pytest.fixture
def owner(cast: Cast) -> Caller:
    """Ada's program."""
    return with_key(cast, "ada")


@pytest.fixture
def things(cast: Cast) -> Things:
    """One of everything in Ada's space."""
    return things_of(cast)
