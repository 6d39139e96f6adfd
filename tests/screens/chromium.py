"""Which Chromium the browser tests use, and how it is started."""

from __future__ import annotations

import os
import shutil
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """The system's Chromium, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def launch_options() -> dict[str, Any]:
    """Arguments for Playwright's `launch`. Root has no sandbox; small containers have little shared memory."""
    arguments = ["--disable-dev-shm-usage"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return {"executable_path": executable(), "args": arguments}
