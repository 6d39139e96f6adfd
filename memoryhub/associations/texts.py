"""Key texts made ready: cleaned, normalised and embedded before any transaction opens."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memoryhub.ai import services as ai
from memoryhub.associations.models import Key
from memoryhub.core import errors, text

MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class PreparedKey:
    """A key as a caller gave it, with its normal form and its embedding."""

    text: str
    normalised: str
    kind: str
    model_id: uuid.UUID
    vector: np.ndarray


def prepare(pairs: Sequence[tuple[str, str]]) -> list[PreparedKey]:
    """Make (text, kind) pairs ready, once per normal form. Raises `errors.InvalidInput` naming `keys`."""
    wanted: dict[str, tuple[str, str]] = {}
    for raw, kind in pairs:
        cleaned = check(raw, kind)
        wanted.setdefault(normalise(cleaned), (cleaned, kind))
    if not wanted:
        return []
    model = ai.active_model()
    vectors = ai.embed([cleaned for cleaned, _ in wanted.values()], model=model)
    return [
        PreparedKey(cleaned, normal, kind, model.pk, vector)
        for (normal, (cleaned, kind)), vector in zip(wanted.items(), vectors, strict=True)
    ]


def check(raw: str, kind: str) -> str:
    """The cleaned key; `errors.InvalidInput` for an empty, too long or unknown kind of key."""
    if kind not in Key.Kind.values:
        raise errors.InvalidInput("keys", f"The kind of a key is one of {', '.join(Key.Kind.values)}.")
    cleaned = " ".join(text.clean(raw).split())
    if not cleaned or not normalise(cleaned):
        raise errors.InvalidInput("keys", "A key is empty.")
    if len(cleaned) > MOST_CHARACTERS:
        raise errors.InvalidInput("keys", f"A key has at most {MOST_CHARACTERS} characters.")
    return cleaned


def normalise(value: str) -> str:
    """The equality of keys: NFKC, case folded, white space single, no punctuation around it."""
    folded = " ".join(unicodedata.normalize("NFKC", value).casefold().split())
    return folded.strip("\"'`.,;:!?()[]{}<>“”‘’«»「」『』《》。，、；：！？").strip()[:MOST_CHARACTERS]
