"""The graph page from one end to the other without a mouse, and what a checker of accessibility says on the way."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import Atlas, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.screens import camera
from tests.threads import apart

pytestmark = pytest.mark.browser

MOST_TABS = 60


def orchard(space: Space) -> tuple[str, str, str]:
    """Newton, the apple that fell (extends), and that apples are red, which shares a key with it; and a stone apart."""
    texts = ("Newton sat under a tree.", "An apple fell on Newton.", "Apples are red.", "A stone lies still.")
    newton, fell, red, _stone = (factories.remember(space, text) for text in texts)
    memories.relate(actor=factories.HUB, space=space, newer_id=fell.pk, older_id=newton.pk, kind="extends")
    factories.key(space, "apple", fell, red)
    return wire(newton), wire(fell), wire(red)


def tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until what has the focus matches."""
    for _ in range(MOST_TABS):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_everything_is_done_by_keys(web: Web, stage: Cast, browser: Browser) -> None:
    newton, fell, red = apart(orchard, stage.space)
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        press, inspector = page.keyboard.press, page.locator("#inspector")
        atlas.until("edges === 2")
        assert camera.axe(page) == []

        # Find, and fly there.
        press("/")
        page.keyboard.type("Newton sat under a tree")
        expect(page.get_by_role("option").first).to_contain_text("Newton sat under a tree.")
        press("Enter")
        atlas.until(f"chosen === '{newton}' && view.k >= 1.5")
        expect(inspector).to_contain_text("Newton sat under a tree.")

        # Walk to the neighbour, into its panel and back.
        press("Tab")
        expect(page.locator("#announcer")).to_contain_text("An apple fell on Newton.")
        press("Enter")
        atlas.until(f"chosen === '{fell}'")
        until(page, "document.getElementById('inspector').contains(document.activeElement)")
        assert camera.axe(page) == []
        press("Escape")
        expect(inspector).to_be_empty()

        # Open a relation.
        press("e")
        expect(inspector.locator(".edge-card")).to_have_count(1)
        assert "edge=" in page.url
        press("Escape")
        expect(inspector).to_be_empty()

        # A path: from Newton to the red apples.
        press("/")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("Newton sat under a tree")
        expect(page.get_by_role("option").first).to_contain_text("Newton sat under a tree.")
        press("Enter")
        atlas.until(f"chosen === '{newton}'")
        press("p")
        expect(page.get_by_role("button", name="Path from here")).to_have_attribute("aria-pressed", "true")
        press("/")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("Apples are red")
        expect(page.get_by_role("option").first).to_contain_text("Apples are red.")
        press("Enter")
        atlas.until(f"chosen === '{red}'")
        press("p")
        expect(inspector.locator(".path-steps > li")).to_have_count(3)
        press("Escape")
        press("Escape")
        atlas.until("chosen === null")

        # A filter, and off again.
        tab_to(page, "[data-lens='relation=extends']", back=True)
        press("Enter")
        until(page, "location.search.includes('relation=extends')")
        atlas.until("edges === 1")
        assert page.evaluate("document.activeElement.dataset.lens") == "relation=extends"
        press("Enter")
        atlas.until("edges === 2")

        # The list, and back.
        press("o")
        page.wait_for_url("**view=outline**")
        expect(page.locator(".row-island").first).to_be_visible()
        assert camera.axe(page) == []
        tab_to(page, ".row-island .toggle")
        press("Enter")
        expect(page.locator(".row-node").first).to_be_visible()
        assert camera.axe(page) == []
        press("o")
        page.wait_for_url(lambda url: "view=outline" not in url)
        atlas.until("edges === 2")

        # A replay, and out of it.
        press("/")
        page.keyboard.type("Newton")
        press("Shift+Enter")
        expect(page.get_by_role("button", name="Next step")).to_be_focused()
        expect(page.locator("[data-replay-at]")).to_have_text("Step 1 of 5")
        press("ArrowRight")
        expect(page.locator("[data-replay-at]")).to_have_text("Step 2 of 5")
        assert camera.axe(page) == []
        press("Escape")

        # Take it along, as a drawing and as data.
        tab_to(page, "[popovertarget=graph-export]", back=True)
        press("Enter")
        tab_to(page, "#graph-export [value=svg]")
        with page.expect_download() as drawn:
            press("Enter")
        assert drawn.value.suggested_filename == f"{stage.space.tag}.svg"
        expect(page.locator("#graph-export")).to_be_hidden()
        tab_to(page, "[popovertarget=graph-export]", back=True)
        press("Enter")
        tab_to(page, "#graph-export a[href*=json]")
        with page.expect_download() as coming:
            press("Enter")
        assert len(json.loads(coming.value.path().read_text())["nodes"]) == 4


def test_the_replay_in_the_list_is_accessible(web: Web, stage: Cast, browser: Browser) -> None:
    apart(orchard, stage.space)
    with window(browser, web, stage.chen, color_scheme="dark") as opened:
        for query in ("?view=outline&replay=Newton", "?replay=Newton"):
            opened.page.goto(f"/s/{stage.space.tag}/graph/{query}")
            opened.page.wait_for_load_state("networkidle")
            assert camera.axe(opened.page) == []
