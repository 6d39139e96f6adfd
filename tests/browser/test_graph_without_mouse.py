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


def find(page: Page, words: str) -> None:
    """Look for a memory by its words, and fly there."""
    page.keyboard.press("/")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(words)
    expect(page.get_by_role("option").first).to_contain_text(words)
    page.keyboard.press("Enter")


def walk_to_the_neighbour(atlas: Atlas, neighbour: str) -> None:
    """Ring it, choose it, go into its panel, and come back."""
    page = atlas.page
    page.keyboard.press("Tab")
    expect(page.locator("#announcer")).to_contain_text("An apple fell on Newton.")
    page.keyboard.press("Enter")
    atlas.until(f"chosen === '{neighbour}'")
    until(page, "document.getElementById('inspector').contains(document.activeElement)")
    assert camera.axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#inspector")).to_be_empty()


def open_a_relation(page: Page) -> None:
    page.keyboard.press("e")
    expect(page.locator("#inspector .edge-card")).to_have_count(1)
    assert "edge=" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("#inspector")).to_be_empty()


def find_a_path(atlas: Atlas, start: str, end: str) -> None:
    """From Newton to the red apples, and back to nothing chosen."""
    page = atlas.page
    find(page, "Newton sat under a tree")
    atlas.until(f"chosen === '{start}'")
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Path from here")).to_have_attribute("aria-pressed", "true")
    find(page, "Apples are red")
    atlas.until(f"chosen === '{end}'")
    page.keyboard.press("p")
    expect(page.locator("#inspector .path-steps > li")).to_have_count(3)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    atlas.until("chosen === null")


def filter_and_take_it_off(atlas: Atlas) -> None:
    page = atlas.page
    tab_to(page, "[data-lens='relation=extends']", back=True)
    page.keyboard.press("Enter")
    atlas.until("edges === 1")
    assert page.evaluate("document.activeElement.dataset.lens") == "relation=extends"
    page.keyboard.press("Enter")
    atlas.until("edges === 2")


def read_the_list(atlas: Atlas) -> None:
    """Go to the outline, unfold an island there, and come back."""
    page = atlas.page
    page.keyboard.press("o")
    page.wait_for_url("**view=outline**")
    expect(page.locator(".row-island").first).to_be_visible()
    tab_to(page, ".row-island .toggle")
    page.keyboard.press("Enter")
    expect(page.locator(".row-node").first).to_be_visible()
    assert camera.axe(page) == []
    page.keyboard.press("o")
    page.wait_for_url(lambda url: "view=outline" not in url)
    atlas.until("edges === 2")


def replay(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("Newton")
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("button", name="Next step")).to_be_focused()
    expect(page.locator("[data-replay-at]")).to_have_text("Step 1 of 5")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-replay-at]")).to_have_text("Step 2 of 5")
    assert camera.axe(page) == []
    page.keyboard.press("Escape")


def take_it_along(page: Page, tag: str) -> None:
    """As a drawing and as data."""
    tab_to(page, "[popovertarget=graph-export]", back=True)
    page.keyboard.press("Enter")
    tab_to(page, "#graph-export [value=svg]")
    with page.expect_download() as drawn:
        page.keyboard.press("Enter")
    assert drawn.value.suggested_filename == f"{tag}.svg"
    expect(page.locator("#graph-export")).to_be_hidden()
    tab_to(page, "[popovertarget=graph-export]", back=True)
    page.keyboard.press("Enter")
    tab_to(page, "#graph-export a[href*=json]")
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    assert len(json.loads(coming.value.path().read_text())["nodes"]) == 4


def test_everything_is_done_by_keys(web: Web, stage: Cast, browser: Browser) -> None:
    newton, fell, red = apart(orchard, stage.space)
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("edges === 2")
        assert camera.axe(page) == []
        find(page, "Newton sat under a tree")
        atlas.until(f"chosen === '{newton}' && view.k >= 1.5")
        expect(page.locator("#inspector")).to_contain_text("Newton sat under a tree.")
        walk_to_the_neighbour(atlas, fell)
        open_a_relation(page)
        find_a_path(atlas, newton, red)
        filter_and_take_it_off(atlas)
        read_the_list(atlas)
        replay(page)
        take_it_along(page, stage.space.tag)


def test_the_replay_in_the_list_is_accessible(web: Web, stage: Cast, browser: Browser) -> None:
    apart(orchard, stage.space)
    with window(browser, web, stage.chen, color_scheme="dark") as opened:
        for query in ("?view=outline&replay=Newton", "?replay=Newton"):
            opened.page.goto(f"/s/{stage.space.tag}/graph/{query}")
            opened.page.wait_for_load_state("networkidle")
            assert camera.axe(opened.page) == []
