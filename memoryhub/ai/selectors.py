"""Questions about embedding models."""

from __future__ import annotations

import uuid

from memoryhub.ai.models import EmbeddingModel, Vector
from memoryhub.core import errors, rows
from memoryhub.core.rows import Table

_MODELS = Table(EmbeddingModel)
_ACTIVE = "SELECT {model} FROM ai_embeddingmodel WHERE state = %(active)s"


def active_model() -> EmbeddingModel | None:
    """The model search runs on, or `None` before the first use of the hub."""
    found = rows.read(_ACTIVE.format(model=_MODELS.columns), {"active": EmbeddingModel.State.ACTIVE}, _MODELS)
    return found[0][0] if found else None


def model_called(name: str) -> EmbeddingModel:
    """The newest row of this name; `errors.InvalidInput` naming `model` where there is none."""
    row = EmbeddingModel.objects.filter(name=name).order_by("-created_at").first()
    if row is None:
        raise errors.InvalidInput("model", f"No model called {name} was ever added.")
    return row


def all_models() -> list[EmbeddingModel]:
    """Every model, in the order in which they came."""
    return list(EmbeddingModel.objects.order_by("created_at", "pk"))


def model_to_fill(model_id: uuid.UUID) -> EmbeddingModel | None:
    """The model if it is, or is to be, searched by."""
    return EmbeddingModel.objects.filter(pk=model_id).exclude(state=EmbeddingModel.State.RETIRED).first()


def threshold(model_id: uuid.UUID, name: str) -> float:
    """The cosine above which, for this model, two texts are near enough for the purpose `name`.

    The purposes are those of `memoryhub.ai.calibration.PURPOSES`: duplicate, key_merge, key_hit, content_hit.
    """
    return float(EmbeddingModel.objects.values_list("thresholds", flat=True).get(pk=model_id)[name])


def is_used(model: EmbeddingModel) -> bool:
    """Whether any vector of the model is stored."""
    return any(table._default_manager.filter(model=model).exists() for table in Vector.__subclasses__())
