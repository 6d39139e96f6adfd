"""The graph of a space on the wire: the map that the console draws, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rest_framework import serializers

from memoryhub.api.fields import Choice, Flag, Given, Id, Name, Shown, Text
from memoryhub.associations.around import DEEPEST, Direction, Local
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from memoryhub.core import packed

AT_ONCE = 5_000  # nodes, or edges, that are written at a time
DIGITS = 2  # of a place; neighbours stand 13 map units apart


class NodeShown(Shown):
    """A version of a memory, or a document, and its place on the map; y grows downward."""

    id = Id()
    kind = serializers.ChoiceField(choices=[kind.name.lower() for kind in NodeKind])
    state = serializers.ChoiceField(choices=[state.name.lower() for state in NodeState])
    cluster = serializers.IntegerField(help_text="An index of `clusters`.")
    x = serializers.FloatField()
    y = serializers.FloatField()
    degree = serializers.IntegerField(help_text="How many edges end here, equal ones counted once.")
    is_static = serializers.BooleanField()
    is_inference = serializers.BooleanField()


class GraphEdgeShown(Shown):
    """What links two nodes, from the newer memory to the older or from a document to what it says; both are listed."""

    source = Id()  # type: ignore[assignment]  # the name of a member on the wire
    target = Id()
    edgeType = serializers.ChoiceField(choices=[kind.name.lower() for kind in EdgeKind])
    count = serializers.IntegerField(help_text="How many equal edges this one stands for.")


class ClusterShown(Shown):
    """What belongs together; `small` and `isolated` gather what is too small for an island and have no name."""

    name = serializers.CharField(allow_blank=True)
    role = serializers.ChoiceField(choices=[role.value for role in Role])
    count = serializers.IntegerField()


class GraphShown(Shown):
    """The newest nodes of a space, at most a million; `total` says how many there are."""

    revision = serializers.IntegerField(help_text="The ledger's number that this is the state of.")
    total = serializers.IntegerField()
    clusters = ClusterShown(many=True)
    nodes = NodeShown(many=True)
    edges = GraphEdgeShown(many=True)


class PathQuery(Given):
    """Two nodes of the graph. A path has no direction: edges are followed either way."""

    start = Id(help_text="The id of a memory's version or of a document.")
    end = Id(help_text="The id of a memory's version or of a document.")


class PathShown(Shown):
    """A shortest way, both ends included; without nodes where none leads there."""

    nodes = serializers.ListField(child=Id())
    relations = serializers.ListField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=[kind.name.lower() for kind in EdgeKind])),
        help_text="What links each node to the next; one less than there are nodes.",
    )


class IslandChange(Given):
    """What the island a node is on is called, or with `part` the part of it."""

    name = Name(allow_null=True, max_length=60, help_text="null gives it its automatic name again.")
    part = Flag(default=False)
    was = Text(required=False, allow_blank=True, help_text="Refused where it is called otherwise by now.")


class IslandShown(Shown):
    """An island of the map, or a part of one, and how many nodes of the caller's map are there."""

    name = serializers.CharField()
    count = serializers.IntegerField()
    part = serializers.BooleanField()


class AroundQuery(Given):
    """A node, and how far to go from it."""

    node = Id(help_text="The id of a memory's version or of a document.")
    depth = serializers.IntegerField(min_value=1, max_value=DEEPEST, default=1, help_text="Edges to follow at most.")
    direction = Choice(
        choices=[each.value for each in Direction],
        default=Direction.BOTH.value,
        help_text="`out` follows edges from source to target, `in` against that; a shared key counts for both.",
    )


class AroundNodeShown(Shown):
    """A version of a memory, or a document, and how far away it is."""

    id = Id()
    kind = serializers.ChoiceField(choices=[kind.name.lower() for kind in NodeKind])
    state = serializers.ChoiceField(choices=[state.name.lower() for state in NodeState])
    steps = serializers.IntegerField(help_text="Edges from the node that was asked for.")
    beyond = serializers.IntegerField(help_text="How many of its neighbours, in this direction, are not listed.")


class AroundShown(Shown):
    """The nodes, the nearest first, with all edges between them; `total` counts those past the bound too."""

    total = serializers.IntegerField()
    nodes = AroundNodeShown(many=True)
    edges = GraphEdgeShown(many=True)


def told_around(local: Local) -> dict[str, Any]:
    """A neighbourhood as `AroundShown` takes it."""
    atlas, near = local.atlas, local.near
    graph, edges = atlas.graph, atlas.graph.merged_edges()
    keys, hops, beyond = packed.unpack(graph.ids), near.hops.tolist(), near.beyond.tolist()
    nodes = [
        {
            "id": keys[at],
            "kind": NodeKind(graph.kinds[at]).name.lower(),
            "state": NodeState(graph.states[at]).name.lower(),
            "steps": hops[at],
            "beyond": beyond[at],
        }
        for at in near.hops.argsort(kind="stable").tolist()
    ]
    rows = zip(*(each.tolist() for each in (edges.source, edges.target, edges.kind, edges.count)), strict=True)
    return {
        "total": near.total,
        "nodes": nodes,
        "edges": [
            {"source": keys[source], "target": keys[target], "edgeType": EdgeKind(kind).name.lower(), "count": count}
            for source, target, kind, count in rows
        ],
    }


def written(atlas: Atlas) -> Iterator[bytes]:
    """A map as `GraphShown` describes it, in parts of JSON: it may have a million nodes."""
    clusters = [{"name": one.name, "role": one.role.value, "count": one.count} for one in atlas.levels.clusters]
    head = json.dumps({"revision": atlas.revision, "total": atlas.total, "clusters": clusters})
    yield head.removesuffix("}").encode()
    for name, rows, count in (("nodes", _nodes, len(atlas)), ("edges", _edges, len(atlas.graph.merged_edges()))):
        yield f', "{name}": ['.encode()
        for first in range(0, count, AT_ONCE):
            part = json.dumps(list(rows(atlas, slice(first, first + AT_ONCE))))
            yield ((", " if first else "") + part[1:-1]).encode()
        yield b"]"
    yield b"}"


def _nodes(atlas: Atlas, run: slice) -> Iterator[dict[str, Any]]:
    graph, levels = atlas.graph, atlas.levels
    degrees = graph.merged_edges().degrees(len(graph))
    columns = (
        graph.kinds,
        graph.states,
        levels.cluster,
        levels.x,
        levels.y,
        degrees,
        graph.is_static,
        graph.is_inferred,
    )
    rows = zip(packed.encode(graph.ids[run]), *(column[run].tolist() for column in columns), strict=True)
    for node, kind, state, cluster, x, y, degree, is_static, is_inferred in rows:
        yield {
            "id": node,
            "kind": NodeKind(kind).name.lower(),
            "state": NodeState(state).name.lower(),
            "cluster": cluster,
            "x": round(x, DIGITS),
            "y": round(y, DIGITS),
            "degree": degree,
            "is_static": is_static,
            "is_inference": is_inferred,
        }


def _edges(atlas: Atlas, run: slice) -> Iterator[dict[str, Any]]:
    edges, ids = atlas.graph.merged_edges(), atlas.graph.ids
    ends = (packed.encode(ids[end[run]]) for end in (edges.source, edges.target))
    for source, target, kind, count in zip(*ends, edges.kind[run].tolist(), edges.count[run].tolist(), strict=True):
        yield {"source": source, "target": target, "edgeType": EdgeKind(kind).name.lower(), "count": count}
