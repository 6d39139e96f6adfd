"""Documents: listed, taken in, read, deleted."""

from __future__ import annotations

import functools
import uuid
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.fields import PageQuery
from memoryhub.api.hub import taking
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.documents import (
    BatchShown,
    ChunkPage,
    ChunkShown,
    DeletedShown,
    DocumentPage,
    DocumentQuery,
    DocumentShown,
    NewDocument,
    NewDocuments,
    SubmittedShown,
    UploadedDocument,
)
from memoryhub.api.parsing import StrictJSON, StrictMultipart
from memoryhub.core import errors, ids, paging
from memoryhub.documents import files, selectors
from memoryhub.documents.models import Document
from memoryhub.ingest import folding
from memoryhub.ingest import services as ingest
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces.access import Capability

PLAIN = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"


class Documents(SpaceEndpoint):
    """All documents of a space."""

    parser_classes = (StrictJSON, StrictMultipart)

    @operation("List documents, newest first", query=DocumentQuery, answers={200: DocumentPage})
    def get(self, request: Request, tag: str) -> Response:
        """One page, without contents."""
        status, kind = self.query.get("status"), self.query.get("kind", "")
        container = self.query.get("container")
        found = selectors.documents_of(self.access.space, statuses=[status] if status else [], kind=kind)
        page = paging.page(
            found if container is None else found.filter(container=container),
            scope=f"documents {tag} {status} {kind} {container}",
            sort=self.query["sort"],
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        stuck = selectors.stuck(page.rows, now=self.now)
        return listed(page, DocumentShown(page.rows, many=True, context={"stuck": stuck}))

    @operation(
        "Take in a text or a web address (JSON), or a file (multipart); the work is done in the background",
        needs=Capability.WRITE,
        body=NewDocument,
        form=UploadedDocument,
        once=True,
        answers={201: SubmittedShown, 200: SubmittedShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The document, before any work on it is done."""
        given: dict[str, Any] = dict(self.body)
        if (file := given.pop("file", None)) is not None:
            given |= {"content": file.read(), "name": file.name, "media_type": file.content_type}
        submit = functools.partial(ingest.submit, actor=self.access.actor, space=self.access.space, **given)
        return taking.one(request, self.access, given, submit)


class Batch(SpaceEndpoint):
    """Many at once."""

    @operation(
        "Take in up to 100 texts and web addresses, each with a result of its own",
        needs=Capability.WRITE,
        body=NewDocuments,
        once=True,
        answers={200: BatchShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The results in order."""
        return taking.many(request, self.access, self.body["items"], self.context())


class OneDocument(SpaceEndpoint):
    """One document."""

    @operation("Read a document, without its content", answers={200: DocumentShown})
    def get(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """The document."""
        return Response(DocumentShown(selectors.document_of(self.access.space, document_id)).data)

    @operation(
        "Delete a document; memories that rest on it alone are forgotten",
        needs=Capability.WRITE,
        answers={200: DeletedShown},
    )
    def delete(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """What went."""
        gone = lifecycle.delete_documents(actor=self.access.actor, space=self.access.space, document_ids=[document_id])
        return Response(DeletedShown(gone).data)


class Content(SpaceEndpoint):
    """What a document was given."""

    @operation("Download what the document was given", answers={(200, "*/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, tag: str, document_id: uuid.UUID) -> HttpResponse:
        """The file, or the text, as an attachment: nothing is ever shown in the hub's own name."""
        document = selectors.document_of(self.access.space, document_id)
        content, media_type = _given(document)
        name = document.file_name or f"{document.title or ids.encode(document.pk)}.txt"
        return HttpResponse(
            content,
            content_type=media_type,
            headers={"Content-Disposition": content_disposition_header(True, name) or "attachment"},
        )


class Chunks(SpaceEndpoint):
    """The slices of a document."""

    @operation("List the chunks of a document in reading order", query=PageQuery, answers={200: ChunkPage})
    def get(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """One page."""
        document = selectors.document_of(self.access.space, document_id)
        page = paging.page(
            selectors.chunks_of(document),
            scope=f"chunks {tag} {document_id} {document.revision}",
            sort="index",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, ChunkShown(page.rows, many=True))


def _given(document: Document) -> tuple[bytes, str]:
    """Bytes and media type: the uploaded file; the text given; or, of a file with text after it, what was read."""
    folded = folding.fold(selectors.inputs_of(document))
    if not folded.file and not folded.text:
        raise errors.Conflict("What lies at its address is still to be fetched.", code="not_fetched")
    if not folded.file:
        return folded.text.encode(), PLAIN
    if not folded.text:
        return files.read(document.space_id, folded.file), document.media_type or BYTES
    return document.content.encode(), PLAIN
