"""What a socket says: JSON frames with numbers, verbs and ids, never with text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from memoryhub.core import ids
from memoryhub.ledger.models import Entry


def entry(row: Entry) -> dict[str, Any]:
    """An entry of the ledger as clients see it; with `seq` they know whether they have it already."""
    return {
        "seq": row.seq,
        "verb": row.verb,
        "subject": {"kind": row.subject_kind, "id": ids.encode(row.subject_id)},
        "batch": None if row.batch is None else ids.encode(row.batch),
    }


def hello(seq: int, heartbeat: float) -> str:
    """The first frame: the space's revision, and how many seconds lie between two beats."""
    return _frame("hello", seq=seq, heartbeat=heartbeat)


def entries(rows: Sequence[dict[str, Any]]) -> str:
    """What happened, in order and without a gap to what was sent before."""
    return _frame("entries", entries=list(rows))


def beat(seq: int) -> str:
    """The link works, and up to `seq` everything has been sent."""
    return _frame("beat", seq=seq)


def reload() -> str:
    """Too much was missed to tell it piece by piece."""
    return _frame("reload")


def _frame(kind: str, **values: Any) -> str:
    return json.dumps({"type": kind, **values}, separators=(",", ":"))
