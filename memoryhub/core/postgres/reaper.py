"""Removes a throw-away cluster when the process that made it is gone, however it went."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memoryhub.core.postgres import location, postmaster

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def temporary_directory() -> Iterator[Path]:
    """Make a directory for a cluster; another process waits for the end of the block, or of this process, to clear it."""
    directory = _make_directory()
    command = [sys.executable, "-m", "memoryhub.core.postgres.reaper", str(directory)]
    # Its own session, so that Ctrl-C does not reach it before its work is done.
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT, start_new_session=True):  # noqa: S603 - ourselves
        yield directory


def _make_directory() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="memoryhub-"))
    directory.chmod(0o711)
    if location.cluster_directory(directory).parent != directory:  # TMPDIR is closed to the server's account
        directory.rmdir()
        location.create_home(location.SYSTEM_HOME)
        directory = Path(tempfile.mkdtemp(prefix="temporary-", dir=location.SYSTEM_HOME))
        directory.chmod(0o711)
    return directory / "postgres"


def _wait_and_clear(directory: Path) -> None:
    sys.stdin.read()
    postmaster.stop(directory / "data")
    shutil.rmtree(directory.parent)


if __name__ == "__main__":
    _wait_and_clear(Path(sys.argv[1]))
