"""One map of a space: clusters with names and hues, places of all nodes, and the bridges between clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np

from . import clusters, field, layout, names
from .clusters import Role
from .forces import Places
from .inputs import Floats, GraphInput, Ints, MergedEdges
from .islands import SPACING

HUES = 7  # coloured islands; hue 0 is grey, for every further one and for the fields
KEEPS_NAME = 0.5  # share of members an island must have in common with its former self to keep its name
REBUILD_SHARE = 0.1  # past this share of new nodes a map is arranged anew


@dataclass(frozen=True, slots=True)
class Cluster:
    """An island (a disc of radius ``half_width``) or a field (a box); ``name`` is empty for a field.

    The words for fields are a matter of language, so the pages give them.
    """

    role: Role
    name: str
    hue: int
    count: int
    x: float
    y: float
    half_width: float
    half_height: float


@dataclass(frozen=True, slots=True)
class Bridge:
    """All edges between two clusters, summed; ``low`` < ``high`` are cluster indices."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class Levels:
    """The map: x, y (map units, y grows downward) and cluster of every node, in the order of the input's ids."""

    x: Floats
    y: Floats
    cluster: Ints
    clusters: tuple[Cluster, ...]
    bridges: tuple[Bridge, ...]


@dataclass(frozen=True, slots=True)
class Former:
    """A former map seen from new ids: NaN places and cluster -1 where a node was not there."""

    places: Places
    cluster: Ints
    clusters: tuple[Cluster, ...]

    @property
    def is_new(self) -> np.ndarray:
        return np.isnan(self.places)


def carry_over(old_ids: Sequence[UUID], old: Levels, ids: Sequence[UUID]) -> Former:
    """The former map of ``old_ids``, put into the order of ``ids``; nodes that are gone are left out."""
    index = {id_: place for place, id_ in enumerate(old_ids)}
    row = np.array([index.get(id_, -1) for id_ in ids], np.int64)
    places = np.full(len(ids), np.nan + 1j * np.nan)
    cluster = np.full(len(ids), -1, np.int64)
    known = row >= 0
    places[known] = old.x[row[known]] + 1j * old.y[row[known]]
    cluster[known] = old.cluster[row[known]]
    return Former(places, cluster, old.clusters)


def needs_rebuild(former: Former) -> bool:
    """Whether so many nodes are new (or all clusters empty) that placing them beside their neighbours misleads."""
    return not len(former.places) or float(former.is_new.mean()) > REBUILD_SHARE


def build(graph: GraphInput, *, seed: int = 1, former: Former | None = None) -> Levels:
    """Arrange the whole map; with ``former`` it stays recognisable: places, hues and names carry over.

    Takes about a second of CPU for 5,000 nodes and 8,000 edges. The same input and seed give the same map.
    """
    edges = graph.merged_edges()
    found = clusters.find(len(graph), edges, seed=seed)
    known = former is not None and not former.is_new.all()
    start = former.places if former is not None and known else None
    places = layout.arrange(found, edges, graph.created, seed=seed, start=start)
    old = _continued(found.label, former) if former is not None else {}
    return _levels(graph, edges, found.label, found.roles, places, old)


def extend(graph: GraphInput, former: Former) -> Levels:
    """Put new nodes into a former map at the weighted mean of their neighbours; no other node moves."""
    edges = graph.merged_edges()
    degrees = edges.degrees(len(graph))
    places, label = former.places.copy(), former.cluster.copy()
    layout.place_new(places, label, edges, degrees)
    roles = [each.role for each in former.clusters]
    _place_in_field(places, label, roles)
    _sort_field(label, roles, degrees)
    label, roles, old = _without_empty(label, roles, former.clusters)
    return _levels(graph, edges, label, tuple(roles), places, old)


def _continued(label: Ints, former: Former) -> dict[int, Cluster]:
    """What each new cluster used to be; it keeps the name only while most of its members were there."""
    old = {}
    for current, other in clusters.match(label, former.cluster).items():
        share = float((former.cluster[label == current] == other).mean())
        was = former.clusters[other]
        old[current] = was if share >= KEEPS_NAME else replace(was, name="")
    return old


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
    label: Ints, roles: list[Role], former: Sequence[Cluster]
) -> tuple[Ints, list[Role], dict[int, Cluster]]:
    """Drop clusters that lost their last member and renumber the rest; also what each used to be."""
    used = np.unique(label)
    old = {new: former[each] for new, each in enumerate(used.tolist()) if each < len(former)}
    return np.searchsorted(used, label), [roles[each] for each in used.tolist()], old


def _levels(
    graph: GraphInput, edges: MergedEdges, label: Ints, roles: tuple[Role, ...], places: Places, old: dict[int, Cluster]
) -> Levels:
    """Describe the clusters of an arranged map."""
    islands = sum(role is Role.ISLAND for role in roles)
    before = [old.get(each) for each in range(islands)]
    kept = [each.name if each is not None else "" for each in before]
    titles = names.cluster_names(graph, label, islands, edges.degrees(len(graph)), kept=kept)
    fields = len(roles) - islands
    described = tuple(
        replace(_bounds(places[label == each], role), name=name, hue=hue)
        for each, (role, name, hue) in enumerate(
            zip(roles, titles + [""] * fields, _hues(before) + [0] * fields, strict=True)
        )
    )
    return Levels(places.real.copy(), places.imag.copy(), label, described, _bridges(edges, label))


def _hues(before: Sequence[Cluster | None]) -> list[int]:
    """Hue of each island: former ones keep theirs, free hues go to the largest of the others."""
    hues = [each.hue if each is not None else 0 for each in before]
    free = iter([hue for hue in range(1, HUES + 1) if hue not in hues])
    return [hue or next(free, 0) for hue in hues]


def _bounds(members: Places, role: Role) -> Cluster:
    """The circle or box round the members of a cluster, with a beach."""
    low, high = complex(members.real.min(), members.imag.min()), complex(members.real.max(), members.imag.max())
    middle, half = (low + high) / 2, (high - low) / 2
    width, height = half.real + SPACING, half.imag + SPACING
    if role is Role.ISLAND:
        width = height = float(np.abs(members - middle).max()) + SPACING
    return Cluster(role, "", 0, len(members), middle.real, middle.imag, width, height)


def _bridges(edges: MergedEdges, label: Ints) -> tuple[Bridge, ...]:
    """Edges between clusters, summed per pair, the strongest first."""
    ends = np.sort(np.column_stack([label[edges.source], label[edges.target]]), axis=1)
    apart = ends[:, 0] != ends[:, 1]
    pairs, where = np.unique(ends[apart], axis=0, return_inverse=True)
    count = np.bincount(where.ravel(), edges.count[apart], len(pairs)).astype(np.int64)
    order = np.argsort(-count, kind="stable").tolist()
    return tuple(Bridge(int(pairs[each, 0]), int(pairs[each, 1]), int(count[each])) for each in order)
