"""A wire between client and server that can go dead without closing, as when a laptop leaves the room."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Wire:
    """Carries bytes both ways to `port` while it is not `cut`; then everything sent is lost and nobody is told."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self.port = int(self._listening.getsockname()[1])
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Lose everything from now on."""
        self.is_cut = True

    def mend(self) -> None:
        """Carry again what is begun from now on; what lost its bytes ends, as where a router has forgotten it."""
        broken, self._ends = self._ends, []
        self.is_cut = False
        _end(broken)

    def close(self) -> None:
        """Give the ports back."""
        _end([self._listening, *self._ends])

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._ends += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self.is_cut:
                    target.sendall(data)


def _end(ends: list[socket.socket]) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextlib.contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """A wire for the block."""
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()
