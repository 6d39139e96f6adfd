"""What a process that reads a document may still do: compute, read the program's own files, write to its scratch.

Limits of the system hold whatever happens. The audit hook holds against libraries that follow what a document refers
to (linked pictures, remote templates, other programs); it is no wall against code that was taken over.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from memoryhub.ingest.extract import Limits

FORBIDDEN = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.startfile", "pty.spawn",
    "urllib.Request", "ftplib.", "smtplib.", "http.client.connect", "webbrowser.",
)  # fmt: skip
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = ("os.remove", "os.rename", "os.rmdir", "os.chmod", "os.chown", "os.link", "os.symlink", "shutil.")
# Time zones, media types and certificates of the system.
SYSTEM = ("/usr/share/", "/usr/lib/", "/etc/mime.types", "/etc/localtime", "/etc/timezone", "/dev/null", "/dev/urandom")
# The program's own: what it is made of and what it runs on.
OWN = (sys.prefix, sys.base_prefix, sysconfig.get_path("purelib"), sysconfig.get_path("stdlib"))
HERE = Path(__file__).resolve().parents[2]
READABLE = (*{os.path.join(folder, "") for folder in (*OWN, HERE)}, *SYSTEM)
FILES = 256


class Refused(PermissionError):
    """A library tried what reading a document must not need."""


def enter(*, limits: Limits, scratch: str, path: str) -> None:
    """Shut this process in. There is no way back."""
    tempfile.tempdir = scratch
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    _limit(resource.RLIMIT_FSIZE, limits.unpacked_bytes)
    # At the soft limit a signal tells what happened; at the hard one the process would just be gone.
    _limit(resource.RLIMIT_CPU, int(limits.seconds) + 1, spare=5)
    _limit(resource.RLIMIT_AS, _mapped() + limits.memory_bytes)
    # Whoever started us may be gone by then.
    signal.alarm(int(limits.seconds) + 5)
    sys.addaudithook(_Watch(scratch, path))


def _limit(what: int, value: int, *, spare: int = 0) -> None:
    _soft, hard = resource.getrlimit(what)
    most = value + spare if hard == resource.RLIM_INFINITY else min(value + spare, hard)
    resource.setrlimit(what, (min(value, most), most))


def _mapped() -> int:
    """Bytes of addresses this process has already, where the system says so: they are not the document's."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0]) * resource.getpagesize()
    except OSError:
        return 0


class _Watch:
    """Refuses by raising: the interpreter asks it before each such call."""

    def __init__(self, scratch: str, path: str) -> None:
        self._scratch = os.path.join(os.path.realpath(scratch), "")
        self._path = path

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            self._open(*arguments)
        elif event.startswith(FORBIDDEN) or (event.startswith(CHANGING) and not self._is_scratch(arguments[0])):
            raise Refused(f"Reading a document must not need {event}.")

    def _open(self, path: Any, mode: Any, flags: Any) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return
        named = os.fsdecode(path)
        is_writing = bool(isinstance(flags, int) and flags & WRITING) or (isinstance(mode, str) and mode[:1] in "wax+")
        if self._is_scratch(named) or (not is_writing and (named == self._path or self._may_read(named))):
            return
        if named == "/dev/null":
            return
        raise Refused("Reading a document must not need other files.")

    def _may_read(self, named: str) -> bool:
        return os.path.abspath(named).startswith(READABLE)

    def _is_scratch(self, named: Any) -> bool:
        return os.path.join(os.path.realpath(os.fsdecode(named)), "").startswith(self._scratch)
