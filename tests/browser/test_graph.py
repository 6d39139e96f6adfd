"""The graph page in a real browser: found, opened, walked, listed, kept in place, and safe whatever a text says."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from graph_ui.graph import payload
from graph_ui.graph.wire import WireMap
from memoryhub.associations.atlas import Atlas as MadeUp
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.core import ids
from memoryhub.documents.models import Chunk, Document
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.associations.graph_cast import graph
from tests.browser.atlas import GRAPH, Atlas, serve, until, wire
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

SAID = "The tea house opens at nine, says Mina."


@dataclass(frozen=True, slots=True)
class Valley:
    """A space with two islands, a chain of two versions with its source, a loner, and what waits for review."""

    tag: str
    chain: str
    older: str
    paper: str
    loner: str
    pending: str


def tell(space: Space, text: str, *keys: str) -> Memory:
    """A memory with keys."""
    pairs = [(key, "concept") for key in keys]
    told: Memory = ingest.remember(actor=factories.HUB, space=space, text=text, keys=pairs).memory
    return told


def paper_in(space: Space, title: str, text: str) -> tuple[Document, SourceDraft]:
    """A document that has been read, and all of it as a source."""
    paper = Document.objects.create(
        space=space, kind="text", title=title, content=text, content_hash="0" * 64, added_by_kind="hub", status="done"
    )
    chunk = Chunk.objects.create(space=space, document=paper, revision=1, index=0, text=text, start=0, end=len(text))
    return paper, SourceDraft(document_id=paper.pk, chunk_id=chunk.pk, start=0, end=len(SAID), quote=SAID)


def make_valley(space: Space) -> Valley:
    for number in range(5):
        tell(space, f"Tea number {number} is served hot.", "tea")
        tell(space, f"Boat number {number} leaks.", "boats")
    paper, source = paper_in(space, "Tea notes", f"{SAID} It stands on the hill.")
    first = tell(space, "The tea house opens at eight.", "tea")
    second = ingest.revise(actor=factories.HUB, space=space, memory_id=first.pk, text="The tea house opens at nine.")
    memories.add_source(actor=factories.HUB, space=space, memory=second, source=source)
    loner = factories.remember(space, "Nobody knows the owl.")
    pending = factories.infer(space, "Tea is liked in the morning.", second)
    return Valley(space.tag, wire(second), wire(first), ids.encode(paper.pk), wire(loner), wire(pending))


@pytest.fixture
def valley(stage: Cast) -> Valley:
    return apart(make_valley, stage.space)


def inspector(page: Page) -> Any:
    return page.locator("#inspector")


def test_a_node_is_found_flown_to_and_opened_with_its_versions_and_source(
    web: Web, stage: Cast, valley: Valley, browser: Browser
) -> None:
    with window(browser, web, stage.ada, reduced_motion="no-preference") as opened:
        page, atlas = opened.page, Atlas(opened.page).open(valley.tag)
        page.keyboard.press("/")
        expect(page.get_by_role("combobox", name="Find and fly to")).to_be_focused()
        page.keyboard.type("tea house opens at nine")
        expect(page.get_by_role("option").first).to_contain_text("The tea house opens at nine.")
        page.keyboard.press("Enter")
        expect(inspector(page)).to_contain_text("The tea house opens at nine.")
        expect(inspector(page).locator(".version")).to_have_count(2)
        expect(inspector(page).locator(".evidence-quote")).to_contain_text(SAID)
        assert page.url.endswith(f"?node={valley.chain}")
        assert atlas.stats()["chosen"] == valley.chain
        atlas.until("view.k >= 1.5")
        until(page, f"{GRAPH}.screenOf('{valley.chain}').visible")
        # Enter took the focus to the map, where the arrows walk on.
        assert page.evaluate("document.activeElement.localName") == "canvas"


def test_the_pointer_is_told_what_it_is_on_and_a_click_opens_it(
    web: Web, stage: Cast, valley: Valley, browser: Browser
) -> None:
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(valley.tag)
        tip = page.locator("[data-tip]")
        atlas.hover(valley.loner)
        expect(tip).to_contain_text("Nobody knows the owl.")
        expect(tip).to_contain_text("current · relations: 0")
        atlas.click(valley.pending)
        expect(inspector(page)).to_contain_text("Tea is liked in the morning.")
        expect(inspector(page)).to_contain_text("The hub concluded this.")
        assert atlas.stats()["near"] == 1
        page.go_back()
        expect(inspector(page)).to_be_empty()
        atlas.until("chosen === null")


def test_the_outline_holds_what_the_map_holds(web: Web, stage: Cast, valley: Valley, browser: Browser) -> None:
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(valley.tag)
        on_map, figures = atlas.ids(), atlas.stats()
        page.keyboard.press("o")
        page.wait_for_url("**view=outline**")
        islands = page.locator(".row-island")
        assert sum(int(text) for text in islands.locator(".row-end").all_inner_texts()) == figures["nodes"]
        for number in range(islands.count()):
            islands.nth(number).locator(".toggle").click()
            expect(islands.nth(number).locator(".toggle")).to_have_attribute("aria-expanded", "true")
        links = page.locator(".row-node .row-link").evaluate_all("found => found.map(link => link.pathname)")
        listed = [path.rstrip("/").rsplit("/", 1)[-1] for path in links]
        assert sorted(listed) == sorted(on_map)
        expect(page.locator(".outline-head")).to_contain_text(
            f"1 document · {figures['nodes'] - 1} memories · {figures['edges']} relations"
        )
        expect(page.locator(".outline-head")).to_contain_text(f"{figures['islands']} islands")
        # The choice goes along to the map and back.
        page.locator(".row-link", has_text="Nobody knows the owl.").click()
        expect(inspector(page)).to_contain_text("Nobody knows the owl.")
        page.keyboard.press("o")
        page.wait_for_url(f"**/graph/?node={valley.loner}")
        atlas.until(f"chosen === '{valley.loner}'")
        expect(inspector(page)).to_contain_text("Nobody knows the owl.")


def test_an_arrival_moves_nobody_else_and_loses_no_choice(
    web: Web, stage: Cast, valley: Valley, browser: Browser
) -> None:
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(valley.tag)
        atlas.click(valley.chain)
        expect(inspector(page)).to_contain_text("The tea house opens at nine.")
        known = atlas.ids()
        before, count = atlas.places(*known), len(known)
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        arrived = apart(tell, stage.space, "Tea number 5 is served cold.", "tea")
        atlas.until(f"nodes === {count + 1} && ids === nodes")
        expect(page.locator("[data-graph-count]")).to_have_text(f"{count} of {count + 1} shown")
        page.locator("[data-arrivals]").click()
        expect(page.locator("[data-graph-count]")).to_have_text(f"{count + 1} shown")
        moved = [
            (was, now) for was, now in zip(before, atlas.places(*known), strict=True) if max(apart_by(was, now)) > 0.5
        ]
        assert moved == []
        assert atlas.stats()["chosen"] == valley.chain
        apart(memories.forget, actor=factories.HUB, space=stage.space, memory_ids=[ids.decode(valley.chain)])
        atlas.until("chosen === null")
        assert not {valley.chain, valley.older} & set(atlas.ids())
        assert wire(arrived) in atlas.ids()


def apart_by(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return abs(one[0] - other[0]), abs(one[1] - other[1])


def test_after_a_reload_everything_stands_where_it_stood(
    web: Web, stage: Cast, valley: Valley, browser: Browser
) -> None:
    with window(browser, web, stage.ada) as opened, window(browser, web, stage.chen) as other:
        atlas = Atlas(opened.page).open(valley.tag)
        known = atlas.ids()
        before = atlas.places(*known)
        assert Atlas(opened.page).open(valley.tag).places(*known) == before
        seen = Atlas(other.page).open(valley.tag)
        assert set(known) - set(seen.ids()) == {valley.pending}
        shared = seen.ids()
        assert seen.places(*shared) == [before[known.index(node)] for node in shared]


@pytest.mark.parametrize("look", [{"viewport": {"width": 320, "height": 640}}, {"color_scheme": "dark"}], ids=str)
def test_nothing_overflows_on_a_narrow_or_a_dark_screen(
    web: Web, stage: Cast, valley: Valley, browser: Browser, look: dict[str, Any]
) -> None:
    with window(browser, web, stage.ada, **look) as opened:
        page, atlas = opened.page, Atlas(opened.page)
        for query in ("", f"?node={valley.chain}", "?view=outline", f"?view=outline&node={valley.chain}"):
            if "outline" in query:
                page.goto(f"/s/{valley.tag}/graph/{query}")
            else:
                atlas.open(valley.tag, query)
                assert atlas.ink() > 500
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query


def three_apart(space: Space) -> None:
    for word in ("Red", "Blue", "Green"):
        factories.remember(space, f"{word} is a colour.")


def one_of_each(space: Space) -> tuple[str, str]:
    """Two memories that share two keys, with one of each relation, an older version and a document; their ids."""
    _paper, source = paper_in(space, "Doubled", f"{SAID} And more.")
    first = tell(space, "The mill is old.", "mill", "valley")
    second = tell(space, "The mill has a wheel.", "mill", "valley")
    latest = ingest.revise(actor=factories.HUB, space=space, memory_id=second.pk, text="The mill has two wheels.")
    for kind in ("extends", "derives"):
        memories.relate(actor=factories.HUB, space=space, newer_id=latest.pk, older_id=first.pk, kind=kind)
    memories.add_source(actor=factories.HUB, space=space, memory=latest, source=source)
    return wire(first), wire(latest)


def with_a_forgotten_end(space: Space) -> None:
    five = [factories.remember(space, f"Ladder {number} is long.") for number in range(5)]
    for newer in five[1:]:
        memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=five[0].pk, kind="extends")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[five[0].pk])


@pytest.mark.parametrize(
    ("make", "nodes", "edges"),
    [
        (lambda space: None, 0, 0),
        (lambda space: factories.remember(space, "Only this is known."), 1, 0),
        (three_apart, 3, 0),
        (one_of_each, 4, 5),
        (with_a_forgotten_end, 4, 0),
    ],
    ids=["nothing", "one", "three without links", "one of each link", "a forgotten end"],
)
def test_a_space_of_any_shape_fits_the_window_in_finite_numbers(
    web: Web, stage: Cast, browser: Browser, make: Callable[[Space], object], nodes: int, edges: int
) -> None:
    """P-GRA-2."""
    apart(make, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        figures = atlas.stats()
        assert (figures["nodes"], figures["edges"], figures["finite"]) == (nodes, edges, True)
        for deed in ("+", "+", "f", "-", "-", "-", "f"):
            page.keyboard.press(deed)
            figures = atlas.stats()
            assert figures["finite"], deed
            if deed == "f":
                assert [node for node in atlas.ids() if not atlas.at(node)["visible"]] == []
        assert page.get_by_text("This space remembers nothing yet").is_visible() == (nodes == 0)
        page.goto(f"/s/{stage.space.tag}/graph/?view=outline")
        assert page.get_by_text("This space remembers nothing yet").is_visible() == (nodes == 0)


def test_links_of_one_pair_are_drawn_side_by_side_and_equal_ones_counted(
    web: Web, stage: Cast, browser: Browser
) -> None:
    """P-GRA-2: the same edge twice, and one of each type."""
    first, second = apart(one_of_each, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(stage.space.tag)
        tip, told = page.locator("[data-tip-title]"), set()
        one, other = atlas.at(first), atlas.at(second)
        # Across the middle between the two, where the lanes lie farthest apart.
        middle = ((one["x"] + other["x"]) / 2, (one["y"] + other["y"]) / 2)
        along = (other["x"] - one["x"], other["y"] - one["y"])
        length = (along[0] ** 2 + along[1] ** 2) ** 0.5
        for step in range(-20, 21):
            page.mouse.move(middle[0] - along[1] / length * step, middle[1] + along[0] / length * step)
            if tip.is_visible():
                told.add(tip.inner_text())
        assert {"extends", "follows from", "shares a key with ×2"} <= told


def test_a_link_to_itself_is_drawn_and_one_that_leads_nowhere_is_dropped(
    web: Web, stage: Cast, browser: Browser
) -> None:
    """P-GRA-2: the tables allow neither, so that the page is given a block that has both."""
    built = graph(3, [(0, 1, EdgeKind.EXTENDS), (1, 1, EdgeKind.EXTENDS), (1, 2, EdgeKind.DERIVES)])
    arranged = levels.build(built)
    sent = WireMap(MadeUp(built, arranged, 3, 7, "made-up"))
    block = bytearray(gzip.decompress(sent.edges))
    first_target = payload.EDGES_HEADER.size + 4 * len(sent)
    type_of = first_target + 4 * 3
    block[first_target + block[type_of:].index(EdgeKind.DERIVES)] = 2 * 99
    wires = [sent.id_at(index) for index in range(3)]
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page)
        serve(page, sent, edges=bytes(block))
        atlas.open(stage.space.tag)
        figures = atlas.stats()
        assert (figures["nodes"], figures["edges"], figures["finite"]) == (3, 2, True)
        page.keyboard.press("f")
        for node in wires:
            assert atlas.at(node)["visible"]
            atlas.hover(node)
            expect(page.locator("[data-tip-title]")).to_have_text("A text.")


def test_the_page_brings_a_picture_along_that_the_map_takes_the_place_of(
    web: Web, stage: Cast, valley: Valley, browser: Browser
) -> None:
    with window(browser, web, stage.ada) as opened:
        page = opened.page
        coming: list[Route] = []
        page.route("**/graph/main.js", lambda route: coming.append(route))
        page.goto(f"/s/{valley.tag}/graph/", wait_until="commit")
        picture = page.locator("[data-still]")
        expect(picture.locator("text")).to_have_text(["tea", "boats", "The tea house opens at nine."])
        coming[0].continue_()
        expect(picture).to_have_count(0)
        Atlas(page).until("drawn > 0")


def test_without_scripts_a_person_sees_named_islands(web: Web, stage: Cast, valley: Valley, browser: Browser) -> None:
    with window(browser, web, stage.ada, java_script_enabled=False) as opened:
        opened.page.goto(f"/s/{valley.tag}/graph/")
        still = opened.page.get_by_role("img", name="Map of memories and documents")
        expect(still.locator("text")).to_have_text(["tea", "boats", "The tea house opens at nine."])
        assert still.locator("circle").count() == 3
