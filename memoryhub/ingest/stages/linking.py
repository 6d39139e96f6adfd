"""Stage 6: what was remembered is joined to what was known."""

from __future__ import annotations

from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest.work import ACTOR, Work
from memoryhub.ledger.unit import service


def run(work: Work) -> Document:
    return _commit(work.document)


@service
def _commit(document: Document) -> Document:
    return documents.finish(actor=ACTOR, document=document)
