"""Jobs of what goes: chunks whose text was overwritten get new vectors, and old records of recalls are dropped."""

from __future__ import annotations

import uuid

from procrastinate.contrib.django import app

from memoryhub.ai import services as ai
from memoryhub.core import clock
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.jobs import queue as jobs
from memoryhub.jobs import schedules
from memoryhub.memories import services as memories

AT_ONCE = 256


@app.task(name="lifecycle.embed", queue="ingest")
def embed(document_id: str) -> None:
    """Embed the indexed chunks of a document that have no vector."""
    embed_chunks(uuid.UUID(document_id))


def embed_chunks(document_id: uuid.UUID) -> int:
    """Embed what is missing; returns how many chunks that were. Nothing is missing of a document that is gone."""
    document = Document.objects.filter(pk=document_id).first()
    if document is None:
        return 0
    model = ai.active_model()
    left = list(documents_read.chunks_without_vector(document, model.pk).filter(tokens__isnull=False))
    for at in range(0, len(left), AT_ONCE):
        batch = left[at : at + AT_ONCE]
        vectors = ai.embed([chunk.embed_text for chunk in batch], model=model)
        documents.embed_again(
            document=document,
            model_id=model.pk,
            vectors=[(row, vector) for row, vector in zip(batch, vectors, strict=True)],
        )
    return len(left)


@app.periodic(cron="47 * * * *", periodic_id="lifecycle.drop_recalls")
@app.task(name="lifecycle.drop_recalls", queue=schedules.QUEUE, queueing_lock="lifecycle.drop_recalls")
def drop_recalls(timestamp: int) -> None:
    """Clear away who asked what long ago."""
    memories.drop_recalls(now=clock.now())


def queue_embedding(document: Document) -> None:
    """Queue that in the caller's transaction."""
    lock = f"embed:{document.pk}"
    jobs.defer(embed, lock=lock, queueing_lock=lock, document_id=str(document.pk))
