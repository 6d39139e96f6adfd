"""Listening to a socket in a test."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from memoryhub.accounts.models import User
from tests.processes import Web

Frame = dict[str, Any]


def frame(socket: ClientConnection, *, seconds: float = 10) -> Frame:
    """The next frame."""
    found: Frame = json.loads(socket.recv(timeout=seconds))
    return found


def hello_of(socket: ClientConnection) -> int:
    """The number in the first frame."""
    first = frame(socket)
    assert first["type"] == "hello"
    return int(first["seq"])


def frames_until_silence(socket: ClientConnection, *, seconds: float) -> list[Frame]:
    """All frames until none comes for so long."""
    heard: list[Frame] = []
    while True:
        try:
            heard.append(frame(socket, seconds=seconds))
        except TimeoutError:
            return heard


def close_code_of(socket: ClientConnection) -> int:
    """The code with which the server closes, 0 where it just goes; what it says before is passed over."""
    while True:
        try:
            socket.recv(timeout=10)
        except ConnectionClosed as closed:
            return 0 if closed.rcvd is None else int(closed.rcvd.code)


class Listener:
    """A tab that stays on a space: `seq` is the last number it was told of."""

    def __init__(self, web: Web, tag: str, person: User, *, since: int | None = None) -> None:
        self._open = partial(web.listen, tag, since=since, person=person)

    def __enter__(self) -> Self:
        self.socket = self._open()
        self.started = self.seq = hello_of(self.socket)
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def entries_until(
        self,
        reached: Callable[[], bool] | int,
        *,
        begin: int | None = None,
        also: Callable[[Frame], object] = lambda _: None,
        seconds: float = 30,
    ) -> list[Frame]:
        """All entries up to a number, or until `reached()` says so; `also` is called with each as it comes.

        `begin` is the number this tab knew, where it asked for what came since.
        """
        self.seq = self.seq if begin is None else begin
        is_reached = reached if callable(reached) else partial(self._is_at, reached)
        told: list[Frame] = []
        deadline = time.monotonic() + seconds
        while not is_reached():
            assert time.monotonic() < deadline, f"heard only up to {self.seq}"
            for entry in self._next_entries():
                told.append(entry)
                self.seq = entry["seq"]
                also(entry)
        return told

    def _is_at(self, seq: int) -> bool:
        return self.seq >= seq

    def _next_entries(self) -> list[Frame]:
        try:
            heard = frame(self.socket, seconds=0.2)
        except TimeoutError:
            return []
        assert heard["type"] in {"entries", "beat"}
        found: list[Frame] = heard.get("entries", [])
        return found
