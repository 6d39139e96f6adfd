"""How much of the processor the server's process behind a connection may take while others want it."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import psutil
import psycopg


def step_back(connection: psycopg.Connection[Any], niceness: int) -> None:
    """Have the server's process behind `connection` yield to others as a process of this niceness does.

    Only where it runs beside us: elsewhere its number means nothing here, or another process. A server we may not
    arrange stays as it is.
    """
    if not connection.info.host.startswith("/"):
        return
    process_id = connection.info.backend_pid
    with contextlib.suppress(ProcessLookupError, PermissionError, psutil.Error):
        if os.getpriority(os.PRIO_PROCESS, process_id) < niceness and _is_server(process_id):
            os.setpriority(os.PRIO_PROCESS, process_id, niceness)


def _is_server(process_id: int) -> bool:
    """Whether that is a PostgreSQL: a socket may lead into a container, which counts its processes for itself."""
    return " ".join(psutil.Process(process_id).cmdline()).startswith("postgres:")
