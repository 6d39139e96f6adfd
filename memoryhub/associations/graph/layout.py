"""Where every node of a map stands: islands side by side, members spread inside them, the unlinked in a tidy field."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from . import discs, field, forces, islands, spread
from .clusters import Clusters, Role
from .communities import LARGEST_SMALL
from .forces import Places
from .inputs import Flags, Floats, Ints
from .islands import SEA, SPACING
from .links import Links


class Separation(StrEnum):
    """How clearly the islands of a large map stand apart."""

    NEAR = "near"
    APART = "apart"
    FAR = "far"


# Water round an island of a large map, as a share of the mean of its radius and that of all islands.
WATER = {Separation.NEAR: 0.12, Separation.APART: 0.20, Separation.FAR: 0.50}
FIELD_AT = 0.7  # of the width of the islands, where the middle of a narrow field is
FIELD_GAP = 0.03  # of the height of the islands, between them and the field: its name is as high at any distance


def arrange(
    clusters: Clusters,
    links: Links,
    created: Floats,
    degrees: Ints,
    *,
    seed: int = 1,
    start: Places | None = None,
    separation: Separation = Separation.APART,
) -> Places:
    """Place of every node (x + iy in map units, y grows downward): finite, and no two nodes share one.

    The same input and seed give the same places. ``start`` holds former places (NaN for new nodes): the map is then
    worked over gently and turned back onto them, so that it stays recognisable.
    """
    places = np.zeros(len(clusters.label), np.complex128)
    at_home = clusters.label < clusters.islands
    if at_home.any():
        former = None if start is None else start[at_home]
        places[at_home] = _islands(clusters, at_home, links.among(at_home), degrees[at_home], seed, former, separation)
    if not at_home.all():
        _lay_field(places, clusters, created, degrees)
    return places


def align(places: Places, former: Places) -> Places:
    """Turn, mirror and shift a map onto its former self, without scaling (orthogonal Procrustes; Schönemann 1966).

    ``former`` is NaN where a node was not there. With fewer than two common nodes the map is returned as it is.
    """
    both = ~np.isnan(former)
    if both.sum() < 2:
        return places
    centre, target = places[both].mean(), former[both].mean()
    now, then = places[both] - centre, former[both] - target
    straight, mirrored = np.vdot(now, then), np.vdot(now.conj(), then)
    mirror = abs(mirrored) > abs(straight) * (1 + 1e-9)
    turn = mirrored if mirror else straight
    if abs(turn) < 1e-9:
        return places
    moved = (places - centre).conj() if mirror else places - centre
    turned: Places = moved * turn / abs(turn) + target
    return turned


def _islands(
    clusters: Clusters,
    at_home: Flags,
    inner: Links,
    degrees: Ints,
    seed: int,
    former: Places | None,
    separation: Separation,
) -> Places:
    """Places of all nodes that live on islands."""
    island = clusters.label[at_home]
    many = len(island) > LARGEST_SMALL
    radius = islands.disc_radius(clusters.counts[: clusters.islands])
    bridges = inner.between(island)
    turns = np.random.default_rng(seed).uniform(0, 2 * np.pi, islands.MOST_TRIES)
    # The geometric mean: a wide moat round a large island would say no more than a narrower one.
    room = radius + WATER[separation] * np.sqrt(radius * np.sqrt(np.mean(radius**2))) + 0.3 * SEA
    start = discs.mixed(room, turns[0]) if many else islands.first_centres(radius, turns[0])
    home = start if former is None else _former_centres(island, former, start)
    if many:
        centres = discs.pack(room, bridges, home, strength=0.0 if former is not None else 1.0)
    elif former is None:
        centres = islands.best_packed(radius, bridges, turns)
    else:
        centres = islands.pack(islands.round_coast(radius), bridges, home, rounds=30, strength=0.05)
    crossing = island[inner.source] != island[inner.target]
    lean, load = spread.leaning(inner.where(crossing), island, centres)
    finer = tuple(each[at_home] for each in clusters.finer)
    around = None if former is None else former - home[island]
    places = spread.members(
        (*finer, island), inner.where(~crossing), lean, load, radius, degrees, former=around, many=many
    )
    places += centres[island]
    if not many:
        reach = islands.coast(places, island, centres)
        tight = islands.pack(reach, bridges, centres, rounds=200, strength=0.6 if former is None else 0.0)
        places += (tight - centres)[island]
    return places if former is None else align(places, former)


def _former_centres(island: Ints, former: Places, fresh: Places) -> Places:
    """Where the members of each island used to be, or a fresh centre for an island of new nodes only."""
    known = ~np.isnan(former)
    seen = np.bincount(island[known], minlength=len(fresh))
    return np.where(seen > 0, forces.group_means(island[known], former[known], len(fresh)), fresh)


def _lay_field(places: Places, clusters: Clusters, created: Floats, degrees: Ints) -> None:
    """Set the members of the fields below the islands, in place: small groups first, then single nodes."""
    at_home = clusters.label < clusters.islands
    left, right, bottom, gap = -0.5, 0.5, 0.0, 2 * SEA
    if at_home.any():
        land = places[at_home]
        gap += FIELD_GAP * np.ptp(land.imag)
        left, right, bottom = land.real.min(), land.real.max(), land.imag.max() + gap + SPACING
    for index in range(clusters.islands, len(clusters.roles)):
        here = clusters.label == index
        part = clusters.component[here]
        width = field.field_width(np.unique(part, return_counts=True)[1], right - left)
        tidy = field.rows(part, created[here], degrees[here], width=width)
        half = np.ptp(tidy.real) / 2
        # To the right of the middle, as the legend stands below on the left.
        middle = max((left + right) / 2, min(left + FIELD_AT * (right - left), right - half))
        shift = middle - tidy.real.min() - half
        places[here] = tidy + shift + 1j * bottom
        bottom = places[here].imag.max() + gap + (SPACING if clusters.roles[index] is Role.SMALL else 0)
