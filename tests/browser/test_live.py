"""P-LIV-1 in a browser: whatever becomes of the link, the page says so, and afterwards it shows what the API says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.atlas import Atlas
from tests.browser.window import Window, window
from tests.cast import Cast
from tests.live.wire import wire_to
from tests.processes import Web, started
from tests.threads import apart

pytestmark = pytest.mark.browser

# The page gives a link up after two and a half beats, so that a short beat makes for a short test.
BEAT = {"MEMORYHUB_HEARTBEAT_SECONDS": "1"}
NOTICED = 30_000
CAUGHT_UP = 5


@dataclass(frozen=True, slots=True)
class Program:
    """A program that uses the API with a key."""

    client: httpx.Client

    def told(self) -> list[dict[str, Any]]:
        """What is remembered, newest first."""
        found: list[dict[str, Any]] = self._done(self.client.get("memories/?limit=100"))["items"]
        return found

    def tell(self, text: str) -> str:
        """Remember something; its id."""
        return str(self._done(self.client.post("memories/", json={"text": text}))["id"])

    def write_while_nobody_hears(self) -> None:
        """Create three, update one, forget one."""
        first, second, _third = (self.tell(f"Written meanwhile, {number}.") for number in range(3))
        self._done(self.client.patch(f"memories/{first}/", json={"text": "Written meanwhile, better."}))
        self._done(self.client.post(f"memories/{second}/forget"))

    def graph(self) -> set[str]:
        """Ids of what is on the map."""
        return {node["id"] for node in self._done(self.client.get("graph/"))["nodes"]}

    @staticmethod
    def _done(answer: httpx.Response) -> dict[str, Any]:
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture
def own_web(hub_environment: dict[str, str]) -> Iterator[Web]:
    """A web process this test may end."""
    with started(hub_environment | BEAT) as web:
        yield web


@pytest.fixture
def program(own_web: Web, stage: Cast) -> Iterator[Program]:
    """Ada's program, which has told one fact."""
    secret = apart(stage.key, "ada", "admin").secret
    address = f"{own_web.url}/api/v1/spaces/{stage.space.tag}/"
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {secret}"}, timeout=30) as client:
        found = Program(client)
        found.tell("Known from the start.")
        yield found


def list_in(page: Page) -> tuple[list[str], str]:
    """The list of memories as a page shows it, and the count beside it."""
    rows = page.locator("#memory-list .row-link").all_inner_texts()
    return rows, page.locator("#rail [data-count=memories]").text_content() or ""


def open_tabs(opened: Window, tag: str) -> tuple[Page, Atlas]:
    """Two tabs of one browser, both live: the list and the map."""
    opened.page.goto(f"/s/{tag}/memories/")
    atlas = Atlas(opened.context.new_page()).open(tag)
    for page in (opened.page, atlas.page):
        expect(page.locator("html")).to_have_attribute("data-live", "live", timeout=NOTICED)
        expect(page.locator("#offline-bar")).to_be_hidden()
    return opened.page, atlas


def catch_up(listed: Page, atlas: Atlas, program: Program) -> None:
    """Both tabs are live again, and soon show what the API says."""
    for page in (listed, atlas.page):
        expect(page.locator("html")).to_have_attribute("data-live", "live", timeout=NOTICED)
    deadline = time.monotonic() + CAUGHT_UP
    told = [row["text"] for row in program.told()]
    on_map = program.graph()
    while (list_in(listed), set(atlas.ids()), atlas.stats()["ids"]) != ((told, str(len(told))), on_map, len(on_map)):
        assert time.monotonic() < deadline, (list_in(listed), told)
        listed.wait_for_timeout(100)
    for page in (listed, atlas.page):
        expect(page.locator("#offline-bar")).to_be_hidden()


def test_a_link_that_dies_without_closing_is_noticed_and_everything_is_made_up_for(
    own_web: Web, stage: Cast, program: Program, browser: Browser
) -> None:
    with wire_to(own_web.port) as wire:
        through_it = f"http://127.0.0.1:{wire.port}"
        with window(browser, own_web, stage.chen, base_url=through_it, may_be_away=True) as opened:
            listed, atlas = open_tabs(opened, stage.space.tag)
            wire.cut()
            program.write_while_nobody_hears()
            for page in (listed, atlas.page):
                expect(page.locator("#offline-bar")).to_be_visible(timeout=NOTICED)
            assert list_in(listed) == (["Known from the start."], "1")
            wire.mend()
            catch_up(listed, atlas, program)


def test_after_a_restart_of_the_server_the_page_comes_back_by_itself(
    own_web: Web, web: Web, stage: Cast, program: Program, browser: Browser
) -> None:
    with window(browser, own_web, stage.chen, may_be_away=True) as opened:
        listed, atlas = open_tabs(opened, stage.space.tag)
        own_web.stop()
        program.client.base_url = f"{web.url}/api/v1/spaces/{stage.space.tag}/"
        program.write_while_nobody_hears()
        expect(listed.locator("#offline-bar")).to_be_visible(timeout=NOTICED)
        own_web.start()
        catch_up(listed, atlas, program)


def test_frames_that_come_twice_or_in_the_wrong_order_change_nothing(
    own_web: Web, stage: Cast, program: Program, browser: Browser
) -> None:
    heard: list[str] = []
    sockets: list[WebSocketRoute] = []

    def hold_back(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(message: str | bytes) -> None:
            if '"entries"' in str(message):
                heard.append(str(message))
            elif '"beat"' not in str(message):
                socket.send(message)

        server.on_message(pass_on)

    with window(browser, own_web, stage.chen) as opened:
        page, asked = opened.page, list[str]()
        page.route_web_socket("**/live/**", hold_back)
        page.goto(f"/s/{stage.space.tag}/memories/")
        expect(page.locator("html")).to_have_attribute("data-live", "live", timeout=NOTICED)
        page.on("request", lambda request: asked.append(request.url) if "/memories/" in request.url else None)
        program.write_while_nobody_hears()
        while len(heard) < 5:
            page.wait_for_timeout(50)
        for message in [*reversed(heard), *heard]:
            sockets[-1].send(message)
        told = [row["text"] for row in program.told()]
        expect(page.locator("#memory-list .row-link")).to_have_text(told, timeout=CAUGHT_UP * 1000)
        page.wait_for_timeout(500)
        settled = len(asked)
        for message in heard:
            sockets[-1].send(message)
        page.wait_for_timeout(1000)
        assert (len(asked), list_in(page)) == (settled, (told, str(len(told))))
