"""The list twin of the map: clusters, their members, and the relations of a member, unfolded in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from graph_ui.graph.unfolding import PAGE, Unfolded, Window
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, Flags, GraphInput, Ints, MergedEdges, NodeKind, NodeState
from memoryhub.associations.graph.levels import Bridge, Cluster, Levels

Addresses = Callable[[NodeKind, str], tuple[str, str]]


# (kind, this end is the source) -> the word between this node and the other one
WORDS: Mapping[tuple[EdgeKind, bool], Promise] = {
    (EdgeKind.UPDATES, True): pgettext_lazy("relation to another memory", "updates"),
    (EdgeKind.UPDATES, False): pgettext_lazy("relation to another memory", "updated by"),
    (EdgeKind.EXTENDS, True): pgettext_lazy("relation to another memory", "extends"),
    (EdgeKind.EXTENDS, False): pgettext_lazy("relation to another memory", "extended by"),
    (EdgeKind.DERIVES, True): pgettext_lazy("relation to another memory", "follows from"),
    (EdgeKind.DERIVES, False): pgettext_lazy("relation to another memory", "gives rise to"),
    (EdgeKind.SOURCE, True): pgettext_lazy("relation of a document to a memory", "says"),
    (EdgeKind.SOURCE, False): pgettext_lazy("relation of a memory to a document", "from"),
    (EdgeKind.KEY, True): pgettext_lazy("relation to another memory", "shares a key with"),
    (EdgeKind.KEY, False): pgettext_lazy("relation to another memory", "shares a key with"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a map is listed: the nodes in ``mask``, the edges between them, and these summed between clusters."""

    mask: Flags
    edges: MergedEdges
    bridges: Sequence[Bridge]

    @classmethod
    def all_of(cls, graph: GraphInput, levels: Levels) -> Shown:
        """Everything."""
        return cls(np.ones(len(graph), np.bool_), graph.merged_edges(), levels.bridges)


def opened_at(graph: GraphInput, levels: Levels, wire_ids: Sequence[str], node: str, shown: Shown) -> Unfolded:
    """What must be open for a node to be seen with its relations: the page it is on; nothing for one not shown."""
    if node not in wire_ids or not shown.mask[index := wire_ids.index(node)]:
        return Unfolded({}, {})
    cluster = int(levels.cluster[index])
    members = _members(levels, shown, shown.edges.degrees(len(graph)), graph, cluster)
    page = int(np.flatnonzero(members == index)[0]) // PAGE
    return Unfolded({cluster: Window(PAGE, page * PAGE)}, {node: Window()})


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A relation as seen from one of its ends."""

    kind: str  # updates, extends, derives, source or key
    word: Promise
    other: NodeRow
    count: int


@dataclass(frozen=True, slots=True)
class Expanding:
    """Neighbours of a node of a local graph that are not shown, and the query strings that show a page of them, or no
    page any more; "" for none."""

    beyond: int
    more: str
    less: str


@dataclass(frozen=True, slots=True)
class Rest:
    """What an open list has besides the rows it shows: how many, and query strings that show a page more of them."""

    before: int = 0
    behind: int = 0
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A memory or document in the list. ``toggle`` is a query string."""

    id: str
    text: str
    kind: str  # memory or document
    state: str
    degree: int
    url: str
    panel_url: str
    is_open: bool = False
    relations: tuple[RelationRow, ...] = ()
    rest: Rest = Rest()
    toggle: str = ""
    expanding: Expanding | None = None


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """A cluster in the list; ``linked_to`` is the name of the cluster most of its outward links lead to, ``node`` the
    id of a member that is shown."""

    index: int
    name: str
    is_island: bool
    hue: int
    count: int
    links: int
    linked_to: str
    is_open: bool
    nodes: tuple[NodeRow, ...]
    rest: Rest
    toggle: str
    node: str = ""


@dataclass(frozen=True, slots=True)
class _Source:
    """What rows are made of."""

    graph: GraphInput
    edges: MergedEdges
    degrees: Ints
    wire_ids: Sequence[str]
    texts: Mapping[int, str]
    addresses: Addresses
    unfolded: Unfolded
    expanding: Mapping[str, Expanding]


def build(
    graph: GraphInput,
    levels: Levels,
    wire_ids: Sequence[str],
    unfolded: Unfolded,
    shown: Shown,
    *,
    titles: Mapping[Role, str],
    texts: Callable[[Sequence[int]], Mapping[int, str]],
    addresses: Addresses,
    expanding: Mapping[str, Expanding] = MappingProxyType({}),
) -> list[ClusterRow]:
    """The list of what is shown, as far as it is unfolded; a cluster of which nothing is shown is left out.

    ``texts`` is asked once, for the indices of the nodes that are shown. ``addresses(kind, wire id)`` gives the
    address of a node's page and that of its panel, ``expanding`` by wire id what can be expanded.
    """
    edges = shown.edges
    degrees = edges.degrees(len(graph))
    listed = {
        cluster: _cut(_members(levels, shown, degrees, graph, cluster), window)
        for cluster, window in unfolded.clusters.items()
        if cluster < len(levels.clusters)
    }
    wanted = {index for members in listed.values() for index in members.tolist()}
    for index in sorted(wanted):
        if window := unfolded.nodes.get(wire_ids[index]):
            wanted.update(other for other, *_ in _relations(edges, index, window)[0])
    source = _Source(graph, edges, degrees, wire_ids, texts(sorted(wanted)), addresses, unfolded, expanding)
    names = [each.name or str(titles[each.role]) for each in levels.clusters]
    links = _links(shown.bridges, names)
    here = dict(zip(*np.unique(np.where(shown.mask, levels.cluster, -1), return_index=True), strict=True))
    counts = np.bincount(levels.cluster[shown.mask], minlength=len(levels.clusters)).tolist()
    return [
        _cluster_row(
            source,
            index,
            replace(cluster, name=names[index], count=counts[index]),
            links[index],
            listed.get(index, np.zeros(0, np.int64)),
            int(here[index]),
        )
        for index, cluster in enumerate(levels.clusters)
        if counts[index]
    ]


def _cluster_row(
    source: _Source, index: int, cluster: Cluster, links: tuple[int, str], members: Ints, first: int
) -> ClusterRow:
    window = source.unfolded.clusters.get(index)
    open_as = partial(source.unfolded.with_cluster, index)
    return ClusterRow(
        index=index,
        name=cluster.name,
        is_island=cluster.role is Role.ISLAND,
        hue=cluster.hue,
        count=cluster.count,
        links=links[0],
        linked_to=links[1],
        is_open=window is not None,
        nodes=tuple(_member_row(source, node) for node in members.tolist()),
        rest=_rest(window, cluster.count, open_as),
        toggle=open_as(Window() if window is None else None).query(),
        node=source.wire_ids[first],
    )


def _member_row(source: _Source, index: int) -> NodeRow:
    row = _node_row(source, index)
    window = source.unfolded.nodes.get(row.id)
    open_as = partial(source.unfolded.with_node, row.id)
    toggle = open_as(Window() if window is None else None).query()
    toggled = replace(row, toggle=toggle, expanding=source.expanding.get(row.id))
    if window is None:
        return toggled
    ends, total = _relations(source.edges, index, window)
    relations = tuple(
        RelationRow(kind.name.lower(), WORDS[kind, outward], _node_row(source, other), count)
        for other, kind, outward, count in ends
    )
    return replace(toggled, is_open=True, relations=relations, rest=_rest(window, total, open_as))


def _rest(window: Window | None, total: int, open_as: Callable[[Window], Unfolded]) -> Rest:
    """What a list of so many rows has besides the window."""
    if window is None:
        return Rest()
    seen = window.within(total)
    behind = total - seen.first - seen.shown
    return Rest(seen.first, behind, open_as(seen.earlier()).query(), open_as(seen.later()).query())


def _node_row(source: _Source, index: int) -> NodeRow:
    kind = NodeKind(source.graph.kinds[index])
    url, panel_url = source.addresses(kind, source.wire_ids[index])
    return NodeRow(
        id=source.wire_ids[index],
        text=source.texts.get(index, ""),
        url=url,
        panel_url=panel_url,
        kind=kind.name.lower(),
        state=NodeState(source.graph.states[index]).name.lower(),
        degree=int(source.degrees[index]),
    )


def _members(levels: Levels, shown: Shown, degrees: Ints, graph: GraphInput, cluster: int) -> Ints:
    """Members of a cluster that are shown, the best linked first, then the newest."""
    members = np.flatnonzero((levels.cluster == cluster) & shown.mask)
    return members[np.lexsort((members, -graph.created[members], -degrees[members]))]


def _relations(edges: MergedEdges, node: int, window: Window) -> tuple[list[tuple[int, EdgeKind, bool, int]], int]:
    """(other end, kind, whether the node is the source, count) of the relations in a window, and how many there are."""
    mine = edges.of(node)
    mine = mine[np.argsort(edges.kind[mine], kind="stable")]
    found = [
        (
            int(edges.target[each] if edges.source[each] == node else edges.source[each]),
            EdgeKind(edges.kind[each]),
            bool(edges.source[each] == node),
            int(edges.count[each]),
        )
        for each in _cut(mine, window).tolist()
    ]
    return found, len(mine)


def _cut(rows: Ints, window: Window) -> Ints:
    """The rows in a window."""
    seen = window.within(len(rows))
    return rows[seen.first : seen.first + seen.shown]


def _links(bridges: Iterable[Bridge], names: Sequence[str]) -> list[tuple[int, str]]:
    """For each cluster its strongest bridge: how many links, and to which cluster."""
    best = [(0, "")] * len(names)
    for bridge in bridges:
        for own, other in ((bridge.low, bridge.high), (bridge.high, bridge.low)):
            if bridge.count > best[own][0]:
                best[own] = (bridge.count, names[other])
    return best
