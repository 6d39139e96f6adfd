"""What can be done to a document beside reading: stopped, retried, added to, and what deleting would mean."""

from __future__ import annotations

import functools
import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub import taking
from memoryhub.api.hub.serializers.documents import Addition, DocumentIds, DocumentShown, ImpactShown, SubmittedShown
from memoryhub.core import errors
from memoryhub.documents import selectors
from memoryhub.ingest import services as ingest
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces.access import Capability


class Cancel(SpaceEndpoint):
    """Stop."""

    @operation("Stop the work on a document", needs=Capability.WRITE, answers={200: DocumentShown})
    def post(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """The document as it is now; 409 when no work goes on."""
        document = ingest.cancel(actor=self.access.actor, space=self.access.space, document_id=document_id)
        return Response(DocumentShown(document).data)


class Retry(SpaceEndpoint):
    """Go on."""

    @operation(
        "Work again on a document that failed, was stopped or waits",
        needs=Capability.WRITE,
        answers={200: DocumentShown},
    )
    def post(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """The document as it is now; 409 for any other."""
        document = ingest.retry(actor=self.access.actor, space=self.access.space, document_id=document_id)
        return Response(DocumentShown(document).data)


class Append(SpaceEndpoint):
    """Say more."""

    @operation(
        "Add a text to a document that has a custom_id; rapid additions keep their order",
        needs=Capability.WRITE,
        body=Addition,
        once=True,
        answers={201: SubmittedShown, 200: SubmittedShown},
    )
    def post(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """The document, before any work on it is done."""
        document = selectors.document_of(self.access.space, document_id)
        if document.custom_id is None:
            raise errors.Conflict("Only a document with a custom_id can be added to.", code="no_custom_id")
        submit = functools.partial(
            ingest.submit,
            actor=self.access.actor,
            space=self.access.space,
            content=self.body["content"],
            custom_id=document.custom_id,
            source=document.source,
            mode="append",
        )
        return taking.one(request, self.access, self.body, submit)


class Impact(SpaceEndpoint):
    """Before deleting."""

    @operation(
        "Ask what deleting these documents would take",
        needs=Capability.WRITE,
        body=DocumentIds,
        answers={200: ImpactShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """Counts; documents that are none of this space do not count."""
        impact = lifecycle.impact_of_deleting(self.access.space, self.body["ids"])
        return Response(ImpactShown(impact).data)
