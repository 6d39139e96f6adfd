"""The graph page with more nodes than can be drawn one by one, from maps that are in no table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from graph_ui.graph.wire import WireMap
from tests.benchmarks import made_maps
from tests.browser.atlas import Atlas, serve
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def crowd() -> WireMap:
    return WireMap(made_maps.make(12_000))


def opened(page: Page, tag: str, sent: WireMap, query: str = "") -> Atlas:
    """The page of a space, with another map in the place of its own; inspectors say nothing."""
    serve(page, sent)
    page.route("**/memories/*/", lambda route: route.fulfill(body="<p>A panel.</p>", content_type="text/html"))
    page.route("**/documents/*/", lambda route: route.fulfill(body="<p>A panel.</p>", content_type="text/html"))
    atlas = Atlas(page).open(tag, query)
    atlas.until(f"edges > 0 && nodes === {len(sent)}")
    return atlas


def point_at_middle(page: Page) -> None:
    box = page.locator("memory-graph canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("nodes", [12_000, 300_000])
def test_all_of_it_is_one_sharp_picture_and_near_at_hand_shapes(
    web: Web, stage: Cast, browser: Browser, nodes: int
) -> None:
    """P-GRA-1."""
    with window(browser, web, stage.ada) as view:
        atlas = opened(view.page, stage.space.tag, WireMap(made_maps.make(nodes)))
        atlas.until("detail.crowded && picture.isSharp")
        assert atlas.stats()["drawn"] == 0
        assert atlas.ink() > 100_000
        expect(view.page.locator("[data-graph-count]")).to_have_text(f"{nodes:,} shown")
        point_at_middle(view.page)
        for _ in range(12):
            view.page.mouse.wheel(0, -300)
        atlas.until("!detail.crowded && drawn > 0 && drawn <= 5000")
        assert atlas.stats()["finite"]
        view.page.keyboard.press("f")
        atlas.until("detail.crowded && picture.isSharp")


def test_a_node_of_a_crowd_is_told_chosen_and_left(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    with window(browser, web, stage.ada) as view:
        page, atlas = view.page, opened(view.page, stage.space.tag, crowd)
        point_at_middle(page)
        for _ in range(3):
            page.mouse.wheel(0, -100)
        atlas.until("detail.crowded && picture.isSharp")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Enter")
        atlas.until("chosen !== null && near > 0")
        chosen = atlas.stats()["chosen"]
        assert atlas.at(chosen)["visible"]
        atlas.hover(chosen)
        expect(page.locator("[data-tip-title]")).to_have_text("A text.")
        expect(page.locator("#inspector")).to_contain_text("A panel.")
        assert f"?node={chosen}" in page.url
        page.keyboard.press("Escape")
        expect(page.locator("#inspector")).to_be_empty()
        page.keyboard.press("Escape")
        atlas.until("chosen === null")


def test_an_address_leads_to_a_node_of_a_crowd(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    node = crowd.id_at(7_000)
    with window(browser, web, stage.ada) as view:
        atlas = opened(view.page, stage.space.tag, crowd, f"?node={node}")
        atlas.until(f"chosen === '{node}' && view.k >= 1.5")
        assert atlas.at(node)["visible"]


def test_the_picture_follows_the_theme(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    with window(browser, web, stage.ada) as view:
        atlas = opened(view.page, stage.space.tag, crowd)
        atlas.until("picture.isSharp")
        light = atlas.brightness()
        view.page.emulate_media(color_scheme="dark")
        view.page.wait_for_timeout(200)
        atlas.until("picture.isSharp")
        assert atlas.brightness() < light - 40
