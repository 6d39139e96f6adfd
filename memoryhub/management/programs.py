"""What `up` runs: the command lines of the web process and the workers."""

from __future__ import annotations

import sys

from django.conf import settings

from memoryhub.core import supervisor

EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - compared, not listened on


def web(host: str, port: int) -> supervisor.Program:
    """Return the one web process: pages, APIs and sockets."""
    listen = ["--host", host, "--port", str(port), "--lifespan", "off", "--app-dir", str(settings.BASE_DIR)]
    quiet = ["--no-access-log", "--log-level", "warning", "--no-server-header"]
    limits = ["--timeout-graceful-shutdown", "5", "--ws-max-size", "65536"]
    # Behind a proxy that ends TLS its word on the caller's address counts; otherwise anybody could make one up.
    proxy = ["--proxy-headers" if settings.HTTPS else "--no-proxy-headers"]
    command = [sys.executable, "-m", "uvicorn", "memoryhub.asgi:application", *listen, *quiet, *limits, *proxy]
    return supervisor.Program("web", command, {"MEMORYHUB_ALLOWED_HOSTS": ",".join([*settings.ALLOWED_HOSTS, host])})


def worker() -> supervisor.Program:
    """Return a process that does the queued work."""
    return supervisor.Program("worker", [sys.executable, str(settings.BASE_DIR / "manage.py"), "worker"])


def workers() -> list[supervisor.Program]:
    """Return as many of these as the settings say: the work is computing, and one process computes on one core."""
    return [worker()] * settings.MEMORYHUB_WORKERS


def address(host: str, port: int) -> str:
    """Return the address at which a browser on this machine reaches a server that listens on `host`."""
    name = EVERY_ADDRESS.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def host_header() -> str:
    """Return a host name the hub answers to, whatever address it listens on."""
    first = settings.ALLOWED_HOSTS[0].lstrip(".") if settings.ALLOWED_HOSTS else "localhost"
    return "localhost" if first == "*" else first
