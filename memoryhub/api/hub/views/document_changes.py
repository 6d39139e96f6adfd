"""Documents read again, moved to another space, and made one."""

from __future__ import annotations

import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.document_changes import MOST_TEXTS, Merge, Move, MovedShown, PreviewShown
from memoryhub.api.hub.serializers.documents import DocumentShown
from memoryhub.documents import selectors
from memoryhub.ingest import rereading
from memoryhub.spaces.access import Capability, space_for
from memoryhub.transfer import merging, moving


class Reread(SpaceEndpoint):
    """Again."""

    @operation("Ask what reading the document again would change", needs=Capability.WRITE, answers={200: PreviewShown})
    def get(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """The preview; the same errors as the reading would end with."""
        seen = rereading.preview(selectors.document_of(self.access.space, document_id))
        lists = {name: getattr(seen, name) for name in ("new", "changed", "asked", "gone")}
        shown = {
            "kept": seen.kept,
            "counts": {name: len(rows) for name, rows in lists.items()},
            **{name: rows[:MOST_TEXTS] for name, rows in lists.items()},
        }
        return Response(PreviewShown(shown).data)

    @operation("Read a document again from its first stage", needs=Capability.WRITE, answers={200: DocumentShown})
    def post(self, request: Request, tag: str, document_id: uuid.UUID) -> Response:
        """The document as it is now; 409 while it is in work."""
        document = rereading.reread(actor=self.access.actor, space=self.access.space, document_id=document_id)
        return Response(DocumentShown(document).data)


class Moving(SpaceEndpoint):
    """Elsewhere."""

    @operation(
        "Move documents to another space; the caller owns both",
        needs=Capability.MANAGE,
        body=Move,
        answers={200: MovedShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The documents there, to be read anew. All of them move or none."""
        self.access.require(Capability.WRITE)
        target = space_for(self.principal, self.body["to"], needs=Capability.MANAGE)
        target.require(Capability.WRITE)
        moved = moving.move(
            actor=self.access.actor, source=self.access.space, target=target.space, document_ids=self.body["ids"]
        )
        return Response(MovedShown(moved).data)


class Merging(SpaceEndpoint):
    """Together."""

    @operation(
        "Append documents to another and delete them; what is remembered from them stays",
        needs=Capability.WRITE,
        body=Merge,
        answers={200: DocumentShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The document they went into."""
        merged = merging.merge(
            actor=self.access.actor, space=self.access.space, into=self.body["into"], document_ids=self.body["ids"]
        )
        return Response(DocumentShown(merged).data)
