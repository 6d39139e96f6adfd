"""Edges and paths on the map in a real browser: opened by hand and by keyboard, cut, taken back, and linked to."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Orchard:
    """Newton, the apple that fell (extends), and that apples are red (shares the key apple); a stone apart."""

    newton: str
    fell: str
    red: str
    stone: str


def plant(space: Space) -> Orchard:
    texts = ("Newton sat under a tree.", "An apple fell on Newton.", "Apples are red.", "A stone lies still.")
    newton, fell, red, stone = (factories.remember(space, text) for text in texts)
    memories.relate(actor=factories.HUB, space=space, newer_id=fell.pk, older_id=newton.pk, kind="extends")
    factories.key(space, "apple", fell, red)
    return Orchard(*map(wire, (newton, fell, red, stone)))


@pytest.fixture
def orchard(stage: Cast) -> Orchard:
    return apart(plant, stage.space)


def inspector(page: Page) -> Any:
    return page.locator("#inspector")


def middle(atlas: Atlas, one: str, other: str) -> tuple[float, float]:
    first, second = atlas.at(one), atlas.at(other)
    return (first["x"] + second["x"]) / 2, (first["y"] + second["y"]) / 2


def test_an_edge_is_clicked_cut_and_made_again(web: Web, stage: Cast, orchard: Orchard, browser: Browser) -> None:
    with window(browser, web, stage.ed) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("edges === 2")
        page.mouse.click(*middle(atlas, orchard.newton, orchard.fell))
        expect(inspector(page).locator("[data-edge-kind=extends]")).to_contain_text("An apple fell on Newton.")
        assert page.url.endswith(f"?edge={orchard.fell}.{orchard.newton}.extends")
        atlas.until("near === 1")
        inspector(page).get_by_role("button", name="Cut the link").click()
        expect(inspector(page)).to_contain_text("Nothing links these two any more.")
        atlas.until("edges === 1")
        page.locator("#toasts").get_by_role("button", name="Undo").click()
        atlas.until("edges === 2")
        expect(inspector(page).locator("[data-edge-kind=extends]")).to_be_visible()


def test_edges_are_gone_through_by_keyboard(web: Web, stage: Cast, orchard: Orchard, browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={orchard.fell}")
        atlas.until(f"chosen === '{orchard.fell}'")
        page.locator("memory-graph canvas").focus()
        seen = set()
        for _ in range(2):
            before = page.url
            page.keyboard.press("e")
            until(page, f"location.href !== '{before}'")
            expect(inspector(page).locator(".edge-card")).to_have_count(1)
            seen.add(page.url.rsplit(".", 1)[1])
        assert seen == {"extends", "key"}
        assert atlas.stats()["chosen"] == orchard.fell
        assert inspector(page).get_by_role("button", name="Cut the link").count() == 0
        page.go_back()
        page.go_back()
        atlas.until("near === 2")


def test_a_path_is_found_lit_and_linked_to(web: Web, stage: Cast, orchard: Orchard, browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.click(orchard.newton)
        expect(inspector(page)).to_contain_text("Newton sat under a tree.")
        page.keyboard.down("Shift")
        atlas.click(orchard.red)
        page.keyboard.up("Shift")
        expect(inspector(page).locator(".path-steps > li")).to_have_count(3)
        expect(inspector(page)).to_contain_text("2 steps, the shortest way")
        atlas.until("near === 2")
        address = page.url
        assert address.endswith(f"?from={orchard.newton}&to={orchard.red}")
        inspector(page).get_by_role("link", name="shares a key with").click()
        expect(inspector(page).locator("[data-edge-kind=key]")).to_contain_text("apple")
        page.go_back()
        expect(inspector(page).locator(".path-steps > li")).to_have_count(3)
        page.goto(address)
        expect(inspector(page).locator(".path-steps > li")).to_have_count(3)
        Atlas(page).until("near === 2")


def test_a_path_is_asked_for_by_keyboard_and_there_may_be_none(
    web: Web, stage: Cast, orchard: Orchard, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={orchard.newton}")
        atlas.until(f"chosen === '{orchard.newton}'")
        button = page.get_by_role("button", name="Path from here")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("p")
        expect(button).to_have_attribute("aria-pressed", "true")
        atlas.click(orchard.stone)
        expect(inspector(page)).to_contain_text("No relation leads from one to the other")
        expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("width", [800, 5000])
def test_the_view_is_saved_as_a_picture_of_the_asked_size(
    web: Web, stage: Cast, orchard: Orchard, browser: Browser, width: int
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        atlas.until("edges === 2")
        box = page.locator("memory-graph").bounding_box()
        assert box is not None
        page.get_by_role("button", name="Take the map along").click()
        page.get_by_label("Picture, pixels wide").fill(str(width))
        with page.expect_download() as coming:
            page.get_by_role("button", name="PNG").click()
        assert coming.value.suggested_filename == f"{stage.space.tag}.png"
        saved = coming.value.path().read_bytes()
        assert saved[:8] == b"\x89PNG\r\n\x1a\n"
        size = struct.unpack(">II", saved[16:24])
        assert size == (width, round(box["height"] * width / box["width"]))


def test_a_file_of_the_map_is_a_plain_link(web: Web, stage: Cast, orchard: Orchard, browser: Browser) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        Atlas(page).open(stage.space.tag)
        page.get_by_role("button", name="Take the map along").click()
        with page.expect_download() as coming:
            page.get_by_role("link", name="JSON").click()
        found = json.loads(coming.value.path().read_text())
        assert {node["id"] for node in found["nodes"]} == {orchard.newton, orchard.fell, orchard.red, orchard.stone}
        assert sorted(edge["relation"] for edge in found["edges"]) == ["extends", "key"]
