"""Chunks of a document: cut, embedded, indexed, and dropped once a newer revision stands in their place."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

import numpy as np
from django.db import connection

from memoryhub.ai import storing
from memoryhub.core import bulk, locks
from memoryhub.documents.models import Chunk, ChunkVector, Document, Turn
from memoryhub.documents.services import working
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service


@service
def cut(*, actor: Actor, document: Document, chunks: Sequence[Chunk], turns: Sequence[Turn]) -> Document:
    """Store the slices of the revision; they are not searchable yet. Raises `Overtaken`."""
    moved = working.pass_on(actor=actor, document=document, done=len(chunks), total=len(chunks))
    bulk.insert(chunks)
    Turn.objects.bulk_create(turns)
    return moved


@service
def embed(
    *,
    actor: Actor,
    document: Document,
    model_id: uuid.UUID,
    vectors: Sequence[tuple[uuid.UUID, np.ndarray]],
    done: int,
    total: int,
) -> Document:
    """Store the embeddings of some chunks; with the last of `total` the stage is over. Raises `Overtaken`."""
    step = working.pass_on if done == total else working.progress
    moved = step(actor=actor, document=document, done=done, total=total)
    store_vectors(document.space_id, model_id, vectors)
    return moved


@service
def index(*, actor: Actor, document: Document, tokens: Mapping[uuid.UUID, Sequence[str]]) -> Document:
    """Make the revision's chunks searchable, and those of revisions before no longer. Raises `Overtaken`."""
    moved = working.pass_on(actor=actor, document=document, done=len(tokens), total=len(tokens))
    store_tokens(tokens)
    if document.revision > 1:
        older = Chunk.objects.filter(space_id=document.space_id, document=document, revision__lt=document.revision)
        ChunkVector.objects.filter(space_id=document.space_id, chunk__in=older).delete()
        older.update(tokens=None, length=0)
    return moved


def drop_older_chunks(document: Document) -> None:
    """Delete the chunks of revisions before, once the memories rest on the new ones."""
    if document.revision > 1:
        Chunk.objects.filter(space_id=document.space_id, document=document, revision__lt=document.revision).delete()


@service
def embed_again(*, document: Document, model_id: uuid.UUID, vectors: Sequence[tuple[Chunk, np.ndarray]]) -> None:
    """Store embeddings of chunks that had lost theirs, save those whose text has changed since it was embedded, or that
    have got one meanwhile.
    """
    rows = locks.rows(Chunk.objects.filter(document=document), [chunk.pk for chunk, _ in vectors])
    theirs = ChunkVector.objects.filter(space_id=document.space_id, model_id=model_id, chunk_id__in=list(rows))
    done = set(theirs.values_list("chunk_id", flat=True))
    same = [
        (chunk.pk, vector)
        for chunk, vector in vectors
        if (row := rows.get(chunk.pk)) is not None and row.embed_text == chunk.embed_text and chunk.pk not in done
    ]
    store_vectors(document.space_id, model_id, same)


def store_vectors(space_id: uuid.UUID, model_id: uuid.UUID, vectors: Sequence[tuple[uuid.UUID, np.ndarray]]) -> None:
    """Insert embeddings of chunks that have none by this model."""
    storing.insert(ChunkVector, "chunk", vectors, space_id=space_id, model_id=model_id)


def store_tokens(tokens: Mapping[uuid.UUID, Sequence[str]]) -> None:
    """Write the index terms of chunks in one statement."""
    if not tokens:
        return
    values = ", ".join(["(%s::uuid, %s::text[])"] * len(tokens))
    parameters = [part for chunk_id, terms in tokens.items() for part in (chunk_id, list(terms))]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE documents_chunk AS chunk SET tokens = given.tokens, length = cardinality(given.tokens)"  # noqa: S608 - placeholders only
            f" FROM (VALUES {values}) AS given (id, tokens) WHERE chunk.id = given.id",
            parameters,
        )
