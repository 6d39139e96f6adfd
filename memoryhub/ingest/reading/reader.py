"""The worker's side: hands a document to a process that reads, waits within bounds, and ends it when it must."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from django.conf import settings

from memoryhub.ingest.extract import Extracted, ExtractionError, Limits
from memoryhub.ingest.reading import wire

# How long one waits before asking again whether anybody still wants the document.
TICK_SECONDS = 0.5
# The process stops itself at the limit; this is for one that cannot.
GRACE_SECONDS = 10
# Nothing of the hub's own environment is for a document to see.
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "TMPDIR")
FIXED = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONIOENCODING": "utf-8",
    "TZ": "UTC",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


class Stopped(Exception):
    """Nobody wants the document any more; the process that read it was ended."""


def settings_limits() -> Limits:
    """The limits of the settings."""
    given = settings.MEMORYHUB_LIMITS
    return Limits(
        text_bytes=given["document_bytes"],
        unpacked_bytes=given["unpacked_bytes"],
        entries=given["archive_entries"],
        pages=given["pages"],
        seconds=given["read_seconds"],
        memory_bytes=given["read_memory_bytes"],
    )


def read(
    content: bytes | Path,
    *,
    name: str,
    media_type: str = "",
    kind: str = "",
    scratch: Path | None = None,
    limits: Limits | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    took: Callable[[int], None] = lambda peak: None,
) -> Extracted:
    """Read a text's bytes, or the file at a path, in a process of its own.

    What the document holds is unpacked below `scratch`; without one its members are left out. `is_wanted` is asked
    about every `TICK_SECONDS`; `took` is told the most memory the reading process had, in bytes. Raises ExtractionError
    with the reader's code, or too_slow, too_much_memory, reader_died; `Stopped` when the document is not wanted any
    more.
    """
    path = str(content) if isinstance(content, Path) else ""
    with tempfile.TemporaryDirectory(prefix="memoryhub-") as folder, _processes.one() as process:
        request = wire.Request(path, name, media_type, kind, str(scratch or folder), limits or settings_limits())
        process.ask(request, b"" if isinstance(content, Path) else content)
        answer = process.answer(request.limits, is_wanted, scratch)
    took(answer.peak)
    if answer.error is not None:
        raise answer.error
    if answer.extracted is None:
        raise _died()
    return answer.extracted


def _died() -> ExtractionError:
    return ExtractionError("reader_died", "The process that read the file ended without an answer.")


class _Process:
    """One process that reads, with our end of the line to it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                [sys.executable, "-m", "memoryhub.ingest.reading.process", str(theirs.fileno())],
                cwd=settings.BASE_DIR,
                env={name: os.environ[name] for name in KEPT if name in os.environ} | FIXED,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # A group of its own: it and its fork end together.
                start_new_session=True,
                umask=0o077,
            )
        self._connection = Connection(ours.detach())

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: wire.Request, data: bytes) -> None:
        try:
            self._connection.send_bytes(wire.request_bytes(request))
            if not request.path:
                self._connection.send_bytes(data)
        except OSError as error:
            raise _died() from error

    def answer(self, limits: Limits, is_wanted: Callable[[], bool], scratch: Path | None) -> wire.Answer:
        deadline = time.monotonic() + limits.seconds + GRACE_SECONDS
        try:
            while not self._connection.poll(TICK_SECONDS):
                if time.monotonic() > deadline:
                    raise ExtractionError("too_slow", "Reading the file took too long.")
                if not is_wanted():
                    raise Stopped()
            return wire.answer_of(self._connection.recv_bytes(wire.MOST_BYTES), scratch=scratch)
        except (EOFError, OSError, ValueError) as error:
            raise _died() from error

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._connection.close()


class _Processes:
    """Processes that wait for the next document: as many as were ever needed at one time."""

    def __init__(self) -> None:
        self._idle: list[_Process] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def one(self) -> Iterator[_Process]:
        """A process for one question; it is kept for the next when the question was answered."""
        process = self._take()
        try:
            yield process
        except BaseException:
            # Whatever it was about, an answer may still come that belongs to no question.
            process.end()
            raise
        with self._lock:
            self._idle.append(process)

    def _take(self) -> _Process:
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is None:
                return _Process()
            if process.is_alive:
                return process
            process.end()


_processes = _Processes()
