"""Vectors in binary are the vectors pgvector knows."""

from __future__ import annotations

import numpy as np
import pytest
from django.db import IntegrityError, transaction

from memoryhub.ai import storing
from memoryhub.core import ids
from memoryhub.memories.models import MemoryVector
from memoryhub.spaces.models import Space
from tests import factories


def test_what_is_written_in_binary_is_read_as_text_and_back(space: Space) -> None:
    memory = factories.remember(space, "Orlan likes tea.")
    prepared = factories.draft("Orlan likes tea.").prepared
    stored = MemoryVector.objects.get(memory=memory)
    assert np.allclose(np.asarray(stored.vector, dtype=np.float32), prepared.vector, atol=1e-3)
    ((owner, vector),) = storing.read(MemoryVector.objects.all(), "memory_id")
    assert owner == memory.pk
    assert vector.dtype == np.float32
    assert np.array_equal(vector, np.asarray(stored.vector, dtype=np.float32))


def test_the_text_form_compares_like_the_stored_one(space: Space) -> None:
    factories.remember(space, "Orlan likes tea.")
    vector = factories.draft("Orlan likes tea.").prepared.vector
    parsed = np.asarray([float(value) for value in storing.as_text(vector)[1:-1].split(",")])
    assert np.allclose(parsed, vector, atol=1e-4)


def test_one_vector_for_an_owner_and_a_model(space: Space) -> None:
    memory = factories.remember(space, "Orlan likes tea.")
    stored = MemoryVector.objects.get()
    rows = [(memory.pk, np.ones(stored.model.dimension, dtype=np.float32))]
    with pytest.raises(IntegrityError, match="memory_vector_once"), transaction.atomic():
        storing.insert(MemoryVector, "memory", rows, space_id=space.pk, model_id=stored.model_id)


def test_nothing_is_written_for_nobody(space: Space) -> None:
    storing.insert(MemoryVector, "memory", [], space_id=space.pk, model_id=ids.new())
    assert not MemoryVector.objects.exists()
