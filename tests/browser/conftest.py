"""Chromium for the browser tests: the system's, or one visible skip where there is none."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.browser import chromium


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's browser. MEMORYHUB_REQUIRE_BROWSER turns its absence into a failure."""
    if chromium.program() is None:
        complain = pytest.fail if os.environ.get("MEMORYHUB_REQUIRE_BROWSER") else pytest.skip
        complain("Chromium is not installed.")
    return {**browser_type_launch_args, **chromium.launch_options()}
