"""Key texts made ready: cleaned, normalised and embedded before any transaction opens."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from memoryhub.ai import services as ai
from memoryhub.ai import storing
from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations.models import Key, KeyVector
from memoryhub.core import errors, text
from memoryhub.spaces.models import Space

MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class PreparedKey:
    """A key as a caller gave it, with its normal form and its embedding."""

    text: str
    normalised: str
    kind: str
    model_id: uuid.UUID
    vector: np.ndarray


def prepare(
    pairs: Sequence[tuple[str, str]],
    *,
    space: Space | None = None,
    model: EmbeddingModel | None = None,
    field: str = "keys",
) -> list[PreparedKey]:
    """Make (text, kind) pairs ready, once per normal form, by `model` or else the active one.

    With a `space` the vectors of keys it has already are read instead of computed. Raises `errors.InvalidInput`
    naming `field`.
    """
    wanted: dict[str, tuple[str, str]] = {}
    for raw, kind in pairs:
        cleaned = check(raw, kind, field=field)
        wanted.setdefault(normalise(cleaned), (cleaned, kind))
    if not wanted:
        return []
    model = model or ai.active_model()
    vectors = {} if space is None else _known(space, wanted, model.pk)
    missing = [normal for normal in wanted if normal not in vectors]
    if missing:
        vectors |= zip(missing, ai.embed([wanted[normal][0] for normal in missing], model=model), strict=True)
    return [PreparedKey(cleaned, normal, kind, model.pk, vectors[normal]) for normal, (cleaned, kind) in wanted.items()]


def _known(space: Space, normal_forms: Iterable[str], model_id: uuid.UUID) -> dict[str, np.ndarray]:
    rows = KeyVector.objects.filter(space_id=space.pk, model_id=model_id, key__normalised__in=set(normal_forms))
    return dict(storing.read(rows, "key__normalised"))


def check(raw: str, kind: str, *, field: str = "keys") -> str:
    """The cleaned key; `errors.InvalidInput` for an empty, too long or unknown kind of key."""
    if kind not in Key.Kind.values:
        raise errors.InvalidInput(field, f"The kind of a key is one of {', '.join(Key.Kind.values)}.")
    cleaned = " ".join(text.clean(raw).split())
    if not cleaned or not normalise(cleaned):
        raise errors.InvalidInput(field, "A key is empty.")
    if len(cleaned) > MOST_CHARACTERS:
        raise errors.InvalidInput(field, f"A key has at most {MOST_CHARACTERS} characters.")
    return cleaned


def normalise(value: str) -> str:
    """The equality of keys: NFKC, case folded, white space single, no punctuation around it."""
    folded = " ".join(unicodedata.normalize("NFKC", value).casefold().split())
    return folded.strip("\"'`.,;:!?()[]{}<>“”‘’«»「」『』《》。，、；：！？").strip()[:MOST_CHARACTERS]
