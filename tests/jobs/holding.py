"""Stops a worker at the commit of its next step: its transaction waits for a row that the test holds."""

from __future__ import annotations

import threading
import time
import uuid
from typing import Any, LiteralString

import psycopg

PATIENCE = 60


class Hold:
    """A row held `FOR UPDATE`. Whoever wants it waits, and gets it before a second hold that queues behind."""

    def __init__(self, conninfo: str, query: LiteralString, parameters: list[Any]) -> None:
        self._conninfo, self._query, self._parameters = conninfo, query, parameters
        self._connection = psycopg.connect(conninfo)
        self._connection.execute(query, parameters)

    @classmethod
    def document(cls, conninfo: str, document_id: uuid.UUID) -> Hold:
        """Hold a document: every step of its work begins with its row."""
        return cls(conninfo, "SELECT stage FROM documents_document WHERE id = %s FOR UPDATE", [document_id])

    @classmethod
    def job(cls, conninfo: str, document_id: uuid.UUID) -> Hold:
        """Hold the job of a document: it cannot be marked as finished."""
        query: LiteralString = "SELECT id FROM procrastinate_jobs WHERE args ->> 'document_id' = %s FOR UPDATE"
        return cls(conninfo, query, [str(document_id)])

    def wait_for_waiter(self) -> None:
        """Wait until the worker stands before the row."""
        self._until(
            self._connection.info.backend_pid,
            "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))",
        )

    def step(self) -> None:
        """Let the worker take the row once, and stop it before the next time."""
        self.wait_for_waiter()
        following = psycopg.connect(self._conninfo)
        queued = threading.Thread(target=following.execute, args=(self._query, self._parameters))
        queued.start()
        self._until(following.info.backend_pid, "SELECT cardinality(pg_blocking_pids(%s))")
        self.release()
        queued.join(PATIENCE)
        self._connection = following

    def release(self) -> None:
        """Let go of the row."""
        self._connection.close()

    def _until(self, pid: int, query: LiteralString) -> None:
        deadline = time.monotonic() + PATIENCE
        with psycopg.connect(self._conninfo, autocommit=True) as asking:
            while not asking.execute(query, [pid]).fetchone()[0]:  # type: ignore[index]  # a count is one row
                if time.monotonic() > deadline:
                    raise TimeoutError("The worker has not come to the row.")
                time.sleep(0.02)
