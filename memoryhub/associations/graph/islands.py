"""The coarse map: discs for islands, packed so that none touches another and linked ones lie near."""

from __future__ import annotations

import numpy as np

from .forces import GOLDEN_SHARE, Places, group_means, rank_within, scatter, sunflower
from .inputs import Floats, Ints
from .links import Links

SPACING = 13.0  # map units between neighbours on an island; a node is 4 to 20 units wide
SEA = 24.0  # least water between two coasts: room for a name and a bridge
NAME_ROOM = 16.0  # more water to the north of a coast, where the island's name stands
MOST_TRIES, TRIED_ISLANDS = 8, 200  # packings that are tried, and islands in all of them
FEWEST_TRIED = 6  # islands; fewer lie well as they come
WINDOW = 1.4  # width over height of most windows
BEARINGS = 64  # sectors in which the coast of an island is known
GAP = 1.6  # map units of free ground between two nodes
SECTOR, MOST_SECTORS = 4, 48  # of a disc that is filled: as many as the root of its members over the first
LANDSCAPE = 3.0  # islands are pulled this much more up and down than sideways, as most canvases are wide


def node_radius(degrees: Ints) -> Floats:
    """Drawn radius of a node in map units, by its number of relations."""
    radius: Floats = 2.1 + 0.72 * np.sqrt(np.minimum(degrees, 100))
    return radius


def disc_radius(count: Ints) -> Floats:
    """Radius of an island that gives each of its members SPACING * SPACING of land."""
    return SPACING * np.sqrt(np.maximum(count, 1) / np.pi) + 0.5 * SPACING


def round_coast(radius: Floats) -> Floats:
    """The coast of islands that are discs, name room included; shape [islands, BEARINGS]."""
    return np.repeat(radius[:, None], BEARINGS, axis=1) + _name_room()


def coast(places: Places, island: Ints, centres: Places) -> Floats:
    """How far each island reaches in each direction, beach and name room included; shape [islands, BEARINGS].

    Every direction sees the farthest member within about 20 degrees, so that bays are not entered.
    """
    away = places - centres[island]
    reach = np.full((len(centres), BEARINGS), SPACING)
    np.maximum.at(reach, (island, _bearing(away)), np.abs(away) + SPACING)
    farthest: Floats = np.max([np.roll(reach, shift, axis=1) for shift in range(-4, 5)], axis=0)
    return farthest + _name_room()


def pack(reach: Floats, bridges: Links, start: Places, *, rounds: int, strength: float = 1.0) -> Places:
    """Centres of islands with SEA between their coasts, drawn to the middle and to those they are linked with.

    ``reach`` is what ``coast`` gives. ``strength`` scales the pull: with 0 islands only make way for each other.
    """
    count = len(start)
    centres = start
    load = bridges.load(count)
    for step in range(rounds):
        heat = strength * (1.0 - step / rounds)
        stretch = bridges.weight * (centres[bridges.target] - centres[bridges.source])
        pull = scatter(bridges.source, stretch, count) - scatter(bridges.target, stretch, count)
        centres = centres + heat * (0.12 * pull / np.maximum(load, 1e-9) - flattened(0.10 * centres))
        centres = _apart(centres, reach, share=0.5)
    for _ in range(500):
        moved = _apart(centres, reach, share=0.55)
        if np.array_equal(moved, centres):
            break
        centres = moved
    return centres


def best_packed(radius: Floats, bridges: Links, turns: Floats) -> Places:
    """Centres of islands that are discs: of several packings the one with the shortest bridges in the smallest window.

    A few islands of very different sizes get stuck in many ways. ``turns`` are those of ``first_centres``; of many
    islands, which take longer and differ less, not all are tried.
    """
    tries = int(np.clip(TRIED_ISLANDS // len(radius), 1, len(turns))) if len(radius) >= FEWEST_TRIED else 1
    reach = round_coast(radius)
    found = [pack(reach, bridges, first_centres(radius, turn), rounds=300) for turn in turns[:tries].tolist()]
    return min(found, key=lambda centres: _expanse(centres, radius, bridges))


def _expanse(centres: Places, radius: Floats, bridges: Links) -> float:
    """Width of the least window of the usual shape that shows all islands, and the mean length of a bridge."""
    width, height = (float((at + radius).max() - (at - radius).min()) for at in (centres.real, centres.imag))
    length = np.abs(centres[bridges.source] - centres[bridges.target])
    mean = float((length * bridges.weight).sum() / bridges.weight.sum()) if len(bridges) else 0.0
    return max(width, WINDOW * height) + mean


def first_centres(radius: Floats, turn: float) -> Places:
    """Where islands stand before they are packed: a sunflower, the first one in the middle. ``turn`` in radians."""
    if len(radius) == 1:
        return np.zeros(1, np.complex128)
    even = sunflower(np.arange(len(radius)), len(radius), turn) * 1.1 * np.sqrt((radius**2).sum())
    return stretched(even)


def stretched(places: Places) -> Places:
    """A disc made as wide as islands come to lie that are pulled as ``flattened`` says: an ellipse of the same area."""
    wide = float(LANDSCAPE**0.25)
    ellipse: Places = places.real * wide + 1j * places.imag / wide
    return ellipse


def flattened(pull: Places) -> Places:
    """A pull that is stronger up and down: what it holds becomes an ellipse, LANDSCAPE ** 0.5 times as wide as high."""
    stronger: Places = pull.real + 1j * LANDSCAPE * pull.imag
    return stronger


def fill_disc(places: Places, island: Ints, centres: Places, radius: Floats) -> Places:
    """Spread the members of each island evenly over its disc.

    They keep their order round its middle, and in each of its sectors their order from the middle outward: two groups
    that drifted apart fill a half each, and leave no bay that looks like the water between two islands.
    """
    count = len(centres)
    away = places - group_means(island, places, count)[island]
    distance = np.abs(away)
    counts = np.bincount(island, minlength=count)
    members = counts[island]
    share = (rank_within(island, np.angle(away)) + 0.5) / members
    bearing = np.exp(2j * np.pi * share)
    # As a whole the members are turned back to where they were.
    turn = scatter(island, away / np.maximum(distance, 1e-9) * bearing.conj(), count)
    turn = np.where(np.abs(turn) > 1e-9, turn, 1.0)
    sectors = np.clip(np.sqrt(counts) / SECTOR, 1, MOST_SECTORS).astype(np.int64)
    sector = (np.cumsum(sectors) - sectors)[island] + (share * sectors[island]).astype(np.int64)
    # No two sectors begin at the same distance, which would be seen as rings.
    rank = rank_within(sector, distance) + sector * GOLDEN_SHARE % 1.0
    wanted = radius[island] * np.sqrt(rank / np.bincount(sector)[sector])
    filled: Places = centres[island] + np.where(members > 1, wanted, 0.0) * bearing * (turn / np.abs(turn))[island]
    return filled


def kept_in(away: Places, radius: Floats) -> Places:
    """What stands farther than ``radius`` from the middle is brought back to the rim."""
    inside: Places = away * np.minimum(1.0, radius / np.maximum(np.abs(away), 1e-9))
    return inside


def _name_room() -> Floats:
    """Extra reach in each direction: NAME_ROOM straight to the north, nothing to the east, west and south."""
    return NAME_ROOM * np.maximum(0.0, -np.sin((np.arange(BEARINGS) + 0.5) / BEARINGS * 2 * np.pi))


def _bearing(offset: Places) -> Ints:
    """Direction of an offset as one of BEARINGS equal sectors."""
    return ((np.angle(offset) / (2 * np.pi) % 1.0) * BEARINGS).astype(np.int64) % BEARINGS


def _apart(centres: Places, reach: Floats, *, share: float) -> Places:
    """Move islands whose coasts come too near apart by ``share`` of what is missing; the smaller one moves more."""
    offset = centres[None, :] - centres[:, None]
    distance = np.abs(offset)
    own = np.take_along_axis(reach, _bearing(offset), axis=1)
    missing = own + own.T + SEA - distance
    np.fill_diagonal(missing, 0.0)
    missing[missing < 1e-6] = 0.0
    if not missing.any():
        return centres
    area = (reach**2).mean(axis=1)
    yields = area[None, :] / (area[None, :] + area[:, None])
    direction = offset / np.maximum(distance, 1e-9)
    step: Places = 2 * share * (direction * missing * yields).sum(axis=1)
    return centres - step
