"""Where the map is looked at, as a part of the address: written, restored, kept beside a node, and dropped."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import Atlas, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser


def row(space: Space) -> list[str]:
    """Six memories, each of which extends the one before."""
    made = [factories.remember(space, f"Stone {number} of the wall.") for number in range(6)]
    for older, newer in pairwise(made):
        memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")
    return list(map(wire, made))


@pytest.fixture
def wall(stage: Cast) -> list[str]:
    return apart(row, stage.space)


def written(page: Page) -> list[str]:
    """The parts of the address's view."""
    return parse_qs(urlsplit(page.url).query).get("at", [""])[0].split(",")


def moved(page: Page) -> None:
    """Zoom in and move to the right by keys, and wait until the address says so."""
    page.locator("memory-graph canvas").focus()
    for key in ("+", "+", "Alt+ArrowRight"):
        page.keyboard.press(key)
    until(page, "location.search.includes('at=')")


def looks_alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """The same within what the address rounds away: half a map unit, a thousandth of the scale."""
    near = 0.5 * one["k"] + 1
    room = {"k": 0.01 * one["k"], "x": near + 0.01 * abs(one["x"]), "y": near + 0.01 * abs(one["y"])}
    return all(abs(one[name] - other[name]) < most for name, most in room.items())


def test_a_view_that_was_chosen_is_in_the_address_and_comes_back(
    web: Web, stage: Cast, wall: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        fitted = atlas.stats()["view"]
        page.wait_for_timeout(800)
        assert page.url.endswith("/graph/")
        steps = page.evaluate("history.length")
        moved(page)
        view = atlas.stats()["view"]
        x, y, k = map(float, written(page))
        assert (x, y) == (int(x), int(y))
        assert k == pytest.approx(view["k"], rel=0.01)
        assert page.evaluate("history.length") == steps
        page.reload()
        atlas.until(f"nodes === {len(wall)} && edges > 0")
        assert looks_alike(view, atlas.stats()["view"])
        # An arrival does not take it back to the fitted one.
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        apart(factories.remember, stage.space, "A stone falls.")
        atlas.until(f"nodes === {len(wall) + 1}")
        assert looks_alike(view, atlas.stats()["view"])
        page.keyboard.press("f")
        until(page, "!location.search.includes('at=')")
        assert not looks_alike(fitted, view)


def test_beside_a_node_the_view_is_counted_from_it(web: Web, stage: Cast, wall: list[str], browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        moved(page)
        atlas.click(next(node for node in wall if atlas.at(node)["visible"]))
        until(page, "location.search.endsWith(',n')")
        node = atlas.stats()["chosen"]
        before, at = atlas.stats()["view"], atlas.at(node)
        assert page.url.split("?")[1].startswith(f"node={node}&at=")
        page.goto(page.url)
        atlas.until(f"chosen === '{node}'")
        assert looks_alike(before, atlas.stats()["view"])
        # Wherever the node stands, the window stands the same to it.
        box = page.locator("memory-graph canvas").bounding_box()
        assert box is not None
        page.goto(f"{page.url.split('?')[0]}?node={wall[0]}&at=0,0,2,n")
        atlas.until(f"chosen === '{wall[0]}'")
        page.wait_for_load_state("networkidle")
        at = atlas.at(wall[0])
        covered = page.evaluate("document.querySelector('#inspector').getBoundingClientRect().width")
        assert at["y"] == pytest.approx(box["y"] + box["height"] / 2, abs=1)
        assert abs(at["x"] - box["x"] - box["width"] / 2) <= covered
        page.keyboard.press("Escape")


def test_back_and_forward_look_where_each_address_says(
    web: Web, stage: Cast, wall: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        fitted = atlas.stats()["view"]
        atlas.click(wall[2])
        until(page, "location.search.includes('node=')")
        moved(page)
        near = atlas.stats()["view"]
        page.go_back()
        atlas.until("chosen === null")
        atlas.until(f"Math.abs(view.k - {fitted['k']}) < 0.001")
        page.go_forward()
        atlas.until(f"chosen === '{wall[2]}'")
        # The panel comes back beside the map and makes it narrower, after which the same is in its middle.
        expect(page.locator("#inspector")).to_contain_text("Stone 2 of the wall.")
        atlas.until(f"Math.abs(view.k - {near['k']}) < 0.02 && Math.abs(view.x - {near['x']}) < 6")
        assert looks_alike(near, atlas.stats()["view"])


@pytest.mark.parametrize("at", ["", "1", "a,b,c", "1,2,0", "9e99,0,1", "900000,900000,1", "0,0,1,n", "%00"])
def test_a_place_that_cannot_be_looked_at_is_the_whole_map(
    web: Web, stage: Cast, wall: list[str], browser: Browser, at: str
) -> None:
    with window(browser, web, stage.chen) as opened:
        atlas = Atlas(opened.page).open(stage.space.tag)
        fitted = atlas.stats()["view"]
        atlas.open(stage.space.tag, f"?at={at}")
        atlas.until(f"nodes === {len(wall)} && edges > 0")
        assert atlas.stats()["view"] == fitted


def test_the_view_goes_along_to_the_list_and_the_filters(
    web: Web, stage: Cast, wall: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        moved(page)
        view, at = atlas.stats()["view"], written(page)
        page.locator("[data-lens='state=current']").click()
        until(page, "location.search.includes('state=current') && location.search.includes('at=')")
        assert atlas.stats()["view"] == view
        page.keyboard.press("o")
        page.wait_for_url("**view=outline**")
        page.locator(".row-island .toggle").first.click()
        expect(page.locator(".row-island .toggle").first).to_have_attribute("aria-expanded", "true")
        assert written(page) == at
        page.keyboard.press("o")
        page.wait_for_url(lambda url: "view=outline" not in url)
        atlas.until(f"nodes === {len(wall)} && edges > 0")
        assert looks_alike(view, atlas.stats()["view"])
