"""The window on the map: the minimap, fingers, and what the checks of `tests.screens` would find on its canvas."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from graph_ui.graph.wire import WireMap
from memoryhub.spaces.models import Space
from tests import factories
from tests.benchmarks import made_maps
from tests.browser.atlas import Atlas, serve
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.screens import maps
from tests.screens.camera import Look
from tests.threads import apart

pytestmark = pytest.mark.browser

BOUNDS = "{ empty: 0.9, ink: 0.5, full: 0.5 }"
CLEARED = "document.querySelector('memory-graph > canvas').getContext('2d').clearRect(0, 0, 4000, 4000)"
FLOATING = """() => {
    const [own, legend] = ["memory-graph > canvas", ".atlas-legend"].map((each) => document.querySelector(each));
    return legend.getBoundingClientRect().top + 20 - own.getBoundingClientRect().top;
}"""
WRITE = f"""([text, x, y, colour, ground]) => {{
    const context = document.querySelector("memory-graph > canvas").getContext("2d");
    context.clearRect(0, 0, 4000, 4000);
    context.fillStyle = ground;
    context.fillRect(0, 0, 4000, 4000);
    context.font = "14px sans-serif";
    context.textAlign = "left";
    context.fillStyle = colour;
    context.fillText(text, x, y);
    context.fillStyle = ground === "white" ? "black" : "white";
    context.fillText("Another", 300, 300);
    return examineMap({BOUNDS});
}}"""


@pytest.fixture(scope="module")
def crowd() -> WireMap:
    return WireMap(made_maps.arrange(12_000))


def opened(page: Page, tag: str, sent: WireMap) -> Atlas:
    serve(page, sent)
    atlas = Atlas(page).open(tag)
    atlas.until("edges > 0 && picture.isSharp")
    return atlas


def frame_of(minimap: Locator) -> list[float]:
    box = minimap.locator("[data-frame]")
    return [float(box.get_attribute(name) or "nan") for name in ("x", "y", "width", "height")]


def test_the_minimap_shows_the_window_and_moves_it(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    with window(browser, web, stage.ada) as view:
        page, atlas = view.page, opened(view.page, stage.space.tag, crowd)
        minimap = page.locator("[data-minimap]")
        assert minimap.locator("circle").count() == sum(one.role == "island" for one in crowd.atlas.levels.clusters)
        page.locator("memory-graph > canvas").focus()
        for _ in range(4):
            page.keyboard.press("+")
        atlas.until("!detail.crowded")
        box = minimap.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4)
        page.mouse.down()
        first = frame_of(minimap)
        page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.4)
        page.mouse.up()
        then = frame_of(minimap)
        assert then[0] > first[0]
        assert then[1:] == pytest.approx(first[1:])
        now = atlas.stats()["view"]
        assert then[:2] == pytest.approx([-now["x"] / now["k"], -now["y"] / now["k"]])


def one_memory(space: Space) -> None:
    factories.remember(space, "Only this is known.")


@pytest.mark.parametrize("make", [lambda space: None, one_memory], ids=["nothing", "one"])
def test_there_is_no_minimap_where_there_is_nothing_to_find(
    web: Web, stage: Cast, browser: Browser, make: Callable[[Space], None]
) -> None:
    apart(make, stage.space)
    with window(browser, web, stage.ada) as view:
        Atlas(view.page).open(stage.space.tag)
        expect(view.page.locator("[data-minimap]")).to_be_hidden()


def test_a_narrow_window_has_no_minimap(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    with window(browser, web, stage.ada, viewport={"width": 320, "height": 640}) as view:
        opened(view.page, stage.space.tag, crowd)
        expect(view.page.locator("[data-minimap]")).to_be_hidden()


def test_two_fingers_zoom_and_one_moves(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    with window(browser, web, stage.ada, has_touch=True) as view:
        page, atlas = view.page, opened(view.page, stage.space.tag, crowd)
        hand = page.context.new_cdp_session(page)
        box = page.locator("memory-graph > canvas").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def touch(kind: str, *fingers: tuple[float, float]) -> None:
            points = [{"x": left, "y": top, "id": at} for at, (left, top) in enumerate(fingers)]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        before = atlas.stats()["view"]
        touch("touchStart", (x - 40, y), (x + 40, y))
        for step in range(1, 9):
            touch("touchMove", (x - 40 - 5 * step, y), (x + 40 + 5 * step, y))
        touch("touchEnd")
        pinched = atlas.stats()["view"]
        assert pinched["k"] == pytest.approx(2 * before["k"], rel=0.02)
        touch("touchStart", (x, y))
        touch("touchMove", (x + 60, y + 30))
        touch("touchEnd")
        moved = atlas.stats()["view"]
        assert (moved["x"] - pinched["x"], moved["y"] - pinched["y"]) == pytest.approx((60, 30))
        assert moved["k"] == pinched["k"]


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("language", ["en-GB", "zh-CN"])
def test_no_name_lies_over_another_or_is_cut_off(
    web: Web, stage: Cast, crowd: WireMap, browser: Browser, width: int, language: str
) -> None:
    with window(browser, web, stage.ada, viewport={"width": width, "height": 800}, locale=language) as view:
        view.page.add_init_script(maps.SCRIPT)
        opened(view.page, stage.space.tag, crowd)
        for distance in maps.DISTANCES:
            seen = maps.examine(view.page, distance, look=Look(language, width=width, height=800))
            assert seen["wrong"] == [], distance.name


def test_the_checks_find_what_is_wrong(web: Web, stage: Cast, crowd: WireMap, browser: Browser) -> None:
    """Each of the rules of maps.js, broken by hand."""
    with window(browser, web, stage.ada) as view:
        page = view.page
        page.add_init_script(maps.SCRIPT)
        opened(page, stage.space.tag, crowd)

        def rules(*text: object) -> set[str]:
            return {rule for rule, _ in page.evaluate(WRITE, list(text))["wrong"]}

        assert rules("Tea", 100, 100, "black", "white") == set()
        assert rules("Tea", 302, 302, "black", "white") == {"label over label"}
        assert rules("Tea", -5, 100, "black", "white") == {"label cut off"}
        assert rules("Tea", 40, page.evaluate(FLOATING), "black", "white") == {"label covered"}
        assert rules("Tea", 100, 100, "#999", "white") == {"contrast of a label"}
        assert rules("Tea", 100, 100, "white", "black") == {"too much: ink", "too much: full"}
        page.evaluate(CLEARED)
        assert {rule for rule, _ in page.evaluate(f"examineMap({BOUNDS})")["wrong"]} == {"too much: empty", "no label"}
