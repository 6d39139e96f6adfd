"""What people call islands: names that belong to an island by its members, and so outlive every arrangement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TypeVar

import numpy as np

from memoryhub.associations.graph import names
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import GraphInput, Ints
from memoryhub.associations.graph.levels import KEEPS_NAME, Cluster, Levels, Part
from memoryhub.associations.models import IslandName
from memoryhub.core import errors, packed
from memoryhub.spaces.models import Space

MOST_MEMBERS = 500  # that an island is known by
Named = TypeVar("Named", Cluster, Part)


def given(space: Space) -> list[IslandName]:
    """All there are, of islands and of parts, also those that no island bears now."""
    return list(IslandName.objects.filter(space=space).order_by("pk"))


def put_on(levels: Levels, graph: GraphInput, rows: Sequence[IslandName]) -> Levels:
    """The map with these names in place of those that were made of keys."""
    if not rows:
        return levels
    return replace(
        levels,
        clusters=_called(levels.clusters, borne(rows, graph, levels, is_part=False)),
        parts=_called(levels.parts, borne(rows, graph, levels, is_part=True)),
    )


def _called(each: Sequence[Named], rows: dict[int, IslandName]) -> tuple[Named, ...]:
    return tuple(
        replace(one, name=row.name, named_by=names.BY_A_PERSON) if (row := rows.get(at)) and row.name else one
        for at, one in enumerate(each)
    )


def places(levels: Levels, *, is_part: bool) -> Ints:
    """The island, or part, of every node of the map; -1 for one that is on none."""
    if is_part:
        return levels.part if levels.parts else np.full(len(levels.x), -1, np.int64)
    is_island = np.array([each.role is Role.ISLAND for each in levels.clusters], bool)
    return np.where(is_island[levels.cluster], levels.cluster, -1) if len(is_island) else levels.cluster


def home_of(levels: Levels, node: int, *, is_part: bool) -> int:
    """The island, or part, that a node is on; `errors.NotFound` for one that is on none."""
    home = int(places(levels, is_part=is_part)[node])
    if home < 0:
        raise errors.NotFound()
    return home


def borne(rows: Iterable[IslandName], graph: GraphInput, levels: Levels, *, is_part: bool) -> dict[int, IslandName]:
    """Which islands, or parts, bear which of the names.

    A name is where most of its members are, if that is at least half of those still on the map, and if they are at
    least half of those there who are no newer than the name. Of several, the one with the most members stays.
    """
    place = places(levels, is_part=is_part)
    order = np.argsort(place, kind="stable")
    bounds = np.searchsorted(place[order], np.arange(int(place.max(initial=-1)) + 2))
    claims = []
    for row in rows:
        members = packed.of_bytes(row.members)
        at = graph.positions(members)
        home, there = _home(place[at[at >= 0]])
        if row.is_part is not is_part or home < 0:
            continue
        known = np.count_nonzero(graph.created[order[bounds[home] : bounds[home + 1]]] <= row.newest)
        share = there * row.count / len(members)  # of all members, as of those it is known by
        if share >= KEEPS_NAME * known and there >= KEEPS_NAME * np.count_nonzero(at >= 0):
            claims.append((share, home, row))
    found: dict[int, IslandName] = {}
    for _share, home, row in sorted(claims, key=itemgetter(0), reverse=True):
        found.setdefault(home, row)
    return found


def _home(place: Ints) -> tuple[int, int]:
    """Where most nodes are, and how many; -1 where none is anywhere."""
    counts = np.bincount(place[place >= 0])
    return (int(counts.argmax()), int(counts.max())) if len(counts) else (-1, 0)


def settle(space: Space, graph: GraphInput, levels: Levels) -> None:
    """Give each name the members its island has on a map that has just been stored; under `services.lock_levels`."""
    rows = given(space)
    for is_part in (False, True):
        place = places(levels, is_part=is_part)
        for home, row in borne(rows, graph, levels, is_part=is_part).items():
            take(row, graph, np.flatnonzero(place == home))
    IslandName.objects.bulk_update(rows, ["members", "count", "newest"])


def take(row: IslandName, graph: GraphInput, members: Ints) -> None:
    """Know an island by some of these nodes, spread evenly over them."""
    some = members[np.linspace(0, len(members) - 1, min(len(members), MOST_MEMBERS)).astype(np.int64)]
    row.members, row.count = packed.to_bytes(graph.ids[some]), len(members)
    row.newest = float(graph.created.max())
