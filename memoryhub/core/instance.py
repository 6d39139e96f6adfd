"""Knows the one running `up` of a data folder: who it is, where it answers, and how to end it."""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from memoryhub.core import errors, filelock
from memoryhub.core.postgres import location

ANSWER_SECONDS = 3
# `up` stops its worker first, which may finish a job, then the web process and the database.
STOP_SECONDS = 400
CLOCK_JITTER_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Instance:
    """A running `up`: its process id, that process's start (seconds since boot) and the address it serves."""

    pid: int
    started: float
    url: str


class AlreadyRunning(errors.Conflict):
    """Another `up` runs on this data folder."""

    code = "already_running"

    def __init__(self, instance: Instance) -> None:
        super().__init__(f"Memoryhub already runs at {instance.url} (process {instance.pid}).")
        self.instance = instance


@contextmanager
def claim(home: Path, url: str) -> Iterator[bool]:
    """Be the running `up` of this data folder inside the block; yield whether the last one was killed.

    Raises AlreadyRunning. The lock dies with the process, so a killed one blocks nothing.
    """
    location.create_home(home)
    state = _state_file(home)
    with filelock.exclusive_or_none(_lock_file(home)) as alone:
        if not alone:
            raise AlreadyRunning(_recorded(home))
        was_killed = state.exists()
        _write(state, Instance(os.getpid(), _started(psutil.Process()), url))
        try:
            yield was_killed
        finally:
            state.unlink()


def find(home: Path) -> Instance | None:
    """Return the running `up` of this data folder, or None."""
    return _recorded(home) if filelock.is_held(_lock_file(home)) else None


def stop(home: Path) -> Instance | None:
    """End the running `up` and wait for its end; return which it was, or None where none ran."""
    instance = find(home)
    if instance is None:
        return None
    with suppress(psutil.NoSuchProcess):  # it is ending by itself
        process = psutil.Process(instance.pid)
        # The lock says that one runs; the start time says that the recorded number is still that one.
        if abs(_started(process) - instance.started) > CLOCK_JITTER_SECONDS:
            raise errors.Conflict(f"Process {instance.pid} is not the one that holds {_lock_file(home)}.")
        process.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    while filelock.is_held(_lock_file(home)):
        if time.monotonic() > deadline:
            raise errors.Unavailable(f"Process {instance.pid} has not stopped within {STOP_SECONDS} s.")
        time.sleep(0.1)
    return instance


def answers(url: str, host_header: str) -> bool:
    """Tell whether the hub at `url` says that it is well.

    Raises Unavailable when it fails to say anything: that is a fault of its code or settings, which waiting won't mend.
    """
    address = urlsplit(url)
    connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz", headers={"Host": host_header})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    if status == http.HTTPStatus.INTERNAL_SERVER_ERROR:
        raise errors.Unavailable(f"The hub at {url} fails; its output says why.")
    return status == http.HTTPStatus.OK


def _started(process: psutil.Process) -> float:
    # Since boot, because setting the machine's clock moves all times since 1970.
    return process.create_time() - psutil.boot_time()


def _recorded(home: Path) -> Instance:
    deadline = time.monotonic() + ANSWER_SECONDS
    while True:
        try:
            return Instance(**json.loads(_state_file(home).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError):  # it has just taken the lock, or is about to give it back
            if time.monotonic() > deadline:
                raise errors.Unavailable(f"Another process holds {_lock_file(home)}, but names no address.") from None
            time.sleep(0.1)


def _write(path: Path, instance: Instance) -> None:
    building = path.with_suffix(".new")
    building.write_text(json.dumps(asdict(instance)), encoding="utf-8")
    building.replace(path)


def _lock_file(home: Path) -> Path:
    return home / "up.lock"


def _state_file(home: Path) -> Path:
    return home / "up.json"
