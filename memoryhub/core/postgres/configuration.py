"""Writes the server's settings file, anew at each start, so that a new version of the hub can change them."""

from __future__ import annotations

import math
import os
from pathlib import Path

from memoryhub.core.postgres import machine

PORT = 5432
INCLUDE = "include = '../memoryhub.conf'\n"
MB = 2**20

_COMMON = {
    "listen_addresses": "''",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "password_encryption": "'scram-sha-256'",
    "random_page_cost": "1.1",
    "jit": "off",
    # A table that grows from nothing is planned for as if it were empty until it is analysed: each row's foreign key
    # is then looked up by the space alone, and a worker loses most of its time to its commits.
    "autovacuum_naptime": "5s",
    "wal_compression": "on",
    # What was in memory is read back after a restart: page by page, the first searches of a large space take seconds.
    "shared_preload_libraries": "'pg_prewarm'",
    "hnsw.ef_search": "100",
    "hnsw.iterative_scan": "'strict_order'",
    "timezone": "'UTC'",
    "log_timezone": "'UTC'",
    "lc_messages": "'C'",
    "log_checkpoints": "off",
    # Statements and error details hold people's texts, and the log is not reached by erasing them.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_line_prefix": "'%m [%p] '",
}
# Commits still reach the operating system: a test that kills the server finds its rows.
_THROW_AWAY = {"fsync": "off", "full_page_writes": "off", "shared_preload_libraries": "''"}


def text(*, socket: Path, fsync: bool) -> str:
    """Return the settings as PostgreSQL reads them."""
    quoted = str(socket).replace("'", "''")
    settings = _COMMON | _sizes(machine.memory()) | {"unix_socket_directories": f"'{quoted}'"}
    settings |= {} if fsync else _THROW_AWAY
    lines = [f"{name} = {value}\n" for name, value in sorted(settings.items())]
    return "# Rewritten at each start. Your own settings: postgresql.conf, below the include.\n" + "".join(lines)


def _sizes(memory: int) -> dict[str, str]:
    """What depends on the memory of the machine, which the hub and others use as well: a search in a large space, and
    what is written to one, goes all over its indexes; and an index is built in one go where its vectors fit.
    """
    for_builds = _between(128 * MB, memory // 12, 2048 * MB)
    sizes = {
        "shared_buffers": _megabytes(_between(128 * MB, memory // 8, 4096 * MB)),
        "effective_cache_size": _megabytes(memory // 2),
        "maintenance_work_mem": _megabytes(for_builds),
    }
    # Workers that build together share that memory by /dev/shm, of which containers often have 64 MB.
    return sizes if _shared_memory() >= for_builds else {**sizes, "max_parallel_maintenance_workers": "0"}


def _between(least: int, wanted: int, most: int) -> int:
    return max(least, min(wanted, most))


def _megabytes(size: int) -> str:
    return f"{size // MB}MB"


def _shared_memory() -> float:
    try:
        found = os.statvfs("/dev/shm")  # noqa: S108 - only asked for its size
    except FileNotFoundError:
        return math.inf
    return found.f_frsize * found.f_blocks
