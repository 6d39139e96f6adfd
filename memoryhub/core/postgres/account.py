"""Finds the system account the server runs as: our own, or for root, whom PostgreSQL refuses, a made one."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memoryhub.core import errors

NAME = "memoryhub"
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/"}


@dataclass(frozen=True, slots=True)
class Account:
    """A user of the machine by name and numbers."""

    name: str
    uid: int
    gid: int

    @property
    def is_ours(self) -> bool:
        return self.uid == os.geteuid()

    def run(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        """Run a program as this account, without our environment: PGHOST and the like would mislead it."""
        if not self.is_ours:
            options |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return subprocess.run(  # noqa: S603 - fixed programs of the wheel, no shell
            command,
            env=ENVIRONMENT,
            cwd="/",
            umask=0o077,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            check=False,
            **options,
        )

    def give(self, path: Path) -> None:
        """Hand `path` to this account."""
        if not self.is_ours:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def for_cluster(data: Path) -> Account:
    """Return who runs the server on `data`: the owner of the folder, else the account that is to own it."""
    if data.exists():
        owner = _of_id(data.stat().st_uid)
        if os.geteuid() not in (0, owner.uid):
            raise errors.Unavailable(
                f"{data} belongs to {owner.name}. Run as that user, or set MEMORYHUB_HOME elsewhere."
            )
        return owner
    return _system_account() if os.geteuid() == 0 else _of_id(os.geteuid())


def _of_id(uid: int) -> Account:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        return Account(str(uid), uid, os.getegid())
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _named(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _system_account() -> Account:
    found = _named(NAME) or _created() or _named("nobody")
    if found is None:
        raise errors.Unavailable("PostgreSQL does not run as root, and there is no other account to run it as.")
    return found


def _created() -> Account | None:
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if useradd is None:
        return None
    options = [
        "--system",
        "--user-group",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/usr/sbin/nologin",
    ]
    # A read-only /etc or another process that was quicker: what counts is whether the account is there afterwards.
    subprocess.run([useradd, *options, NAME], check=False, capture_output=True)  # noqa: S603 - fixed program, no shell
    return _named(NAME)
