"""A map that is open while its space changes: arrivals wait to be asked for, all else is there at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Response, expect

from memoryhub.core import clock
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import GRAPH, Atlas, until, wire
from tests.browser.test_graph import inspector, tell
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

NEW = 3
SMALL_BYTES = 4_000


def village(space: Space) -> list[Memory]:
    """Two islands and some loners, so many that a few more do not have the map arranged anew."""
    said = [tell(space, f"Tea number {number} is served hot.", "tea") for number in range(30)]
    said += [tell(space, f"Boat number {number} leaks.", "boats") for number in range(30)]
    return said + [factories.remember(space, f"Nobody knows owl number {number}.") for number in range(10)]


def arrive(space: Space, texts: Sequence[str]) -> list[str]:
    return [wire(tell(space, text, "tea")) for text in texts]


def test_arrivals_wait_on_a_button_and_nothing_moves(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        fetched: list[Response] = []
        page.on("response", lambda answer: fetched.append(answer) if "/graph/" in answer.url else None)
        chosen = wire(said[0])
        atlas.click(chosen)
        expect(inspector(page)).to_contain_text("Tea number 0 is served hot.")
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        known, count = atlas.ids(), atlas.stats()["nodes"]
        before, view = atlas.places(*known), atlas.stats()["view"]
        fetched.clear()
        new = apart(arrive, stage.space, [f"Tea number {number} is served cold." for number in range(30, 30 + NEW)])
        button = page.locator("[data-arrivals]")
        expect(button).to_have_text(f"{NEW} new·Show", use_inner_text=False)
        expect(page.locator("#announcer")).to_have_text(f"Waiting to be shown on the map: {NEW}", timeout=8_000)
        atlas.until(f"nodes === {count + NEW} && shown === {count} && ids === nodes")
        expect(page.locator("[data-graph-count]")).to_have_text(f"{count} of {count + NEW} shown")
        assert (atlas.places(*known), atlas.stats()["view"], atlas.stats()["chosen"]) == (before, view, chosen)
        # By keyboard alone.
        button.focus()
        page.keyboard.press("Enter")
        atlas.until(f"shown === {count + NEW}")
        expect(button).to_be_hidden()
        assert page.evaluate("document.activeElement.tagName") == "CANVAS"
        assert (atlas.places(*known), atlas.stats()["chosen"]) == (before, chosen)
        assert all(atlas.at(each)["visible"] for each in new)
        # No block was fetched, only what is new.
        told = [answer for answer in fetched if "/graph/changes/" in answer.url and answer.status == 200]
        assert told
        assert all(len(answer.body()) < SMALL_BYTES and "whole" not in answer.json() for answer in told)
        assert not [answer for answer in fetched if "/graph/nodes/" in answer.url or "/graph/edges/" in answer.url]


def test_what_is_pinned_stays_in_its_place_through_arrivals(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={wire(said[7])}")
        atlas.until(f"chosen === '{wire(said[7])}'")
        page.wait_for_timeout(600)  # the flight there
        [home] = atlas.places(wire(said[7]))
        page.locator("memory-graph canvas").focus()
        for _ in range(3):
            page.keyboard.press("Shift+ArrowRight")
        atlas.until("pinned === 1")
        known = atlas.ids()
        before = atlas.places(*known)
        [there] = atlas.places(wire(said[7]))
        assert there == pytest.approx((home[0] + 60 / atlas.stats()["view"]["k"], home[1]), abs=1)
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        apart(memories.forget, actor=factories.HUB, space=stage.space, memory_ids=[said[0].pk])
        new = apart(arrive, stage.space, ["Tea is served cold."])
        atlas.until("ids === nodes && shown === nodes - 1")
        page.locator("[data-arrivals]").click()
        atlas.until(f"pinned === 1 && shown === {len(said)}")
        assert {*atlas.ids()} == {*known, *new} - {wire(said[0])}
        left = dict(zip(known, before, strict=True))
        del left[wire(said[0])]
        assert atlas.places(*left) == list(left.values())
        # What is let go is back where the hub has it.
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("b")
        atlas.until("pinned === 0")
        assert atlas.places(wire(said[7])) == [pytest.approx(home, abs=1)]


def test_what_goes_is_gone_at_once_and_a_choice_with_it(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.click(wire(said[3]))
        expect(inspector(page)).to_contain_text("Tea number 3 is served hot.")
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        left = [wire(memory) for memory in said if memory != said[3]]
        before, view = atlas.places(*left), atlas.stats()["view"]
        apart(memories.forget, actor=factories.HUB, space=stage.space, memory_ids=[said[3].pk])
        atlas.until(f"nodes === {len(said) - 1} && chosen === null")
        expect(page.locator("#announcer")).to_have_text("What was chosen is no longer on the map.")
        expect(inspector(page)).to_be_empty()
        assert (atlas.places(*left), atlas.stats()["view"]) == (before, view)
        expect(page.locator("[data-arrivals]")).to_be_hidden()


def test_a_state_that_changes_is_seen_at_once(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.click(wire(said[5]))
        expect(page.locator("#announcer")).to_contain_text("current")
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        ends = clock.now() + timedelta(days=1)
        with page.expect_response(lambda answer: "/graph/changes/" in answer.url and answer.status == 200) as told:
            apart(memories.change, actor=factories.HUB, space=stage.space, memory_id=said[5].pk, forget_after=ends)
        assert told.value.json()["changed"]
        until(page, f"{GRAPH}.stats().revision === {told.value.json()['revision']}")
        page.mouse.move(0, 0)
        atlas.hover(wire(said[5]))
        expect(page.locator("[data-tip-note]")).to_contain_text("expiring")


def test_filters_hold_for_arrivals(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, "?trait=static")
        atlas.until(f"nodes === {len(said)} && shown === 0")
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        apart(arrive, stage.space, ["Tea is served cold."])
        atlas.until(f"nodes === {len(said) + 1}")
        expect(page.locator("[data-arrivals]")).to_be_hidden()
        apart(factories.remember, stage.space, "Tea is always served.", is_static=True)
        button = page.locator("[data-arrivals]")
        expect(button).to_contain_text("1 new")
        button.click()
        atlas.until(f"nodes === {len(said) + 2} && shown === 1")


def test_what_arrives_out_of_view_is_flown_to(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.ada, reduced_motion="no-preference") as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        page.locator("memory-graph canvas").focus()
        atlas.click(wire(said[65]))
        for _ in range(8):
            page.keyboard.press("+")
            page.wait_for_timeout(250)
        assert not atlas.at(wire(said[0]))["visible"]
        (new,) = apart(arrive, stage.space, ["Tea is served cold."])
        button = page.locator("[data-arrivals]")
        expect(button).to_contain_text("1 new")
        assert not atlas.at(new)["visible"]
        button.click()
        page.wait_for_function(
            "id => document.querySelector('memory-graph').graph.screenOf(id).visible", arg=new, timeout=5_000
        )


def test_a_reader_hears_nothing_of_what_waits_for_review(web: Web, stage: Cast, browser: Browser) -> None:
    said = apart(village, stage.space)
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        with page.expect_response(lambda answer: "/graph/changes/" in answer.url and answer.status == 200) as told:
            apart(factories.infer, stage.space, "Tea is liked.", said[0])
        assert told.value.json()["new"] == []
        assert atlas.stats()["nodes"] == len(said)
        expect(page.locator("[data-arrivals]")).to_be_hidden()
