"""The demo space: labelled, removable, and rich enough to show what a space is for.

It shows a version chain, a contradiction that waits for a decision, a pending inference, a forgotten and an expiring
memory, and keys that lead from Newton over apple and fruit to strawberry, in English and in Chinese.
"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from memoryhub.accounts.models import User
from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces import selectors as spaces_read
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space

TAG = "demo"
FILES = Path(__file__).parent / "data" / "demo"
HUB = Actor.hub("demo")


def make(*, owner: User) -> Space:
    """The demo space of `owner`, made if it is not there yet; the worker reads its documents."""
    found = spaces_read.by_tag(TAG)
    if found is not None:
        return found
    space = spaces.create(
        actor=HUB,
        tag=TAG,
        owner=owner,
        name="Demo",
        emoji="🍓",
        description="Made-up data to look around in. Remove it with `manage.py demo --remove`.",
        is_demo=True,
    )
    for fact in json.loads((FILES / "facts.json").read_text(encoding="utf-8")):
        _tell(space, fact["text"], fact["keys"], is_static=fact.get("static", False))
    _chain(space)
    _forgotten(space)
    _contradiction(space)
    _inference(space)
    for path in sorted(FILES.glob("*.md")) + sorted(FILES.glob("*.txt")):
        ingest.submit(actor=HUB, space=space, content=path.read_bytes(), name=path.name, source="demo")
    return space


def _tell(space: Space, text: str, keys: list[str], **values: Any) -> Memory:
    pairs = [(word, kind or "concept") for word, _, kind in (key.partition("/") for key in keys)]
    memory: Memory = ingest.remember(actor=HUB, space=space, text=text, keys=pairs, origin="demo", **values).memory
    return memory


def _chain(space: Space) -> None:
    first = _tell(
        space, "Mina works in the Seoul office.", ["Mina/name", "Seoul/proper_noun", "office"], is_static=True
    )
    for text in ("Mina works in the Seoul office, mostly from home.", "Mina works in the Busan office."):
        ingest.revise(actor=HUB, space=space, memory_id=first.pk, text=text)


def _forgotten(space: Space) -> None:
    laptop = _tell(space, "The spare laptop is with Jonas.", ["laptop", "Jonas/name"])
    memories.forget(actor=HUB, space=space, memory_ids=[laptop.pk], reason="not_true", note="It came back in May.")
    _tell(
        space,
        "The code is frozen until the release.",
        ["release", "deploy"],
        forget_after=clock.now() + timedelta(days=6),
    )


def _contradiction(space: Space) -> None:
    known = _tell(space, "Invoices go out on the 1st of the month.", ["invoice", "billing"])
    review.propose(
        actor=HUB,
        space=space,
        kind="update",
        subjects=[known],
        payload={"text": "Invoices go out on the 3rd of the month.", "sources": []},
        why={"rule": "same_subject_other_value", "known": "1st", "new": "3rd"},
        confidence=0.6,
    )


def _inference(space: Space) -> None:
    told = [
        _tell(space, "Deploys on Friday afternoon are not allowed.", ["deploy", "Friday"]),
        _tell(space, "The billing service is never deployed on Friday.", ["deploy", "billing", "Friday"]),
        _tell(space, "Ben holds back deploys on Friday.", ["deploy", "Ben/name", "Friday"]),
    ]
    ingest.remember(
        actor=HUB,
        space=space,
        text="Everybody here avoids deploys on Friday.",
        keys=[("deploy", "concept"), ("Friday", "concept")],
        is_inference=True,
        derives_from=[memory.pk for memory in told],
        rule="recurring_key",
        confidence=0.7,
    )
