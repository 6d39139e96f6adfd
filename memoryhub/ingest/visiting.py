"""A document that lies at a web address is fetched before it is read, once; from then on its bytes are a file here."""

from __future__ import annotations

from memoryhub.documents import files
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.drafts import Content
from memoryhub.documents.models import Document
from memoryhub.ingest import fetching, folding, submission
from memoryhub.ingest.fetching import Fetched
from memoryhub.ingest.work import ACTOR
from memoryhub.ledger.unit import service


def visit(document: Document) -> Document:
    """Fetch what is at the document's address, unless that was done; returns the document as it is then.

    It is done when the very same was read to its end before. Raises what `fetching.fetch` does, and
    `documents.Overtaken`.
    """
    first, *appended = documents_read.inputs_of(document)
    if not first.url or first.fetched_at is not None:
        return document
    fetched = fetching.fetch(first.url)
    sha256 = submission.hash_of(fetched.data)
    found = Content(hash=sha256, size=len(fetched.data), file=sha256)
    first.text = first.text if first.content_hash == sha256 else ""
    first.content_hash = sha256
    return _receive(document, fetched, found, folding.content_of([first, *appended]) if appended else found)


@service
def _receive(document: Document, fetched: Fetched, found: Content, whole: Content) -> Document:
    # From here until the commit nobody removes the file.
    files.hold(document.space_id, found.hash)
    received = documents.receive(
        actor=ACTOR,
        document=document,
        found=found,
        whole=whole,
        media_type=fetched.media_type,
        file_name=fetched.file_name,
    )
    if received.file == found.file:
        files.write(document.space_id, fetched.data)
    return received
