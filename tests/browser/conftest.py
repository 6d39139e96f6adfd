"""Chromium for the browser tests: the system's, or one visible skip where there is none."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's browser. MEMORYHUB_REQUIRE_BROWSER turns its absence into a failure."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        complain = pytest.fail if os.environ.get("MEMORYHUB_REQUIRE_BROWSER") else pytest.skip
        complain("Chromium is not installed.")
    return {**browser_type_launch_args, "executable_path": program, "args": ARGUMENTS}
