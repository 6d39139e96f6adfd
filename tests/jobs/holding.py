"""Stops a worker at the commit of a step: its transaction waits for a lock that the test holds."""

from __future__ import annotations

import time
import uuid
from typing import Any, LiteralString

import psycopg

PATIENCE = 60
# A lock of its own for each document and stage: a row lock that is let go and taken again may be overtaken.
_GATE: LiteralString = """
    CREATE OR REPLACE FUNCTION test_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(OLD.id || OLD.stage, 0));
        RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER test_gate BEFORE UPDATE ON documents_document FOR EACH ROW
    WHEN (NEW.stage <> OLD.stage OR NEW.status = 'done') EXECUTE FUNCTION test_gate();
"""


class Hold:
    """A lock that somebody else wants; whoever does waits until it is released."""

    def __init__(self, conninfo: str, query: LiteralString, parameters: list[Any]) -> None:
        self._conninfo = conninfo
        self._connection = psycopg.connect(conninfo)
        self._connection.execute(query, parameters)

    @classmethod
    def stage(cls, conninfo: str, document_id: uuid.UUID, stage: str) -> Hold:
        """Hold a document at a stage: the transaction that ends it waits. For a database of the test alone."""
        with psycopg.connect(conninfo) as opening:
            opening.execute(_GATE)
        return cls(conninfo, "SELECT pg_advisory_lock(hashtextextended(%s || %s, 0))", [str(document_id), stage])

    @classmethod
    def job(cls, conninfo: str, document_id: uuid.UUID) -> Hold:
        """Hold the job of a document: it cannot be marked as finished."""
        query: LiteralString = "SELECT id FROM procrastinate_jobs WHERE args ->> 'document_id' = %s FOR UPDATE"
        return cls(conninfo, query, [str(document_id)])

    def wait_for_waiter(self) -> None:
        """Wait until the worker stands before the lock."""
        waiters: LiteralString = "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))"
        deadline = time.monotonic() + PATIENCE
        with psycopg.connect(self._conninfo, autocommit=True) as asking:
            while asking.execute(waiters, [self._connection.info.backend_pid]).fetchone() == (0,):
                if time.monotonic() > deadline:
                    raise TimeoutError("The worker has not come to the lock.")
                time.sleep(0.02)

    def release(self) -> None:
        """Let go of the lock."""
        self._connection.close()
