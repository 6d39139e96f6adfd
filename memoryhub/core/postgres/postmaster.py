"""Knows a server's main process by its files, starts and stops it, and clears what a killed one left behind."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from memoryhub.core import errors
from memoryhub.core.postgres import account, binaries

# Crash recovery replays the log and may take minutes; the last processes of a killed server are gone in seconds.
START_SECONDS = 600
LEFTOVER_SECONDS = 60
# Stopping writes all changed pages to disk.
STOP_SECONDS = 300
LOG_BYTES = 10 * 2**20
# What the log says while processes of a killed server are still going down: trying again is right.
LEFT_OVER = ("is still in use", "already exists")


def of(data: Path) -> psutil.Process | None:
    """Return the living main process of the server on `data`: no zombie, no stranger with a reused id."""
    try:
        process = psutil.Process(int(_pid_file(data).read_text(encoding="utf-8").split("\n", 1)[0]))
        if process.status() == psutil.STATUS_ZOMBIE or process.name() != "postgres":
            return None
        return process if Path(process.cwd()).samefile(data) else None
    except psutil.AccessDenied:
        return process
    except (OSError, ValueError, psutil.NoSuchProcess):
        return None


def launch(data: Path, socket: Path, log: Path, user: account.Account) -> None:
    """Start the server on `data` and wait until it accepts connections; raises Unavailable with what its log says."""
    programs = binaries.folder_for(user)
    deadline = time.monotonic() + LEFTOVER_SECONDS
    if log.exists() and log.stat().st_size > LOG_BYTES:
        log.replace(log.with_suffix(".log.1"))
    while True:
        _clear(data, socket)
        begin = log.stat().st_size if log.exists() else 0
        said = _start(programs / "pg_ctl", data, log, user)
        if said is None:
            return
        said = _tail(log, begin) or said
        if not any(sign in said for sign in LEFT_OVER) or time.monotonic() > deadline:
            raise errors.Unavailable(f"PostgreSQL did not start. Its log {log} ends with:\n{said}")
        time.sleep(0.3)


def stop(data: Path) -> None:
    """Stop the server on `data` if it runs: open transactions are rolled back, what was committed is on disk."""
    process = of(data)
    if process is None:
        return
    process.send_signal(signal.SIGINT)
    deadline = time.monotonic() + STOP_SECONDS
    while of(data) == process:
        if time.monotonic() > deadline:
            raise errors.Unavailable(f"PostgreSQL (process {process.pid}) did not stop within {STOP_SECONDS} s.")
        time.sleep(0.02)


def _start(pg_ctl: Path, data: Path, log: Path, user: account.Account) -> str | None:
    """Return what `pg_ctl start` complains about, or None when the server accepts connections."""
    options = ["--wait", "--timeout", str(START_SECONDS), "--silent", "--log", str(log)]
    # A file, not a pipe: the server would inherit a pipe, and reading it would wait for the server's end.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        command = [str(pg_ctl), "start", "--pgdata", str(data), *options]
        if user.run(command, stdout=output, stderr=output).returncode == 0:
            return None
        output.seek(0)
        return output.read().strip()


def _clear(data: Path, socket: Path) -> None:
    """Make way for a new server where the old one was killed.

    PostgreSQL refuses to start while the process id in its lock files exists, be it a zombie or a stranger. It accepts
    the id of the process that runs pg_ctl, ours; and it goes on to check that no process still uses the old shared
    memory, which it could not do if the file were deleted.
    """
    if of(data) is not None:
        return
    for orphan in _processes_on(data):
        with suppress(psutil.NoSuchProcess):
            orphan.send_signal(signal.SIGQUIT)  # else a long query would keep the shared memory until it ends
    for path in (_pid_file(data), *socket.glob("*.lock")):
        with suppress(FileNotFoundError):
            _claim(path)


def _claim(lock_file: Path) -> None:
    """Write our process id in the place of the one in the first line."""
    # The folder is the server account's: as root we must not follow a link out of it.
    with os.fdopen(os.open(lock_file, os.O_RDWR | os.O_NOFOLLOW), "r+", encoding="utf-8") as file:
        lines = file.read().split("\n")
        file.seek(0)
        file.write("\n".join([str(os.getpid()), *lines[1:]]))
        file.truncate()


def _processes_on(data: Path) -> Iterator[psutil.Process]:
    folder = str(data.resolve())
    for process in psutil.process_iter(["name", "cwd"]):
        if process.info["name"] == "postgres" and process.info["cwd"] == folder:
            yield process


def _pid_file(data: Path) -> Path:
    return data / "postmaster.pid"


def _tail(log: Path, begin: int) -> str:
    with log.open("rb") as file:
        file.seek(max(begin, log.stat().st_size - 2000))
        return file.read().decode(errors="replace").strip()
