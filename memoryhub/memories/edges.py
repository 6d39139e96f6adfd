"""Questions about a space's relations and the versions of its chains that may have long answers: they are paged."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from memoryhub.memories.models import Memory, Relation
from memoryhub.memories.selectors import current
from memoryhub.spaces.models import Space


def versions_of(space: Space, root_id: uuid.UUID) -> QuerySet[Memory]:
    """All versions of a chain."""
    return Memory.objects.filter(space=space, root_id=root_id)


def relations_in(space: Space, *, now: datetime) -> QuerySet[Relation]:
    """Unsevered relations whose two chains are both current: what read scope gets."""
    served = Memory.objects.filter(current(now), space=space)
    return Relation.objects.filter(
        Exists(served.filter(root=OuterRef("newer__root"))),
        Exists(served.filter(root=OuterRef("older__root"))),
        space=space,
        severed_at=None,
    )
