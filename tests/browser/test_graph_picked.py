"""Many selected on the map and in the outline, by hand, key and button; what a deed says first; done and undone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from graph_ui.graph.wire import WireMap
from memoryhub.core import ids, supervisor
from memoryhub.memories import selectors, states, texts
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import Draft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.benchmarks import made_maps
from tests.browser.atlas import Atlas, serve, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser


@dataclass(frozen=True, slots=True)
class Garden:
    """Three linked memories of apples, a stone that is linked with nothing, and a guess that waits."""

    apples: tuple[str, ...]
    stone: str
    guess: str

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.apples, self.stone, self.guess)


def plant(space: Space) -> Garden:
    made = [factories.remember(space, f"Apple number {number} is ripe.") for number in range(3)]
    for older, newer in pairwise(made):
        memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")
    stone = factories.remember(space, "A stone lies still.")
    return Garden(tuple(map(wire, made)), wire(stone), wire(factories.infer(space, "Apples are picked soon.", made[0])))


@pytest.fixture
def garden(stage: Cast) -> Garden:
    return apart(plant, stage.space)


def bar(page: Page) -> Locator:
    return page.locator("#graph-picked")


def said(page: Page) -> Locator:
    return page.locator("[data-picked-said]")


def deed(page: Page, name: str) -> Locator:
    return page.locator("[data-picked-deeds]").get_by_role("button", name=name, exact=True)


def dialog(page: Page) -> Locator:
    return page.locator("#dialog[open]")


def around(atlas: Atlas, *nodes: str, margin: float = 30) -> tuple[float, float, float, float]:
    places = [atlas.at(node) for node in nodes]
    xs, ys = [at["x"] for at in places], [at["y"] for at in places]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def drag(page: Page, *points: tuple[float, float]) -> None:
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=4)
    page.mouse.up()


def state_of(space: Space, node: str) -> str:
    return states.of(selectors.latest_of(space, ids.decode(node)))


def test_a_box_is_drawn_forgotten_with_its_impact_and_taken_back(
    web: Web, stage: Cast, garden: Garden, browser: Browser
) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 5 && ids === 5")
        expect(bar(page)).to_be_hidden()
        before = atlas.stats()["view"]
        left, top, right, bottom = around(atlas, *garden.all)
        page.keyboard.down("Shift")
        drag(page, (left, top), (right, bottom))
        page.keyboard.up("Shift")
        expect(said(page)).to_have_text("5 selected: 5 memories")
        atlas.until("marked === 5 && chosen === null")
        assert atlas.stats()["view"] == before
        assert "from=" not in page.url
        expect(page.locator("#announcer")).to_have_text("5 selected: 5 memories")
        deed(page, "Forget").click()
        expect(dialog(page)).to_contain_text("Forget 5 memories?")
        expect(dialog(page)).to_contain_text("3 relations go with them.")
        dialog(page).get_by_role("button", name="Forget", exact=True).click()
        expect(page.locator("#toasts")).to_contain_text("5 memories forgotten.")
        atlas.until("nodes === 0 && marked === 0")
        expect(bar(page)).to_be_hidden()
        page.locator("#toasts").get_by_role("button", name="Undo").click()
        atlas.until("nodes === 5")
        assert apart(state_of, stage.space, garden.guess) == states.PENDING


def test_a_lasso_takes_what_is_inside_its_line(web: Web, stage: Cast, garden: Garden, browser: Browser) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 5 && ids === 5")
        page.get_by_role("button", name="Select in a lasso").click()
        expect(said(page)).to_have_text("Nothing is selected")
        at = atlas.at(garden.stone)
        x, y = at["x"], at["y"]
        drag(page, (x - 14, y - 14), (x + 14, y - 14), (x + 14, y + 14), (x - 14, y + 14))
        expect(said(page)).to_have_text("1 selected: 1 memory")
        atlas.click(garden.apples[0])  # with a tool in hand a press adds
        expect(said(page)).to_have_text("2 selected: 2 memories")
        atlas.click(garden.stone)
        expect(said(page)).to_have_text("1 selected: 1 memory")
        assert atlas.stats()["chosen"] is None


def test_all_of_it_by_keyboard_alone(web: Web, stage: Cast, garden: Garden, browser: Browser) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={garden.apples[1]}")
        atlas.until(f"chosen === '{garden.apples[1]}' && ids === 5")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("x")
        expect(said(page)).to_have_text("1 selected: 1 memory")
        page.keyboard.press("Shift+X")
        expect(said(page)).to_have_text("3 selected: 3 memories")
        page.keyboard.press("x")
        expect(said(page)).to_have_text("2 selected: 2 memories")
        page.keyboard.press("Shift+I")
        atlas.until("marked >= 3")
        page.keyboard.press("v")
        atlas.until("marked === 5")
        page.keyboard.press("Escape")
        expect(said(page)).to_have_text("Nothing is selected")
        atlas.until(f"marked === 0 && chosen === '{garden.apples[1]}'")
        page.keyboard.press("Control+a")
        expect(said(page)).to_have_text("Everything shown is selected: 5")
        deed(page, "Add key").focus()
        page.keyboard.press("Enter")
        expect(dialog(page)).to_contain_text("Give 5 memories a key?")
        page.keyboard.type("Orchard")
        page.keyboard.press("Enter")
        expect(page.locator("#toasts")).to_contain_text("5 memories got the key.")


def test_ctrl_click_adds_and_takes_away_and_the_rest_holds_over_zoom(
    web: Web, stage: Cast, garden: Garden, browser: Browser
) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 5 && ids === 5")
        page.keyboard.down("Control")
        for node in (garden.apples[0], garden.stone, garden.apples[0]):
            atlas.click(node)
        page.keyboard.up("Control")
        expect(said(page)).to_have_text("1 selected: 1 memory")
        atlas.until("chosen === null && marked === 1")
        page.get_by_role("button", name="Zoom in").click()
        atlas.until("marked === 1")
        expect(page.locator("#inspector")).to_be_empty()


def test_what_a_filter_hides_leaves_the_selection(web: Web, stage: Cast, garden: Garden, browser: Browser) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 5 && ids === 5")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("v")
        expect(said(page)).to_have_text("5 selected: 5 memories")
        page.locator("#graph-legend").get_by_text("pending").click()
        atlas.until("shown === 1 && marked === 1")
        expect(said(page)).to_have_text("1 selected: 1 memory")
        expect(page.locator("#announcer")).to_contain_text("4 left the selection")
        deed(page, "Approve").click()
        expect(dialog(page)).to_contain_text("Approve 1 memory?")
        dialog(page).get_by_role("button", name="Approve", exact=True).click()
        expect(page.locator("#toasts")).to_contain_text("1 memory approved.")
        atlas.until("shown === 0 && marked === 0")


def test_outline_and_map_share_the_selection(web: Web, stage: Cast, garden: Garden, browser: Browser) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 5 && ids === 5")
        page.keyboard.down("Control")
        atlas.click(garden.apples[1])
        page.keyboard.up("Control")
        expect(said(page)).to_have_text("1 selected: 1 memory")
        page.goto(f"/s/{stage.space.tag}/graph/?view=outline&node={garden.apples[1]}")
        box = page.locator(f"input.pick[value='{garden.apples[1]}']")
        expect(box).to_be_checked()
        other = page.locator(f"input.pick[value='{garden.apples[0]}']")
        other.locator("xpath=ancestor::*[contains(@class,'row-node')]").locator(".row-link").focus()
        page.keyboard.press("x")
        expect(other).to_be_checked()
        expect(said(page)).to_have_text("2 selected: 2 memories")
        page.keyboard.press("o")
        page.wait_for_url(lambda url: "view=outline" not in url)
        page.wait_for_load_state("networkidle")
        atlas.until("marked === 2")
        page.locator("[data-picked-clear]").click()
        expect(bar(page)).to_be_hidden()


def test_the_selection_is_saved_as_a_list(web: Web, stage: Cast, garden: Garden, browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 4 && ids === 4")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("v")
        expect(said(page)).to_have_text("4 selected: 4 memories")
        assert page.locator("[data-picked-deeds] button").all_inner_texts() == ["Export"]
        with page.expect_download() as coming:
            deed(page, "Export").click()
        saved = json.loads(coming.value.path().read_text(encoding="utf-8"))
        assert sorted(node["id"] for node in saved) == sorted([*garden.apples, garden.stone])


def crowd(space: Space, count: int) -> None:
    prepared = texts.prepare([f"Note number {number} is about rain." for number in range(count)])
    memories.remember_many(actor=factories.HUB, space=space, drafts=[Draft(each) for each in prepared])


def test_many_are_done_by_a_job_and_taken_back_from_its_dialog(
    web: Web, worker: supervisor.Child, stage: Cast, browser: Browser
) -> None:
    apart(crowd, stage.space, 260)
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 260 && ids === 260")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Control+a")
        deed(page, "Stable").click()
        expect(dialog(page)).to_contain_text("Mark 260 memories as stable facts?")
        dialog(page).get_by_role("button", name="Stable", exact=True).click()
        expect(dialog(page)).to_contain_text("It is done.", timeout=60_000)
        expect(dialog(page)).to_contain_text("260 memories marked.")
        dialog(page).get_by_role("button", name="Undo").click()
        # So much at once that the page is made anew: what is selected is still so, and what was marked no longer.
        expect(page.locator("#dialog")).not_to_be_visible(timeout=60_000)
        expect(page.get_by_role("link", name="recent context 260")).to_be_visible()
        expect(said(page)).to_have_text("Everything shown is selected: 260")


def test_of_everything_one_is_taken_away(web: Web, stage: Cast, garden: Garden, browser: Browser) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 5 && ids === 5")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Control+a")
        expect(said(page)).to_have_text("Everything shown is selected: 5")
        page.keyboard.down("Control")
        atlas.click(garden.stone)
        page.keyboard.up("Control")
        expect(said(page)).to_have_text("4 selected: 4 memories")
        atlas.until("marked === 4")


def lone(space: Space) -> Memory:
    return factories.remember(space, "Only this.")


def test_one_node_is_selected_like_many(web: Web, stage: Cast, browser: Browser) -> None:
    apart(lone, stage.space)
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("nodes === 1 && ids === 1")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("v")
        expect(said(page)).to_have_text("1 selected: 1 memory")
        deed(page, "Cut relations").click()
        expect(dialog(page)).to_contain_text("There is nothing to do.")
        expect(dialog(page).locator("button[type=submit]")).to_have_count(0)


@pytest.mark.parametrize("nodes", [5_000, 12_000])
def test_thousands_are_swept_and_named_up_to_five_thousand(web: Web, stage: Cast, browser: Browser, nodes: int) -> None:
    sent = WireMap(made_maps.make(nodes))
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page)
        serve(page, sent)
        atlas.open(stage.space.tag)
        atlas.until(f"nodes === {nodes}")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("v")
        atlas.until("marked > 1000")
        page.get_by_role("button", name="Select in a box").click()
        canvas = page.locator("memory-graph canvas").bounding_box()
        assert canvas is not None
        drag(page, (canvas["x"] + 2, canvas["y"] + 2), (canvas["x"] + canvas["width"] - 60, canvas["y"] + 300))
        if nodes > 5_000:
            expect(said(page)).to_contain_text("More than 5,000: choose everything shown, or fewer.")
            expect(page.locator("[data-picked-deeds]")).to_be_hidden()
        else:
            expect(page.locator("[data-picked-deeds]")).to_be_visible()
        page.get_by_role("button", name=f"All {nodes:,} shown").click()
        expect(said(page)).to_have_text(f"Everything shown is selected: {nodes:,}")
        expect(page.locator("[data-picked-deeds]")).to_be_visible()
        atlas.until(f"marked === {nodes}")
