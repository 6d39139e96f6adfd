"""A web server of the tests' own on a port of its own: each path answers with the very bytes it is given, or by a
function that writes them as it likes.
"""

from __future__ import annotations

import contextlib
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Write = Callable[[bytes], object]
Answer = bytes | Callable[[Write], object]
BROKEN_OFF = (BrokenPipeError, ConnectionResetError, ssl.SSLError)


@dataclass(slots=True)
class Site:
    """What is where, and the requests so far: (path, headers)."""

    port: int = 0
    scheme: str = "http"
    pages: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def at(self, path: str, *, host: str = "127.0.0.1") -> str:
        """The address of a path."""
        return f"{self.scheme}://{host}:{self.port}{path}"

    def has(self, path: str, body: bytes | str, media_type: str = "text/plain; charset=utf-8", **more: str) -> str:
        """Put a page there; returns its address."""
        self.pages[path] = answer(body, {"Content-Type": media_type, **more})
        return self.at(path)

    def leads(self, path: str, location: str, status: int = 302) -> str:
        """Put a redirect there; returns its address."""
        self.pages[path] = answer(b"", {"Location": location}, status)
        return self.at(path)

    @property
    def visits(self) -> list[str]:
        """The paths asked for."""
        return [path for path, _ in self.asked]


def answer(body: bytes | str, headers: Mapping[str, str] | None = None, status: int = 200) -> bytes:
    """An answer in bytes; its length is stated unless the headers say otherwise."""
    data = body.encode() if isinstance(body, str) else body
    given = {"Content-Length": str(len(data)), **(headers or {})}
    lines = [f"HTTP/1.1 {status} As it is", *(f"{name}: {value}" for name, value in given.items() if value)]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + data


@contextlib.contextmanager
def site(*, tls: ssl.SSLContext | None = None) -> Iterator[Site]:
    """A site for the block."""
    made = Site(scheme="https" if tls else "http")

    class Visit(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(*BROKEN_OFF):
                self.answer(self.rfile.readline().decode("latin-1"))

        def answer(self, line: str) -> None:
            headers: dict[str, str] = {}
            while (header := self.rfile.readline().decode("latin-1").strip()) != "":
                name, _, value = header.partition(":")
                headers[name.lower()] = value.strip()
            path = line.split(" ")[1] if line.count(" ") > 1 else ""
            made.asked.append((path, headers))
            found = made.pages.get(path, answer(b"nothing here", status=404))
            if isinstance(found, bytes):
                self.wfile.write(found)
            else:
                found(self.wfile.write)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

        def get_request(self) -> Any:
            connection, peer = super().get_request()
            # The handshake is the visit's own matter, in its thread.
            secure = tls and tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
            return secure or connection, peer

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A visitor that hangs up is no news."""

    with Server(("127.0.0.1", 0), Visit) as server:
        made.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
