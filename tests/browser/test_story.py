"""The whole story in a real browser: from files to a picture of what is remembered, live, with a person in charge."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.hashers import make_password
from playwright.sync_api import Browser, BrowserContext, Page, expect

from memoryhub.accounts.models import User
from memoryhub.core import supervisor
from tests.browser.atlas import until
from tests.cast import PASSWORD, Cast
from tests.processes import Web
from tests.threads import apart

FILES = Path(__file__).parent.parent / "data" / "story"
SECONDS = 1_000
WORK = 60 * SECONDS
AT_ONCE = 5 * SECONDS  # "within a second" on a quiet machine; this one may be busy
_tags = itertools.count(1)

pytestmark = pytest.mark.browser


@pytest.fixture
def context(web: Web, browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own that reports every script error."""
    context = browser.new_context(base_url=web.url, viewport={"width": 1440, "height": 900})
    faults: list[str] = []
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield context
    context.close()
    assert faults == []


@pytest.fixture
def space(context: BrowserContext, stage: Cast) -> str:
    """Sia, who is staff, signs in with her password and makes a space."""
    tag = f"story-{next(_tags)}"
    apart(set_password, stage.sia)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("E-mail").fill(stage.sia.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/hub/spaces/")
    page.get_by_role("link", name="New space").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Tag").fill(tag)
    dialog.get_by_label("Name").fill("Story")
    dialog.get_by_role("button", name="Make the space").click()
    page.wait_for_url(f"**/hub/spaces/s/{tag}/")
    page.close()
    return tag


def set_password(person: User) -> None:
    """As the web process knows it: the tests' own quick hasher is not among its own."""
    person.password = make_password(PASSWORD, hasher="pbkdf2_sha256")
    person.save(update_fields=["password"])


def drop(page: Page, *names: str) -> None:
    """Choose files as the drop zone's button does."""
    page.locator("[data-drop-input]").set_input_files([FILES / name for name in names])


def count(page: Page, name: str) -> int:
    """The number beside a name in the rail."""
    return int(page.locator(f"#rail [data-count={name}]").inner_text() or 0)


def test_from_files_to_a_decided_memory(worker: supervisor.Child, context: BrowserContext, space: str) -> None:
    documents, watcher = context.new_page(), context.new_page()
    documents.goto(f"/s/{space}/documents/")
    watcher.goto(f"/s/{space}/memories/")
    expect(watcher.get_by_text("Nothing is remembered yet")).to_be_visible()

    # Files go in, and both tabs follow without being touched.
    names = ["team.md", "release.md", "billing.md", "会议记录.txt", "standup.txt"]
    drop(documents, *names)
    done = documents.locator("#documents-done")
    expect(done.get_by_text("remembered")).to_have_count(len(names), timeout=WORK)
    expect(watcher.get_by_text("Mina Park works in the Busan office.")).to_be_visible(timeout=AT_ONCE)
    expect(watcher.get_by_text("标签字体由陈伟设计。")).to_be_visible()
    expect(watcher.locator("#rail [data-count=documents]")).to_have_text("5", timeout=AT_ONCE)

    # The same file again is noticed and costs nothing.
    drop(documents, "team.md")
    expect(documents.get_by_text(re.compile("unchanged|already", re.IGNORECASE)).first).to_be_visible(timeout=WORK)
    expect(watcher.locator("#rail [data-count=documents]")).to_have_text("5")

    _look_at_the_graph(documents, space)
    _decide(documents, watcher, space)


def _look_at_the_graph(page: Page, space: str) -> None:
    """Islands with names, both kinds of nodes, and a click that tells versions and the sentence."""
    page.goto(f"/s/{space}/graph/")
    until(page, "document.querySelector('memory-graph')?.graph?.stats().nodes > 10")
    stats = page.evaluate("document.querySelector('memory-graph').graph.stats()")
    assert stats["islands"] >= 1
    page.get_by_role("combobox").fill("where does Mina work")
    page.get_by_role("option", name="Mina Park works in the Busan office.").click()
    inspector = page.locator("#inspector")
    expect(inspector.get_by_text("Where it comes from")).to_be_visible()
    expect(inspector.locator("mark", has_text="Mina Park works in the Busan office.")).to_be_visible()
    expect(inspector.get_by_text("Versions")).to_be_visible()


def _decide(page: Page, watcher: Page, space: str) -> None:
    """Approve one inference, reject another, undo the rejection; the second tab follows each."""
    page.goto(f"/s/{space}/review/")
    waiting = count(page, "review")
    assert waiting >= 2
    claim = page.locator(".desk-card .claim").first
    approved = claim.inner_text()
    page.keyboard.press("a")
    expect(page.locator(".toast", has_text="Approved.")).to_be_visible(timeout=AT_ONCE)
    expect(watcher.get_by_text(approved)).to_be_visible(timeout=AT_ONCE)
    expect(watcher.locator("#rail [data-count=review]")).to_have_text(str(waiting - 1), timeout=AT_ONCE)
    expect(claim).not_to_have_text(approved)
    rejected = claim.inner_text()
    page.keyboard.press("r")
    page.keyboard.press("1")
    expect(page.locator(".toast", has_text="Rejected: not true.")).to_be_visible(timeout=AT_ONCE)
    expect(watcher.locator("#rail [data-count=review]")).to_be_hidden(timeout=AT_ONCE)
    page.keyboard.press("u")
    expect(page.locator(".toast", has_text="Taken back.")).to_be_visible(timeout=AT_ONCE)
    expect(watcher.locator("#rail [data-count=review]")).to_have_text("1", timeout=AT_ONCE)
    expect(page.locator(".desk-card .claim").first).to_have_text(rejected, timeout=AT_ONCE)
