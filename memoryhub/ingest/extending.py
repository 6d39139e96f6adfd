"""Which new memories say more about what older ones say: they share a key that few have, and are near in meaning."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memoryhub.ai import selectors as ai
from memoryhub.associations import selectors as associations
from memoryhub.memories import candidates
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

RULE = "shared_key"
MOST_WITH_KEY = 10


@dataclass(frozen=True, slots=True)
class Extension:
    """The newer memory extends the older one; `evidence` is the shared key and the similarity."""

    newer: Memory
    older: Memory
    evidence: dict[str, Any]


def find(space: Space, rows: Sequence[Memory], *, model_id: uuid.UUID, now: datetime) -> list[Extension]:
    """At most one extension of each of these memories of one document: the nearest older one from elsewhere, above the
    model's threshold."""
    keys = associations.keys_of(space, [row.pk for row in rows])
    forms = {key.normalised for each in keys.values() for key in each}
    holders = associations.newest_with_keys(space, forms, each=MOST_WITH_KEY + 1)
    ours = {row.pk for row in rows}
    pairs: dict[tuple[uuid.UUID, uuid.UUID], str] = {}
    for row in rows:
        for key in keys.get(row.pk, []):
            known = holders.get(key.normalised, [])
            if len(known) <= MOST_WITH_KEY:
                pairs |= {(row.pk, older): key.text for older in known if older < row.pk and older not in ours}
    return _nearest(space, rows, pairs, model_id=model_id, now=now)


def _nearest(
    space: Space,
    rows: Sequence[Memory],
    pairs: dict[tuple[uuid.UUID, uuid.UUID], str],
    *,
    model_id: uuid.UUID,
    now: datetime,
) -> list[Extension]:
    cosines = candidates.cosines(pairs, model_id=model_id)
    threshold = ai.threshold(model_id, "duplicate") if cosines else 1.0
    near = sorted((pair for pair, cosine in cosines.items() if cosine >= threshold), key=lambda pair: -cosines[pair])
    older = memories.current_memories_of(space, now=now).in_bulk([older_id for _, older_id in near])
    newer = {row.pk: row for row in rows}
    found: dict[uuid.UUID, Extension] = {}
    for newer_id, older_id in near:
        row, other = newer[newer_id], older.get(older_id)
        if newer_id not in found and other is not None and other.root_id != row.root_id:
            evidence = {"key": pairs[newer_id, older_id], "similarity": round(cosines[newer_id, older_id], 3)}
            found[newer_id] = Extension(row, other, evidence)
    return list(found.values())
