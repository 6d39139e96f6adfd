"""Runs the hub's processes: starts them, starts a crashed one again, stops all in order, and none outlives it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

from django.utils.translation import gettext as _

from memoryhub.core import errors, parent, postgres

TICK_SECONDS = 0.2
# A program that lived this long has proven itself: its next crash is taken as the first.
PROVEN_SECONDS = 60
LONGEST_DELAY_SECONDS = 30
STOP_SECONDS = 30
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a name for people, the command line, and variables beside our own environment."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


class Child:
    """One program's process and what is known of its crashes."""

    def __init__(self, program: Program, pipe: int) -> None:
        self.program = program
        self._pipe = pipe
        self._crashes = 0
        self._start_at = 0.0
        self._started_at = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, in its own session: Ctrl-C in the terminal reaches only us, and we stop it in order."""
        environment = os.environ | self.program.environment | {parent.VARIABLE: str(self._pipe)}
        self._started_at = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own programs, no shell
            self.program.command,
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=[self._pipe],
            start_new_session=True,
            umask=0o077,
        )

    def keep_alive(self, say: Say) -> None:
        """Note a crash and start again when its delay, doubled by each crash in a row, is over."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            delay = self._note_crash(now)
            message = _("The %(name)s process ended (%(code)s); starting again in %(seconds)d s.")
            say(message % {"name": self.program.name, "code": self.process.returncode, "seconds": delay})
            self.process = None
        if self.process is None and now >= self._start_at:
            self.start()

    def stop(self) -> None:
        """Ask the process to end, and end it when it does not."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _note_crash(self, now: float) -> float:
        self._crashes = 1 if now - self._started_at > PROVEN_SECONDS else self._crashes + 1
        delay = min(2.0 ** (self._crashes - 1), LONGEST_DELAY_SECONDS)
        self._start_at = now + delay
        return delay


class Database:
    """Starts the embedded server again when its process is gone."""

    def __init__(self, say: Say) -> None:
        self._cluster = postgres.embedded()
        self._say = say
        self._try_at = 0.0

    def keep_alive(self) -> None:
        """Start the server unless it lives, not oftener than every LONGEST_DELAY_SECONDS when that fails."""
        if self._cluster is None or time.monotonic() < self._try_at or self._cluster.is_alive():
            return
        self._say(_("The database has gone away; starting it again."))
        try:
            self._cluster.start()
        except errors.Unavailable as error:
            self._say(error.message)
            self._try_at = time.monotonic() + LONGEST_DELAY_SECONDS


@contextlib.contextmanager
def children(programs: Sequence[Program]) -> Iterator[list[Child]]:
    """Start the programs in order, and stop them in reverse order after the block.

    They hold the reading end of a pipe; when we are killed its writing end closes, and they end by themselves.
    """
    reading, writing = os.pipe()
    started = [Child(program, reading) for program in programs]
    try:
        for child in started:
            child.start()
        yield started
    finally:
        for child in reversed(started):
            child.stop()
        os.close(reading)
        os.close(writing)


def wait_until(answers: Callable[[], bool], child: Child, *, seconds: float, stopping: threading.Event) -> None:
    """Wait until the child's service answers; raises Unavailable when the child ends first or takes too long."""
    deadline = time.monotonic() + seconds
    while not stopping.wait(TICK_SECONDS) and not answers():
        if child.process is None or child.process.poll() is not None:
            raise errors.Unavailable(f"The {child.program.name} process ended while starting; its output is above.")
        if time.monotonic() > deadline:
            raise errors.Unavailable(f"The {child.program.name} process did not answer within {seconds:.0f} s.")


def watch(running: Sequence[Child], *, stopping: threading.Event, say: Say, tick: Callable[[], None]) -> None:
    """Keep the children alive until `stopping` is set; `tick` looks after what else has to run."""
    while not stopping.wait(TICK_SECONDS):
        tick()
        for child in running:
            child.keep_alive(say)


@contextlib.contextmanager
def stop_signals() -> Iterator[threading.Event]:
    """Inside the block SIGINT, SIGTERM and SIGHUP set the event instead of ending the process.

    One that was ignored stays ignored: that is what nohup asks for.
    """
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    heeded = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heeded}
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def require_free_port(host: str, port: int, *, wait_seconds: float) -> None:
    """Raise Unavailable when the port is taken; `wait_seconds` leaves time to the children of a killed `up`."""
    deadline = time.monotonic() + wait_seconds
    while problem := _why_not_free(host, port):
        if time.monotonic() > deadline:
            raise errors.Unavailable(f"Port {port} of {host} cannot be used: {problem}. Choose another with --port.")
        time.sleep(TICK_SECONDS)


def _why_not_free(host: str, port: int) -> str | None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _name, address in found[:1]:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        return error.strerror or str(error)
    return None
