"""The graph of a space: what the console draws, for programs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.graph import GraphShown, PathQuery, PathShown, written
from memoryhub.associations import atlas, paths
from memoryhub.core import packed
from memoryhub.core.streaming import MadeInParts
from memoryhub.spaces.access import Capability


class Graph(SpaceEndpoint):
    """All nodes of the map, and what links them."""

    @operation(
        "Read the graph; with the ETag of an earlier answer in If-None-Match, 304 while it is the same",
        answers={200: GraphShown, 304: None},
    )
    def get(self, request: Request, tag: str) -> HttpResponseBase:
        """What is current, with older versions; for reviewers also what waits for review.

        Of a large space whose map is still being drawn there is none yet: 503 with the code `map_being_drawn`.
        """
        space, with_review = self.access.space, self.access.may(Capability.REVIEW)
        version = atlas.version_of(space, now=self.now, with_review=with_review)
        # Asked about each time: what may be seen changes with the clock, and with every membership.
        headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache"}
        if headers["ETag"] in parse_etags(request.headers.get("If-None-Match", "")):
            return Response(status=304, headers=headers)
        found = atlas.atlas_of(space, now=self.now, with_review=with_review)
        headers["ETag"] = f'"{found.version}"'
        return MadeInParts(written(found), content_type="application/json", headers=headers)


class GraphPath(SpaceEndpoint):
    """The way from one node of the graph to another."""

    @operation("Find a shortest path between two nodes of the graph", query=PathQuery, answers={200: PathShown})
    def get(self, request: Request, tag: str) -> Response:
        """Over what the caller sees alone; of several that are as short, the same one while nothing changes."""
        found = atlas.atlas_of(self.access.space, now=self.now, with_review=self.access.may(Capability.REVIEW))
        graph, edges = found.graph, found.graph.merged_edges()
        ends = [paths.place_of(graph, self.query[name]) for name in ("start", "end")]
        way = paths.shortest(edges, *ends, among=np.ones(len(graph), np.bool_))
        nodes = [] if way is None else way.tolist()
        kinds = [[kind.name.lower() for kind in paths.between(edges, *pair)] for pair in pairwise(nodes)]
        return Response(PathShown({"nodes": packed.unpack(graph.ids[nodes]), "relations": kinds}).data)
