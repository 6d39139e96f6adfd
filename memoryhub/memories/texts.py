"""Texts made ready for storing: cleaned, hashed, tokenised and embedded, before any transaction opens."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.conf import settings

from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import errors, text


@dataclass(frozen=True, slots=True)
class Prepared:
    """A memory's text with all that is computed from it. `vector` has length 1 and belongs to `model_id`."""

    text: str
    text_hash: str
    language: str
    tokens: tuple[str, ...]
    model_id: uuid.UUID
    vector: np.ndarray


def prepare(
    texts: Sequence[str],
    *,
    field: str = "text",
    languages: Sequence[str] = (),
    model: EmbeddingModel | None = None,
) -> list[Prepared]:
    """Make texts ready, embedded in one call by `model` or else the active one, before a transaction.

    Raises `errors.InvalidInput` naming `field`.
    """
    cleaned = [check(value, field=field) for value in texts]
    if not cleaned:
        return []
    spoken = list(languages) or [text.language(value) for value in cleaned]
    model = model or ai.active_model()
    vectors = ai.embed(cleaned, model=model)
    return [
        Prepared(value, hash_of(value), language, tuple(text.tokens(value, language=language)), model.pk, vector)
        for value, language, vector in zip(cleaned, spoken, vectors, strict=True)
    ]


def check(value: str, *, field: str = "text") -> str:
    """The cleaned text; `errors.InvalidInput` when nothing is left of it or it is too long."""
    cleaned = text.clean(value).strip()
    limit = settings.MEMORYHUB_LIMITS["memory_characters"]
    if not cleaned:
        raise errors.InvalidInput(field, f"{field} is empty.")
    if len(cleaned) > limit:
        raise errors.InvalidInput(field, f"{field} has {len(cleaned):,} characters; the limit is {limit:,}.")
    return cleaned


def hash_of(value: str) -> str:
    """SHA-256 of the normalised text: equal hashes mean the same fact."""
    return hashlib.sha256(text.normalise(value).encode()).hexdigest()
