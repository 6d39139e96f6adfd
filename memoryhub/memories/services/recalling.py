"""How deep memories sit: deeper by being given to an agent, which is noted; less deep by being corrected."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction

from memoryhub.core import clock, ids
from memoryhub.memories.depth import INCREMENT, corrected
from memoryhub.memories.models import Activity, Memory, Recall
from memoryhub.spaces.models import Space

KEPT_FOR = timedelta(days=90)
# Sorted, so that two answers with the same memories wait for each other in one order.
_DEEPEN = """
INSERT INTO memories_activity (memory_id, space_id, depth, recall_count, last_recalled_at)
SELECT given.id, %(space)s, %(step)s, 1, %(at)s FROM unnest(%(ids)s::uuid[]) AS given (id) ORDER BY given.id
ON CONFLICT (memory_id) DO UPDATE SET depth = least(1, memories_activity.depth + %(step)s),
    recall_count = memories_activity.recall_count + 1, last_recalled_at = %(at)s
"""


@transaction.atomic
def note_recall(
    *, space: Space, memory_ids: Sequence[uuid.UUID], key_id: uuid.UUID | None = None, query: str = ""
) -> None:
    """These versions were given to the caller with this key, best first, for this question.

    No entry of the ledger: nothing that is believed has changed. A space whose setting `recalls` is false keeps no
    record of who asked what; its memories sit deeper all the same.
    """
    if not memory_ids:
        return
    at = clock.now()
    if space.settings.get("recalls", True):
        Recall.objects.bulk_create(
            Recall(id=ids.new(), space=space, memory_id=memory_id, key_id=key_id, query=query, rank=rank, at=at)
            for rank, memory_id in enumerate(memory_ids, start=1)
        )
    with connection.cursor() as cursor:
        cursor.execute(_DEEPEN, {"space": space.pk, "step": INCREMENT, "at": at, "ids": sorted(set(memory_ids))})


def weaken(memory: Memory) -> None:
    """Another version has taken the place of this one; a version that was never given to anybody has no depth to lose.

    The version after it begins shallow. Called within the writing of that version.
    """
    activity = Activity.objects.filter(pk=memory.pk).first()
    if activity is not None:
        activity.depth = corrected(activity.depth)
        activity.save(update_fields=["depth"])


def take_over(new: Memory, *, from_version: Memory) -> None:
    """A version that says again what an older one said sits as deep as correction has left that one."""
    before = Activity.objects.filter(pk=from_version.pk).first()
    if before is not None:
        Activity.objects.create(memory=new, space_id=new.space_id, depth=before.depth)


def drop_recalls(*, now: datetime) -> int:
    """Delete the records of what was given to whom after `KEPT_FOR`; how deep memories sit stays. Returns how many."""
    deleted, _per_table = Recall.objects.filter(at__lte=now - KEPT_FOR).delete()
    return deleted
