"""The map before its script draws it, and for readers without scripts: islands as discs with their names.

A template draws it as SVG.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.levels import Cluster, Levels

LEAST = 260  # map units; a map of three islands is not blown up to fill the window
LEAST_NAME = 1 / 160  # of the width of the map; a smaller name could not be read


@dataclass(frozen=True, slots=True)
class Disc:
    """An island: numbers as SVG takes them, in map units. ``size`` is that of the name's letters, empty for no name."""

    x: str
    y: str
    r: str
    hue: int
    name: str
    size: str


@dataclass(frozen=True, slots=True)
class Still:
    """All islands, and as a viewBox the box round all that is on the map, which the script fits into the window too."""

    box: str
    discs: tuple[Disc, ...]


def picture(levels: Levels) -> Still:
    """The islands of a map, each with its name as large as its disc allows."""
    islands = [each for each in levels.clusters if each.role is Role.ISLAND]
    if not islands:
        return Still("0 0 1 1", ())
    left, right, top, bottom = _box([each for each in levels.clusters if each.half_width > 0])
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    return Still(box, tuple(_disc(each, (right - left) * LEAST_NAME) for each in islands))


def _box(clusters: Sequence[Cluster]) -> tuple[float, float, float, float]:
    """Left, right, top and bottom in map units, at least `LEAST` apart."""
    left, right = (
        min(each.x - each.half_width for each in clusters),
        max(each.x + each.half_width for each in clusters),
    )
    top, bottom = (
        min(each.y - each.half_height for each in clusters),
        max(each.y + each.half_height for each in clusters),
    )
    wide, high = max(LEAST - right + left, 0) / 2, max(LEAST - bottom + top, 0) / 2
    return left - wide, right + wide, top - high, bottom + high


def _disc(island: Cluster, least: float) -> Disc:
    r = island.half_width
    size = min(1.8 * r / max(_ems(island.name), 1), r / 2)
    return Disc(
        f"{island.x:.0f}",
        f"{island.y:.0f}",
        f"{r:.0f}",
        island.hue,
        island.name,
        f"{size:.0f}" if size >= least else "",
    )


def _ems(text: str) -> float:
    """About how wide a text is, in the size of its letters."""
    return sum(1 if unicodedata.east_asian_width(letter) in "WF" else 0.6 for letter in text)
