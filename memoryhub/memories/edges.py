"""Questions about all relations of a space at once."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from memoryhub.memories.models import Memory, Relation
from memoryhub.memories.selectors import current
from memoryhub.spaces.models import Space


def relations_in(space: Space, *, now: datetime) -> QuerySet[Relation]:
    """Unsevered relations whose two chains are both current: what read scope gets."""
    served = Memory.objects.filter(current(now), space=space)
    return Relation.objects.filter(
        Exists(served.filter(root=OuterRef("newer__root"))),
        Exists(served.filter(root=OuterRef("older__root"))),
        space=space,
        severed_at=None,
    )
