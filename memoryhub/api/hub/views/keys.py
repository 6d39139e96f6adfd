"""Association keys of a space."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.keys import KeyCounted, KeyPage, KeyQuery
from memoryhub.associations import selectors
from memoryhub.core import paging


class Keys(SpaceEndpoint):
    """All keys that current memories have."""

    @operation("List association keys, most used first", query=KeyQuery, answers={200: KeyPage})
    def get(self, request: Request, tag: str) -> Response:
        """One page."""
        page = paging.page(
            selectors.keys_with_counts(self.access.space, now=self.now),
            scope=f"keys {tag}",
            sort=self.query["sort"],
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, KeyCounted(page.rows, many=True))
