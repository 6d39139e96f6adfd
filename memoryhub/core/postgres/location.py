"""Decides where the hub's data, the embedded cluster and its socket lie, by rules every process can repeat."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import platformdirs

from memoryhub.core import errors

SYSTEM_HOME = Path("/var/lib/memoryhub")
SOCKET_NAME = ".s.PGSQL.5432"
# sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL included.
LONGEST_SOCKET_PATH = 103


def home() -> Path:
    """Return the data folder: MEMORYHUB_HOME, else /var/lib/memoryhub for root, else the user's data folder."""
    given = os.environ.get("MEMORYHUB_HOME")
    if given:
        return Path(given).expanduser().resolve()
    return SYSTEM_HOME if os.geteuid() == 0 else platformdirs.user_data_path("memoryhub")


def create_home(folder: Path) -> None:
    """Create the data folder if it is missing; one that exists keeps its owner and mode.

    As root, others may pass through but not list it: the server runs as a system user and has to reach its cluster.
    """
    missing = [parent for parent in folder.parents if not parent.exists()]
    for parent in reversed(missing):
        make_folder(parent, 0o755)
    make_folder(folder, 0o711 if os.geteuid() == 0 else 0o700)


def make_folder(folder: Path, mode: int) -> None:
    """Create one folder with exactly `mode`, whatever the umask; an existing one is left alone."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        return
    folder.chmod(mode)


def cluster_directory(folder: Path) -> Path:
    """Return the directory of the cluster that belongs to the data folder `folder`.

    It lies inside, unless root's server account could not get there: then it lies under /var/lib/memoryhub, because
    the mode of a folder somebody else made is not ours to change.
    """
    inside = folder / "postgres"
    if os.geteuid() != 0:
        return inside
    outside = SYSTEM_HOME / _digest(folder)
    if inside.exists() or outside.exists():
        return inside if inside.exists() else outside
    return inside if open_to_all(folder) else outside


def socket_directory(directory: Path) -> Path:
    """Return the socket folder of the cluster in `directory`: inside, or a short path where that is too long."""
    inside = directory / "socket"
    if len(os.fsencode(inside / SOCKET_NAME)) <= LONGEST_SOCKET_PATH:
        return inside
    if os.geteuid() == 0:
        return Path("/var/run/memoryhub") / _digest(directory)
    # Not the TMPDIR of this process: every process must find the same folder. Its owner is checked on use.
    return Path(f"/tmp/memoryhub-{os.geteuid()}") / _digest(directory)  # noqa: S108 - see above


def open_to_all(path: Path) -> bool:
    """Tell whether any account of the machine can pass through `path` and all its parents, as far as they exist."""
    resolved = path.resolve()
    return all(part.stat().st_mode & stat.S_IXOTH for part in (resolved, *resolved.parents) if part.exists())


def require_private(folder: Path, uid: int, *, open_bits: int = 0) -> None:
    """Refuse a folder that another account made in a shared place, or that others may enter (beyond `open_bits`)."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != uid or found.st_mode & 0o077 & ~open_bits:
        raise errors.Unavailable(f"{folder} must be a folder of the user with id {uid} and closed to everybody else.")


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
