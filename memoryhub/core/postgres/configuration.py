"""Writes the server's settings file, anew at each start, so that a new version of the hub can change them."""

from __future__ import annotations

import os
from pathlib import Path

PORT = 5432
INCLUDE = "include = '../memoryhub.conf'\n"
# Below this a parallel index build runs out of /dev/shm (containers often give 64 MB).
SHARED_MEMORY_FOR_PARALLEL_BUILDS = 512 * 2**20

_COMMON = {
    "listen_addresses": "''",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "password_encryption": "'scram-sha-256'",
    "maintenance_work_mem": "512MB",
    "random_page_cost": "1.1",
    "jit": "off",
    # A table that grows from nothing is planned for as if it were empty until it is analysed: each row's foreign key
    # is then looked up by the space alone, and a worker loses most of its time to its commits.
    "autovacuum_naptime": "5s",
    "wal_compression": "on",
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
_LASTING = {"shared_buffers": "256MB"}
# Commits still reach the operating system: a test that kills the server finds its rows.
_THROW_AWAY = {
    "shared_buffers": "128MB",
    "fsync": "off",
    "full_page_writes": "off",
}


def text(*, socket: Path, fsync: bool) -> str:
    """Return the settings as PostgreSQL reads them."""
    quoted = str(socket).replace("'", "''")
    settings = _COMMON | (_LASTING if fsync else _THROW_AWAY) | {"unix_socket_directories": f"'{quoted}'"}
    if not _parallel_builds_fit():
        settings["max_parallel_maintenance_workers"] = "0"
    lines = [f"{name} = {value}\n" for name, value in sorted(settings.items())]
    return "# Rewritten at each start. Your own settings: postgresql.conf, below the include.\n" + "".join(lines)


def _parallel_builds_fit() -> bool:
    try:
        found = os.statvfs("/dev/shm")  # noqa: S108 - only asked for its size
    except FileNotFoundError:
        return True
    return found.f_frsize * found.f_blocks >= SHARED_MEMORY_FOR_PARALLEL_BUILDS
