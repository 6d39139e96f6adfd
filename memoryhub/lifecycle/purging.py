"""A space that goes, with everything in it."""

from __future__ import annotations

from django.db import connection, models, transaction

from memoryhub.accounts.models import Preference
from memoryhub.associations.models import GraphLevel, IslandName, Key, KeyLink, KeyVector
from memoryhub.core import errors
from memoryhub.documents import files
from memoryhub.documents.models import Answer, Chunk, ChunkVector, Document, DocumentInput, Turn
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.lifecycle import verbs
from memoryhub.memories.models import (
    Activity,
    Memory,
    MemorySource,
    MemoryVector,
    Recall,
    Relation,
    StableFacts,
    State,
)
from memoryhub.review.models import Decision, Proposal
from memoryhub.spaces.models import Space

# Every table of a space; foreign keys are checked at commit, so the order is only for reading.
CONTENT: tuple[type[models.Model], ...] = (
    Decision, Proposal, GraphLevel, IslandName, KeyLink, KeyVector, Key, Recall, Activity, State, Relation,
    MemorySource, MemoryVector, StableFacts, Memory, ChunkVector, Turn, Chunk, DocumentInput, Answer, Document,
    Preference,
)  # fmt: skip


@service
def purge_space(*, actor: Actor, space: Space) -> None:
    """Delete a space with all its documents, memories, keys, decisions, members and files; it cannot be taken back.

    Its ledger stays: it holds no text, and its numbers go on. Work on its documents finds nothing to do.
    """
    locked = Space.objects.select_for_update().filter(pk=space.pk).first()
    if locked is None:
        raise errors.NotFound()
    with connection.cursor() as cursor:
        for model in CONTENT:
            table = connection.ops.quote_name(model._meta.db_table)
            # One statement a table: Django's own cascade would first load every row.
            cursor.execute(f"DELETE FROM {table} WHERE space_id = %s", [space.pk])  # noqa: S608 - our own table names
    record(actor=actor, space_id=space.pk, verb=verbs.PURGED, subject_kind="space", subject_id=space.pk)
    locked.delete()
    transaction.on_commit(lambda: files.remove_all(space.pk))
