"""A window in which somebody is signed in, and which tells of everything that goes wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from memoryhub.accounts.models import User
from tests.processes import Web, cookie

# What a browser, and htmx, say by themselves while the other side is away.
AWAY = re.compile(r"WebSocket connection to .* failed|Failed to load resource: net::ERR_|status of 50\d|^htmx:")


@dataclass(slots=True)
class Window:
    """A browser window with its first page; `faults` are script errors, console errors and violations of the CSP."""

    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)


@contextmanager
def window(
    browser: Browser, web: Web, person: User, *, base_url: str = "", may_be_away: bool = False, **look: Any
) -> Iterator[Window]:
    """A window for the block; it ends with an error when anything went wrong in it.

    With `may_be_away` it is no fault that the server did not answer. `look` is what Playwright's `new_context` takes.
    """
    options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB"} | look
    context = browser.new_context(base_url=base_url or web.url, **options)
    context.add_cookies([cookie(person, web)])  # type: ignore[list-item]  # a cookie in Playwright's form
    opened = Window(context, context.new_page())
    context.on("weberror", lambda fault: opened.faults.append(str(fault.error)))
    context.on("console", lambda said: opened.faults.append(said.text) if _is_fault(said) else None)
    try:
        yield opened
    finally:
        context.close()
    wrong = [fault for fault in opened.faults if not (may_be_away and AWAY.search(fault))]
    assert wrong == [], wrong


def _is_fault(said: ConsoleMessage) -> bool:
    # A browser looks for this by itself where a page names no icon, as those of the admin.
    return said.type == "error" and not said.location["url"].endswith("/favicon.ico")
