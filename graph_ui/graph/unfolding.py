"""What is open in the list twin of the map, as an address says it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urlencode

Name = TypeVar("Name", int, str)

PAGE = 25  # members of a cluster, or relations of a member, that one step of unfolding shows
MOST_ROWS = 250  # that one open cluster or member shows; a further step moves on
MAX_OPEN = 50  # clusters or members one address can keep open
WRITTEN = re.compile(r"([0-9A-Za-z]+)(?::([1-9]\d{0,4})?(?::(\d{1,8}))?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Window:
    """What an open list shows: so many rows, from the one that ``first`` others stand before."""

    shown: int = PAGE
    first: int = 0

    def __str__(self) -> str:
        return f"{self.shown}:{self.first}" if self.first else str(self.shown)

    def within(self, total: int) -> Window:
        """As far as there are rows; the last page where there are none."""
        first = min(self.first, max(total - 1, 0) // PAGE * PAGE)
        return Window(min(self.shown, total - first), first)

    def earlier(self) -> Window:
        """With a page more in front."""
        step = min(self.first, PAGE)
        return Window(min(self.shown + step, MOST_ROWS), self.first - step)

    def later(self) -> Window:
        """With a page more behind."""
        over = max(self.shown + PAGE - MOST_ROWS, 0)
        return Window(self.shown + PAGE - over, self.first + over)


@dataclass(frozen=True, slots=True)
class Unfolded:
    """What is open: which members of which cluster, which relations of which node (by wire id)."""

    clusters: Mapping[int, Window]
    nodes: Mapping[str, Window]

    @classmethod
    def parse(cls, clusters: Iterable[str], nodes: Iterable[str]) -> Unfolded:
        """From query values such as ``open=3:50``, or ``open=3:25:1200`` for 25 rows that 1,200 stand before, and
        ``unfold=<id>:25``; what does not parse is left out."""
        opened = {int(name): window for name, window in _windows(clusters) if name.isdecimal()}
        return cls(opened, dict(_windows(nodes)))

    def query(self) -> str:
        """The same as a query string."""
        values = [("open", f"{name}:{window}") for name, window in self.clusters.items()]
        return urlencode(values + [("unfold", f"{name}:{window}") for name, window in self.nodes.items()])

    def with_cluster(self, cluster: int, window: Window | None) -> Unfolded:
        """With these members shown; None folds the cluster."""
        return replace(self, clusters=_changed(self.clusters, cluster, window))

    def with_node(self, node: str, window: Window | None) -> Unfolded:
        """With these relations shown; None folds the node."""
        return replace(self, nodes=_changed(self.nodes, node, window))


def _windows(values: Iterable[str]) -> list[tuple[str, Window]]:
    """``name:count`` and ``name:count:first`` values, each name once, at most MAX_OPEN."""
    found: dict[str, Window] = {}
    for value in values:
        if parsed := WRITTEN.fullmatch(value):
            name, shown, first = parsed.groups()
            found[name] = Window(min(int(shown or PAGE), MOST_ROWS), int(first or 0))
    return list(found.items())[:MAX_OPEN]


def _changed(values: Mapping[Name, Window], name: Name, window: Window | None) -> dict[Name, Window]:
    """The mapping with one more entry, or without it where there is no ``window``."""
    rest = {each: kept for each, kept in values.items() if each != name}
    return rest if window is None else {**rest, name: window}
