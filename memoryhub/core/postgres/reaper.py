"""The process that waits for the end of its standard input, then stops and removes a throw-away cluster."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from memoryhub.core.postgres import postmaster

if __name__ == "__main__":
    sys.stdin.read()
    directory = Path(sys.argv[1])
    postmaster.stop(directory / "data")
    shutil.rmtree(directory.parent)
