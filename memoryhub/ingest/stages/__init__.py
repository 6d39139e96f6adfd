"""The stages of a document: each reads and computes outside any transaction, then commits in one of its own."""

from collections.abc import Callable

from memoryhub.documents.models import Document
from memoryhub.ingest.stages import chunking, embedding, extracting, indexing, linking, remembering
from memoryhub.ingest.work import Work

STAGES: dict[str, Callable[[Work], Document]] = {
    Document.Stage.EXTRACTING: extracting.run,
    Document.Stage.CHUNKING: chunking.run,
    Document.Stage.EMBEDDING: embedding.run,
    Document.Stage.INDEXING: indexing.run,
    Document.Stage.REMEMBERING: remembering.run,
    Document.Stage.LINKING: linking.run,
}


def run(work: Work) -> Document:
    """Run the stage the document is in; returns the document as it is afterwards."""
    return STAGES[work.document.stage](work)
