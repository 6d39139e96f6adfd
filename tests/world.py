"""One row in every table of a space, and raw SQL to change or copy it: what the tests of constraints work on."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import connection

from memoryhub.accounts import services as accounts
from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations import services as associations
from memoryhub.associations import texts as key_texts
from memoryhub.associations.models import GraphLevel, IslandName, Key, KeyLink, KeyVector
from memoryhub.core import ids
from memoryhub.documents.models import Answer, Chunk, ChunkVector, Document, DocumentInput, Turn
from memoryhub.ledger.models import Entry
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Activity, Memory, MemorySource, MemoryVector, Recall, State
from memoryhub.review import services as review
from memoryhub.review.models import Decision
from memoryhub.spaces.models import Membership, Space
from tests import factories
from tests.cast import Cast


@dataclass(frozen=True, slots=True)
class World:
    """Ids of rows: `first` and `second` are two versions of one chain, `other` another chain, `inferred` an approved
    inference; what begins with `far_` lies in another space."""

    space: uuid.UUID
    user: uuid.UUID
    api_key: uuid.UUID
    preference: uuid.UUID
    membership: uuid.UUID
    model: uuid.UUID
    document: uuid.UUID
    member: uuid.UUID
    document_input: uuid.UUID
    answer: uuid.UUID
    chunk: uuid.UUID
    chunk_vector: uuid.UUID
    first: uuid.UUID
    second: uuid.UUID
    other: uuid.UUID
    inferred: uuid.UUID
    source: uuid.UUID
    relation: uuid.UUID
    state: uuid.UUID
    recall: uuid.UUID
    memory_vector: uuid.UUID
    key: uuid.UUID
    key_link: uuid.UUID
    key_vector: uuid.UUID
    level: uuid.UUID
    island: uuid.UUID
    proposal: uuid.UUID
    decision: uuid.UUID
    entry: uuid.UUID
    far_space: uuid.UUID
    far_document: uuid.UUID
    far_chunk: uuid.UUID
    far_memory: uuid.UUID
    far_key: uuid.UUID

    def known(self) -> set[uuid.UUID]:
        """All of them."""
        return {getattr(self, each.name) for each in fields(self)}


def build(cast: Cast) -> World:
    """Make the rows."""
    space, far = cast.space, cast.elsewhere
    cast.ada.groups.add(Group.objects.create(name="gardeners"))
    cast.ada.user_permissions.add(Permission.objects.all()[0])
    accounts.set_preference(user=cast.ada, name="theme", value="dark")
    document, given, chunk = document_in(space)
    far_document, _, far_chunk = document_in(far)
    source = SourceDraft(document_id=document.pk, chunk_id=chunk.pk, start=0, end=4, quote="Pears")
    first = factories.remember(space, "Pears ripen in September.", sources=(source,))
    second = factories.revise(space, first, "Pears ripen in October.")
    other = factories.remember(space, "Plums ripen in August.", is_static=True)
    far_memory = factories.remember(far, "Figs ripen late.")
    inferred = factories.infer(space, "Autumn is fruitful.", other)
    review.approve_memory(actor=factories.HUB, space=space, memory_id=inferred.pk)
    key, far_key = linked(space, second), linked(far, far_memory)
    proposal = review.propose(
        actor=factories.HUB, space=space, kind="update", subjects=[other], payload={"text": "x"}, why={"rule": "test"}
    )
    assert proposal is not None
    return World(
        space=space.pk,
        user=cast.ada.pk,
        api_key=cast.key("ada", "read").key.pk,
        preference=cast.ada.preferences.get().pk,
        membership=Membership.objects.get(space=space, user=cast.ada).pk,
        model=EmbeddingModel.objects.get(state="active").pk,
        document=document.pk,
        member=member_of(document).pk,
        document_input=given.pk,
        answer=answer_about(document).pk,
        chunk=chunk.pk,
        chunk_vector=ChunkVector.objects.get(chunk=chunk).pk,
        first=first.pk,
        second=second.pk,
        other=other.pk,
        inferred=inferred.pk,
        source=MemorySource.objects.get(memory=first).pk,
        relation=inferred.relations_out.get().pk,
        state=State.objects.get(memory=second).pk,
        recall=Recall.objects.create(space=space, memory=second, rank=1).pk,
        memory_vector=MemoryVector.objects.get(memory=second).pk,
        key=key.pk,
        key_link=KeyLink.objects.get(key=key).pk,
        key_vector=KeyVector.objects.get(key=key).pk,
        level=GraphLevel.objects.create(space=space, seq=1, node_ids=b"", places=b"", members=b"", part=b"").pk,
        island=IslandName.objects.create(space=space, is_part=False, members=b"", count=1, newest=0).pk,
        proposal=proposal.pk,
        decision=Decision.objects.get(space=space).pk,
        entry=Entry.objects.filter(space_id=space.pk).latest("seq").pk,
        far_space=far.pk,
        far_document=far_document.pk,
        far_chunk=far_chunk.pk,
        far_memory=far_memory.pk,
        far_key=far_key.pk,
    )


def document_in(space: Space) -> tuple[Document, DocumentInput, Chunk]:
    """A document with an input, one chunk that is a turn, and its vector."""
    document = Document.objects.create(
        space=space, kind="text", custom_id="doc", content_hash="0" * 64, content="Pears", added_by_kind="hub"
    )
    given = DocumentInput.objects.create(
        space=space, document=document, position=1, mode="replace", content_hash="0" * 64, revision=1
    )
    chunk = Chunk.objects.create(space=space, document=document, revision=1, index=0, text="Pears", start=0, end=5)
    Turn.objects.create(space=space, chunk=chunk, speaker="Ada")
    model = factories.draft("Pears").prepared
    ChunkVector.objects.create(space_id=space.pk, chunk=chunk, model_id=model.model_id, vector=model.vector)
    return document, given, chunk


def answer_about(document: Document) -> Answer:
    """What a call with an idempotency key was answered about a document."""
    return Answer.objects.create(
        space=document.space, actor_kind="hub", actor_id="test", key="k", part=0, request_hash="0" * 64,
        document=document, status=201, body="{}",
    )  # fmt: skip


def member_of(document: Document) -> Document:
    """A document found inside another."""
    return Document.objects.create(
        space=document.space, kind="text", content_hash="1" * 64, added_by_kind="hub", container=document, path="a.txt"
    )


def linked(space: Space, memory: Memory) -> Key:
    """A key on a memory, which also has an activity."""
    Activity.objects.create(space=space, memory=memory)
    keys = key_texts.prepare([("fruit", "concept")])
    associations.link(actor=factories.HUB, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))
    return Key.objects.get(space=space)


def put(table: str, row: Any, **values: Any) -> None:
    """Change columns of one row, as somebody with psql would."""
    columns = ", ".join(f'"{name}" = %s' for name in values)
    run(f"UPDATE {table} SET {columns} WHERE {key_of(table)} = %s", *values.values(), row)


def copy(table: str, row: Any, **values: Any) -> None:
    """Insert a row once more, under an id of its own unless one is given, with some columns changed."""
    changes = {key_of(table): ids.new(), **values}
    names = ", ".join(f'"{name}"' for name in columns_of(table))
    run(
        f"INSERT INTO {table} ({names}) SELECT {names} FROM jsonb_populate_record(NULL::{table},"
        f" (SELECT to_jsonb(t) FROM {table} t WHERE t.{key_of(table)} = %s) || %s::jsonb)",
        row,
        json.dumps(changes, default=str),
    )


def drop(table: str, row: Any) -> None:
    """Delete one row."""
    run(f"DELETE FROM {table} WHERE {key_of(table)} = %s", row)


def check_now(name: str) -> None:
    """Have a deferred constraint speak before the commit."""
    run(f'SET CONSTRAINTS "{name}" IMMEDIATE')


def run(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Raw SQL; the rows it gives."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall() if cursor.description else []


@cache
def key_of(table: str) -> str:
    """The primary key's column."""
    (found,) = run(
        "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]"
        " WHERE indisprimary AND indrelid = %s::regclass",
        table,
    )
    return str(found[0])


@cache
def columns_of(table: str) -> list[str]:
    """The columns one may insert."""
    rows = run(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND NOT attisdropped AND attgenerated = ''",
        table,
    )
    return [str(row[0]) for row in rows]
