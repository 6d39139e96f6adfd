"""Questions about keys: what is counted, found and shown of them, for the pages that list them."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from memoryhub.associations import selectors
from memoryhub.core import clock, errors, ids
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB

pytestmark = pytest.mark.django_db


def found(space: Space, **values: str) -> list[tuple[str, int]]:
    rows = selectors.keys_with_counts(space, now=clock.now(), **values)
    return [(key.text, key.memory_count) for key in rows]  # type: ignore[attr-defined]  # annotated


def test_keys_are_found_by_any_part_of_any_wording_and_by_kind(space: Space) -> None:
    one, two = factories.remember(space, "One."), factories.remember(space, "Two.")
    fruit = factories.key(space, "Fruit", one, two, kind="concept")
    factories.key(space, "100%_sure", one)
    factories.key(space, "水果", two, kind="name")
    fruit.aliases, fruit.forms = ["Fresh Produce"], ["fresh produce", "fruit"]
    fruit.save()
    assert found(space, query="PRODUCE") == found(space, query="rui") == [("Fruit", 2)]
    assert found(space, query="%") == found(space, query="_") == [("100%_sure", 1)]
    assert found(space, query="果") == found(space, kind="name") == [("水果", 1)]
    assert found(space, query="果", kind="concept") == found(space, query="produce fruit") == []
    assert found(space, query="“”") == []
    assert [text for text, _count in found(space)] == ["Fruit", "100%_sure", "水果"]


def test_a_key_that_no_current_memory_has_reads_like_an_unknown_one(cast: Cast) -> None:
    space = cast.space
    gone, old = factories.remember(space, "The lease is over."), factories.remember(space, "It was red.")
    guess = factories.infer(space, "It may be blue.", old)
    hidden = [factories.key(space, text, memory) for text, memory in (("lease", gone), ("red", old), ("blue", guess))]
    theirs = factories.key(cast.elsewhere, "theirs", factories.remember(cast.elsewhere, "Theirs."))
    factories.revise(space, old, "It is green.")  # says its proper noun no more
    memories.forget(actor=HUB, space=space, memory_ids=[gone.pk])
    assert found(space) == []
    for key_id in (*(key.pk for key in hidden), theirs.pk, ids.new()):
        with pytest.raises(errors.NotFound):
            selectors.key_of(space, key_id, now=clock.now())


def test_the_memories_of_a_key_are_those_that_are_current(cast: Cast) -> None:
    space = cast.space
    live, gone = factories.remember(space, "Live."), factories.remember(space, "Gone.")
    key = factories.key(space, "shed", live, gone)
    memories.forget(actor=HUB, space=space, memory_ids=[gone.pk])
    assert list(selectors.memories_with(space, key.pk, now=clock.now())) == [live]
    assert list(selectors.memories_with(cast.elsewhere, key.pk, now=clock.now())) == []


def test_neighbours_are_keys_of_the_same_current_memories_the_most_frequent_first(
    space: Space, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one, two, gone = (factories.remember(space, text) for text in ("One.", "Two.", "Gone."))
    key = factories.key(space, "shed", one, two, gone)
    factories.key(space, "lamp", one)
    factories.key(space, "tool", one, two, gone)
    factories.key(space, "secret", gone)
    factories.key(space, "far", factories.remember(space, "Far."))
    memories.forget(actor=HUB, space=space, memory_ids=[gone.pk])
    with django_assert_num_queries(1):
        beside = selectors.neighbours(space, key.pk, now=clock.now(), limit=5)
    assert [(other.text, other.shared) for other in beside] == [("tool", 2), ("lamp", 1)]  # type: ignore[attr-defined]  # annotated
    assert len(selectors.neighbours(space, key.pk, now=clock.now(), limit=1)) == 1
