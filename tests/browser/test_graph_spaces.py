"""All spaces on one map in a browser: walked, looked through, flown into, and the same as a list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.accounts.models import User
from memoryhub.ledger.actor import Actor
from memoryhub.spaces import services as spaces
from tests import factories
from tests.browser.atlas import until
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser
PAGE = "/graph/"
MAP = "document.querySelector('space-map').graph"


def fill(person: User, count: int) -> None:
    """Spaces one behind the other, each with a memory more."""
    for number in range(count):
        name = f"Workshop w{number}"  # no tag has a w followed by a number
        space = spaces.create(actor=Actor.person(person.pk), tag=f"shop-{person.pk}-{number}", owner=person, name=name)
        for each in range(number % 4):
            factories.remember(space, f"Fact {each} of {number}.")


def drawn(page: Page, query: str = "") -> Page:
    page.goto(PAGE + query)
    until(page, f"{MAP}?.stats().frames > 0")
    return page


def spot(page: Page, name: str) -> dict[str, float]:
    box = page.get_by_role("link", name=re.compile(f"^{name}")).bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"]}


def test_keys_walk_from_space_to_space_and_open_one(web: Web, stage: Cast, browser: Browser) -> None:
    apart(lambda: fill(stage.ada, 6))
    with window(browser, web, stage.ada) as opened:
        page = drawn(opened.page)
        expect(page.locator("[data-space-count]")).to_have_text("7 shown")
        page.locator(".space-spot a[tabindex='0']").focus()
        expect(page.locator(".space-spot a:focus")).to_have_accessible_name(re.compile("^Atlas"))
        page.keyboard.press("ArrowRight")
        expect(page.locator(".space-spot a:focus")).to_have_accessible_name(
            re.compile("^Workshop w0 0 memories 0 documents")
        )
        assert page.locator(".space-spot a[tabindex='0']").count() == 1
        page.keyboard.press("Enter")
        page.wait_for_url("**/s/shop-*-0/graph/")


def test_a_click_flies_into_a_space_and_back_again(web: Web, stage: Cast, browser: Browser) -> None:
    apart(lambda: fill(stage.ada, 2))
    with window(browser, web, stage.ada, reduced_motion="no-preference") as opened:
        page = drawn(opened.page)
        box = spot(page, "Workshop w1")
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
        expect(page.locator(".space-spot.under")).to_contain_text("Workshop w1")
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)
        page.wait_for_url("**/s/shop-*-1/graph/")
        page.go_back()
        until(page, f"{MAP}?.stats().frames > 0")
        assert spot(page, "Atlas")["width"] > 40


def test_a_search_leaves_those_of_the_name_on_the_map_and_in_the_list(web: Web, stage: Cast, browser: Browser) -> None:
    apart(lambda: fill(stage.ada, 3))
    with window(browser, web, stage.ada) as opened:
        page = drawn(opened.page)
        page.keyboard.press("/")
        page.keyboard.type("shop w2")
        expect(page.locator("[data-space-count]")).to_have_text("1 of 4 shown")
        expect(page.locator("#announcer")).to_have_text("1 of 4 shown")
        assert page.locator(".space-spot:visible").count() == 1
        page.keyboard.press("Enter")
        expect(page.locator(".space-spot a:focus")).to_have_accessible_name(re.compile("^Workshop w2"))
        page.keyboard.press("o")
        page.wait_for_url("**/graph/?*view=outline*")
        expect(page.locator(".space-line:visible")).to_have_count(1)
        expect(page.locator("[data-space-count]")).to_have_text("1 of 4 shown")
        page.get_by_label("Find a space").fill("none such")
        expect(page.get_by_text("No space has that name.")).to_be_visible()


def test_two_hundred_spaces_fit_and_nothing_runs_off_a_phone(web: Web, stage: Cast, browser: Browser) -> None:
    apart(lambda: fill(stage.ada, 199))
    with window(browser, web, stage.ada, viewport={"width": 320, "height": 640}) as opened:
        page = drawn(opened.page)
        assert page.locator(".space-spot:visible").count() == 200
        own = page.locator("space-map").bounding_box()
        assert own is not None
        for each in page.locator(".space-spot").all()[::20]:
            box = each.bounding_box()
            assert box is not None
            assert own["x"] <= box["x"]
            assert box["x"] + box["width"] <= own["x"] + own["width"] + 1
        for query in ("", "?view=outline"):
            page.goto(PAGE + query)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
