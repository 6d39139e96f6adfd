"""The graph page as a test uses it: its map, asked by `element.graph`, and what stands around it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from memoryhub.core import ids
from memoryhub.memories.models import Memory

GRAPH = "document.querySelector('memory-graph').graph"
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Atlas:
    """The map on a page."""

    page: Page

    def open(self, tag: str, query: str = "") -> Atlas:
        """Go there, and wait until every node is on the map."""
        self.page.goto(f"/s/{tag}/graph/{query}")
        until(self.page, f"{GRAPH} !== undefined")
        self.page.wait_for_load_state("networkidle")
        return self

    def stats(self) -> dict[str, Any]:
        """Its figures."""
        found: dict[str, Any] = self.page.evaluate(f"{GRAPH}.stats()")
        return found

    def ids(self) -> list[str]:
        """The wire ids of its nodes, as the hub gives them."""
        found: list[str] = self.page.evaluate(
            "async () => (await (await fetch(document.querySelector('memory-graph').dataset.idsUrl)).json()).ids"
        )
        return found

    def until(self, condition: str) -> None:
        """Wait until something is true of its figures, such as `nodes === 3`."""
        until(self.page, f"(({{nodes, edges, chosen, view, ids}}) => {condition})({GRAPH}.stats())")

    def at(self, node: str) -> dict[str, Any]:
        """Where a node is in the window: x, y, and whether it is `visible`."""
        found: dict[str, Any] = self.page.evaluate(f"id => {GRAPH}.screenOf(id)", node)
        return found

    def places(self, *nodes: str) -> list[Place]:
        """Where nodes stand on the map itself, in map units, whatever part of it is shown."""
        view, left_top = self.stats()["view"], self.page.locator("memory-graph canvas").bounding_box()
        assert left_top is not None
        found = [self.at(node) for node in nodes]
        return [
            (
                round((at["x"] - left_top["x"] - view["x"]) / view["k"], 1),
                round((at["y"] - left_top["y"] - view["y"]) / view["k"], 1),
            )
            for at in found
        ]

    def hover(self, node: str) -> None:
        """Point at a node."""
        at = self.at(node)
        self.page.mouse.move(at["x"], at["y"])

    def click(self, node: str) -> None:
        """Click a node."""
        at = self.at(node)
        self.page.mouse.click(at["x"], at["y"])

    def ink(self) -> int:
        """How many pixels of the canvas have been drawn on."""
        drawn: int = self.page.evaluate(
            """() => {
                const canvas = document.querySelector('memory-graph canvas');
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                let drawn = 0;
                for (let at = 3; at < data.length; at += 4) drawn += data[at] > 0;
                return drawn;
            }"""
        )
        return drawn


def until(page: Page, expression: str, *, seconds: float = 15) -> None:
    """Wait until a JavaScript expression holds. Playwright's own way needs `eval`, which our pages forbid."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"not within {seconds} s: {expression}"
        page.wait_for_timeout(50)


def wire(memory: Memory) -> str:
    """The id of a memory as the page knows it."""
    return ids.encode(memory.pk)
