"""The graph page as a test uses it: its map, asked by `element.graph`, and what stands around it."""

from __future__ import annotations

import gzip
import json
import time
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route

from graph_ui.graph import payload
from graph_ui.graph.local import rings
from graph_ui.graph.wire import WireMap
from memoryhub.associations.around import Local
from memoryhub.associations.graph.clusters import Role
from memoryhub.core import ids
from memoryhub.memories.models import Memory

GRAPH = "document.querySelector('memory-graph').graph"
FIGURES = (
    "{nodes, shown, around, hovered, edges, chosen, near, marked, pinned, view, ids, drawn, detail, picture, islands,"
    " finite, total}"
)
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

    def ids_here(self) -> list[str]:
        """The wire ids of the nodes that are shown, as far as the page knows them."""
        found: list[str] = self.page.evaluate(f"{GRAPH}.shown()")
        return found

    def until(self, condition: str) -> None:
        """Wait until something is true of its figures, such as `nodes === 3`."""
        until(self.page, f"(({FIGURES}) => {condition})({GRAPH}.stats())")

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
        return self._pixels()[0]

    def brightness(self) -> float:
        """Of what has been drawn, on average from 0 to 255."""
        drawn, total = self._pixels()
        return total / drawn

    def _pixels(self) -> tuple[int, int]:
        """Pixels that have been drawn on, and the sum of their green."""
        drawn, total = self.page.evaluate(
            """() => {
                const canvas = document.querySelector('memory-graph canvas');
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                let [drawn, total] = [0, 0];
                for (let at = 3; at < data.length; at += 4) {
                    drawn += data[at] > 0;
                    total += data[at] > 0 ? data[at - 2] : 0;
                }
                return [drawn, total];
            }"""
        )
        return drawn, total


def serve(page: Page, sent: WireMap, *, edges: bytes | None = None, local: Local | None = None) -> None:
    """Answer what the map's script asks for from a map that is in no table, every text being "A text."; `edges` may be
    another block of edges than the map's own, and `local` is what the map is a part of."""
    found = sent.atlas
    titles = dict.fromkeys(Role, "Field")
    blocks = {
        "nodes": (gzip.decompress(sent.nodes), payload.NODES_TYPE),
        "edges": (edges or gzip.decompress(sent.edges), payload.EDGES_TYPE),
    }
    levels = replace(found.levels, clusters=(), bridges=()) if local else found.levels
    overview = payload.overview(levels, revision=found.revision, total=found.total, titles=titles)

    def told(part: str, asked: dict[str, list[str]]) -> dict[str, Any]:
        if part == "overview":
            return overview
        if part == "pins":
            return {"version": found.version, "pins": []}
        if part == "ids":
            return sent.ids_from(int(asked["offset"][0]))
        if part == "around" and local:
            return rings(local, sent)
        if part == "versions":
            return {"of": 1, "older": []}
        places = [int(index) for index in asked.get("index", [])]
        places += [at for node in asked.get("id", []) if (at := sent.index_of(node)) is not None]
        labels = [{"index": at, "id": sent.id_at(at), "text": "A text."} for at in places]
        return {"version": found.version, "labels": labels}

    def answer(route: Route) -> None:
        address = urlsplit(route.request.url)
        part = address.path.split("/graph/")[1].strip("/")
        body: Any
        if part in blocks:
            body, media_type = blocks[part]
        else:
            body, media_type = json.dumps(told(part, parse_qs(address.query))), "application/json"
        route.fulfill(body=body, content_type=media_type, headers={"ETag": f'"{found.version}"'})

    page.route("**/graph/*/**", answer)


def until(page: Page, expression: str, *, seconds: float = 15) -> None:
    """Wait until a JavaScript expression holds. Playwright's own way needs `eval`, which our pages forbid."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"not within {seconds} s: {expression}"
        page.wait_for_timeout(50)


def wire(memory: Memory) -> str:
    """The id of a memory as the page knows it."""
    return ids.encode(memory.pk)
