"""Jobs that reach several rooms: vectors that are missing are made, and old records of recalls are dropped."""

from __future__ import annotations

import logging
import uuid

from procrastinate.contrib.django import app

from memoryhub.ai import selectors as ai_read
from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import clock, errors
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.jobs import queue as jobs
from memoryhub.jobs import schedules
from memoryhub.lifecycle import model_change
from memoryhub.memories import services as memories

logger = logging.getLogger(__name__)

AT_ONCE = 256
# So that filling never keeps a worker from documents for longer.
SLICE_SECONDS = 20.0


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


@app.task(name="lifecycle.fill", queue=schedules.QUEUE)
def fill(model_id: str) -> None:
    """Embed for a while what lacks a vector of the model, and queue the rest."""
    model = ai_read.model_to_fill(uuid.UUID(model_id))
    if model is None:
        return
    try:
        if not model_change.fill(model, seconds=SLICE_SECONDS):
            queue_filling(model)
    except errors.Unavailable as error:
        logger.warning("%s is not filled for now: %s", model.name, error.message)


@app.periodic(cron="* * * * *", periodic_id="lifecycle.find_unfilled")
@app.task(name="lifecycle.find_unfilled", queue=schedules.QUEUE, queueing_lock="lifecycle.find_unfilled")
def find_unfilled(timestamp: int) -> None:
    """Queue the filling of models that lack vectors of what has come in since."""
    for model in model_change.to_fill(now=clock.now()):
        queue_filling(model)


@app.periodic(cron="47 * * * *", periodic_id="lifecycle.drop_recalls")
@app.task(name="lifecycle.drop_recalls", queue=schedules.QUEUE, queueing_lock="lifecycle.drop_recalls")
def drop_recalls(timestamp: int) -> None:
    """Clear away who asked what long ago."""
    memories.drop_recalls(now=clock.now())


def queue_embedding(document: Document) -> None:
    """Queue that in the caller's transaction."""
    lock = f"embed:{document.pk}"
    jobs.defer(embed, lock=lock, queueing_lock=lock, document_id=str(document.pk))


def queue_filling(model: EmbeddingModel) -> None:
    """Queue that in the caller's transaction."""
    lock = f"fill:{model.pk}"
    jobs.defer(fill, lock=lock, queueing_lock=lock, model_id=str(model.pk))
