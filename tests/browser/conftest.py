"""Chromium for the browser tests: the system's, or one visible skip where there is none.

Each module has its own. Playwright keeps an event loop running in the thread of the test, in which no other may start
one; here it ends with the module, so that any test may come next in the same process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser import chromium


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's browser. MEMORYHUB_REQUIRE_BROWSER turns its absence into a failure."""
    if chromium.program() is None:
        complain = pytest.fail if os.environ.get("MEMORYHUB_REQUIRE_BROWSER") else pytest.skip
        complain("Chromium is not installed.")
    return {**browser_type_launch_args, **chromium.launch_options()}


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright for one module."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Chromium for one module."""
    with playwright.chromium.launch(**browser_type_launch_args) as browser:
        yield browser


@pytest.fixture(scope="module")
def browser_context_args(playwright: Playwright) -> dict[str, Any]:
    """What every window is opened with, unless a test says more."""
    return {}
