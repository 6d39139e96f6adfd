"""The local graph in a real browser: reached, deepened, expanded and left, by hand and by keyboard, with a way back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from graph_ui.graph.wire import WireMap
from memoryhub.associations import around
from memoryhub.associations.atlas import Atlas as MadeUp
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.core import ids
from memoryhub.documents.models import Chunk, Document
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.spaces.models import Space
from tests import factories
from tests.associations.graph_cast import graph, node_id
from tests.browser.atlas import Atlas, serve, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser
LEAVES = 60


@dataclass(frozen=True, slots=True)
class Grove:
    """A memory of three versions, which a document with sixty more memories says; and a stone apart."""

    tag: str
    tree: str
    second: str
    first: str
    paper: str
    stone: str


def paper_in(space: Space, title: str) -> SourceDraft:
    paper = Document.objects.create(
        space=space, kind="text", title=title, content=title, content_hash="0" * 64, added_by_kind="hub", status="done"
    )
    chunk = Chunk.objects.create(space=space, document=paper, revision=1, index=0, text=title, start=0, end=len(title))
    return SourceDraft(document_id=paper.pk, chunk_id=chunk.pk, start=0, end=len(title), quote=title)


def plant(space: Space) -> Grove:
    source = paper_in(space, "Notes on trees")
    first = factories.remember(space, "The oak is nine metres tall.")
    second = factories.revise(space, first, "The oak is ten metres tall.")
    third = factories.revise(space, second, "The oak is eleven metres tall.")
    leaves = [factories.remember(space, f"Leaf number {number} is green.") for number in range(LEAVES)]
    for memory in (third, *leaves):
        memories.add_source(actor=factories.HUB, space=space, memory=memory, source=source)
    stone = factories.remember(space, "A stone lies still.")
    assert source.document_id is not None
    return Grove(space.tag, wire(third), wire(second), wire(first), ids.encode(source.document_id), wire(stone))


@pytest.fixture
def grove(stage: Cast) -> Grove:
    return apart(plant, stage.space)


def bar(page: Page) -> str:
    return " ".join(page.locator("#graph-local .local-words").inner_text().split())


def said(page: Page, words: str) -> None:
    until(page, f"document.getElementById('announcer').textContent.includes({words!r})")


def test_it_is_reached_by_a_key_changed_by_its_bar_and_undone_by_back(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?node={grove.tree}")
        atlas.until(f"nodes === {LEAVES + 5} && chosen === '{grove.tree}'")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("l")
        atlas.until(f"nodes === 3 && chosen === '{grove.tree}' && around.hops.length === 3")
        expect(page.locator("#graph-local .local-words")).to_have_text(
            "2 around The oak is eleven metres tall., depth 1", use_inner_text=True
        )
        expect(page.locator("[data-graph-count]")).to_have_text("3 shown")
        said(page, "2 around The oak is eleven metres tall., depth 1")
        further = page.get_by_role("link", name="One step more")
        further.focus()
        page.keyboard.press("Enter")
        atlas.until(f"nodes === {LEAVES + 4}")
        said(page, f"{LEAVES + 3} around")
        assert "depth=2" in page.url
        expect(further).to_be_focused()
        page.get_by_role("link", name="Outward").click()
        atlas.until("nodes === 3")
        assert "direction=out" in page.url
        assert sorted(atlas.ids_here()) == sorted([grove.tree, grove.second, grove.first])
        page.go_back()
        atlas.until(f"nodes === {LEAVES + 4}")
        page.go_back()
        atlas.until("nodes === 3 && around.hops.includes(1)")
        page.go_back()
        atlas.until(f"nodes === {LEAVES + 5} && around === null")
        expect(page.locator("#graph-local")).to_be_hidden()
        page.go_forward()
        atlas.until("nodes === 3")
        page.get_by_role("link", name="Whole map").click()
        atlas.until(f"nodes === {LEAVES + 5} && around === null && islands > 0")
        assert "around" not in page.url


def test_a_page_of_neighbours_is_added_by_key_by_mark_and_by_button_and_taken_away(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?around={grove.tree}&node={grove.paper}")
        atlas.until(f"chosen === '{grove.paper}'")
        before = atlas.places(grove.tree, grove.paper, grove.second)
        expect(page.locator("[data-local-beyond]")).to_have_text(f"{LEAVES} more beside it")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("m")
        atlas.until("nodes === 28")
        assert page.url.endswith(f"expand={grove.paper}.1")
        assert atlas.places(grove.tree, grove.paper, grove.second) == before
        page.get_by_role("button", name="Show 25 more").click()
        atlas.until("nodes === 53")
        expect(page.locator("[data-local-beyond]")).to_have_text("10 more beside it")
        page.go_back()
        atlas.until("nodes === 28")
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("Shift+M")
        atlas.until("nodes === 3")
        assert "expand" not in page.url
        at = atlas.at(grove.second)  # its mark stands at its lower right
        page.mouse.click(at["x"] + 14, at["y"] + 10)
        atlas.until("nodes === 4")
        assert set(atlas.ids_here()) == {grove.tree, grove.paper, grove.second, grove.first}
        page.reload()
        atlas.until("nodes === 4")
        atlas.click(grove.first)
        expect(page.locator("[data-local-more]")).to_be_hidden()


def test_older_versions_stand_under_a_memory_and_lead_to_what_replaced_them(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?node={grove.tree}&state=current")
        atlas.until(f"chosen === '{grove.tree}'")
        ghosts = page.get_by_role("list", name="Older versions").get_by_role("link")
        expect(ghosts).to_have_text(["v2 of 3", "v1 of 3"])
        node, ghost = atlas.at(grove.tree), ghosts.first.bounding_box()
        assert ghost is not None
        assert node["y"] < ghost["y"] < node["y"] + 60
        assert abs(ghost["x"] - node["x"]) < 30
        page.locator("memory-graph canvas").focus()
        page.keyboard.press("h")
        expect(ghosts.first).to_be_focused()
        page.keyboard.press("Tab")
        expect(ghosts.last).to_be_focused()
        page.keyboard.press("Enter")
        compared = page.locator("#inspector #version-2")
        expect(compared).to_be_focused()
        expect(compared.locator("del")).to_have_text("nine")
        ghosts.first.click()
        expect(page.locator("#inspector #version-3")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("memory-graph canvas")).to_be_focused()
        page.keyboard.press("Escape")
        expect(ghosts).to_have_count(0)
        atlas.click(grove.stone)
        atlas.until(f"chosen === '{grove.stone}'")
        expect(ghosts).to_have_count(0)


@pytest.mark.parametrize("query", ["", "&kind=memory", "&state=superseded", "&kind=document&state=current"])
def test_the_outline_has_the_nodes_of_the_canvas(
    web: Web, stage: Cast, grove: Grove, browser: Browser, query: str
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?around={grove.second}&depth=2{query}")
        atlas.until("nodes === 4")
        shown = set(atlas.ids_here())
        page.keyboard.press("o")
        page.wait_for_url("**view=outline**")
        for step in range(3):
            toggle = page.locator(f"#outline-{step}")
            if toggle.count() and toggle.get_attribute("aria-expanded") == "false":
                toggle.click()
                expect(toggle).to_have_attribute("aria-expanded", "true")
        rows = page.locator("#graph-outline .row-node a.row-link")
        listed = {str(row.get_attribute("hx-get")).rstrip("/").rsplit("/", 1)[1] for row in rows.all()}
        assert listed == shown
        assert bar(page).startswith("3 around The oak is ten metres tall., depth 2")


def test_memories_and_documents_lead_to_what_lies_around_them(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        for kind, node, beside in (("memories", grove.tree, 2), ("documents", grove.paper, LEAVES + 1)):
            page.goto(f"/s/{grove.tag}/{kind}/{node}/")
            page.locator("#inspector").get_by_role("link", name="Show in the graph").click()
            page.wait_for_url(f"**/graph/?around={node}")
            Atlas(page).until(f"nodes === {beside + 1} && chosen === null")


def test_a_node_alone_is_a_map_of_one_and_of_nothing_there_is_none(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?around={grove.stone}&depth=4")
        atlas.until("nodes === 1 && finite")
        assert bar(page) == "0 around A stone lies still., depth 4"
        assert atlas.at(grove.stone)["visible"]
        assert page.request.get(f"/s/{grove.tag}/graph/?around={ids.encode(ids.new())}").status == 404


def test_where_its_middle_is_forgotten_the_whole_map_is_there(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    with window(browser, web, stage.chen) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?around={grove.stone}")
        atlas.until("nodes === 1")
        apart(forget, stage.space, grove.stone)
        atlas.until(f"nodes === {LEAVES + 4} && around === null")
        assert "around" not in page.url
        said(page, "no longer on the map")
        # A browser says by itself that something was not found.
        opened.faults[:] = [fault for fault in opened.faults if "404" not in fault]


def forget(space: Space, node: str) -> None:
    memories.forget(actor=factories.HUB, space=space, memory_ids=[ids.decode(node)])


def test_of_five_thousand_the_nearest_two_thousand_are_shown(
    web: Web, stage: Cast, grove: Grove, browser: Browser
) -> None:
    links = [(0, node, EdgeKind.SOURCE) for node in range(1, 500)]
    links += [(node % 500, node, EdgeKind.EXTENDS) for node in range(500, 5_000)]
    town = graph(5_000, links)
    arranged = levels.build(town)
    local = around.local_of(MadeUp(town, arranged, len(town), 1, "made-up"), around.Wanted(node_id(0), depth=2))
    with window(browser, web, stage.chen) as opened:
        page = opened.page
        serve(page, WireMap(local.atlas), local=local)
        atlas = Atlas(page).open(grove.tag, f"?around={grove.tree}&depth=2")
        atlas.until("nodes === 2000 && around !== null && finite && drawn > 1000")
        assert atlas.stats()["total"] == 5_000
        expect(page.locator("[data-graph-count]")).to_have_text("2,000 of 5,000 shown")


def test_the_bar_fits_a_narrow_window(web: Web, stage: Cast, grove: Grove, browser: Browser) -> None:
    with window(browser, web, stage.chen, viewport={"width": 320, "height": 640}) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(grove.tag, f"?around={grove.tree}&depth=2")
        atlas.until(f"nodes === {LEAVES + 4}")
        box, zoom = (page.locator(each).bounding_box() for each in ("#graph-local", ".atlas-zoom"))
        assert box is not None
        assert zoom is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= zoom["x"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        for link in page.locator("#graph-local a").all():
            inner = link.bounding_box()
            assert inner is not None
            assert inner["x"] + inner["width"] <= box["x"] + box["width"]
