"""Islands named and nodes pinned in a real browser: by hand, by keyboard, taken back, seen by others or by nobody."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import Atlas, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser


def brew(space: Space) -> list[Memory]:
    told = [factories.remember(space, f"Tea number {number} is green.") for number in range(6)]
    factories.key(space, "tea", *told)
    factories.remember(space, "A stone lies still.")
    return told


@pytest.fixture
def tea(stage: Cast) -> list[str]:
    return [wire(memory) for memory in apart(brew, stage.space)]


def inspector(page: Page) -> Any:
    return page.locator("#inspector")


def drag(atlas: Atlas, node: str, dx: float, dy: float, *, drop: bool = True) -> None:
    at, mouse = atlas.at(node), atlas.page.mouse
    mouse.move(at["x"], at["y"])
    mouse.down()
    mouse.move(at["x"] + dx / 2, at["y"] + dy / 2)
    mouse.move(at["x"] + dx, at["y"] + dy)
    if drop:
        mouse.up()


def test_an_island_is_renamed_from_the_keyboard_and_others_see_it(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.ed) as opened, window(browser, web, stage.chen) as other:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        watched = Atlas(other.page).open(stage.space.tag)
        atlas.until("edges === 5")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Enter")
        atlas.until("chosen !== null")
        page.keyboard.press("i")
        expect(inspector(page)).to_contain_text("6 entries shown")
        assert "island=" in page.url
        before = watched.stats()["revision"]
        inspector(page).get_by_label("Name").fill("The kitchen")
        page.keyboard.press("Enter")
        expect(inspector(page).locator(".island-name")).to_have_text("The kitchen")
        expect(page.locator("#toasts")).to_contain_text("It is called “The kitchen” now.")
        until(other.page, f"document.querySelector('memory-graph').graph.stats().revision > {before}")
        page.locator("#toasts").get_by_role("button", name="Undo").click()
        expect(inspector(page).locator(".island-name")).to_have_text("tea")


def test_the_name_on_the_map_is_clicked_and_linked_to(web: Web, stage: Cast, tea: list[str], browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("edges === 5")
        box = page.locator("memory-graph canvas").bounding_box()
        assert box is not None
        # The name stands above the northernmost or below the southernmost of its nodes.
        ys = [atlas.at(node) for node in tea]
        top = min(ys, key=lambda at: at["y"])
        middle = sum(at["x"] for at in ys) / len(ys)
        for step in range(8, 90, 4):
            page.mouse.click(middle, top["y"] - step)
            if "island=" in page.url:
                break
        expect(inspector(page).locator(".island-name")).to_have_text("tea")
        assert inspector(page).get_by_role("button", name="Rename").count() == 0
        address = page.url
        page.goto(address)
        expect(inspector(page).locator(".island-name")).to_have_text("tea")
        inspector(page).get_by_role("link", name="Show it in the outline").click()
        expect(page.locator(".row-node")).to_have_count(6)
        page.get_by_role("link", name="tea", exact=True).click()
        expect(inspector(page)).to_contain_text("6 entries shown")


def test_a_node_is_dragged_pinned_taken_back_and_only_there_for_its_owner(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={tea[0]}")
        atlas.until(f"chosen === '{tea[0]}'")
        page.wait_for_timeout(600)  # the flight there
        [home] = atlas.places(tea[0])
        rest = atlas.places(*tea[1:])
        view = atlas.stats()["view"]
        drag(atlas, tea[0], 60, 40)
        atlas.until("pinned === 1")
        assert atlas.stats()["view"] == view
        [there] = atlas.places(tea[0])
        assert there == pytest.approx((home[0] + 60 / view["k"], home[1] + 40 / view["k"]), abs=1)
        assert atlas.places(*tea[1:]) == rest
        atlas.hover(tea[0])
        atlas.until("hovered >= 0")
        page.reload()
        atlas.until("pinned === 1")
        page.wait_for_timeout(600)
        assert atlas.places(tea[0])[0] == pytest.approx(there, abs=1)
        with window(browser, web, stage.ed) as other:
            seen = Atlas(other.page).open(stage.space.tag)
            assert seen.stats()["pinned"] == 0
            assert seen.places(tea[0])[0] == pytest.approx(home, abs=1)
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("b")
        atlas.until("pinned === 0")
        assert atlas.places(tea[0])[0] == pytest.approx(home, abs=1)
        page.locator("#toasts").get_by_role("button", name="Undo").click()
        atlas.until("pinned === 1")
        assert atlas.places(tea[0])[0] == pytest.approx(there, abs=1)


def test_escape_ends_a_drag_and_what_is_not_near_or_chosen_is_not_dragged(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={tea[0]}")
        atlas.until(f"chosen === '{tea[0]}'")
        page.wait_for_timeout(600)
        [home] = atlas.places(tea[0])
        drag(atlas, tea[0], 60, 40, drop=False)
        assert atlas.places(tea[0]) != [home]
        page.keyboard.press("Escape")
        assert atlas.places(tea[0]) == [home]
        page.mouse.up()
        assert (atlas.stats()["chosen"], atlas.stats()["pinned"]) == (tea[0], 0)
        page.locator("memory-graph canvas").focus()
        for _ in range(8):
            page.keyboard.press("-")
            page.wait_for_timeout(250)
        view = atlas.stats()["view"]
        assert not atlas.stats()["detail"]["labels"]
        drag(atlas, tea[1], 60, 40)
        assert atlas.stats()["view"] != view
        assert atlas.stats()["pinned"] == 0


def test_by_keyboard_what_is_chosen_is_pinned_moved_and_let_go(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={tea[0]}")
        atlas.until(f"chosen === '{tea[0]}'")
        page.wait_for_timeout(600)
        [home] = atlas.places(tea[0])
        expect(inspector(page).get_by_role("button", name="Pin on the map")).to_have_count(1)
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("b")
        atlas.until("pinned === 1")
        assert atlas.places(tea[0])[0] == pytest.approx(home, abs=1)
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#toasts toast-note")).to_have_count(2)
        k = atlas.stats()["view"]["k"]
        assert atlas.places(tea[0])[0] == pytest.approx((home[0] + 40 / k, home[1]), abs=1)
        page.keyboard.press("Enter")
        expect(inspector(page)).to_contain_text("Tea number 0 is green.")
        button = inspector(page).get_by_role("button", name="Unpin")
        button.click()
        atlas.until("pinned === 0")
        expect(inspector(page).get_by_role("button", name="Pin on the map")).to_be_visible()


def test_the_outline_lists_what_is_pinned_and_lets_it_go(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={tea[0]}")
        atlas.until(f"chosen === '{tea[0]}'")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("b")
        atlas.until("pinned === 1")
        page.goto(f"/s/{stage.space.tag}/graph/?view=outline&open=0")
        pins = page.locator(".outline-pins")
        expect(pins).to_contain_text("Tea number 0 is green.")
        expect(page.locator(".row-node").get_by_role("img", name="pinned")).to_have_count(1)
        pins.get_by_role("button", name="Unpin").click()
        expect(pins).to_have_count(0)


def test_a_local_graph_has_no_pins_and_the_whole_map_has_them_again(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        canvas = page.locator("memory-graph canvas")
        canvas.focus()
        page.keyboard.press("Enter")
        atlas.until("chosen !== null")
        chosen = str(atlas.stats()["chosen"])
        page.wait_for_timeout(600)
        page.keyboard.press("Shift+ArrowRight")
        atlas.until("pinned === 1")
        [there] = atlas.places(chosen)
        page.keyboard.press("l")
        atlas.until("around !== null && pinned === 0")
        [ring] = atlas.places(chosen)
        assert ring == pytest.approx((0, 0), abs=1)
        expect(inspector(page).locator("[data-pin]")).to_have_count(0)
        canvas.focus()
        page.keyboard.press("b")
        expect(page.locator("#announcer")).to_contain_text("Nodes are pinned on the whole map.")
        drag(atlas, chosen, 60, 40)
        page.wait_for_timeout(600)
        assert atlas.places(chosen)[0] == pytest.approx(ring, abs=1)
        page.go_back()
        atlas.until("around === null && pinned === 1")
        assert atlas.places(chosen)[0] == pytest.approx(there, abs=1)


def test_a_drag_with_shift_or_a_tool_selects_and_moves_no_node(
    web: Web, stage: Cast, tea: list[str], browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={tea[0]}")
        atlas.until(f"chosen === '{tea[0]}'")
        page.wait_for_timeout(600)
        before = atlas.places(*tea)
        page.keyboard.down("Shift")
        drag(atlas, tea[0], 60, 40)
        page.keyboard.up("Shift")
        page.locator("[data-sweep-shape=box]").click()
        drag(atlas, tea[0], -60, -40)
        page.wait_for_timeout(600)
        assert (atlas.places(*tea), atlas.stats()["pinned"]) == (before, 0)
