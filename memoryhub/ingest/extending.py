"""Which new memories say more about what older ones say: they share a key that few have, and are near in meaning."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memoryhub.ai.models import EmbeddingModel
from memoryhub.memories import candidates
from memoryhub.memories import selectors as memories
from memoryhub.spaces.models import Space

RULE = "shared_key"
# A key that more memories have says too little about what joins two of them.
MOST_WITH_KEY = 10


@dataclass(frozen=True, slots=True)
class Extension:
    """The newer memory extends the older one; `evidence` is the shared key and the similarity."""

    newer_id: uuid.UUID
    older_id: uuid.UUID
    evidence: dict[str, Any]


def find(
    space: Space,
    keys: Mapping[uuid.UUID, Mapping[str, str]],
    holders: Mapping[str, Sequence[uuid.UUID]],
    *,
    model: EmbeddingModel,
    now: datetime,
) -> list[Extension]:
    """At most one extension of each of the new memories of a document: the nearest older one from elsewhere, above the
    model's threshold.

    `keys` are theirs (normal form -> text); `holders` the newest memories with each key, at least one more of them
    than `MOST_WITH_KEY` where there are so many.
    """
    pairs = {
        (newer_id, older_id): text
        for newer_id, theirs in keys.items()
        for normal, text in theirs.items()
        if len(known := holders.get(normal, ())) <= MOST_WITH_KEY
        for older_id in known
        if older_id < newer_id and older_id not in keys
    }
    cosines = candidates.cosines(pairs, model_id=model.pk)
    threshold = float(model.thresholds["duplicate"])
    near = sorted((pair for pair, cosine in cosines.items() if cosine >= threshold), key=lambda pair: -cosines[pair])
    current = memories.current_memories_of(space, now=now).filter(pk__in={older_id for _, older_id in near})
    open_ids = set(current.values_list("pk", flat=True))
    found: dict[uuid.UUID, Extension] = {}
    for newer_id, older_id in near:
        if older_id in open_ids and newer_id not in found:
            evidence = {"key": pairs[newer_id, older_id], "similarity": round(cosines[newer_id, older_id], 3)}
            found[newer_id] = Extension(newer_id, older_id, evidence)
    return list(found.values())
