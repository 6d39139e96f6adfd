"""Which Chromium the tests use, and how it is started."""

from __future__ import annotations

import shutil
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def program() -> str | None:
    """The system's Chromium, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def launch_options() -> dict[str, Any]:
    """What Playwright's `launch` takes."""
    return {"executable_path": program(), "args": ARGUMENTS}
