"""Stage 4: chunks become searchable, whatever becomes of the stages after."""

from __future__ import annotations

from memoryhub.core import text
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest.work import ACTOR, Work


def run(work: Work) -> Document:
    """Write the index terms of every chunk of the revision."""
    tokens = {chunk.pk: text.tokens(chunk.index_text, language=chunk.language) for chunk in work.chunks}
    return documents.index(actor=ACTOR, document=work.document, tokens=tokens)
