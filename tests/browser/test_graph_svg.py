"""The view as an SVG in a real browser: real shapes and texts in a file that any program reads."""

from __future__ import annotations

import base64
import struct
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from playwright.sync_api import Browser, Page, expect

from graph_ui.graph.wire import WireMap
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.benchmarks import made_maps
from tests.browser.atlas import Atlas, serve, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<img src=x onerror="1"> Fig & "Quince\'s" ]]> </svg>'


def saved(page: Page) -> Element:
    """The file that the menu offers, parsed."""
    page.get_by_role("button", name="Take the map along").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Picture of this view as SVG").click()
    assert coming.value.suggested_filename.endswith(".svg")
    expect(page.locator("#graph-export")).to_be_hidden()
    return ElementTree.fromstring(coming.value.path().read_bytes())  # noqa: S314  # a file of our own


def texts(drawing: Element) -> list[str]:
    return [each.text or "" for each in drawing.iter(f"{SVG}text")]


def fills(drawing: Element) -> set[str]:
    return {each.attrib["fill"] for each in drawing.iter() if each.get("fill", "none") != "none"}


def three(space: Space) -> list[str]:
    one, other, third = (factories.remember(space, text) for text in (HOSTILE, "Plain words.", "Alone."))
    memories.relate(actor=factories.HUB, space=space, newer_id=other.pk, older_id=one.pk, kind="extends")
    return [wire(one), wire(other), wire(third)]


def test_a_view_is_saved_as_shapes_and_escaped_texts(web: Web, stage: Cast, browser: Browser) -> None:
    made = apart(three, stage.space)
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag, f"?node={made[0]}")
        atlas.until("near === 1")
        page.wait_for_load_state("networkidle")
        box = page.locator("memory-graph").bounding_box()
        drawing = saved(page)
        assert box is not None
        assert (float(drawing.attrib["width"]), float(drawing.attrib["height"])) == (box["width"], box["height"])
        assert drawing.findtext(f"{SVG}title") == page.title()
        assert drawing.findtext(f"{SVG}desc") == "3 shown"
        assert any(text.startswith('<img src=x onerror="1"> Fig') for text in texts(drawing))
        assert "Plain words." in texts(drawing)
        assert drawing.find(f".//{SVG}image") is None
        dashed = [path for path in drawing.iter(f"{SVG}path") if path.get("stroke-dasharray") == "5 3.5"]
        assert dashed
        assert all(colour.startswith("#") and len(colour) == 7 for colour in fills(drawing))


def test_an_svg_has_the_colours_of_the_theme(web: Web, stage: Cast, browser: Browser) -> None:
    apart(three, stage.space)
    pages = []
    for scheme in ("light", "dark"):
        with window(browser, web, stage.chen, color_scheme=scheme) as opened:
            Atlas(opened.page).open(stage.space.tag).until("nodes === 3")
            drawing = saved(opened.page)
            background = drawing.find(f"{SVG}rect")
            assert background is not None
            pages.append(int(background.attrib["fill"][1:3], 16))
    light, dark = pages
    assert light > 200 > 60 > dark


@pytest.mark.parametrize(("nodes", "is_picture"), [(12_000, False), (30_000, True)])
def test_a_crowd_is_shapes_up_to_a_bound_and_then_a_picture_which_is_said(
    web: Web, stage: Cast, browser: Browser, nodes: int, is_picture: bool
) -> None:
    crowd = WireMap(made_maps.make(nodes))
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        serve(page, crowd)
        atlas = Atlas(page).open(stage.space.tag)
        atlas.until("edges > 0 && detail.crowded && picture.isSharp")
        drawing = saved(page)
        told = drawing.findtext(f"{SVG}desc") or ""
        image = drawing.find(f"{SVG}image")
        assert told.startswith(f"{nodes:,} shown")
        assert ("More than 20,000 are in view" in told) == is_picture
        assert (image is not None) == is_picture
        assert len(texts(drawing)) > 10
        if image is not None:
            png = base64.b64decode(image.attrib["href"].removeprefix("data:image/png;base64,"))
            width, height = struct.unpack(">II", png[16:24])
            assert width / height == pytest.approx(
                float(image.attrib["width"]) / float(image.attrib["height"]), rel=0.01
            )
        else:
            dots = sum(path.attrib["d"].count("M") for path in drawing.iter(f"{SVG}path"))
            assert dots > nodes
