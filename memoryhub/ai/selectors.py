"""Questions about embedding models."""

from __future__ import annotations

import uuid

from memoryhub.ai.models import EmbeddingModel, Vector


def active_model() -> EmbeddingModel | None:
    """The model search runs on, or `None` before the first use of the hub."""
    return EmbeddingModel.objects.filter(state=EmbeddingModel.State.ACTIVE).first()


def threshold(model_id: uuid.UUID, name: str) -> float:
    """The cosine above which, for this model, two texts are near enough for the purpose `name`.

    The purposes are those of `memoryhub.ai.calibration.PURPOSES`: duplicate, key_merge, key_hit, content_hit.
    """
    return float(EmbeddingModel.objects.values_list("thresholds", flat=True).get(pk=model_id)[name])


def is_used(model: EmbeddingModel) -> bool:
    """Whether any vector of the model is stored."""
    return any(table._default_manager.filter(model=model).exists() for table in Vector.__subclasses__())
