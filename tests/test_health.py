"""What `doctor` says of models that fill and of large spaces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from memoryhub import health
from memoryhub.ai import adapters
from memoryhub.ai import services as ai
from memoryhub.ai.adapters.fake import Fake
from memoryhub.core import space_indexes
from memoryhub.lifecycle import model_change
from memoryhub.retrieval import upkeep
from memoryhub.spaces.models import Space
from tests import factories


class Other(Fake):
    """Another model."""

    name, dimension = "other", 64


@pytest.fixture
def few_are_many(transactional_db: None, settings: Settings) -> Iterator[None]:
    """A space of more than four is large; an index outlives the emptying of its table."""
    settings.MEMORYHUB_LARGE_SPACE = 4
    yield
    for name in space_indexes.existing():
        space_indexes.drop(name)


def remember_five(space: Space) -> None:
    for number in range(5):
        factories.remember(space, f"The cedar number {number} is tall.")


def test_it_says_how_far_another_model_is(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adapters._OWN, Other.name, Other())
    remember_five(space)
    assert health.filling().note == "no other model"
    model = ai.begin_filling(embedder=Other())
    assert health.filling() == health.Check("filling", True, "other: 0 / 5 memories, 0 / 0 chunks, 0 / 0 keys")
    model_change.fill(model, seconds=60)
    assert health.filling().note.startswith("other: 5 / 5 memories")


@pytest.mark.usefixtures("few_are_many")
def test_it_says_which_way_a_search_takes_in_a_large_space(space: Space) -> None:
    assert health.large().note == "every space is small: every row is looked at"
    remember_five(space)
    waits = "atlas 5 memories: every row, until a worker has built the index"
    assert health.large() == health.Check("large", True, waits)
    upkeep.tend()
    assert health.large().note == "atlas 5 memories: index of 256 numbers, then in full"
    ai.tune(model=ai.active_model(), prefix=0)
    upkeep.tend()
    assert health.large().note == "atlas 5 memories: every row"
