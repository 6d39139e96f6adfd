"""The queue of what waits for a person, and their decisions."""

from __future__ import annotations

import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.review import (
    Approval,
    ItemOpened,
    ItemShown,
    QueuePage,
    QueueQuery,
    Rejection,
    opened,
)
from memoryhub.review import selectors, services
from memoryhub.spaces.access import Capability


class Queue(SpaceEndpoint):
    """What waits."""

    @operation(
        "List what waits for a decision, newest first",
        needs=Capability.REVIEW,
        query=QueueQuery,
        answers={200: QueuePage},
    )
    def get(self, request: Request, tag: str) -> Response:
        """One page."""
        kinds = (self.query["kind"],) if "kind" in self.query else selectors.KINDS
        page = selectors.queue_page(
            self.access.space,
            now=self.now,
            kinds=kinds,
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, ItemShown(page.rows, many=True))


class ReviewEndpoint(SpaceEndpoint):
    """What the addresses of one question share."""

    def shown(self, subject: str, subject_id: uuid.UUID) -> Response:
        """The question as it is now, with its evidence."""
        item = selectors.item_of(self.access.space, subject, subject_id)
        return Response(opened(item, selectors.why(self.access.space, item), self.context()))


class OneItem(ReviewEndpoint):
    """One question."""

    @operation("Read a question with its evidence", needs=Capability.REVIEW, answers={200: ItemOpened})
    def get(self, request: Request, tag: str, subject: str, subject_id: uuid.UUID) -> Response:
        """Open or decided."""
        return self.shown(subject, subject_id)


class Approve(ReviewEndpoint):
    """Yes."""

    @operation(
        "Approve, in your own words where `text` is given; 409 when it is not open or has moved on",
        needs=Capability.REVIEW,
        body=Approval,
        answers={200: ItemOpened},
    )
    def post(self, request: Request, tag: str, subject: str, subject_id: uuid.UUID) -> Response:
        """The question, decided."""
        actor, space = self.access.actor, self.access.space
        if subject == "proposal":
            services.approve_proposal(actor=actor, space=space, proposal_id=subject_id, **self.body)
        else:
            services.approve_memory(actor=actor, space=space, memory_id=subject_id, **self.body)
        return self.shown(subject, subject_id)


class Reject(ReviewEndpoint):
    """No."""

    @operation(
        "Reject, with a reason; the same question is not asked again",
        needs=Capability.REVIEW,
        body=Rejection,
        answers={200: ItemOpened},
    )
    def post(self, request: Request, tag: str, subject: str, subject_id: uuid.UUID) -> Response:
        """The question, decided."""
        actor, space = self.access.actor, self.access.space
        if subject == "proposal":
            services.reject_proposal(actor=actor, space=space, proposal_id=subject_id, **self.body)
        else:
            services.decline_memory(actor=actor, space=space, memory_id=subject_id, **self.body)
        return self.shown(subject, subject_id)
