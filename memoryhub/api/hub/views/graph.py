"""The graph of a space: what the console draws, for programs."""

from __future__ import annotations

import uuid
from itertools import pairwise

import numpy as np
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.graph import (
    AroundQuery,
    AroundShown,
    GraphShown,
    IslandChange,
    IslandShown,
    PathQuery,
    PathShown,
    told_around,
    written,
)
from memoryhub.associations import around, atlas, island_names, naming, paths
from memoryhub.associations.graph.levels import Cluster, Part
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


class Island(SpaceEndpoint):
    """The island of the graph that a node is on."""

    @operation(
        "Name the island of the graph that a node is on, or the part of it",
        needs=Capability.WRITE,
        body=IslandChange,
        answers={200: IslandShown},
    )
    def patch(self, request: Request, tag: str, node_id: uuid.UUID) -> Response:
        """The island as it is called now; the name stays with it however the map is arranged."""
        is_part = self.body["part"]
        self._home(node_id, is_part=is_part)  # what is not on the caller's map has no name to change
        naming.name(
            actor=self.access.actor,
            space=self.access.space,
            node_id=node_id,
            name=self.body["name"],
            is_part=is_part,
            was=self.body.get("was"),
        )
        found = self._home(node_id, is_part=is_part)
        return Response(IslandShown({"name": found.name, "count": found.count, "part": is_part}).data)

    def _home(self, node_id: uuid.UUID, *, is_part: bool) -> Cluster | Part:
        found = atlas.atlas_of(self.access.space, now=self.now, with_review=self.access.may(Capability.REVIEW))
        at = island_names.home_of(found.levels, paths.place_of(found.graph, node_id), is_part=is_part)
        return (found.levels.parts if is_part else found.levels.clusters)[at]


class GraphAround(SpaceEndpoint):
    """What lies around one node of the graph."""

    @operation("Read what lies around a node of the graph", query=AroundQuery, answers={200: AroundShown})
    def get(self, request: Request, tag: str) -> Response:
        """Over what the caller sees alone; of more than 2,000 nodes the nearest, then the most strongly linked."""
        found = atlas.atlas_of(self.access.space, now=self.now, with_review=self.access.may(Capability.REVIEW))
        direction = around.Direction(self.query["direction"])
        local = around.local_of(found, around.Wanted(self.query["node"], self.query["depth"], direction))
        return Response(AroundShown(told_around(local)).data)
