"""Stable facts of a space have a revision of their own, which grows when one of them moves and only then."""

from __future__ import annotations

import pytest

from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from memoryhub.memories import stable
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_it_is_the_number_of_the_entry_that_moved_one_last(space: Space) -> None:
    assert stable.revision_of(space) == 0
    factories.remember(space, "Mina is a nurse.", is_static=True)
    moved = ledger.revision_of(space.pk)
    assert stable.revision_of(space) == moved
    factories.remember(space, "It rains.")
    assert ledger.revision_of(space.pk) > moved == stable.revision_of(space)


def test_another_source_counts_for_how_many_say_so_orders_them(space: Space) -> None:
    factories.remember(space, "Mina is a nurse.", is_static=True)
    before = stable.revision_of(space)
    factories.remember(space, "Mina is a nurse.")
    assert stable.revision_of(space) == before  # told again without a source of its own
    nurse = factories.remember(space, "Mina is a nurse.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[nurse.pk])
    forgotten = stable.revision_of(space)
    assert forgotten > before
    memories.unforget(actor=factories.HUB, space=space, memory_ids=[nurse.pk])
    assert stable.revision_of(space) > forgotten


def test_one_space_leaves_the_other(cast: Cast) -> None:
    factories.remember(cast.elsewhere, "Mina is a nurse.", is_static=True)
    assert stable.revision_of(cast.space) == 0
