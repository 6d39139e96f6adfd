"""The unit of work: the outermost service opens the transaction and writes the ledger as its last statements.

A service is a function decorated with `service`. Inside it `record` buffers entries; when the outermost service
returns, the buffered entries get gapless numbers from the sequence row of their space, are inserted, and one doorbell
per space is rung (`pg_notify`), which PostgreSQL delivers on commit and never after a rollback.
"""

from __future__ import annotations

import functools
import json
import uuid
from collections.abc import Callable, Hashable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from django.db import connection, transaction

from memoryhub.core import clock, ids, locks
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry

CHANNEL = "memoryhub_ledger"
P = ParamSpec("P")
R = TypeVar("R")
N = TypeVar("N", bound=Hashable)


@dataclass(slots=True)
class _Unit:
    entries: list[Entry] = field(default_factory=list)
    held: set[Hashable] = field(default_factory=set)
    at_flush: list[Callable[[dict[uuid.UUID, int]], None]] = field(default_factory=list)
    named: set[Hashable] = field(default_factory=set)


_current: ContextVar[_Unit | None] = ContextVar("ledger_unit", default=None)


def service(function: Callable[P, R]) -> Callable[P, R]:
    """Make `function` a write service: one transaction, retried when it lost a race, entries flushed at its end."""

    @locks.retried
    def outermost(*args: P.args, **kwargs: P.kwargs) -> R:
        unit = _Unit()
        token = _current.set(unit)
        try:
            with transaction.atomic():
                result = function(*args, **kwargs)
                _flush(unit)
            return result
        finally:
            _current.reset(token)

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return outermost(*args, **kwargs) if _current.get() is None else function(*args, **kwargs)

    return run


def record(
    *,
    actor: Actor,
    space_id: uuid.UUID,
    verb: str,
    subject_kind: str,
    subject_id: uuid.UUID,
    fields: tuple[str, ...] = (),
    values: dict[str, Any] | None = None,
    batch: uuid.UUID | None = None,
    undoes: uuid.UUID | None = None,
) -> Entry:
    """Buffer one entry of the running unit. `values` holds enums, numbers, ids and hashes, never text of people."""
    entry = Entry(
        id=ids.new(),
        space_id=space_id,
        verb=verb,
        actor_kind=actor.kind,
        actor_id=actor.id,
        subject_kind=subject_kind,
        subject_id=subject_id,
        fields=list(fields),
        values=values or {},
        batch=batch,
        undoes=undoes,
        at=clock.now(),
    )
    _unit().entries.append(entry)
    return entry


def at_flush(callback: Callable[[dict[uuid.UUID, int]], None], *, once: Hashable = None) -> None:
    """Call `callback({space_id: last seq of this unit})` once numbers are known, still inside the transaction.

    Of all that are given under one name `once`, the unit calls the first alone.
    """
    unit = _unit()
    if once is not None and once in unit.named:
        return
    unit.named.add(once)
    unit.at_flush.append(callback)


def not_held(wanted: Iterable[N]) -> set[N]:
    """Which of these locks the running unit has not taken yet; from now on it has. Services nest, and each names what
    it needs: to ask the database again for what the transaction holds costs as much as to take it."""
    unit = _current.get()
    if unit is None:
        return set(wanted)
    missing = set(wanted) - unit.held
    unit.held |= missing
    return missing


def _unit() -> _Unit:
    unit = _current.get()
    if unit is None:
        raise RuntimeError("Ledger entries are written inside a service.")
    return unit


def _flush(unit: _Unit) -> None:
    by_space: dict[uuid.UUID, list[Entry]] = {}
    for entry in unit.entries:
        by_space.setdefault(entry.space_id, []).append(entry)
    last = {space_id: _write(space_id, by_space[space_id]) for space_id in sorted(by_space)}
    for callback in unit.at_flush:
        callback(last)


_WRITE = """
    WITH taken AS (
        INSERT INTO ledger_sequence AS space (space_id, seq) VALUES (%(space)s, %(count)s)
        ON CONFLICT (space_id) DO UPDATE SET seq = space.seq + excluded.seq RETURNING seq
    ), written AS (
        INSERT INTO ledger_entry (id, space_id, seq, verb, actor_kind, actor_id, subject_kind, subject_id, fields,
                                  "values", batch, undoes, at)
        SELECT id, %(space)s, taken.seq - %(count)s + ordinality, verb, actor_kind, actor_id, subject_kind, subject_id,
               fields, "values", batch, undoes, at
        FROM taken, ROWS FROM (jsonb_to_recordset(%(entries)s::jsonb) AS (
            id uuid, verb text, actor_kind text, actor_id text, subject_kind text, subject_id uuid, fields text[],
            "values" jsonb, batch uuid, undoes uuid, at timestamptz
        )) WITH ORDINALITY
    )
    SELECT seq, pg_notify(%(channel)s, %(space)s || ':' || seq) FROM taken
"""
_NUMBERED = ("space_id", "seq")
_COLUMNS = [field.attname for field in Entry._meta.concrete_fields if field.attname not in _NUMBERED]


def _write(space_id: uuid.UUID, entries: list[Entry]) -> int:
    """Number the entries of a space, insert them, and ring its doorbell, which is heard on commit: one statement,
    because from here on all others who write to the space wait for the commit. Returns the last number."""
    given = [{name: getattr(entry, name) for name in _COLUMNS} for entry in entries]
    sent = json.dumps(given, default=str)
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, {"space": space_id, "count": len(entries), "entries": sent, "channel": CHANNEL})
        last = int(cursor.fetchone()[0])
    for seq, entry in enumerate(entries, start=last - len(entries) + 1):
        entry.seq = seq
        entry._state.adding = False
    return last
