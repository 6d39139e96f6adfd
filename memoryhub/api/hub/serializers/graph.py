"""The graph of a space on the wire: the map that the console draws, for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rest_framework import serializers

from memoryhub.api.fields import Id, Shown
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from memoryhub.core import ids

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
    kind = serializers.ChoiceField(choices=[kind.name.lower() for kind in EdgeKind])
    count = serializers.IntegerField(help_text="How many equal edges this one stands for.")


class ClusterShown(Shown):
    """What belongs together; `small` and `isolated` gather what is too small for an island and have no name."""

    name = serializers.CharField(allow_blank=True)
    role = serializers.ChoiceField(choices=[role.value for role in Role])
    count = serializers.IntegerField()


class GraphShown(Shown):
    """The newest nodes of a space, at most 5,000; `total` says how many there are."""

    revision = serializers.IntegerField(help_text="The ledger's number that this is the state of.")
    total = serializers.IntegerField()
    nodes = NodeShown(many=True)
    edges = GraphEdgeShown(many=True)
    clusters = ClusterShown(many=True)


def shown(atlas: Atlas) -> dict[str, Any]:
    """A map as `GraphShown` describes it: built by hand, since it may have many thousands of parts."""
    wire = [ids.encode(node) for node in atlas.graph.ids]
    return {
        "revision": atlas.revision,
        "total": atlas.total,
        "nodes": list(_nodes(atlas, wire)),
        "edges": list(_edges(atlas, wire)),
        "clusters": [{"name": one.name, "role": one.role.value, "count": one.count} for one in atlas.levels.clusters],
    }


def _nodes(atlas: Atlas, wire: list[str]) -> Iterator[dict[str, Any]]:
    graph, levels = atlas.graph, atlas.levels
    degrees = graph.merged_edges().degrees(len(graph))
    for index, node in enumerate(wire):
        yield {
            "id": node,
            "kind": NodeKind(graph.kinds[index]).name.lower(),
            "state": NodeState(graph.states[index]).name.lower(),
            "cluster": int(levels.cluster[index]),
            "x": round(float(levels.x[index]), DIGITS),
            "y": round(float(levels.y[index]), DIGITS),
            "degree": int(degrees[index]),
            "is_static": bool(graph.is_static[index]),
            "is_inference": bool(graph.is_inferred[index]),
        }


def _edges(atlas: Atlas, wire: list[str]) -> Iterator[dict[str, Any]]:
    edges = atlas.graph.merged_edges()
    columns = (edges.source, edges.target, edges.kind, edges.count)
    for source, target, kind, count in zip(*(column.tolist() for column in columns), strict=True):
        yield {
            "source": wire[source],
            "target": wire[target],
            "kind": EdgeKind(kind).name.lower(),
            "count": count,
        }
