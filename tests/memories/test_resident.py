"""A process's own copy of the vectors of a space."""

from __future__ import annotations

import numpy as np
import pytest

from memoryhub.ledger.actor import Actor
from memoryhub.memories import resident
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast


def nearest(space: Space, text: str, limit: int = 5) -> list[str]:
    prepared = factories.draft(text).prepared
    (found,) = resident.nearest(space, model_id=prepared.model_id, vectors=np.stack([prepared.vector]), limit=limit)
    texts = dict(Memory.objects.values_list("pk", "text"))
    return [texts[memory_id] for memory_id, _ in found]


def test_the_nearest_come_first_with_their_cosine(space: Space) -> None:
    for text in ("Orlan likes tea.", "Brenka lives in Porto.", "Tavi plays the cello."):
        factories.remember(space, text)
    assert nearest(space, "Brenka lives in Porto.")[0] == "Brenka lives in Porto."
    prepared = factories.draft("Brenka lives in Porto.").prepared
    ((found, *_),) = resident.nearest(space, model_id=prepared.model_id, vectors=np.stack([prepared.vector]), limit=2)
    assert found[1] == pytest.approx(1, abs=0.01)


def test_what_came_since_is_found(space: Space) -> None:
    factories.remember(space, "Orlan likes tea.")
    assert nearest(space, "Brenka lives in Porto.") == ["Orlan likes tea."]
    factories.remember(space, "Brenka lives in Porto.")
    assert nearest(space, "Brenka lives in Porto.")[0] == "Brenka lives in Porto."


def test_new_versions_and_those_that_came_back_are_found(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "Orlan likes tea.")
    gone = factories.remember(space, "Tavi plays the cello.")
    memories.forget(actor=ada, space=space, memory_ids=[gone.pk])
    assert nearest(space, "Tavi plays the cello.") == ["Orlan likes tea."]
    factories.revise(space, memory, "Orlan likes coffee.", actor=ada)
    memories.unforget(actor=ada, space=space, memory_ids=[gone.pk])
    assert nearest(space, "Tavi plays the cello.")[0] == "Tavi plays the cello."
    assert nearest(space, "Orlan likes coffee.")[0] == "Orlan likes coffee."


def test_nothing_of_another_space_is_found(cast: Cast) -> None:
    factories.remember(cast.elsewhere, "Dora has a boat.")
    assert nearest(cast.space, "Dora has a boat.") == []


def test_of_a_large_space_the_newest_are_compared(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "MOST_ROWS", 4)
    texts = [f"Orlan reads book number {number}." for number in range(7)]
    for text in texts[:3]:
        factories.remember(space, text)
    assert len(nearest(space, texts[0], limit=9)) == 3
    for text in texts[3:]:
        factories.remember(space, text)
        found = nearest(space, text, limit=9)
        assert found[0] == text
        assert len(found) <= 4


def test_few_spaces_are_kept_at_a_time(space: Space, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "MOST_SPACES", 1)
    factories.remember(space, "Orlan likes tea.")
    factories.remember(cast.elsewhere, "Dora has a boat.")
    for _ in range(2):
        assert nearest(space, "Orlan likes tea.") == ["Orlan likes tea."]
        assert nearest(cast.elsewhere, "Dora has a boat.") == ["Dora has a boat."]
    assert len(resident._copies) == 1


def test_no_vectors_are_no_question(space: Space) -> None:
    prepared = factories.draft("Orlan likes tea.").prepared
    assert resident.nearest(space, model_id=prepared.model_id, vectors=np.empty((0, 8), np.float32), limit=3) == []
