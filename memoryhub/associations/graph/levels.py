"""One map of a space: clusters with names and hues, places of all nodes, and the bridges between clusters."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from memoryhub.core.packed import PackedIds

from . import clusters, field, layout, links, names, placing
from .clusters import Clusters, Role
from .forces import Places
from .inputs import Flags, Floats, GraphInput, Ints, MergedEdges
from .islands import SPACING
from .layout import Separation
from .names import Name

HUES = 7  # coloured islands; hue 0 is grey, for every further one and for the fields
KEEPS_NAME = 0.5  # share of members an island must have in common with its former self to keep its name
FEWEST_IN_A_PART = 12  # members of a sub-cluster; smaller groups have no name of their own
REBUILD_SHARE = 0.1  # past this share of new nodes a map is arranged anew


@dataclass(frozen=True, slots=True)
class Cluster:
    """An island (a disc of radius ``half_width``) or a field (a box); ``name`` is empty for a field.

    The words for fields are a matter of language, so the pages give them. ``named_by`` is the node whose label the name
    is, -1 for one made of keys or numbers, and `names.BY_A_PERSON`.
    """

    role: Role
    name: str
    hue: int
    count: int
    x: float
    y: float
    half_width: float
    half_height: float
    named_by: int = -1


@dataclass(frozen=True, slots=True)
class Bridge:
    """All edges between two clusters, summed; ``low`` < ``high`` are cluster indices."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class Part:
    """A sub-cluster: a group within the island ``cluster``, and the circle round its members; named like a cluster."""

    cluster: int
    name: str
    count: int
    x: float
    y: float
    half_width: float
    named_by: int = -1


Named = TypeVar("Named", Cluster, Part)


@dataclass(frozen=True, slots=True)
class Levels:
    """The map: x, y (map units, y grows downward) and cluster of every node, in the order of the input's ids.

    ``part`` is the sub-cluster of every node, -1 where it has none: in the fields, on islands that are not divided,
    and for what was added since the map was arranged. It is empty when there are no ``parts``.
    """

    x: Floats
    y: Floats
    cluster: Ints
    clusters: tuple[Cluster, ...]
    bridges: tuple[Bridge, ...]
    part: Ints = dataclasses.field(default_factory=lambda: np.zeros(0, np.int64))
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Former:
    """A former map seen from new ids: NaN places, cluster and part -1 where a node was not there."""

    places: Places
    cluster: Ints
    clusters: tuple[Cluster, ...]
    part: Ints = dataclasses.field(default_factory=lambda: np.zeros(0, np.int64))
    parts: tuple[Part, ...] = ()

    @property
    def is_new(self) -> Flags:
        new: Flags = np.isnan(self.places)
        return new


def carry_over(old_ids: PackedIds, old: Levels, graph: GraphInput) -> Former:
    """The former map of ``old_ids``, put into the order of ``graph``.

    Nodes that are gone are left out, and names that were the label of one that is gone or that not everybody may read.
    """
    row = graph.positions(old_ids)
    known = np.flatnonzero(row >= 0)
    places = np.full(len(graph), np.nan + 1j * np.nan)
    cluster = np.full(len(graph), -1, np.int64)
    part = np.full(len(graph) if old.parts else 0, -1, np.int64)
    places[row[known]] = old.x[known] + 1j * old.y[known]
    cluster[row[known]] = old.cluster[known]
    if old.parts:
        part[row[known]] = old.part[known]
    clusters = tuple(_named_anew(each, row, graph.is_served) for each in old.clusters)
    return Former(places, cluster, clusters, part, tuple(_named_anew(each, row, graph.is_served) for each in old.parts))


def _named_anew(named: Named, row: Ints, is_served: Flags) -> Named:
    """Named by the same node, wherever that is now; nameless where it cannot be read any more."""
    if named.named_by < 0:
        return named
    node = int(row[named.named_by])
    return replace(named, named_by=node) if node >= 0 and is_served[node] else without_name(named)


def without_name(named: Named) -> Named:
    """The cluster or sub-cluster, to be given another name."""
    return replace(named, name="", named_by=-1)


def needs_rebuild(former: Former, *, added: int = 0) -> bool:
    """Whether so many nodes are new (or all clusters empty) that placing them beside their neighbours misleads.

    ``added`` counts those that were placed like that since the map was arranged.
    """
    nodes = len(former.places)
    return not nodes or (int(former.is_new.sum()) + added) / nodes > REBUILD_SHARE


def build(
    graph: GraphInput, *, seed: int = 1, former: Former | None = None, separation: Separation = Separation.APART
) -> Levels:
    """Arrange the whole map; with ``former`` it stays recognisable: places, hues and names carry over.

    Takes about a second of CPU for 5,000 nodes and 8,000 edges, half a minute for a million. The same input, seed and
    former map give the same map. ``separation`` is how clearly the islands of a large map stand apart.
    """
    edges = graph.merged_edges()
    joined, degrees = links.weighted(edges), edges.degrees(len(graph))
    found = clusters.find(len(graph), joined, seed=seed)
    known = former is not None and not former.is_new.all()
    start = former.places if former is not None and known else None
    places = layout.arrange(found, joined, graph.created, degrees, seed=seed, start=start, separation=separation)
    old = _continued(found.label, former) if former is not None else {}
    arranged = _levels(graph, edges, found.label, found.roles, places, old)
    part = _divided(found)
    parts = _parts(graph, part, found.label, places, degrees)
    return replace(arranged, part=part if parts else part[:0], parts=parts)


def extend(graph: GraphInput, former: Former) -> Levels:
    """Put new nodes into a former map at the weighted mean of their neighbours; no other node moves."""
    edges = graph.merged_edges()
    degrees = edges.degrees(len(graph))
    places, label = former.places.copy(), former.cluster.copy()
    placing.place_new(places, label, edges, degrees)
    roles = [each.role for each in former.clusters]
    _place_in_field(places, label, roles)
    _sort_field(label, roles, degrees)
    used = np.flatnonzero(np.bincount(label))
    part, parts = _still_there(former, used)
    label, roles, old = _without_empty(label, used, roles, former.clusters)
    arranged = _levels(graph, edges, label, tuple(roles), places, old)
    return replace(arranged, part=part, parts=_renamed(graph, part, parts, label, degrees))


def _continued(label: Ints, former: Former) -> dict[int, Cluster]:
    """What each new cluster used to be; it keeps the name only while most of its members were there."""
    matched = clusters.match(label, former.cluster)
    origin = np.full(int(label.max(initial=-1)) + 1, -2, np.int64)
    origin[list(matched)] = list(matched.values())
    share = np.bincount(label, former.cluster == origin[label]) / np.maximum(np.bincount(label), 1)
    old = {}
    for current, other in matched.items():
        was = former.clusters[other]
        old[current] = was if share[current] >= KEEPS_NAME else without_name(was)
    return old


def _divided(found: Clusters) -> Ints:
    """Sub-clusters 0, 1, ...: the coarsest grouping below the islands that have at least two such groups."""
    group, part = found.finer[-1], np.full(len(found.label), -1, np.int64)
    island = np.zeros(int(group.max(initial=-1)) + 1, np.int64)
    island[group] = found.label
    size, siblings = np.bincount(group), np.bincount(island, minlength=len(found.roles))
    kept = (island < found.islands) & (siblings[island] > 1) & (size >= FEWEST_IN_A_PART)
    index = np.where(kept, np.cumsum(kept) - 1, -1)
    part[:] = index[group]
    return part


def _parts(graph: GraphInput, part: Ints, label: Ints, places: Places, degrees: Ints) -> tuple[Part, ...]:
    """Describe the sub-clusters."""
    count = int(part.max(initial=-1)) + 1
    inside = part >= 0
    home = np.zeros(count, np.int64)
    home[part[inside]] = label[inside]
    titles = names.cluster_names(graph, part, count, degrees, inside=label)
    size = np.bincount(part[inside], minlength=count)
    middle, _, reach = _extent(places[inside], part[inside], count)
    return tuple(
        Part(cluster, name.text, members, at.real, at.imag, wide + SPACING, name.node)
        for cluster, name, members, at, wide in zip(
            home.tolist(), titles, size.tolist(), middle.tolist(), reach.tolist(), strict=True
        )
    )


def _still_there(former: Former, used: Ints) -> tuple[Ints, tuple[Part, ...]]:
    """The sub-clusters that still have members, seen from the clusters that are still used; counts are those now."""
    inside = former.part[former.part >= 0]
    count = np.bincount(inside, minlength=len(former.parts))
    alive = np.flatnonzero(count)
    index = np.full(len(former.parts) + 1, -1, np.int64)  # the last one for -1
    index[alive] = np.arange(len(alive))
    home = np.searchsorted(used, [former.parts[each].cluster for each in alive.tolist()]).tolist()
    parts = tuple(
        replace(former.parts[each], cluster=cluster, count=members)
        for each, cluster, members in zip(alive.tolist(), home, count[alive].tolist(), strict=True)
    )
    return index[former.part], parts


def _renamed(graph: GraphInput, part: Ints, parts: tuple[Part, ...], label: Ints, degrees: Ints) -> tuple[Part, ...]:
    """The sub-clusters with a name for each that lost its own."""
    if all(each.name for each in parts):
        return parts
    kept = [Name(each.name, each.named_by) for each in parts]
    titles = names.cluster_names(graph, part, len(parts), degrees, kept=kept, inside=label)
    return tuple(replace(each, name=name.text, named_by=name.node) for each, name in zip(parts, titles, strict=True))


def _place_in_field(places: Places, label: Ints, roles: list[Role]) -> None:
    """Append what found no placed neighbour to the field of single nodes."""
    lost = np.isnan(places)
    if not lost.any():
        return
    cluster = _role_index(roles, Role.ISOLATED)
    places[lost] = field.next_in_row(places[label == cluster], places[~lost], int(lost.sum()))
    label[lost] = cluster


def _sort_field(label: Ints, roles: list[Role], degrees: Ints) -> None:
    """A node of the field counts as unlinked only while it has no relation; it keeps its place either way."""
    in_field = np.array([role is not Role.ISLAND for role in roles], bool)[label]
    for role, here in ((Role.SMALL, in_field & (degrees > 0)), (Role.ISOLATED, in_field & (degrees == 0))):
        if here.any():
            label[here] = _role_index(roles, role)


def _role_index(roles: list[Role], role: Role) -> int:
    """Index of the cluster with a role, appended when there is none."""
    if role not in roles:
        roles.append(role)
    return roles.index(role)


def _without_empty(
    label: Ints, used: Ints, roles: list[Role], former: Sequence[Cluster]
) -> tuple[Ints, list[Role], dict[int, Cluster]]:
    """Drop clusters that lost their last member and renumber the ``used`` ones; also what each used to be."""
    index = np.full(len(roles), -1, np.int64)
    index[used] = np.arange(len(used))
    old = {new: former[each] for new, each in enumerate(used.tolist()) if each < len(former)}
    return index[label], [roles[each] for each in used.tolist()], old


def _levels(
    graph: GraphInput, edges: MergedEdges, label: Ints, roles: tuple[Role, ...], places: Places, old: dict[int, Cluster]
) -> Levels:
    """Describe the clusters of an arranged map, with places as precise as they are stored."""
    places = places.astype(np.complex64).astype(np.complex128)
    islands = sum(role is Role.ISLAND for role in roles)
    before = [old.get(each) for each in range(islands)]
    kept = [Name(each.name, each.named_by) if each is not None else names.NAMELESS for each in before]
    titles = names.cluster_names(graph, label, islands, edges.degrees(len(graph)), kept=kept)
    fields = len(roles) - islands
    middle, half, reach = _extent(places, label, len(roles))
    half = half + SPACING * (1 + 1j)
    half[:islands] = (reach[:islands] + SPACING) * (1 + 1j)
    described = tuple(
        Cluster(role, name.text, hue, count, at.real, at.imag, room.real, room.imag, name.node)
        for role, name, hue, count, at, room in zip(
            roles,
            titles + [names.NAMELESS] * fields,
            _hues(before) + [0] * fields,
            np.bincount(label, minlength=len(roles)).tolist(),
            middle.tolist(),
            half.tolist(),
            strict=True,
        )
    )
    return Levels(places.real.copy(), places.imag.copy(), label, described, bridges_of(edges, label))


def _extent(places: Places, group: Ints, count: int) -> tuple[Places, Places, Floats]:
    """Middle and half size of the box round each group, and how far from the middle its farthest member is."""
    low, high = (np.full((2, count), each) for each in (np.inf, -np.inf))
    for axis, values in enumerate((places.real, places.imag)):
        np.minimum.at(low[axis], group, values)
        np.maximum.at(high[axis], group, values)
    middle = ((low[0] + high[0]) + 1j * (low[1] + high[1])) / 2
    reach = np.zeros(count)
    np.maximum.at(reach, group, np.abs(places - middle[group]))
    return middle, ((high[0] - low[0]) + 1j * (high[1] - low[1])) / 2, reach


def _hues(before: Sequence[Cluster | None]) -> list[int]:
    """Hue of each island: former ones keep theirs, free hues go to the largest of the others."""
    hues = [each.hue if each is not None else 0 for each in before]
    free = iter([hue for hue in range(1, HUES + 1) if hue not in hues])
    return [hue or next(free, 0) for hue in hues]


def bridges_of(edges: MergedEdges, label: Ints) -> tuple[Bridge, ...]:
    """Edges between clusters, summed per pair, the strongest first."""
    low, high = label[edges.source], label[edges.target]
    apart, width = low != high, int(label.max(initial=0)) + 1
    pair = (np.minimum(low, high) * width + np.maximum(low, high))[apart]
    pairs, where = np.unique(pair, return_inverse=True)
    count = np.bincount(where, edges.count[apart], len(pairs)).astype(np.int64)
    order = np.argsort(-count, kind="stable")
    found = zip((pairs[order] // width).tolist(), (pairs[order] % width).tolist(), count[order].tolist(), strict=True)
    return tuple(Bridge(*each) for each in found)
