"""The filters of the graph page in a real browser: legend, panel, brush, play, other moments, and the list twin."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import Atlas, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

FIRST = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


def told_by_day(space: Space) -> dict[str, str]:
    """Ten days of facts, one a day, of which the third replaced what the first said; ids by name."""
    made = {}
    with clock.frozen(FIRST):
        old = factories.remember(space, "Mina works in Seoul.")
    for day in range(1, 10):
        with clock.frozen(FIRST + timedelta(days=day)):
            if day == 2:
                new = ingest.revise(actor=factories.HUB, space=space, memory_id=old.pk, text="Mina works in Busan.")
            else:
                made[f"day {day}"] = wire(factories.remember(space, f"Fact {day} stands.", is_static=day == 9))
    return made | {"old": wire(old), "new": wire(new)}


def inspector(page: Page) -> Any:
    return page.locator("#inspector")


def count(page: Page) -> Any:
    return page.locator("[data-graph-count]")


def test_the_legend_is_a_filter_and_what_it_hides_is_neither_drawn_nor_found(
    web: Web, stage: Cast, browser: Browser
) -> None:
    made = apart(told_by_day, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        expect(count(page)).to_have_text("10 shown")
        places, ink = atlas.places(*made.values()), atlas.ink()
        link = page.locator("#graph-legend").get_by_role("link", name="superseded")
        link.click()
        expect(count(page)).to_have_text("1 of 10 shown")
        expect(page.locator("#announcer")).to_have_text("1 of 10 shown")
        assert page.url.endswith("?state=superseded")
        assert atlas.places(*made.values()) == places
        assert atlas.ink() < ink
        atlas.hover(made["day 5"])
        atlas.until("hovered === -1")
        atlas.hover(made["old"])
        expect(page.locator("[data-tip]")).to_contain_text("Mina works in Seoul.")
        # The same link takes it back, and so does going back.
        expect(page.locator("#graph-legend").get_by_role("link", name="superseded")).to_have_attribute(
            "aria-current", "true"
        )
        page.locator("#graph-legend").get_by_role("link", name="superseded").click()
        expect(count(page)).to_have_text("10 shown")
        page.go_back()
        expect(count(page)).to_have_text("1 of 10 shown")
        page.reload()
        expect(count(page)).to_have_text("1 of 10 shown")
        atlas.until("shown === 1 && nodes === 10")


def test_a_filter_that_hides_what_is_chosen_closes_it_and_says_so(web: Web, stage: Cast, browser: Browser) -> None:
    made = apart(told_by_day, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.click(made["day 5"])
        expect(inspector(page)).to_contain_text("Fact 5 stands.")
        page.locator("[data-lens='trait=static']").click()
        expect(count(page)).to_have_text("1 of 10 shown")
        expect(inspector(page)).to_be_empty()
        expect(page.locator("#announcer")).to_have_text("What was chosen is hidden by the filters. 1 of 10 shown")
        atlas.until("chosen === null")
        assert "node=" not in page.url
        # The focus stays at the filter, and keys only find what is shown.
        assert page.evaluate("document.activeElement.dataset.lens") == "trait=static"
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Enter")
        atlas.until(f"chosen === '{made['day 9']}'")
        page.keyboard.press("ArrowLeft")
        atlas.until(f"chosen === '{made['day 9']}'")


def test_a_span_of_time_is_brushed_by_pointer_and_by_keyboard(web: Web, stage: Cast, browser: Browser) -> None:
    apart(told_by_day, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        bars = page.locator(".times-bars").bounding_box()
        assert bars is not None
        middle = bars["y"] + bars["height"] / 2
        page.mouse.move(bars["x"] + 2, middle)
        page.mouse.down()
        page.mouse.move(bars["x"] + bars["width"] / 2, middle, steps=5)
        atlas.until("shown > 0 && shown < 10")
        page.mouse.up()
        page.wait_for_url("**until=**")
        shown = atlas.stats()["shown"]
        expect(count(page)).to_have_text(f"{shown} of 10 shown")
        assert 4 <= shown <= 6
        thumb = page.get_by_role("slider", name="Made before")
        thumb.focus()
        page.keyboard.press("End")
        expect(count(page)).to_have_text("10 shown")
        page.get_by_role("slider", name="Made since").focus()
        page.keyboard.press("End")
        expect(count(page)).to_have_text("1 of 10 shown")
        assert page.evaluate("document.activeElement.dataset.times") == "since"
        assert "since=" in page.url


def test_creation_is_played_from_the_first_to_the_last(web: Web, stage: Cast, browser: Browser) -> None:
    apart(told_by_day, stage.space)
    with window(browser, web, stage.ada, reduced_motion="no-preference") as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        play = page.get_by_role("button", name="Play by creation")
        play.click()
        expect(play).to_have_attribute("aria-pressed", "true")
        atlas.until("shown === 1")
        atlas.until("shown === 3")
        play.click()
        expect(play).to_have_attribute("aria-pressed", "false")
        page.wait_for_url("**until=**")
        stopped = atlas.stats()["shown"]
        expect(count(page)).to_have_text(f"{stopped} of 10 shown")
        assert stopped < 10


def test_where_motion_is_not_welcome_play_takes_a_step_at_a_press(web: Web, stage: Cast, browser: Browser) -> None:
    apart(told_by_day, stage.space)
    with window(browser, web, stage.ada, reduced_motion="reduce") as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        play = page.get_by_role("button", name="Play by creation")
        play.click()
        atlas.until("shown === 1")
        bins = page.locator(".times-bars rect").count()
        for _ in range(bins // 5):
            play.click()
        atlas.until("shown > 1 && shown < 5")
        expect(play).to_have_attribute("aria-pressed", "false")


def test_the_map_of_then_has_what_was_known_then_in_the_places_of_now(web: Web, stage: Cast, browser: Browser) -> None:
    made = apart(told_by_day, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        place = atlas.places(made["old"])
        page.locator("[name=known_at]").fill("2026-11-03")
        page.get_by_role("button", name="Apply").click()
        page.wait_for_url("**known_at=2026-11-03**")
        atlas.until("nodes === 2 && ids === 2")
        moved = atlas.places(made["old"])
        assert abs(moved[0][0] - place[0][0]) < 1
        assert abs(moved[0][1] - place[0][1]) < 1
        atlas.hover(made["old"])
        expect(page.locator("[data-tip]")).to_contain_text("current")
        page.get_by_role("link", name="Back to the present").last.click()
        expect(count(page)).to_have_text("10 shown")


def test_map_and_list_show_the_same_under_a_filter_and_keep_the_choice(web: Web, stage: Cast, browser: Browser) -> None:
    made = apart(told_by_day, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        page.locator("[data-lens='state=current']").click()
        expect(count(page)).to_have_text("9 of 10 shown")
        atlas.click(made["day 5"])
        expect(inspector(page)).to_contain_text("Fact 5 stands.")
        page.keyboard.press("o")
        page.wait_for_url("**view=outline**")
        assert "state=current" in page.url
        expect(count(page)).to_have_text("9 of 10 shown")
        islands = page.locator(".row-island .row-end")
        assert sum(int(text) for text in islands.all_inner_texts()) == 9
        expect(page.locator(".row[aria-current=true]")).to_contain_text("Fact 5 stands.")
        page.locator("[data-lens='trait=static']").click()
        expect(count(page)).to_have_text("1 of 10 shown")
        expect(islands).to_have_text(["1"])
        page.locator("[data-lens='trait=static']").click()
        expect(count(page)).to_have_text("9 of 10 shown")
        page.keyboard.press("o")
        page.wait_for_url(lambda url: "view=outline" not in url)
        page.wait_for_load_state("networkidle")
        assert page.url.endswith(f"?state=current&node={made['day 5']}")
        atlas.until(f"shown === 9 && chosen === '{made['day 5']}'")


def forget_one(space: Space) -> None:
    gone = factories.remember(space, "The lamp is red.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])


def test_colours_say_island_kind_or_age_and_the_legend_says_which(web: Web, stage: Cast, browser: Browser) -> None:
    apart(told_by_day, stage.space)
    apart(forget_one, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        looks = {"colour: island": atlas.brightness()}
        for name, words in (("Kind", "colour: kind"), ("Age", "colour: age")):
            page.get_by_role("navigation", name="Colour").get_by_role("link", name=name).click()
            expect(page.locator("#graph-legend")).to_contain_text(words)
            until(page, "document.querySelector('[aria-current=true][data-lens]') !== null")
            looks[words] = atlas.brightness()
        assert len(set(looks.values())) == 3
        page.get_by_role("link", name="also forgotten").click()
        page.wait_for_url("**forgotten=1**")
        atlas.until("nodes === 11")


@pytest.mark.parametrize(("facts", "left"), [(0, 0), (1, 1), (3, 3)])
def test_a_small_space_can_be_filtered_too(web: Web, stage: Cast, browser: Browser, facts: int, left: int) -> None:
    def tell(space: Space) -> None:
        for number in range(facts):
            factories.remember(space, f"Fact {number} stands.")

    apart(tell, stage.space)
    with window(browser, web, stage.chen, viewport={"width": 320, "height": 640}) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, "?kind=memory")
        atlas.until(f"nodes === {facts} && shown === {left}")
        page.get_by_role("button", name="Filters").click()
        sheet = page.locator("#graph-filters")
        expect(sheet).to_be_visible()
        if facts:
            sheet.locator("[data-lens='kind=memory']").click()
            expect(sheet.locator("[data-lens='kind=memory']")).not_to_have_attribute("aria-current", "true")
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        atlas.until(f"shown === {facts}")
        page.goto(f"/s/{stage.space.tag}/graph/?state=superseded")
        atlas.until("shown === 0")
        assert atlas.stats()["view"]["k"] > 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
