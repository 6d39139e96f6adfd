"""What other programs need for the same maps: the reference component and force-graph, from npm, in the same Chromium.

They are installed into a folder that is thrown away and are given the map in their own form before the clock starts;
their first picture is therefore without page, download and decoding, which ours is not.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Error

from tests.benchmarks import chrome

if TYPE_CHECKING:
    from memoryhub.associations.atlas import Atlas

HERE = Path(__file__).parent
NAMES = ("@supermemory/memory-graph", "force-graph")
PAGE = (
    '<!doctype html><meta charset="utf-8"><body style="margin:0"><div id="root"></div><script src="peers.js"></script>'
)
FIRST, ZOOM, PAN = "first picture, ms", "a frame while zooming, ms CPU", "a frame while panning, ms CPU"
FRAMES, MOST_SECONDS, LOAD_SECONDS = 60, 15, 120


@dataclass(frozen=True, slots=True)
class Peers:
    """The folder that is served, and its address."""

    folder: Path
    address: str


@contextmanager
def installed() -> Iterator[Peers]:
    """The peers in one script, served together with the maps that are put beside it."""
    from graph_ui import frontend

    node = frontend.find_node()
    with tempfile.TemporaryDirectory(prefix="memoryhub-peers-") as name:
        folder = Path(name)
        for file in ("package.json", "peers.js"):
            shutil.copy(HERE / file, folder)
        install = [*node.npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(install, cwd=folder, check=True)
        site = folder / "site"
        site.mkdir()
        (site / "index.html").write_text(PAGE)
        bundle = ["node_modules/.bin/esbuild", "peers.js", "--bundle", "--minify", "--loader:.css=empty"]
        production = """--define:process.env.NODE_ENV="production\""""
        subprocess.run([*bundle, production, "--outfile=site/peers.js"], cwd=folder, check=True)
        handler = partial(_Quiet, directory=str(site))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield Peers(site, f"http://127.0.0.1:{server.server_port}")
            server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def put(peers: Peers, found: Atlas, size: int) -> None:
    """Put a map beside the script, as columns."""
    graph, levels = found.graph, found.levels
    columns = {
        "x": levels.x.round(1),
        "y": (levels.y - (levels.y.max() + levels.y.min()) / 2).round(1),
        "cluster": levels.cluster,
        "kind": graph.kinds,
        "source": graph.edges[:, 0],
        "target": graph.edges[:, 1],
        "type": graph.edge_kinds,
    }
    text = json.dumps({name: column.tolist() for name, column in columns.items()})
    (peers.folder / f"map-{size}.json").write_text(text)


def measured(browser: Browser, peers: Peers, name: str, size: int) -> Mapping[str, float]:
    """The figures of one peer at one size; those it does not come to are left out."""
    figures: dict[str, float] = {}
    page = browser.new_page(viewport=chrome.WINDOW)
    page.set_default_timeout(LOAD_SECONDS * 1000)
    try:
        page.goto(peers.address)
        started = f"Promise.race([peer.start(...given), new Promise(stop => setTimeout(stop, {LOAD_SECONDS * 1000}))])"
        first = page.evaluate(f"given => {started}", [name, size])
        if first is None:
            return figures
        figures[FIRST] = first
        page.wait_for_timeout(1500)
        for deed, figure in (("zoom", ZOOM), ("pan", PAN)):
            acting = partial(page.evaluate, "given => peer.act(...given)", [deed, FRAMES, MOST_SECONDS * 1000])
            spent, frames = chrome.cpu_of(acting)
            figures[figure] = spent / frames
    except Error as error:
        # It ran out of memory or time; what it came to until then is its figure.
        chrome.console.print(f"{name} at {size:,}: {str(error).splitlines()[0]}")
    finally:
        page.close()
    return figures
