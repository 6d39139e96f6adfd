"""Stage 3: chunks get their vectors, some hundreds at a time, so that a long document is resumed where it stopped."""

from __future__ import annotations

from memoryhub.ai import services as ai
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest.work import ACTOR, Work

AT_ONCE = 256


def run(work: Work) -> Document:
    """Embed what has no vector of the active model yet. Raises `errors.Unavailable` when the model is not there."""
    model = work.model
    document = work.document
    resumed = work.resumed_at == document.stage
    left = list(documents_read.chunks_without_vector(document, model.pk)) if resumed else work.chunks
    total = len(work.chunks)
    done = total - len(left)
    while document.stage == Document.Stage.EMBEDDING:
        batch, left = left[:AT_ONCE], left[AT_ONCE:]
        vectors = ai.embed([chunk.embed_text for chunk in batch], model=model)
        done += len(batch)
        document = documents.embed(
            actor=ACTOR,
            document=document,
            model_id=model.pk,
            vectors=[(chunk.pk, vector) for chunk, vector in zip(batch, vectors, strict=True)],
            done=done,
            total=total,
        )
    return document
