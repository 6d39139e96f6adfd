"""The map for a reader without scripts: islands as discs with their names, to be drawn as SVG by a template."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.levels import Cluster, Levels

RIM = 40  # map units round all islands
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
    """All islands, and the box round them as a viewBox."""

    box: str
    discs: tuple[Disc, ...]


def picture(levels: Levels) -> Still:
    """The islands of a map, each with its name as large as its disc allows."""
    islands = [each for each in levels.clusters if each.role is Role.ISLAND]
    if not islands:
        return Still("0 0 1 1", ())
    left, right = (min(each.x - each.half_width for each in islands), max(each.x + each.half_width for each in islands))
    top, bottom = (min(each.y - each.half_width for each in islands), max(each.y + each.half_width for each in islands))
    width, height = right - left + 2 * RIM, bottom - top + 2 * RIM
    box = f"{left - RIM:.0f} {top - RIM:.0f} {width:.0f} {height:.0f}"
    return Still(box, tuple(_disc(each, width * LEAST_NAME) for each in islands))


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
