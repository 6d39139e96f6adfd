"""P-GRA-1: text that looks like markup is shown as it is, wherever it is shown, and does nothing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from memoryhub.accounts.models import User
from memoryhub.associations import selectors as associations
from memoryhub.core import ids
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.review import services as review
from memoryhub.spaces import selectors as spaces_read
from memoryhub.spaces import services as spaces
from tests import factories
from tests.browser.atlas import Atlas
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

TEXT = '<img src=x onerror="window.__hit=1"> Fig & "Quince\'s" <b>b</b> </script>'


@dataclass(frozen=True, slots=True)
class Trap:
    """A space in which everything that has a text says the same."""

    tag: str
    memory: str
    older: str
    pending: str
    proposal: str
    paper: str
    key: str


def set_trap(cast: Cast) -> Trap:
    by_ada = Actor.person(cast.ada.pk)
    space = spaces.create(
        actor=by_ada, tag=f"trap.{cast.space.tag}", owner=cast.ada, name=TEXT, description=TEXT, emoji="<b>"
    )
    spaces.set_member(actor=by_ada, space=space, user=cast.sia, role="owner")
    paper = ingest.submit(
        actor=by_ada, space=space, content=f"# {TEXT}\n\n{TEXT}", name=f"{TEXT[:60]}.md", title=TEXT, custom_id=TEXT
    ).document
    told = [
        ingest.remember(
            actor=by_ada,
            space=space,
            text=f"{number} {TEXT}",
            keys=[(TEXT, "concept")],
            origin=TEXT,
            metadata={TEXT: TEXT},
        ).memory
        for number in range(4)
    ]
    latest = ingest.revise(actor=by_ada, space=space, memory_id=told[0].pk, text=f"{TEXT} now")
    memories.relate(actor=by_ada, space=space, newer_id=latest.pk, older_id=told[1].pk, kind="extends")
    pending = factories.infer(space, f"{TEXT} maybe", latest)
    proposal = review.propose(
        actor=by_ada, space=space, kind="update", subjects=[told[1]], payload={"text": TEXT}, why={"rule": "test"}
    )
    assert proposal is not None
    (key,) = [key for key in associations.keys_of(space, [latest.pk])[latest.pk] if key.text == TEXT]
    rows = [ids.encode(row.pk) for row in (latest, told[0], pending, proposal, paper, key)]
    return Trap(space.tag, *rows)


@pytest.fixture
def trap(stage: Cast) -> Trap:
    return apart(set_trap, stage)


def is_harmless(page: Page) -> bool:
    """Nothing has run, and no element was made of a text."""
    found: bool = page.evaluate(
        "window.__hit === undefined && !document.querySelector('img[src=x]') &&"
        " ![...document.querySelectorAll('b')].some((bold) => bold.textContent === 'b')"
    )
    return found


def shows_it(page: Page, where: str) -> None:
    """The text stands there, sign for sign: an entity would be one too many."""
    expect(page.locator(where).filter(has_text=TEXT).first).to_be_visible()
    assert is_harmless(page)


def test_on_the_map_and_beside_it(web: Web, stage: Cast, trap: Trap, browser: Browser) -> None:
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page).open(trap.tag)
        assert TEXT in page.title()
        atlas.hover(trap.memory)
        shows_it(page, "[data-tip-title]")
        one, other = atlas.at(trap.memory), atlas.at(trap.older)
        page.mouse.move((one["x"] + other["x"]) / 2, (one["y"] + other["y"]) / 2)
        expect(page.locator("[data-tip-title]")).to_have_text("updates")
        shows_it(page, "[data-tip-note]")
        atlas.click(trap.memory)
        for part in (".inspector-text", ".versions", ".relation-rows", ".cluster"):
            shows_it(page, f"#inspector {part}")
        page.keyboard.press("/")
        page.keyboard.type("Fig Quince")
        shows_it(page, "#graph-hits .graph-hit")
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Outline").click()
        page.wait_for_url("**view=outline**")
        for part in (".row-node", ".row-relation", ".row-island"):
            expect(page.locator(part).first).to_be_visible()
        shows_it(page, ".row-node")
        assert is_harmless(page)


def test_in_a_notice_of_what_was_done_and_in_what_arrives_live(
    web: Web, stage: Cast, trap: Trap, browser: Browser
) -> None:
    with window(browser, web, stage.ada) as opened, window(browser, web, stage.ada) as other:
        Atlas(opened.page).open(trap.tag, f"?node={trap.memory}")
        other.page.goto(f"/s/{trap.tag}/memories/")
        expect(other.page.locator("html")).to_have_attribute("data-live", "live")
        opened.page.locator("#inspector .btn-danger").click()
        expect(opened.page.locator("toast-note")).to_be_visible()
        apart(tell_more, trap.tag)
        shows_it(other.page, "#content")
        expect(other.page.get_by_text(f"later {TEXT}")).to_be_visible()
        for each in (opened, other):
            assert is_harmless(each.page)


def tell_more(tag: str) -> None:
    space = spaces_read.by_tag(tag)
    assert space is not None
    factories.remember(space, f"later {TEXT}")


def test_on_every_page_of_the_console_and_in_the_admin(web: Web, stage: Cast, trap: Trap, browser: Browser) -> None:
    apart(Group.objects.get_or_create, name=TEXT)
    apart(User.objects.filter(pk=stage.sia.pk).update, name=TEXT)
    pages = [
        "", "graph/?view=outline&open=0:25&open=1:25", "memories/", f"memories/{trap.memory}/", "documents/",
        f"documents/{trap.paper}/", "review/", f"review/memory/{trap.pending}/", f"review/proposal/{trap.proposal}/",
        "keys/", f"keys/{trap.key}/", f"keys/{trap.key}/split/",
    ]  # fmt: skip
    paths = [f"/s/{trap.tag}/{page}" for page in pages]
    paths += [
        "/hub/spaces/",
        f"/hub/spaces/s/{trap.tag}/",
        reverse("admin:auth_group_changelist"),
    ]
    with window(browser, web, stage.sia) as opened:
        for path in paths:
            answer = opened.page.goto(path)
            assert answer is not None
            assert (path, answer.status) == (path, 200)
            assert TEXT in " ".join(opened.page.locator("body").inner_text().split()), path
            assert is_harmless(opened.page), path
            assert (path, opened.faults) == (path, [])
        # The list of jobs, which is its package's own, has inline styles that the policy holds back.
        for model in [model for model in admin.site._registry if "procrastinate" not in model.__module__]:
            opened.page.goto(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
            assert is_harmless(opened.page), model
