"""The graph page with few nodes and with a million, shot far, nearer and near; what its canvas shows is measured.

A canvas cannot be asked what stands on it. maps.js notes every text that is written, and reads the pixels: no label
lies over another or is cut off, each stands out from what is behind it, neither emptiness nor ink is without bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.atlas import GRAPH, until
from tests.screens import camera
from tests.screens.camera import CHINESE, DARK, LIGHT, PHONE, PHONE_DARK, Finding, Look

SIZES = (385, 10_000, 100_000, 1_000_000)
LOOKS = (LIGHT, DARK, PHONE, PHONE_DARK, CHINESE)
SCRIPT = (Path(__file__).parent / "maps.js").read_text(encoding="utf-8")
LOAD_SECONDS = 300
SHARP = f"(({{ detail, picture, edges }}) => edges > 0 && (!detail.crowded || picture.isSharp))({GRAPH}.stats())"
# Nearer to the largest island, so that there is something to be seen.
ZOOM = """(times) => {
    const map = document.querySelector("memory-graph");
    const canvas = map.querySelector(":scope > canvas");
    const { left, top } = canvas.getBoundingClientRect();
    const r = (circle) => Number(circle.getAttribute("r"));
    const [largest] = [...map.querySelectorAll("[data-minimap] circle")].sort((one, other) => r(other) - r(one));
    const [x, y] = ["cx", "cy"].map((name) => Number(largest.getAttribute(name)));
    const { view } = map.graph.stats();
    const [clientX, clientY] = [left + x * view.k + view.x, top + y * view.k + view.y];
    const hand = { clientX, clientY, bubbles: true, cancelable: true, view: window };
    canvas.dispatchEvent(new WheelEvent("wheel", { ...hand, deltaY: -500 * Math.log2(times) }));
}"""


@dataclass(frozen=True, slots=True)
class Distance:
    """How near a shot is taken: so many times the view before it, or at least at the scale `k`; and the most of what
    may be empty, of ink on a drawn pixel, and of drawn pixels that are full of ink. In a window that is higher than
    wide a whole map, which is wider than high, may leave `upright` empty."""

    name: str
    times: float
    empty: float
    ink: float
    full: float
    k: float = 0.0
    upright: float = 0.0

    def bounds(self, look: Look) -> dict[str, float]:
        """As maps.js takes them."""
        empty = self.empty if look.width > look.height else max(self.empty, self.upright)
        return {"empty": empty, "ink": self.ink, "full": self.full}


DISTANCES = (
    Distance("far", 1.0, empty=0.75, upright=0.86, ink=0.38, full=0.2),
    Distance("nearer", 3.0, empty=0.65, ink=0.38, full=0.2),
    Distance("parts", 2.5, empty=0.6, ink=0.38, full=0.24),
    Distance("near", 1.0, empty=0.6, ink=0.42, full=0.16, k=2.2),
)


@dataclass(frozen=True, slots=True)
class Seen:
    """One shot: its name, the look, the figures of its canvas and what is wrong."""

    name: str
    look: Look
    figures: Mapping[str, float]
    findings: list[Finding]


def shoot(
    browser: Browser,
    address: str,
    session: str,
    out: Path,
    *,
    sizes: tuple[int, ...] = SIZES,
    looks: tuple[Look, ...] = LOOKS,
) -> Iterator[Seen]:
    """Shoot the maps `made-SIZE` that a hub serves, and measure each shot."""
    cookie = {"name": "sessionid", "value": session, "url": address}
    for size in sizes:
        for look in looks:
            with camera.looking(browser, look, cookie) as context:
                page = context.new_page()
                findings: list[Finding] = []
                camera.listen(page, findings)
                page.add_init_script(SCRIPT)
                page.goto(f"{address}/s/made-{size}/graph/", timeout=LOAD_SECONDS * 1000)
                until(page, f"{GRAPH} !== undefined")
                until(page, SHARP, seconds=LOAD_SECONDS)
                for distance in DISTANCES:
                    name = f"graph-{size}-{distance.name}"
                    seen = examine(page, distance, out / f"{name}.{look.name}.png", look=look)
                    yield Seen(
                        name,
                        look,
                        seen["figures"],
                        findings + [Finding(rule, name, said) for rule, said in seen["wrong"]],
                    )
                    findings.clear()


def examine(page: Page, distance: Distance, picture: Path | None = None, *, look: Look = LIGHT) -> dict[str, Any]:
    """Go near, wait for a sharp picture, and measure it: {figures, wrong: [[rule, detail]]}."""
    k = page.evaluate(f"{GRAPH}.stats().view.k")
    times = max(distance.times, distance.k / k)
    if times > 1:
        page.evaluate(ZOOM, times)
    page.wait_for_timeout(400)
    until(page, SHARP, seconds=LOAD_SECONDS)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(200)
    if picture is not None:
        page.screenshot(path=picture)
    found: dict[str, Any] = page.evaluate("bounds => examineMap(bounds)", distance.bounds(look))
    return found
