"""Memories: listed, remembered, read, revised."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.fields import PageQuery
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.memories import (
    EdgeShown,
    MemoryChange,
    MemoryListed,
    MemoryOpened,
    MemoryPage,
    MemoryQuery,
    NewMemory,
    RememberedShown,
    SourceShown,
    VersionPage,
    VersionShown,
)
from memoryhub.api.hub.serializers.related import RelatedList, RelatedQuery, RelatedShown
from memoryhub.associations import related
from memoryhub.associations import selectors as associations
from memoryhub.core import paging
from memoryhub.ingest import services as ingest
from memoryhub.memories import selectors, services, sight
from memoryhub.memories.models import Memory
from memoryhub.spaces.access import Capability


class MemoryEndpoint(SpaceEndpoint):
    """What the addresses of memories share: how memories are presented."""

    def listed(self, memory: Memory, **more: Any) -> dict[str, Any]:
        """A memory with its keys."""
        keys = associations.keys_of(self.access.space, [memory.pk])
        return dict(MemoryListed(memory, context={**self.context(), "keys": keys}).data) | more

    def opened(self, memory: Memory) -> dict[str, Any]:
        """A memory with its keys, sources and relations."""
        sources = selectors.sources_of(self.access.space, [memory.pk])
        edges = selectors.relations_of(self.access.space, memory.pk, now=self.now)
        return self.listed(
            memory, sources=SourceShown(sources, many=True).data, relations=EdgeShown(edges, many=True).data
        )


class Memories(MemoryEndpoint):
    """All memories of a space."""

    @operation("List memories, newest first", query=MemoryQuery, answers={200: MemoryPage})
    def get(self, request: Request, tag: str) -> Response:
        """One page."""
        space, state = self.access.space, self.query["state"]
        sight.require(self.access, state)
        page = paging.page(
            selectors.memories_of(space, now=self.now, state=state),
            scope=f"memories {tag} {state}",
            sort=self.query["sort"],
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        keys = associations.keys_of(space, [row.pk for row in page.rows])
        return listed(page, MemoryListed(page.rows, many=True, context={**self.context(), "keys": keys}))

    @operation(
        "Remember a fact; 200 when the space knew it already",
        needs=Capability.WRITE,
        body=NewMemory,
        answers={201: RememberedShown, 200: RememberedShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The memory, and whether it is new."""
        keys = [(key["text"], key["kind"]) for key in self.body.pop("keys", [])]
        found = ingest.remember(actor=self.access.actor, space=self.access.space, keys=keys, **self.body)
        return Response(self.listed(found.memory, created=found.created), status=201 if found.created else 200)


class OneMemory(MemoryEndpoint):
    """The latest version of one memory."""

    @operation("Read a memory with its keys, sources and relations", answers={200: MemoryOpened})
    def get(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """The latest version of the chain that holds this one."""
        return Response(self.opened(sight.latest(self.access, memory_id, now=self.now)))

    @operation(
        "Write a new version, or change details",
        needs=Capability.WRITE,
        body=MemoryChange,
        answers={200: MemoryListed},
    )
    def patch(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """The latest version as it is now."""
        sight.latest(self.access, memory_id, now=self.now)
        change = ingest.revise if "text" in self.body else services.change
        memory = change(actor=self.access.actor, space=self.access.space, memory_id=memory_id, **self.body)
        return Response(self.listed(memory))


class MemoryHistory(SpaceEndpoint):
    """All versions of one memory."""

    @operation("List the versions of a memory, first to last", query=PageQuery, answers={200: VersionPage})
    def get(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """One page of the versions that are for the caller."""
        page = paging.page(
            sight.history(self.access, memory_id, now=self.now),
            scope=f"history {tag} {memory_id}",
            sort="version",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, VersionShown(page.rows, many=True, context=self.context()))


class RelatedMemories(SpaceEndpoint):
    """What has to do with one memory."""

    @operation(
        "List what shares keys with a memory, rare keys before those that many have, or is related to it",
        query=RelatedQuery,
        answers={200: RelatedList},
    )
    def get(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """The best; there are no further pages."""
        memory = sight.latest(self.access, memory_id, now=self.now)
        found = related.related(self.access.space, memory, now=self.now, limit=self.query["limit"])
        return Response({"items": RelatedShown(found, many=True, context=self.context()).data})
