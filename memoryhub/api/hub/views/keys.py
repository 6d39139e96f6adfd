"""Association keys of a space."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.fields import PageQuery
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.keys import (
    KeyChange,
    KeyCounted,
    KeyMerge,
    KeyOpened,
    KeyPage,
    KeyQuery,
    KeySplit,
    NeighbourShown,
)
from memoryhub.api.hub.serializers.memories import MemoryListed, MemoryPage
from memoryhub.associations import curating, selectors
from memoryhub.associations.models import Key
from memoryhub.core import paging
from memoryhub.spaces.access import Capability

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


class KeyEndpoint(SpaceEndpoint):
    """What the addresses of one key share: which keys there are for callers, and how one is presented."""

    def key(self, key_id: uuid.UUID) -> Key:
        """The key; what has none of its memories current reads like an unknown one."""
        return selectors.key_of(self.access.space, key_id, now=self.now)

    def opened(self, key: Key) -> dict[str, Any]:
        """A key with what stands beside it."""
        beside = selectors.neighbours(self.access.space, key.pk, now=self.now, limit=NEIGHBOURS)
        return dict(KeyCounted(key).data) | {"neighbours": NeighbourShown(beside, many=True).data}

    def changed(self, key: Key) -> dict[str, Any]:
        """A key as it is after a deed, whether any current memory has it or not."""
        return self.opened(selectors.counted(self.access.space, key.pk, now=self.now))


class OneKey(KeyEndpoint):
    """One key that current memories have."""

    @operation("Read an association key with its neighbours", answers={200: KeyOpened})
    def get(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """The key."""
        return Response(self.opened(self.key(key_id)))

    @operation("Rename a key, or change its kind", needs=Capability.WRITE, body=KeyChange, answers={200: KeyOpened})
    def patch(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """The key as it is now."""
        self.key(key_id)
        key = curating.change(actor=self.access.actor, space=self.access.space, key_id=key_id, **self.body)
        return Response(self.changed(key))


class MergeKey(KeyEndpoint):
    """Two keys that mean the same."""

    @operation(
        "Merge a key into another, which gets its memories and all its wordings; it can be undone",
        needs=Capability.WRITE,
        body=KeyMerge,
        answers={200: KeyOpened},
    )
    def post(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """The key that stays."""
        self.key(key_id)
        into = self.key(self.body["into"])
        kept = curating.merge(actor=self.access.actor, space=self.access.space, key_id=key_id, into_id=into.pk)
        return Response(self.changed(kept))


class SplitKey(KeyEndpoint):
    """One key that means two things."""

    @operation(
        "Make a key of its own of an alias of a key, of some of its memories, or of both; it can be undone",
        needs=Capability.WRITE,
        body=KeySplit,
        answers={201: KeyOpened},
    )
    def post(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """The new key."""
        self.key(key_id)
        made = curating.split(actor=self.access.actor, space=self.access.space, key_id=key_id, **self.body)
        return Response(self.changed(made), status=201)


class KeyMemories(KeyEndpoint):
    """What has one key."""

    @operation("List the current memories that have a key, newest first", query=PageQuery, answers={200: MemoryPage})
    def get(self, request: Request, tag: str, key_id: uuid.UUID) -> Response:
        """One page."""
        space = self.access.space
        self.key(key_id)
        page = paging.page(
            selectors.memories_with(space, key_id, now=self.now),
            scope=f"key memories {tag} {key_id}",
            sort="-created_at",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        keys = selectors.keys_of(space, [row.pk for row in page.rows])
        return listed(page, MemoryListed(page.rows, many=True, context={**self.context(), "keys": keys}))
