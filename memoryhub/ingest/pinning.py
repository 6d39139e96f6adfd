"""Connections to addresses that were judged: a name is resolved once, by us, and what it resolves to later does not
count; all steps of a visit end at one deadline.
"""

from __future__ import annotations

import functools
import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore
import httpx

from memoryhub.core import errors
from memoryhub.ingest import addresses
from memoryhub.ingest.addresses import IP

UNANSWERED = "The address does not answer in time."


def pool(found: Sequence[IP], deadline: float) -> httpcore.ConnectionPool:
    """What makes connections to these addresses only, whatever host is asked for; `deadline` is of `time.monotonic`."""
    return httpcore.ConnectionPool(ssl_context=_certificates(), network_backend=_Pinned(found, deadline))


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Whom to trust; `SSL_CERT_FILE` may name an authority of an intranet."""
    return httpx.create_ssl_context()


def resolve(host: str, port: int, deadline: float) -> list[IP]:
    """The addresses of a host. The system's resolver knows no deadline, so that it is asked in a thread of its own."""
    known = addresses.literal(host)
    if known is not None:
        return [known]
    answer: queue.SimpleQueue[list[IP]] = queue.SimpleQueue()
    threading.Thread(target=lambda: answer.put(_looked_up(host, port)), daemon=True, name="resolver").start()
    try:
        found = answer.get(timeout=_left(deadline))
    except queue.Empty as error:
        raise errors.Unavailable(UNANSWERED) from error
    if not found:
        raise errors.Unavailable("The host of the address is not found.")
    return found


def _looked_up(host: str, port: int) -> list[IP]:
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(ipaddress.ip_address(str(row[4][0])) for row in rows))


def _left(deadline: float) -> float:
    """Seconds left; a little when there are none, since to a socket zero means something else."""
    return max(deadline - time.monotonic(), 0.001)


class _Pinned(httpcore.NetworkBackend):
    """Connects to addresses that were judged, whatever the name may resolve to by now."""

    def __init__(self, found: Sequence[IP], deadline: float) -> None:
        self._found = found
        self._deadline = deadline
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the first address that takes one."""
        *others, last = self._found
        for address in others:
            try:
                return self._connect(address, port, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._connect(last, port, socket_options)

    def _connect(self, address: IP, port: int, options: Iterable[Any] | None) -> httpcore.NetworkStream:
        stream = self._plain.connect_tcp(str(address), port, timeout=_left(self._deadline), socket_options=options)
        return _Timed(stream, self._deadline)


class _Timed(httpcore.NetworkStream):
    """A connection on which all steps together have to be over at the deadline, not each for itself."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Bytes as they come."""
        if time.monotonic() > self._deadline:
            raise httpcore.ReadTimeout()
        return self._stream.read(max_bytes, timeout=_left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send."""
        self._stream.write(buffer, timeout=_left(self._deadline))

    def close(self) -> None:
        """Hang up."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """The same within TLS; the certificate has to be that of the name, not of the address."""
        secure = self._stream.start_tls(ssl_context, server_hostname, timeout=_left(self._deadline))
        return _Timed(secure, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """What the connection knows of itself."""
        return self._stream.get_extra_info(info)
