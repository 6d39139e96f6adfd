"""The map at sizes no table has yet: `python -m tests.benchmarks.graph_canvas [--nodes 100000] [--shots FOLDER]`.

Serves made-up maps (see made_maps.py) through the real pages of the hub to Chromium, without a GPU, and prints what is
wanted beside what was reached: bytes, time to the first picture (islands with their names, which the page brings along)
and to the nodes, processor time of all Chromium processes for a frame while zooming and panning, time to a sharp
picture once the hand rests, and what a hover costs.
Beside them stand the figures of other programs (see peers), which npm fetches; `--peer-nodes` without sizes leaves
them out.
With `--shots` it also takes pictures of every size, far, nearer and near, light and dark. Ends with 1 where a figure is
missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import Browser, Page
from rich.table import Table

from tests.benchmarks import chrome, hub, made_hub, peers
from tests.benchmarks.chrome import WINDOW, chromium, console, cpu_of

if TYPE_CHECKING:
    from memoryhub.associations.atlas import Atlas

SIZES = (10_000, 100_000, 300_000, 1_000_000)
PEER_SIZES = (100_000, 300_000)
SHOT_SIZES = (385, 10_000, 100_000, 1_000_000)
Theme = Literal["light", "dark"]
STATS = "document.querySelector('memory-graph')?.graph?.stats()"
STEPS = 90
# Noted by the page's own clock, which starts with the navigation.
MARKS = """
    const marks = (globalThis.marks = {});
    // What stands on the page when a frame begins is painted at its end. That is noted where it is the first paint,
    // since the next frame has to wait for the script; else by the beginning of the next one.
    const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    let still = 0;
    const look = () => {
        if (still) marks.still ??= painted() > still ? painted() : performance.now();
        else if (document.querySelector("[data-still] text")) still = performance.now();
        const figures = document.querySelector("memory-graph")?.graph?.stats();
        if (figures?.frames && figures.islands) marks.canvas ??= performance.now();
        if (figures?.nodes && (figures.picture.took || figures.drawn)) marks.nodes ??= performance.now();
        if (figures?.edges) marks.edges ??= performance.now();
        if (!marks.edges || !marks.nodes) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
HAND = """
    const canvas = document.querySelector("memory-graph canvas");
    const stats = () => document.querySelector("memory-graph").graph.stats();
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const at = (clientX, clientY) => ({ clientX, clientY, bubbles: true, cancelable: true, view: window });
    const wheel = (deltaY) => canvas.dispatchEvent(new WheelEvent("wheel", { ...at(x, y), deltaY }));
    const frame = () => new Promise(requestAnimationFrame);
"""
ZOOM = f"""async (steps) => {{ {HAND}
    for (let step = 0; step < steps; step += 1) {{
        wheel(step < steps / 2 ? -20 : 20);
        await frame();
    }}
}}"""
PAN = f"""async (steps) => {{ {HAND}
    canvas.dispatchEvent(new MouseEvent("mousedown", at(x, y)));
    for (let step = 0; step < steps; step += 1) {{
        const far = 6 * (step < steps / 2 ? step : steps - step);
        window.dispatchEvent(new MouseEvent("mousemove", at(x + far, y + far / 2)));
        await frame();
    }}
    window.dispatchEvent(new MouseEvent("mouseup", at(x, y)));
}}"""
SHARP = f"""async (delta) => {{ {HAND}
    for (let step = 0; step < 5; step += 1) {{
        wheel(delta);
        await frame();
    }}
    const begin = performance.now();
    while (!stats().picture.isSharp) await frame();
    return performance.now() - begin;
}}"""
HOVER = f"""async (places) => {{ {HAND}
    const found = [];
    for (let place = 0; place < places; place += 1) {{
        const to = [left + width * (0.2 + (0.6 * ((place * 7) % places)) / places), y + place];
        const begin = performance.now();
        canvas.dispatchEvent(new PointerEvent("pointermove", at(...to)));
        const picked = performance.now() - begin;
        await frame();
        await new Promise(setTimeout);
        if (stats().hovered >= 0) found.push(picked + stats().took);
    }}
    return found;
}}"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure that is wanted: at most so much, at that size."""

    name: str
    nodes: int
    most: float


WANTED = (
    Wanted("overview in the page, bytes", 300_000, 20_000),
    Wanted("nodes and edges on the wire, bytes", 300_000, 3_000_000),
    Wanted("page to the first picture, ms", 300_000, 500),
    Wanted("a frame while zooming, ms CPU", 100_000, 10),
    Wanted("a frame while zooming, ms CPU", 1_000_000, 20),
    Wanted("a frame while panning, ms CPU", 100_000, 10),
    Wanted("a frame while panning, ms CPU", 1_000_000, 20),
    Wanted("rest to a sharp picture, ms", 300_000, 100),
    Wanted("hover to highlight, ms", 1_000_000, 16),
)


@dataclass(frozen=True, slots=True)
class Lead:
    """How many times less than that peer ours has to take, at that size."""

    peer: str
    name: str
    nodes: int
    least: float


REFERENCE = peers.NAMES[0]
LEADS = (
    *(Lead(peer, name, 100_000, 20) for peer in peers.NAMES for name in (peers.ZOOM, peers.PAN)),
    Lead(REFERENCE, peers.FIRST, 300_000, 10),
)


def main() -> int:
    """Measure, print, and say whether all that is wanted was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="*", default=SIZES, help="sizes (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="of each measurement (default: %(default)s)")
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    parser.add_argument("--shot-nodes", type=int, nargs="+", default=SHOT_SIZES, help="of sizes (default: %(default)s)")
    parser.add_argument("--peer-nodes", type=int, nargs="*", default=PEER_SIZES, help="of peers (default: %(default)s)")
    options = parser.parse_args()
    with (
        hub.settings_of(embedder="fake"),
        made_hub.served({*SHOT_SIZES, *options.nodes}, _made) as (address, session),
        chromium() as browser,
    ):
        if options.shots:
            options.shots.mkdir(parents=True, exist_ok=True)
            for size in options.shot_nodes:
                shoot(browser, address, session, size, options.shots)
        found = {size: measured(browser, address, session, size, options.rounds) for size in options.nodes}
    missed = report(found) if found else 0
    return max(missed, compare(found, options.peer_nodes) if options.peer_nodes else 0)


def _made(size: int) -> Atlas:
    """A map of that many nodes; its module wants settings."""
    from tests.benchmarks import made_maps

    return made_maps.make(size)


@contextmanager
def page_of(browser: Browser, address: str, session: str, *, theme: Theme | None = None) -> Iterator[Page]:
    """A window with nothing in its cache; with a theme it stands still."""
    context = browser.new_context(
        base_url=address, viewport=WINDOW, color_scheme=theme, reduced_motion="reduce" if theme else None
    )
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    context.add_init_script(MARKS)
    page = context.new_page()
    page.on("pageerror", lambda error: console.print(f"[red]{error}"))
    yield page
    context.close()


def opened(page: Page, size: int) -> dict[str, float]:
    """Go to a map, and wait until all of it is there; the marks."""
    page.goto(f"/s/made-{size}/graph/")
    while not {"nodes", "edges"} <= (marks := page.evaluate("globalThis.marks")).keys():
        page.wait_for_timeout(50)
    while not rested(page):
        page.wait_for_timeout(50)
    page.wait_for_timeout(400)
    found: dict[str, float] = marks
    return found


def rested(page: Page) -> bool:
    """Whether the picture, where there is one, is sharp."""
    return bool(page.evaluate(f"(({{ detail, picture }}) => !detail.crowded || picture.isSharp)({STATS})"))


def measured(browser: Browser, address: str, session: str, size: int, rounds: int) -> dict[str, float]:
    """All figures of one size: medians of so many rounds."""
    rows: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        rows.setdefault(name, []).append(value)

    for name, value in bytes_of(address, session, size).items():
        note(name, value)
    for _ in range(rounds):
        with page_of(browser, address, session) as page:
            marks = opened(page, size)
            note("page to the first picture, ms", marks.get("still", marks["canvas"]))
            note("page to the canvas, ms", marks["canvas"])
            note("page to the nodes, ms", marks["nodes"])
            note("page to the edges, ms", marks["edges"])
            note("a frame while zooming, ms CPU", cpu_of(lambda: page.evaluate(ZOOM, STEPS))[0] / STEPS)
            page.wait_for_timeout(400)
            note("a frame while panning, ms CPU", cpu_of(lambda: page.evaluate(PAN, STEPS))[0] / STEPS)
            page.wait_for_timeout(400)
            for delta in (-4, 4):
                note("rest to a sharp picture, ms", page.evaluate(SHARP, delta))
            note("a picture in the worker, ms", page.evaluate(f"{STATS}.picture.took"))
            hovers = page.evaluate(HOVER, 30)
            if hovers:
                note("hover to highlight, ms", statistics.median(hovers))
            note("memory of Chromium, MB", chrome.memory() / 1e6)
    return {name: statistics.median(values) for name, values in rows.items()}


def bytes_of(address: str, session: str, size: int) -> dict[str, float]:
    """What comes over the wire, packed as for a browser; the first request also makes the map."""
    import httpx

    with httpx.Client(base_url=f"{address}/s/made-{size}/graph", cookies={"sessionid": session}, timeout=300) as client:
        page = client.get("/").text
        inline = page[page.index('<script id="graph-overview"') :]
        wire = 0
        for part in ("/nodes/", "/edges/"):
            with client.stream("GET", part, headers={"Accept-Encoding": "gzip"}) as answer:
                wire += sum(len(chunk) for chunk in answer.iter_raw())
    return {
        "overview in the page, bytes": len(inline[: inline.index("</script>")].encode()),
        "nodes and edges on the wire, bytes": wire,
    }


def shoot(browser: Browser, address: str, session: str, size: int, folder: Path) -> None:
    """Pictures of one size: all of it, nearer, and near, in both themes."""
    for theme in ("light", "dark"):
        with page_of(browser, address, session, theme=theme) as page:
            opened(page, size)
            for name, wheel in (("far", 0), ("nearer", -700), ("near", -1100)):
                page.evaluate(ZOOM.replace("step < steps / 2 ? -20 : 20", str(wheel)), 1)
                page.wait_for_timeout(800)
                page.screenshot(path=folder / f"{size}-{name}-{theme}.png")


def report(found: Mapping[int, Mapping[str, float]]) -> int:
    """Print all figures and those that are wanted; 1 where one is missed."""
    table = Table("median", *(f"{size:,} nodes" for size in found))
    for name in dict.fromkeys(name for figures in found.values() for name in figures):
        table.add_row(name, *(f"{figures[name]:,.1f}" if name in figures else "" for figures in found.values()))
    console.print(table)
    judged = Table("wanted", "at most", "reached", "")
    missed = 0
    for wanted in WANTED:
        reached = found.get(wanted.nodes, {}).get(wanted.name)
        if reached is None:
            continue
        missed += reached > wanted.most
        verdict = "missed" if reached > wanted.most else "reached"
        judged.add_row(f"{wanted.name}, {wanted.nodes:,} nodes", f"{wanted.most:,.0f}", f"{reached:,.1f}", verdict)
    console.print(judged)
    return 1 if missed else 0


def compare(found: Mapping[int, Mapping[str, float]], sizes: Sequence[int]) -> int:
    """Measure the peers with the same maps and print both; 1 where ours does not lead by as much as is wanted."""
    figures: dict[tuple[str, int], Mapping[str, float]] = {}
    with peers.installed() as folder:
        for size in sizes:
            peers.put(folder, _made(size), size)
            for name in peers.NAMES:
                with chromium() as browser:
                    figures[name, size] = peers.measured(browser, folder, name, size)
    table = Table("peer", "figure", "nodes", "its", "ours", "times", "wanted", "")
    missed = 0
    for (peer, size), reached in figures.items():
        for name in (peers.FIRST, peers.ZOOM, peers.PAN):
            ours = found.get(size, {}).get(name if name != peers.FIRST else "page to the first picture, ms")
            times = reached[name] / ours if ours and name in reached else None
            least = next(
                (lead.least for lead in LEADS if (lead.peer, lead.name, lead.nodes) == (peer, name, size)), None
            )
            short = least is not None and times is not None and times < least
            missed += short
            shown = [f"{value:,.1f}" if value is not None else "" for value in (reached.get(name), ours, times, least)]
            table.add_row(peer, name, f"{size:,}", *shown, "missed" if short else "reached" if least and times else "")
    console.print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
