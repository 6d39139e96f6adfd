"""What a search has to know of a large space before it looks: counted and built by a job, kept with the space."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from memoryhub.core.lexical import Corpus
from memoryhub.spaces.models import Space

MEMORIES, CHUNKS, KEYS = "memories", "chunks", "keys"


@dataclass(frozen=True, slots=True)
class Scale:
    """Of one kind of texts: their number and mean length, None where each search counts them or no search does; by
    model the width of the prefixes that an index has, none where every row is looked at; and how many vectors the
    model with the most of them has.
    """

    corpus: Corpus | None = None
    prefixes: Mapping[uuid.UUID, int] = field(default_factory=dict)
    vectors: int = 0

    def width(self, model_id: uuid.UUID) -> int:
        """The width of the index for a model; 0 without one."""
        return self.prefixes.get(model_id, 0)


SMALL = Scale()


def of(space: Space, kind: str) -> Scale:
    """What was noted of `MEMORIES`, `CHUNKS` or `KEYS` of a space, as the row at hand has it."""
    noted = space.scale.get(kind)
    if not noted:
        return SMALL
    corpus = Corpus(noted["texts"], noted["mean_length"], noted.get("common", {})) if "texts" in noted else None
    widths = {uuid.UUID(model): width for model, width in noted["prefixes"].items()}
    return Scale(corpus, widths, noted.get("vectors", 0))


@transaction.atomic
def note(*, space_id: uuid.UUID, kind: str, scale: Scale) -> None:
    """Keep it for the searches to come; a space that has gone meanwhile needs none."""
    space = Space.objects.select_for_update().filter(pk=space_id).first()
    if space is not None and of(space, kind) != scale:
        others = {name: noted for name, noted in space.scale.items() if name != kind}
        space.scale = others if scale == SMALL else {**others, kind: _noted(scale)}
        space.save(update_fields=["scale"])


def _noted(scale: Scale) -> dict[str, Any]:
    counted = {} if scale.corpus is None else dataclasses.asdict(scale.corpus)
    widths = {str(model): width for model, width in scale.prefixes.items()}
    return {**counted, "prefixes": widths, "vectors": scale.vectors}
