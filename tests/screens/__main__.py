"""`python -m tests.screens`: shoot every page in every look and check each; exits 1 when anything is wrong.

`python -m tests.screens graph` does so with the map alone, with up to a million nodes (see maps.py).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).resolve().parents[2]
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.test.utils import setup_databases  # noqa: E402 - settings first
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.markup import escape  # noqa: E402
from rich.table import Table  # noqa: E402

from graph_ui import frontend  # noqa: E402
from tests import processes  # noqa: E402
from tests.benchmarks import made_hub, made_maps  # noqa: E402
from tests.browser import chromium  # noqa: E402
from tests.screens import camera, maps, scene, shots  # noqa: E402
from tests.screens.camera import Finding, Look  # noqa: E402
from tests.screens.scene import Scene  # noqa: E402
from tests.screens.shots import Shot  # noqa: E402

Result = tuple[Shot, Look, list[Finding]]


def main() -> int:
    """Run; 0 when nothing is wrong."""
    wanted = _arguments()
    console = Console(width=max(160, Console().width))
    wanted.out.mkdir(parents=True, exist_ok=True)
    if wanted.what == "graph":
        return _maps(console, wanted)
    with _hub() as (web, made), sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        results = []
        for result in _run(browser, web, made, wanted):
            results.append(result)
            shot, look, findings = result
            console.print(f"{shot.name:26} {look.name:10} {len(findings) or 'ok'}", highlight=False)
    missing = [] if wanted.only else shots.without_shot()
    lines = _lines(results, missing)
    return _told(console, wanted.out, lines, count=len(results))


def _maps(console: Console, wanted: argparse.Namespace) -> int:
    """The graph page of made-up maps."""
    frontend.ensure_built()
    setup_databases(verbosity=0, interactive=False)
    sizes = tuple(wanted.nodes)
    looks = tuple(look for look in maps.LOOKS if not wanted.look or look.name in wanted.look.split(","))
    lines: list[tuple[str, ...]] = []
    count = 0
    with made_hub.served(sizes, made_maps.arrange) as (address, session), sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        for seen in maps.shoot(browser, address, session, wanted.out, sizes=sizes, looks=looks):
            count += 1
            lines += [(seen.name, seen.look.name, one.rule, one.where, one.detail) for one in seen.findings]
            figures = "  ".join(f"{name} {value:.3f}" for name, value in seen.figures.items())
            console.print(
                f"{seen.name:26} {seen.look.name:10} {len(seen.findings) or 'ok':3} {figures}", highlight=False
            )
    return _told(console, wanted.out, lines, count=count)


def _told(console: Console, out: Path, lines: list[tuple[str, ...]], *, count: int) -> int:
    """Print and keep what is wrong; 1 where anything is."""
    (out / "findings.txt").write_text("".join("\t".join(line) + "\n" for line in lines))
    _print(console, lines, count=count)
    return 1 if lines else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["pages", "graph"], default="pages", help="(default: pages)")
    parser.add_argument("--nodes", type=int, nargs="+", default=maps.SIZES, help="sizes of maps (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=ROOT / ".screens", help="folder for the shots (default: .screens)")
    parser.add_argument("--only", default="", help="only pages whose name begins so, several with commas")
    parser.add_argument("--look", default="", help="only these looks: light, dark, phone, phone-dark, zh")
    return parser.parse_args()


@contextmanager
def _hub() -> Iterator[tuple[processes.Web, Scene]]:
    """A hub of its own: database, web process and worker, with the scene set and its documents read."""
    frontend.ensure_built()
    setup_databases(verbosity=0, interactive=False)
    made = scene.build()
    environment = processes.database_environment()
    with ExitStack() as stack:
        web = stack.enter_context(processes.started(environment))
        stack.enter_context(processes.running_worker(environment))
        scene.settle(made)
        yield web, made


def _run(browser: Browser, web: processes.Web, made: Scene, wanted: argparse.Namespace) -> Iterator[Result]:
    prefixes = tuple(name for name in wanted.only.split(",") if name)
    looks = [look for look in camera.LOOKS if not wanted.look or look.name in wanted.look.split(",")]
    cookies = {name: processes.cookie(person, web) for name, person in made.people.items()}
    for shot in shots.SHOTS:
        if prefixes and not shot.name.startswith(prefixes):
            continue
        for look in looks:
            picture = wanted.out / f"{shot.name}.{look.name}.png"
            yield shot, look, _examine(browser, web, made, shot, look, cookies.get(shot.who), picture)


def _examine(
    browser: Browser, web: processes.Web, made: Scene, shot: Shot, look: Look, cookie: Any, picture: Path
) -> list[Finding]:
    with camera.looking(browser, look, cookie) as context:
        return camera.examine(context.new_page(), shot, look, base=web.url, scene=made, picture=picture)


def _lines(results: list[Result], missing: list[str]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [
        (shot.name, look.name, one.rule, one.where, one.detail) for shot, look, findings in results for one in findings
    ]
    return found + [(name, "", "no shot", "tests/screens/shots.py", "") for name in missing]


def _print(console: Console, lines: list[tuple[str, ...]], *, count: int) -> None:
    table = Table("page", "look", "rule", "where", "detail")
    for line in lines:
        table.add_row(*(escape(part) for part in line))
    if lines:
        console.print(table)
    console.print(f"{count} shots, {len(lines)} findings", highlight=False)


if __name__ == "__main__":
    sys.exit(main())
