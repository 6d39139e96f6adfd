"""Association keys of a space."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.fields import PageQuery
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.keys import KeyCounted, KeyOpened, KeyPage, KeyQuery, NeighbourShown
from memoryhub.api.hub.serializers.memories import MemoryListed, MemoryPage
from memoryhub.associations import selectors
from memoryhub.core import paging

NEIGHBOURS = 20


class Keys(SpaceEndpoint):
    """All keys that current memories have."""

    @operation("List association keys, most used first", query=KeyQuery, answers={200: KeyPage})
    def get(self, request: Request, tag: str) -> Response:
        """One page."""
        kind, query = self.query.get("kind", ""), self.query.get("q", "")
        page = paging.page(
            selectors.keys_with_counts(self.access.space, now=self.now, kind=kind, query=query),
            scope=f"keys {tag} {kind} {query}",
            sort=self.query["sort"],
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, KeyCounted(page.rows, many=True))


class OneKey(SpaceEndpoint):
    """One key that current memories have."""

    @operation("Read an association key with its neighbours", answers={200: KeyOpened})
    def get(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """The key; what has none of its memories current reads like an unknown one."""
        return Response(self.opened(key_id))

    def opened(self, key_id: uuid.UUID) -> dict[str, Any]:
        """A key with what stands beside it."""
        key = selectors.key_of(self.access.space, key_id, now=self.now)
        beside = selectors.neighbours(self.access.space, key_id, now=self.now, limit=NEIGHBOURS)
        return dict(KeyCounted(key).data) | {"neighbours": NeighbourShown(beside, many=True).data}


class KeyMemories(SpaceEndpoint):
    """What has one key."""

    @operation("List the current memories that have a key, newest first", query=PageQuery, answers={200: MemoryPage})
    def get(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """One page."""
        space = self.access.space
        selectors.key_of(space, key_id, now=self.now)
        page = paging.page(
            selectors.memories_with(space, key_id, now=self.now),
            scope=f"key memories {tag} {key_id}",
            sort="-created_at",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        keys = selectors.keys_of(space, [row.pk for row in page.rows])
        return listed(page, MemoryListed(page.rows, many=True, context={**self.context(), "keys": keys}))
