"""Relations between memories."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.relations import UPDATES, NewRelation, RelationPage, RelationQuery, RelationShown
from memoryhub.core import paging
from memoryhub.memories import edges, services, sight
from memoryhub.memories.models import Memory
from memoryhub.spaces.access import Capability


class Relations(SpaceEndpoint):
    """All relations of a space."""

    @operation(
        "List extends and derives relations between current memories", query=RelationQuery, answers={200: RelationPage}
    )
    def get(self, request: Request, tag: str) -> Response:
        """One page, newest first."""
        page = paging.page(
            edges.relations_in(self.access.space, now=self.now),
            scope=f"relations {tag}",
            sort="-created_at",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, RelationShown(page.rows, many=True))

    @operation(
        "Relate two memories; `updates` makes the newer one's text the next version of the older",
        needs=Capability.WRITE,
        body=NewRelation,
        answers={201: RelationShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The relation."""
        kind, newer, older = self.body["kind"], self.body["newer"], self.body["older"]
        for field, memory_id in (("newer", newer), ("older", older)):
            sight.refuse_documents(self.access, [memory_id], field=field)
        actor, space = self.access.actor, self.access.space
        if kind == UPDATES:
            shown = _update(services.supersede(actor=actor, space=space, newer_id=newer, older_id=older))
        else:
            shown = RelationShown(
                services.relate(actor=actor, space=space, newer_id=newer, older_id=older, kind=kind)
            ).data
        return Response(shown, status=201)


class OneRelation(SpaceEndpoint):
    """One relation."""

    @operation("Cut a relation; it can be made again", needs=Capability.WRITE, answers={204: None})
    def delete(self, request: Request, tag: str, relation_id: uuid.UUID) -> Response:
        """Nothing is left to say."""
        services.sever(actor=self.access.actor, space=self.access.space, relation_id=relation_id)
        return Response(status=204)


def _update(memory: Memory) -> dict[str, Any]:
    """The version that took over, as the relation it stands for."""
    relation = {
        "id": None,
        "kind": UPDATES,
        "newer_id": memory.pk,
        "older_id": memory.parent_id,
        "rule": memory.change_rule,
        "confidence": memory.confidence,
        "created_at": memory.created_at,
        "severed_at": None,
        "confirmed_at": None,
    }
    return dict(RelationShown(relation).data)
