"""A search replayed on the map in a real browser: asked for, gone through, shared as an address, told and listed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.ingest import services as ingest
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import Atlas, until
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

TITLES = ["Near in meaning", "With the words", "Over keys", "Fused into one order", "Returned"]


def tell(space: Space) -> None:
    """Newton leads over apple to what is green, and that over fruit to summer; boats have nothing to do with it."""
    told = {
        "Newton saw it fall.": [("Newton", "name"), ("apple", "concept")],
        "It is green and round.": [("apple", "concept"), ("fruit", "concept")],
        "Summer brings the sweet ones.": [("fruit", "concept")],
        "Boats leak.": [("boats", "concept")],
    }
    for text, keys in told.items():
        ingest.remember(actor=factories.HUB, space=space, text=text, keys=keys)


def bar(page: Page) -> Any:
    return page.get_by_role("region", name="Replay of a search")


def at_step(page: Page, number: int) -> None:
    """Wait until that step, from 1, is shown and said."""
    expect(bar(page)).to_contain_text(f"Step {number} of 5 {TITLES[number - 1]}")
    expect(page.locator("#announcer")).to_contain_text(f"Step {number} of 5. {TITLES[number - 1]}")


def settled(atlas: Atlas) -> tuple[int, float]:
    """What is drawn once the frame after a step has been: how much, and how bright."""
    atlas.page.wait_for_timeout(150)
    return atlas.ink(), atlas.brightness()


def test_a_search_is_replayed_by_keyboard_step_by_step(web: Web, stage: Cast, browser: Browser) -> None:
    apart(tell, stage.space)
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("edges > 0")
        plain = settled(atlas)
        page.keyboard.press("/")
        expect(page.get_by_role("button", name="Replay this search on the map")).to_be_disabled()
        page.keyboard.type("Newton")
        page.keyboard.press("Shift+Enter")
        at_step(page, 1)
        assert page.url.endswith("?replay=Newton")
        expect(page.get_by_role("button", name="Next step")).to_be_focused()
        inks = [settled(atlas)]
        for number in range(2, 6):
            page.keyboard.press("ArrowRight")
            at_step(page, number)
            inks.append(settled(atlas))
        assert len({plain, *inks}) == 6
        page.keyboard.press("ArrowRight")
        at_step(page, 5)
        page.keyboard.press("ArrowLeft")
        at_step(page, 4)
        page.keyboard.press("Escape")
        expect(bar(page)).to_be_hidden()
        assert page.url.endswith("/graph/")
        assert page.evaluate("document.activeElement.localName") == "canvas"


def test_an_address_has_the_replay_and_back_ends_it(web: Web, stage: Cast, browser: Browser) -> None:
    apart(tell, stage.space)
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        Atlas(page).open(stage.space.tag)
        page.get_by_role("combobox", name="Find and fly to").fill("Newton")
        page.get_by_role("button", name="Replay this search on the map").click()
        at_step(page, 1)
        page.go_back()
        expect(bar(page)).to_be_hidden()
        page.go_forward()
        at_step(page, 1)
        page.reload()
        at_step(page, 1)
        expect(page.get_by_role("combobox", name="Find and fly to")).to_have_value("Newton")
        # What is chosen meanwhile leaves the steps as they are, and asks for no other search.
        page.get_by_role("button", name="Next step").click()
        at_step(page, 2)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/graph/replay/" in request.url else None)
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Enter")
        until(page, "location.search.includes('node=')")
        expect(bar(page)).to_contain_text("Step 2 of 5")
        assert "replay=Newton" in page.url
        assert asked == []


def test_filters_hide_candidates_which_are_counted(web: Web, stage: Cast, browser: Browser) -> None:
    apart(tell, stage.space)
    apart(factories.remember, stage.space, "Newton is famous.", is_static=True)
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, "?replay=Newton")
        at_step(page, 1)
        page.get_by_role("button", name="Next step").click()
        expect(bar(page)).to_contain_text("2 memories.")
        page.locator("[data-lens='trait=static']").click()
        atlas.until("shown === 1")
        expect(bar(page)).to_contain_text("1 of them is not on this map.")
        at_step(page, 2)


def test_a_replay_is_played_and_where_motion_is_not_welcome_it_is_not(web: Web, stage: Cast, browser: Browser) -> None:
    apart(tell, stage.space)
    with window(browser, web, stage.chen, reduced_motion="no-preference") as opened:
        page = opened.page
        Atlas(page).open(stage.space.tag, "?replay=Newton")
        at_step(page, 1)
        play = page.get_by_role("button", name="Play the steps")
        play.click()
        expect(play).to_have_attribute("aria-pressed", "true")
        at_step(page, 2)
        page.get_by_role("button", name="Previous step").click()
        expect(play).to_have_attribute("aria-pressed", "false")
    with window(browser, web, stage.chen, reduced_motion="reduce") as opened:
        Atlas(opened.page).open(stage.space.tag, "?replay=Newton")
        at_step(opened.page, 1)
        expect(opened.page.locator("[data-replay-deed=play]")).to_be_hidden()


def test_the_search_page_leads_to_the_map_and_the_map_to_the_list(web: Web, stage: Cast, browser: Browser) -> None:
    apart(tell, stage.space)
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        page.goto(f"/s/{stage.space.tag}/memories/?q=Newton")
        page.get_by_role("link", name="Show on the map").click()
        at_step(page, 1)
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("o")
        page.wait_for_url("**view=outline**")
        steps = page.get_by_role("region", name="Replay of “Newton”")
        for title in TITLES:
            expect(steps.get_by_role("heading", name=title)).to_be_visible()
        steps.get_by_role("link", name="Newton saw it fall.").first.click()
        expect(page.locator("#inspector")).to_contain_text("Newton saw it fall.")


def test_what_cannot_be_asked_is_said_in_the_bar(web: Web, stage: Cast, browser: Browser) -> None:
    apart(tell, stage.space)
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        page.route("**/graph/replay/**", lambda route: route.abort())
        Atlas(page).open(stage.space.tag, "?replay=Newton")
        expect(bar(page)).to_be_visible()
        expect(bar(page).locator("[data-replay-told]")).not_to_be_empty()
        opened.faults.clear()


@pytest.mark.parametrize("look", [{"viewport": {"width": 320, "height": 640}}, {"locale": "zh-CN"}], ids=str)
def test_the_bar_fits(web: Web, stage: Cast, browser: Browser, look: dict[str, Any]) -> None:
    apart(tell, stage.space)
    with window(browser, web, stage.chen, **look) as opened:
        page = opened.page
        for query in ("?replay=Newton", "?view=outline&replay=Newton"):
            page.goto(f"/s/{stage.space.tag}/graph/{query}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.goto(f"/s/{stage.space.tag}/graph/?replay=Newton")
        page.locator("[data-replay]:not([hidden])").wait_for()
        for _ in range(4):
            page.locator("[data-replay-deed=next]").click()
            overflowing = page.locator("[data-replay], [data-replay] :is(p, ul, div)").evaluate_all(
                "parts => parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className)"
            )
            assert overflowing == []
