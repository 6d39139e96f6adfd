"""Makes the directory of a throw-away cluster and sees to it that nothing of it stays behind."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memoryhub.core.postgres import location

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def directory() -> Iterator[Path]:
    """Make a directory for a cluster; another process clears it after the block, or after our own sudden end."""
    made = _made()
    command = [sys.executable, "-m", "memoryhub.core.postgres.reaper", str(made)]
    # Its own session, so that Ctrl-C does not reach it before its work is done.
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT, start_new_session=True):  # noqa: S603 - ourselves
        yield made


def _made() -> Path:
    home = Path(tempfile.mkdtemp(prefix="memoryhub-"))
    home.chmod(0o711)
    if location.cluster_directory(home).parent != home:  # TMPDIR is closed to the server's account
        home.rmdir()
        location.create_home(location.SYSTEM_HOME)
        home = Path(tempfile.mkdtemp(prefix="temporary-", dir=location.SYSTEM_HOME))
        home.chmod(0o711)
    return home / "postgres"
