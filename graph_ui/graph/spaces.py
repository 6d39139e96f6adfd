"""All spaces of one person as islands of one map: how large each is, where it lies, and what two of them share."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from graph_ui.graph.payload import ROLES
from memoryhub.associations import largest
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.levels import HUES
from memoryhub.core import text
from memoryhub.documents import selectors as documents
from memoryhub.memories import selectors as memories
from memoryhub.spaces import access
from memoryhub.spaces.access import Principal
from memoryhub.spaces.models import Space

CELL = 256  # map units between two neighbours
SMALLEST, LARGEST = 34, 112  # radius of an empty space, and of one with MOST entries or more
MOST = 1_000_000
NAMES = 4  # of a space's islands
BRIDGES = 60
# The six steps round a ring of cells, of a lattice whose rows are turned by half a cell.
AROUND = tuple((math.cos(math.pi * turn / 3), math.sin(math.pi * turn / 3)) for turn in (2, 3, 4, 5, 0, 1))


@dataclass(frozen=True, slots=True)
class Island:
    """A space as its members see it: current memories, documents, when the newest of them came, the names of its
    largest islands, and other spaces by how many documents of the same content are there too. Lengths are map units."""

    space: Space
    role: str
    memories: int
    documents: int
    newest: datetime | None
    islands: Sequence[str]
    shared: Sequence[tuple[Space, int]]
    hue: int
    x: float
    y: float
    r: float

    @property
    def words(self) -> str:
        """What it is found by."""
        return "\n".join([self.space.name, self.space.tag, *self.islands]).casefold()


def of(principal: Principal, *, now: datetime) -> list[Island]:
    """The spaces a caller may read, in the order they came to them, which is the order of their places: a further one
    moves none. As many queries for many spaces as for one."""
    mine = list(access.memberships_of(principal))
    keys = [row.space_id for row in mine]
    told = memories.newest_per_space(keys, now=now)
    papers = documents.newest_per_space(keys)
    names = largest.islands(keys, now=now, most=NAMES)
    shared = _by_space(documents.shared(keys, most=BRIDGES), {row.space_id: row.space for row in mine})
    found = []
    for number, (row, (x, y)) in enumerate(zip(mine, places(), strict=False)):
        facts, fact_at = told.get(row.space_id, (0, None))
        sheets, sheet_at = papers.get(row.space_id, (0, None))
        found.append(
            Island(
                space=row.space,
                role=row.role,
                memories=facts,
                documents=sheets,
                newest=max((at for at in (fact_at, sheet_at) if at is not None), default=None),
                islands=names.get(row.space_id, ()),
                shared=shared.get(row.space_id, ()),
                hue=0 if row.space.archived_at else number % HUES + 1,
                x=x,
                y=y,
                r=radius(facts + sheets),
            )
        )
    return found


def matching(islands: Collection[Island], asked: str) -> list[Island]:
    """Those that have all of the words in their names."""
    wanted = asked.casefold().split()
    return [each for each in islands if all(word in each.words for word in wanted)]


def radius(entries: int) -> float:
    """Of the island of so many entries: by their logarithm, so that one of ten stands beside one of a million; on one
    scale for all, so that none changes its size because another has grown."""
    share = min(math.log1p(entries) / math.log1p(MOST), 1.0)
    return round(SMALLEST + (LARGEST - SMALLEST) * share)


def places() -> Iterator[tuple[float, float]]:
    """The middles of the cells of a honeycomb, ring by ring from its middle, without end."""
    yield 0.0, 0.0
    ring = 0
    while True:
        ring += 1
        x, y = float(CELL * ring), 0.0
        for right, down in AROUND:
            for _step in range(ring):
                yield round(x, 1), round(y, 1)
                x, y = x + CELL * right, y + CELL * down


def overview(islands: Sequence[Island]) -> dict[str, Any]:
    """What the script draws, with clusters and bridges as `payload.overview` has them."""
    at = {each.space.pk: index for index, each in enumerate(islands)}
    island = ROLES.index(Role.ISLAND)
    pairs = {
        (min(at[one.space.pk], at[other.pk]), max(at[one.space.pk], at[other.pk])): count
        for one in islands
        for other, count in one.shared
        if other.pk in at
    }
    return {
        "clusters": [
            [
                index,
                text.visible(each.space.name),
                island,
                each.memories + each.documents,
                each.hue,
                each.x,
                each.y,
                each.r,
            ]
            for index, each in enumerate(islands)
        ],
        "bridges": [[*pair, count] for pair, count in sorted(pairs.items(), key=lambda item: -item[1])],
    }


def _by_space(
    pairs: Sequence[tuple[UUID, UUID, int]], spaces: Mapping[UUID, Space]
) -> Mapping[UUID, list[tuple[Space, int]]]:
    found: dict[UUID, list[tuple[Space, int]]] = {}
    for one, other, count in pairs:
        found.setdefault(one, []).append((spaces[other], count))
        found.setdefault(other, []).append((spaces[one], count))
    return found
