"""Gives rows the vectors they lack of a model: of a new one all of them, of the one in use what a switch has missed."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from memoryhub.ai import storing
from memoryhub.ai.models import EmbeddingModel, Vector

FILLED = (EmbeddingModel.State.FILLING, EmbeddingModel.State.ACTIVE)


@dataclass(frozen=True, slots=True)
class Owners:
    """Rows that have a vector of each model: which they are now, in `table` by `owner`, and the field of their text."""

    name: str
    table: type[Vector]
    owner: str
    text: str
    rows: Callable[[], QuerySet[Any]]

    def without(self, model_id: uuid.UUID) -> QuerySet[Any]:
        """Those that lack a vector of the model."""
        has = self.table._default_manager.filter(
            **{self.owner: OuterRef("pk")}, space_id=OuterRef("space_id"), model_id=model_id
        )
        return self.rows().filter(~Exists(has))


@dataclass(frozen=True, slots=True)
class Text:
    """What is to be embedded of a row."""

    id: uuid.UUID
    space_id: uuid.UUID
    text: str


def missing(owners: Owners, model_id: uuid.UUID, *, after: uuid.UUID | None, limit: int) -> list[Text]:
    """The first of the rows that lack a vector of the model, by their ids, from behind `after` on."""
    rows = owners.without(model_id)
    if after is not None:
        rows = rows.filter(pk__gt=after)
    return [Text(*row) for row in rows.order_by("pk").values_list("pk", "space_id", owners.text)[:limit]]


@transaction.atomic
def store(owners: Owners, model_id: uuid.UUID, embedded: Sequence[tuple[Text, np.ndarray]]) -> None:
    """Insert vectors of rows that say what was embedded and still lack one; of a model that is wanted no more, none.

    A row that somebody else holds is passed over and found missing again: here nobody waits, so nobody is waited for.
    """
    wanted = EmbeddingModel.objects.select_for_update(no_key=True).filter(pk=model_id, state__in=FILLED)
    if not wanted.exists():
        return
    rows = owners.without(model_id).filter(pk__in=[text.id for text, _ in embedded])
    said = dict(rows.select_for_update(skip_locked=True, of=("self",)).order_by("pk").values_list("pk", owners.text))
    per_space: dict[uuid.UUID, list[tuple[uuid.UUID, np.ndarray]]] = {}
    for text, vector in embedded:
        if said.get(text.id) == text.text:
            per_space.setdefault(text.space_id, []).append((text.id, vector))
    for space_id, vectors in per_space.items():
        storing.insert(owners.table, owners.owner, vectors, space_id=space_id, model_id=model_id)
