"""The map by keyboard alone in a real browser: from node to node, by neighbours, from island to island, and out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from graph_ui.graph.wire import WireMap
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.benchmarks import made_maps
from tests.browser.atlas import Atlas, serve, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

WAYS = {"ArrowRight": (1, 0), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowUp": (0, -1)}
FOCUSED = "document.activeElement.localName === 'canvas'"

# What is said of islands; something else may be said right after it.
LISTEN = """
    globalThis.heard = new Set();
    const place = document.querySelector("#announcer");
    const note = () => place.textContent.includes("entries: ") && heard.add(place.textContent.trim());
    new MutationObserver(note).observe(place, { childList: true, characterData: true, subtree: true });
"""


@dataclass(frozen=True, slots=True)
class Star:
    """A star that one memory extends and that shares two keys with a second, one with a third; a stone apart."""

    star: str
    extends: str
    doubly: str
    singly: str
    stone: str


def shine(space: Space) -> Star:
    texts = (
        "The star shines.",
        "The star shines at night.",
        "Night is dark and far.",
        "Lamps are bright.",
        "A stone lies.",
    )
    star, extends, doubly, singly, stone = (factories.remember(space, text) for text in texts)
    memories.relate(actor=factories.HUB, space=space, newer_id=extends.pk, older_id=star.pk, kind="extends")
    factories.key(space, "light", star, doubly)
    factories.key(space, "sky", star, doubly)
    factories.key(space, "lamp", star, singly)
    return Star(*map(wire, (star, extends, doubly, singly, stone)))


@pytest.fixture
def sky(stage: Cast) -> Star:
    return apart(shine, stage.space)


def at_the_map(page: Page, tag: str, query: str = "") -> Atlas:
    """Open the page and go to its canvas."""
    atlas = Atlas(page).open(tag, query)
    page.locator("memory-graph canvas").focus()
    return atlas


def said(page: Page) -> Any:
    return page.locator("#announcer")


def inspector(page: Page) -> Any:
    return page.locator("#inspector")


def ahead(atlas: Atlas, chosen: str, key: str) -> str:
    """What the rule of static/js/graph/compass.js finds, by a scan of all nodes."""
    names = atlas.ids()
    places = dict(zip(names, atlas.places(*names), strict=True))
    (x, y), (dx, dy) = places[chosen], WAYS[key]
    far = {}
    for name, (right, down) in places.items():
        forward = (right - x) * dx + (down - y) * dy
        aside = abs((right - x) * dy - (down - y) * dx)
        if forward > 0 and aside <= forward:
            far[name] = forward + 2 * aside
    return min(far, key=far.__getitem__) if far else chosen


def test_arrows_lead_to_the_nearest_node_that_way_linked_or_not(
    web: Web, stage: Cast, sky: Star, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        atlas = at_the_map(page, stage.space.tag)
        atlas.until("edges === 3")
        page.keyboard.press("Enter")
        atlas.until("chosen !== null")
        been = {atlas.stats()["chosen"]}
        for key in [*WAYS, *WAYS, *reversed(WAYS)]:
            expected = ahead(atlas, atlas.stats()["chosen"], key)
            page.keyboard.press(key)
            assert atlas.stats()["chosen"] == expected
            assert atlas.at(expected)["visible"]
            been.add(expected)
        assert len(been) > 2
        # Where nothing lies one stays, and hears so.
        for _ in been:
            page.keyboard.press("ArrowRight")
        last = atlas.stats()["chosen"]
        page.keyboard.press("ArrowRight")
        expect(said(page)).to_have_text("Nothing lies that way.")
        assert atlas.stats()["chosen"] == last


def test_alt_and_arrows_move_the_map_with_shift_farther(web: Web, stage: Cast, sky: Star, browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        atlas = at_the_map(page, stage.space.tag)
        before = atlas.stats()["view"]
        page.keyboard.press("Alt+ArrowRight")
        page.keyboard.press("Alt+Shift+ArrowUp")
        after = atlas.stats()
        assert (after["view"]["x"], after["view"]["y"]) == pytest.approx((before["x"] - 90, before["y"] + 270))
        assert after["chosen"] is None
        assert page.url.split("?")[0].endswith("/graph/")
        page.keyboard.press("0")
        assert atlas.stats()["view"] == before


def test_tab_goes_through_the_neighbours_and_out(web: Web, stage: Cast, sky: Star, browser: Browser) -> None:
    """WCAG 2.1.2: nobody is kept on the canvas."""
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        atlas = at_the_map(page, stage.space.tag, f"?node={sky.star}")
        atlas.until(f"chosen === '{sky.star}' && near === 3")
        heard = (
            "The star shines at night. current · relations: 1. extends. 1 of 3 neighbours.",
            "Night is dark and far. current · relations: 1. shares a key with. 2 of 3 neighbours.",
            "Lamps are bright. current · relations: 1. shares a key with. 3 of 3 neighbours.",
        )
        for sentence in heard:
            page.keyboard.press("Tab")
            expect(said(page)).to_have_text(sentence)
            assert page.evaluate(FOCUSED)
        page.keyboard.press("Shift+Tab")
        expect(said(page)).to_have_text(heard[1])
        assert atlas.stats()["chosen"] == sky.star
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Zoom in")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(FOCUSED)
        page.keyboard.press("Shift+Tab")
        assert not page.evaluate(FOCUSED)


def test_enter_chooses_the_neighbour_and_goes_into_its_panel(
    web: Web, stage: Cast, sky: Star, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        atlas = at_the_map(page, stage.space.tag, f"?node={sky.star}")
        atlas.until("near === 3")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        atlas.until(f"chosen === '{sky.doubly}'")
        until(page, "document.getElementById('inspector').contains(document.activeElement)")
        expect(inspector(page)).to_contain_text("Night is dark and far.")
        expect(said(page)).to_have_text("Night is dark and far. current · relations: 1.")
        assert page.url.endswith(f"?node={sky.doubly}")
        # The only neighbour is told as that.
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        expect(said(page)).to_have_text(
            "The star shines. current · relations: 3. shares a key with. the only neighbour."
        )


def test_escape_goes_back_one_step_at_a_time(web: Web, stage: Cast, sky: Star, browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        atlas = at_the_map(page, stage.space.tag, f"?node={sky.star}")
        atlas.until("near === 3")
        expect(inspector(page)).to_contain_text("The star shines.")
        page.keyboard.press("Enter")
        until(page, "document.getElementById('inspector').contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(inspector(page)).to_be_empty()
        # From the panel back to the map, where the same is chosen and the address says so.
        assert page.evaluate(FOCUSED)
        assert atlas.stats()["chosen"] == sky.star
        assert page.url.endswith(f"/graph/?node={sky.star}")
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        assert atlas.stats()["chosen"] == sky.star
        page.keyboard.press("Escape")
        assert atlas.stats()["chosen"] is None
        assert page.url.endswith("/graph/")
        assert page.evaluate(FOCUSED)
        page.keyboard.press("Escape")
        assert not page.evaluate(FOCUSED)


def test_the_sheet_lists_the_keys_of_the_map_while_it_is_there(
    web: Web, stage: Cast, sky: Star, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        at_the_map(page, stage.space.tag)
        page.keyboard.press("?")
        sheet = page.locator("#key-sheet")
        expect(sheet.get_by_role("heading", name="On the map")).to_be_visible()
        for words in ("To the nearest that way", "Next neighbour, then on", "One step back", "Show everything"):
            expect(sheet.get_by_text(words).first).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("o")
        page.wait_for_url("**view=outline**")
        page.keyboard.press("?")
        expect(sheet.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
        expect(sheet.get_by_role("heading", name="On the map")).to_have_count(0)


def test_far_off_arrows_go_from_island_to_island_and_enter_flies_in(web: Web, stage: Cast, browser: Browser) -> None:
    crowd = WireMap(made_maps.make(12_000))
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        serve(page, crowd)
        page.route("**/memories/*/", lambda route: route.fulfill(body="<p>A panel.</p>", content_type="text/html"))
        page.route("**/documents/*/", lambda route: route.fulfill(body="<p>A panel.</p>", content_type="text/html"))
        atlas = at_the_map(page, stage.space.tag)
        atlas.until("edges > 0 && detail.crowded && picture.isSharp")
        page.evaluate(LISTEN)
        for number, key in enumerate(("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"), start=1):
            page.keyboard.press(key)
            until(page, f"heard.size === {number}")
        heard = page.evaluate("[...heard]")
        names = {cluster.name for cluster in crowd.atlas.levels.clusters} | {"Field"}
        assert {sentence.split(". entries: ")[0] for sentence in heard} <= names
        assert atlas.stats()["chosen"] is None
        far = atlas.stats()["view"]["k"]
        page.keyboard.press("Enter")
        atlas.until(f"view.k > {2 * far} && !detail.crowded && drawn > 0")
        page.keyboard.press("Enter")
        atlas.until("chosen !== null")
        page.keyboard.press("ArrowRight")
        expect(said(page)).to_contain_text("A text. ")
