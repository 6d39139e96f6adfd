"""Clusters of a map: communities, with what is too small for an island set aside in a field."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from . import communities
from .communities import renumber
from .forces import GOLDEN_SHARE
from .inputs import Ints
from .links import Links

FEWEST_ON_AN_ISLAND, MOST_IN_THE_FIELD = 4, 32


class Role(StrEnum):
    """How a cluster appears: an island has a name of its own, the two fields gather what is too small for one."""

    ISLAND = "island"
    SMALL = "small"  # linked groups below the size of an island
    ISOLATED = "isolated"  # nodes without any relation


@dataclass(frozen=True, slots=True)
class Clusters:
    """Cluster of every node. Islands come first, the largest first, then the fields (if there are any).

    ``finer`` are groupings nested in each other and in ``label``, the finest first; there is at least one.
    ``component`` is the connected component of every node.
    """

    label: Ints
    finer: tuple[Ints, ...]
    component: Ints
    roles: tuple[Role, ...]

    @property
    def islands(self) -> int:
        return sum(role is Role.ISLAND for role in self.roles)

    @property
    def counts(self) -> Ints:
        return np.bincount(self.label, minlength=len(self.roles))


def island_size(nodes: int) -> int:
    """Fewest members of an island in a map of that many nodes, so that a large map is not crumbs all over."""
    return int(np.clip(round(np.sqrt(nodes) / 2.5), FEWEST_ON_AN_ISLAND, MOST_IN_THE_FIELD))


def find(nodes: int, links: Links, *, seed: int = 1) -> Clusters:
    """Clusters of a map; the same input and seed give the same answer."""
    component = links.components(nodes)
    size = np.bincount(component)[component]
    smallest = island_size(nodes)
    at_home = size >= smallest
    top = np.full(nodes, -1, np.int64)
    finer: tuple[Ints, ...] = (np.zeros(nodes, np.int64),)
    if at_home.any():
        inner = links.among(at_home)
        *groups, best = communities.nested(int(at_home.sum()), inner, seed=seed)
        top[at_home] = absorb_crumbs(inner, best, smallest)
        finer = tuple(np.zeros(nodes, np.int64) for _ in groups)
        for whole, group in zip(finer, groups, strict=True):
            whole[at_home] = group
    label, roles = _in_order(top, size > 1)
    return Clusters(label, tuple(renumber(label * (nodes + 1) + each) for each in finer), component, roles)


def match(new: Ints, old: Ints) -> dict[int, int]:
    """For each new cluster the old one it continues: greedily by the number of common members, each used once.

    Both are labels of the same nodes; a negative label stands for "was not there".
    """
    both = (new >= 0) & (old >= 0)
    width = int(old.max(initial=0)) + 1
    pairs, common = np.unique(new[both] * width + old[both], return_counts=True)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for pair in pairs[np.argsort(-common, kind="stable")].tolist():
        current, former = divmod(pair, width)
        if current not in found and former not in taken:
            found[current] = former
            taken.add(former)
    return found


def absorb_crumbs(links: Links, label: Ints, smallest: int) -> Ints:
    """Join each community below the size of an island to the one it is linked with most.

    Of equals it joins the smaller one. In each round those join that are smaller than the one they join (of two of one
    size the order is arbitrary, but the same each time), unless that one joins another itself: so a row of crumbs does
    not become one long island.
    """
    label = renumber(label)
    while True:
        count = np.bincount(label)
        links_between = links.between(label)
        crumb = np.concatenate([links_between.source, links_between.target])
        other = np.concatenate([links_between.target, links_between.source])
        pull = np.concatenate([links_between.weight, links_between.weight])
        order = np.lexsort((other, count[other], -pull, crumb))
        best = order[np.diff(crumb[order], prepend=-1) > 0]
        crumb, other = crumb[best], other[best]
        size, larger = count[crumb], count[other]
        turn = np.arange(len(count)) * GOLDEN_SHARE % 1.0
        joins = (size < smallest) & ((size < larger) | ((size == larger) & (turn[crumb] < turn[other])))
        joining = np.zeros(len(count), bool)
        joining[crumb[joins]] = True
        joins &= ~joining[other]
        if not joins.any():
            return label
        into = np.arange(len(count))
        into[crumb[joins]] = other[joins]
        label = renumber(into[label])


def _in_order(top: Ints, linked: np.ndarray) -> tuple[Ints, tuple[Role, ...]]:
    """Number the islands by size and append the fields; ``top`` is negative for members of a field."""
    label = np.full(len(top), -1, np.int64)
    on_island = top >= 0
    groups, first, inverse, counts = np.unique(
        top[on_island], return_index=True, return_inverse=True, return_counts=True
    )
    rank = np.empty(len(groups), np.int64)
    rank[np.lexsort((first, -counts))] = np.arange(len(groups))
    label[on_island] = rank[inverse]
    roles = [Role.ISLAND] * len(groups)
    for role, members in ((Role.SMALL, linked), (Role.ISOLATED, ~linked)):
        here = ~on_island & members
        if here.any():
            label[here] = len(roles)
            roles.append(role)
    return label, tuple(roles)
