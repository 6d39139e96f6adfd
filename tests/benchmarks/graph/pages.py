"""Part `pages`: how soon there is a picture of a space.

A cluster and a data folder of its own, a real web process, and Chromium. Prints medians: what the server takes for the
map when it is arranged anew, read from the table, at hand, and unchanged at the browser's; in the browser the time from
the start of the navigation to the islands and to the nodes; and the processor time of a frame while the map is zoomed.
A page of the console without a map, and a page that is empty, are measured in the same run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from memoryhub.accounts.models import User
    from memoryhub.spaces.models import Space
    from tests.processes import Web

console = Console(highlight=False)
SIZES = (1_000, 5_000)
ZOOM_STEPS = 60
# Noted by the page's own clock, which starts with the navigation. A frame is drawn in the one after nodes are there.
MARKS = """
    const marks = (globalThis.marks = {});
    const look = () => {
        const figures = document.querySelector("memory-graph")?.graph?.stats();
        if (figures?.frames && (figures.islands || figures.nodes)) marks.islands ??= performance.now();
        if (marks.ready) marks.nodes ??= performance.now();
        marks.ready = figures?.nodes > 0;
        if (!marks.nodes) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
ZOOM = """async ([where, steps]) => {
    const turned = document.querySelector(where);
    const { left, top, width, height } = turned.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
    const waits = [];
    for (let step = 0; step < steps; step += 1) {
        const begin = performance.now();
        turned.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: step < steps / 2 ? -60 : 60 }));
        await new Promise(requestAnimationFrame);
        waits.push(performance.now() - begin);
    }
    return waits;
}"""


def measure(sizes: Sequence[int], rounds: int) -> None:
    """All sizes in one run, and the pages they are compared with."""
    from memoryhub.spaces import services as spaces
    from tests.benchmarks import valleys
    from tests.processes import database_environment, sign_in, started

    owner = prepare()
    places = [valleys.make(owner, size) for size in sizes]
    empty = spaces.create(actor=valleys.HUB, tag="empty", owner=owner, name="Empty")
    session = sign_in(owner)
    with started(database_environment()) as web:
        table = Table("milliseconds, median", *(f"{size:,} nodes" for size in sizes))
        columns = [of_server(web, place, session, rounds) for place in places]
        with browser() as chromium:
            for column, place in zip(columns, places, strict=True):
                column.update(of_browser(chromium, web, place, session, rounds))
            for name, path in (("memories, empty", "memories"), ("graph, empty", "graph")):
                plain = [first_paint(chromium, web, f"/s/{empty.tag}/{path}/", session) for _ in range(rounds)]
                for column in columns:
                    column[f"{name}: first paint"] = plain
    for name in columns[0]:
        table.add_row(name, *(f"{statistics.median(column[name]):,.1f}" for column in columns))
    console.print(table)


def prepare() -> User:
    """Tables, the built front end and a person."""
    from django.core.management import call_command

    from graph_ui import frontend
    from memoryhub.accounts import services as accounts
    from memoryhub.ai import services as ai

    frontend.ensure_built()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    ai.active_model()
    return accounts.create_user(email="ada@example.org", password="correct horse battery")  # noqa: S106 - thrown away


def of_server(web: Web, space: Space, session: str, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each kind of request for the map, asked over HTTP."""
    from django.db.models import F

    from memoryhub.associations.models import GraphLevel
    from memoryhub.ledger.models import Sequence as Revision

    found: dict[str, list[float]] = {}
    with httpx.Client(base_url=web.url, cookies={"sessionid": session}, timeout=120) as client:
        page = f"/s/{space.tag}/graph/"

        def ask(name: str, path: str = "", status: int = 200, **headers: str) -> httpx.Response:
            begin = time.perf_counter()
            answer = client.get(page + path, headers=headers)
            found.setdefault(name, []).append((time.perf_counter() - begin) * 1000)
            assert answer.status_code == status, answer.text[:300]
            return answer

        for _ in range(rounds):
            GraphLevel.objects.filter(space=space).delete()
            Revision.objects.filter(pk=space.pk).update(seq=F("seq") + 1)
            ask("nodes/, arranged anew", "nodes/")
            web.stop()
            web.start()
            client.get(f"/s/{space.tag}/memories/")
            ask("nodes/, from the table", "nodes/")
            etag = ask("nodes/, at hand", "nodes/").headers["ETag"]
            ask("nodes/, unchanged (304)", "nodes/", 304, **{"If-None-Match": etag})
            ask("overview/, at hand", "overview/")
            ask("the page, at hand")
            Revision.objects.filter(pk=space.pk).update(seq=F("seq") + 1)
            ask("nodes/, after one more entry", "nodes/")
            found.setdefault("a page without a map", []).append(_timed(lambda: client.get(f"/s/{space.tag}/memories/")))
    return found


def _timed(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return (time.perf_counter() - begin) * 1000


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium."""
    from tests.browser import chromium

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(**chromium.launch_options())
        yield opened
        opened.close()


@contextmanager
def page_of(chromium: Browser, web: Web, session: str) -> Iterator[Page]:
    """A window with nothing in its cache."""
    context = chromium.new_context(base_url=web.url, viewport={"width": 1280, "height": 860})
    context.add_cookies([{"name": "sessionid", "value": session, "url": web.url}])
    context.add_init_script(MARKS)
    yield context.new_page()
    context.close()


def of_browser(chromium: Browser, web: Web, space: Space, session: str, rounds: int) -> dict[str, list[float]]:
    """Milliseconds to the first picture, with an empty cache and then a full one, and of a frame while zooming."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        with page_of(chromium, web, session) as page:
            for visit in ("first visit", "again"):
                page.goto(f"/s/{space.tag}/graph/")
                while not (marks := page.evaluate("globalThis.marks")).get("nodes"):
                    page.wait_for_timeout(20)
                for name in ("islands", "nodes"):
                    found.setdefault(f"browser, {visit}: to {name}", []).append(marks[name])
            page.wait_for_timeout(500)
            for name, value in zoomed(page).items():
                found.setdefault(name, []).append(value)
    return found


def zoomed(page: Page) -> dict[str, float]:
    """What a frame costs while the wheel zooms the map in and out, and while it turns over the head of the page."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    found = {}
    for name, where in (("zooming", "memory-graph canvas"), ("idle", ".page-head")):
        before = _spent(devtools)
        waits = page.evaluate(ZOOM, [where, ZOOM_STEPS])
        found[f"a frame, {name}: main thread"] = (_spent(devtools) - before) * 1000 / ZOOM_STEPS
        found[f"a frame, {name}: on the clock, median"] = statistics.median(waits)
        found[f"a frame, {name}: on the clock, slowest of 20"] = statistics.quantiles(waits, n=20)[-1]
        page.wait_for_timeout(300)
    return found | {"a full drawing": page.evaluate("document.querySelector('memory-graph').graph.stats().took")}


def _spent(devtools: CDPSession) -> float:
    metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def first_paint(chromium: Browser, web: Web, path: str, session: str) -> float:
    """Milliseconds to the first contents of a page, with an empty cache."""
    with page_of(chromium, web, session) as page:
        page.goto(path)
        script = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        while not (found := page.evaluate(script)):
            page.wait_for_timeout(20)
        return float(found)
