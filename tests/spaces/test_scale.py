"""What is noted of a large space, and read from the row that a request has."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from memoryhub.core import ids
from memoryhub.core.lexical import Corpus
from memoryhub.spaces import scale
from memoryhub.spaces.models import Space
from memoryhub.spaces.scale import Scale


@pytest.fixture
def noted(space: Space) -> Scale:
    """What is noted of the memories of the space."""
    one = Scale(Corpus(30_000, 11.5, {"cedar": 2_100}), {ids.new(): 256})
    scale.note(space_id=space.pk, kind=scale.MEMORIES, scale=one)
    return one


def test_nothing_is_known_of_a_small_space(space: Space, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert scale.of(space, scale.MEMORIES) == scale.SMALL
        assert scale.SMALL.width(ids.new()) == 0


def test_what_was_noted_is_on_the_row_that_a_request_has(
    space: Space, noted: Scale, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    space.refresh_from_db()
    with django_assert_num_queries(0):
        assert scale.of(space, scale.MEMORIES) == noted
        assert scale.of(space, scale.CHUNKS) == scale.SMALL
        assert [noted.width(model) for model in noted.prefixes] == [256]


def test_each_kind_is_noted_apart(space: Space, noted: Scale) -> None:
    index_only = Scale(None, {ids.new(): 128})
    scale.note(space_id=space.pk, kind=scale.CHUNKS, scale=index_only)
    scale.note(space_id=space.pk, kind=scale.MEMORIES, scale=scale.SMALL)
    space.refresh_from_db()
    assert scale.of(space, scale.CHUNKS) == index_only
    assert list(space.scale) == [scale.CHUNKS]


def test_of_a_space_that_has_gone_nothing_is_noted(space: Space, noted: Scale) -> None:
    scale.note(space_id=ids.new(), kind=scale.MEMORIES, scale=noted)
    assert Space.objects.exclude(scale={}).count() == 1
