"""The graph of a space: what the console draws, for programs."""

from __future__ import annotations

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.graph import GraphShown, shown
from memoryhub.associations import atlas
from memoryhub.spaces.access import Capability


class Graph(SpaceEndpoint):
    """All nodes of the map, and what links them."""

    @operation(
        "Read the graph; with the ETag of an earlier answer in If-None-Match, 304 while it is the same",
        answers={200: GraphShown, 304: None},
    )
    def get(self, request: Request, tag: str) -> Response:
        """What is current, with older versions; for reviewers also what waits for review."""
        space, with_review = self.access.space, self.access.may(Capability.REVIEW)
        version = atlas.version_of(space, now=self.now, with_review=with_review)
        # Asked about each time: what may be seen changes with the clock, and with every membership.
        headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache"}
        if headers["ETag"] in parse_etags(request.headers.get("If-None-Match", "")):
            return Response(status=304, headers=headers)
        found = atlas.atlas_of(space, now=self.now, with_review=with_review)
        return Response(shown(found), headers=headers | {"ETag": f'"{found.version}"'})
