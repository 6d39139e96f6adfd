"""`python -m tests.screens`: shoot every page in every look and check each; exits 1 when anything is wrong."""

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
from tests.browser import chromium  # noqa: E402
from tests.screens import camera, scene, shots  # noqa: E402
from tests.screens.camera import Finding, Look  # noqa: E402
from tests.screens.scene import Scene  # noqa: E402
from tests.screens.shots import Shot  # noqa: E402

Result = tuple[Shot, Look, list[Finding]]


def main() -> int:
    """Run; 0 when nothing is wrong."""
    wanted = _arguments()
    console = Console(width=max(160, Console().width))
    with _hub() as (web, made), sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        results = []
        for result in _run(browser, web, made, wanted):
            results.append(result)
            shot, look, findings = result
            console.print(f"{shot.name:26} {look.name:10} {len(findings) or 'ok'}", highlight=False)
    missing = [] if wanted.only else shots.without_shot()
    lines = _lines(results, missing)
    (wanted.out / "findings.txt").write_text("".join("\t".join(line) + "\n" for line in lines))
    _print(console, lines, count=len(results))
    return 1 if lines else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / ".screens", help="folder for the shots (default: .screens)")
    parser.add_argument("--only", default="", help="only pages whose name begins so, several with commas")
    parser.add_argument("--look", default="", help="only these looks: light, dark, phone, zh")
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
    wanted.out.mkdir(parents=True, exist_ok=True)
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
