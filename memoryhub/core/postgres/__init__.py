"""The database server: an embedded PostgreSQL of our own, or the one DATABASE_URL names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memoryhub.core import errors
from memoryhub.core.postgres import location
from memoryhub.core.postgres.cluster import Cluster

__all__ = [
    "Cluster",
    "connection_settings",
    "conninfo",
    "embedded",
    "ensure_running",
    "holding",
    "home",
    "stop",
]

home = location.home
CONNECT_SECONDS = 10
_DJANGO_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}


def embedded() -> Cluster | None:
    """Return the cluster of the data folder, or None where DATABASE_URL names another server."""
    return None if _external() else Cluster(location.cluster_directory(home()))


def connection_settings() -> dict[str, Any]:
    """Return the keys of Django's DATABASES, OPTIONS among them; nothing is started or written."""
    cluster = embedded()
    if cluster:
        return cluster.connection_settings()
    found = _external()
    settings: dict[str, Any] = {_DJANGO_NAMES[key]: found.pop(key) for key in _DJANGO_NAMES if key in found}
    return {**settings, "OPTIONS": found}


def conninfo() -> str:
    """Return libpq's connection string, for connections that must be direct: LISTEN and workers."""
    cluster = embedded()
    return cluster.conninfo() if cluster else make_conninfo(**_external())


def ensure_running() -> None:
    """Make sure the database accepts connections: start the embedded server, or check the one DATABASE_URL names.

    Raises Unavailable with one clear sentence when that cannot be.
    """
    cluster = embedded()
    if cluster:
        cluster.start()
    else:
        _check_external()


def stop() -> None:
    """Stop the embedded server, whoever uses it; another server is left alone."""
    cluster = embedded()
    if cluster:
        cluster.stop()


@contextmanager
def holding() -> Iterator[bool]:
    """Keep the database running inside the block; yield whether it was started here, and then stop it at the end.

    Another process that holds it too keeps it running.
    """
    cluster = embedded()
    if cluster is None:
        _check_external()
        yield False
        return
    with cluster.holding() as started:
        yield started


def _external() -> dict[str, Any]:
    """Return what DATABASE_URL says by libpq's names, or nothing where it is not set."""
    try:
        return dict(conninfo_to_dict(os.environ.get("DATABASE_URL", "")))
    except psycopg.ProgrammingError:
        # Its message repeats the value, password and all.
        message = "DATABASE_URL is not a PostgreSQL address like postgresql://user:password@host:5432/database."
        raise errors.InvalidInput("DATABASE_URL", message) from None


def _check_external() -> None:
    try:
        psycopg.connect(make_conninfo(conninfo(), connect_timeout=CONNECT_SECONDS)).close()
    except psycopg.OperationalError as error:
        raise errors.Unavailable(f"The database of DATABASE_URL does not answer: {error}") from error
