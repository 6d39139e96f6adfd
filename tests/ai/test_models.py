"""The rules the database keeps about embedding models."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from memoryhub.ai.models import EmbeddingModel, Vector

pytestmark = pytest.mark.django_db


def refused(sql: str, *values: str) -> bool:
    """Whether the database refuses the statement."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, values)
    except IntegrityError:
        return True
    return False


@pytest.fixture
def two() -> tuple[EmbeddingModel, EmbeddingModel]:
    """An active model and one that fills."""
    active = EmbeddingModel.objects.create(name="a", dimension=4, state="active")
    return active, EmbeddingModel.objects.create(name="b", dimension=4)


def test_only_one_model_is_active(two: tuple[EmbeddingModel, EmbeddingModel]) -> None:
    assert refused("UPDATE ai_embeddingmodel SET state = 'active' WHERE id = %s", str(two[1].pk))


def test_name_dimension_and_basis_name_a_model_once(two: tuple[EmbeddingModel, EmbeddingModel]) -> None:
    assert refused("UPDATE ai_embeddingmodel SET name = 'a' WHERE id = %s", str(two[1].pk))
    assert not refused("UPDATE ai_embeddingmodel SET name = 'a', basis = 'x' WHERE id = %s", str(two[1].pk))


def test_state_and_dimension_are_checked(two: tuple[EmbeddingModel, EmbeddingModel]) -> None:
    assert refused("UPDATE ai_embeddingmodel SET state = 'ready' WHERE id = %s", str(two[1].pk))
    assert refused("UPDATE ai_embeddingmodel SET dimension = 0 WHERE id = %s", str(two[1].pk))


def test_every_table_of_vectors_is_indexed_by_space_and_model() -> None:
    tables = Vector.__subclasses__()
    assert len(tables) >= 3
    for table in tables:
        assert ("space_id", "model") in [tuple(index.fields) for index in table._meta.indexes]
