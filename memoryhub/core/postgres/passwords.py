"""Keeps the cluster's generated passwords in a file only we can read, in the form libpq reads by itself."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from memoryhub.core import errors

ADMIN = "postgres"
OWNER = "memoryhub"


def ensure(path: Path) -> None:
    """Write the file with fresh passwords for both roles unless it is there."""
    if path.exists():
        return
    building = path.with_suffix(".new")
    building.unlink(missing_ok=True)
    lines = "".join(f"*:*:*:{role}:{secrets.token_urlsafe(32)}\n" for role in (ADMIN, OWNER))
    with os.fdopen(os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    building.rename(path)


def of(role: str, path: Path) -> str:
    """Return the password of `role`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise errors.Unavailable(f"The password file {path} of the database is missing; put it back.") from None
    return next(line.rpartition(":")[2] for line in lines if line.split(":")[3] == role)
