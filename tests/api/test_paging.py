"""P-API-1: pages hold each row once, in one order, while rows come and go; a cursor fits its own list alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memoryhub.core import clock, ids
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.review import services as review
from tests import factories
from tests.api.calls import Caller, refused, with_key
from tests.cast import Cast


def pages(caller: Caller, path: str, *, between: dict[int, Callable[[], Any]] | None = None) -> list[dict[str, Any]]:
    """All rows of a list in pages of seven; `between` does something after a page."""
    rows: list[dict[str, Any]] = []
    number, cursor = 0, ""
    while True:
        body = caller.get(f"{path}limit=7{cursor}").json()
        rows += body["items"]
        number += 1
        if not body["next_cursor"]:
            return rows
        assert len(body["items"]) == 7
        (between or {}).get(number, lambda: None)()
        cursor = f"&cursor={body['next_cursor']}"


@pytest.mark.parametrize("sort", ["-created_at", "created_at", "-updated_at", "updated_at"])
def test_thirty_memories_of_one_moment_come_once_each_while_others_come_and_one_goes(
    cast: Cast, owner: Caller, sort: str
) -> None:
    space = cast.space
    with clock.frozen(clock.now() - timedelta(hours=1)):
        drafts = [factories.draft(f"Row {number} of the import.") for number in range(30)]
        made = [done.memory for done in memories.remember_many(actor=factories.HUB, space=space, drafts=drafts)]
    assert len({row.created_at for row in made}) == 1
    ordered = sorted(made, key=lambda row: row.pk, reverse=sort.startswith("-"))

    def meanwhile() -> None:
        for number in range(5):
            factories.remember(space, f"Late {number}.")
        memories.forget(actor=factories.HUB, space=space, memory_ids=[ordered[20].pk])

    rows = [row["text"] for row in pages(owner, f"spaces/atlas/memories/?sort={sort}&", between={2: meanwhile})]
    old = [text for text in rows if text.startswith("Row")]
    assert old == [row.text for row in ordered if row.pk != ordered[20].pk]
    assert len(rows) == len(set(rows))
    assert len([text for text in rows if text.startswith("Late")]) == (0 if sort.startswith("-") else 5)


def test_documents_events_versions_and_review_items_come_once_each(cast: Cast, owner: Caller) -> None:
    space = cast.space
    with clock.frozen(clock.now() - timedelta(hours=1)):
        for number in range(20):
            ingest.submit(actor=factories.HUB, space=space, content=f"Document {number}.")
        facts = [factories.remember(space, f"Fact {number}.") for number in range(9)]
        for number, fact in enumerate(facts[1:]):
            factories.infer(space, f"Inference {number}.", fact, facts[0])
            review.propose(
                actor=factories.HUB,
                space=space,
                kind="update",
                subjects=[fact],
                payload={"text": f"Proposal {number}."},
                why={"rule": "test"},
            )
        for number in range(2, 12):
            factories.revise(space, facts[0], f"Version {number}.")

    def meanwhile() -> None:
        ingest.submit(actor=factories.HUB, space=space, content="Late.")
        factories.infer(space, "Late.", facts[1], facts[2])

    documents = pages(owner, "spaces/atlas/documents/?", between={2: meanwhile})
    assert len(documents) == len({row["id"] for row in documents}) == 20
    queue = pages(owner, "spaces/atlas/review/?", between={2: meanwhile})
    assert [row["text"] for row in queue if row["subject"] == "memory"].count("Late.") == 1
    assert len(queue) == len({row["id"] for row in queue}) == 17
    assert {row["subject"] for row in queue[2:14]} == {"memory", "proposal"}
    events = pages(owner, "spaces/atlas/ledger/?")
    assert [row["seq"] for row in events] == list(range(1, len(events) + 1))
    backwards = pages(owner, "spaces/atlas/ledger/?sort=-seq&")
    assert [row["id"] for row in backwards] == [row["id"] for row in reversed(events)]
    versions = pages(owner, f"spaces/atlas/memories/{ids.encode(facts[0].pk)}/history?")
    assert [row["version"] for row in versions] == list(range(1, 12))
    older = pages(owner, "spaces/atlas/memories/?state=superseded&")
    assert len(older) == len({row["id"] for row in older}) == 10


def test_a_cursor_is_refused_where_it_was_not_made(cast: Cast, owner: Caller) -> None:
    for number in range(3):
        factories.remember(cast.space, f"Fact {number}.")
        factories.remember(cast.elsewhere, f"Fact {number}.")
    cursor = owner.get("spaces/atlas/memories/?limit=1").json()["next_cursor"]
    dora = with_key(cast, "dora")
    for caller, path in (
        (dora, "spaces/elsewhere/memories/?"),
        (owner, "spaces/atlas/memories/?sort=created_at&"),
        (owner, "spaces/atlas/memories/?state=superseded&"),
        (owner, "spaces/atlas/documents/?"),
        (owner, "spaces/atlas/ledger/?"),
    ):
        assert refused(caller.get(f"{path}cursor={cursor}"), 400, "invalid_input")["field"] == "cursor"


@pytest.mark.parametrize("cursor", ["x", "a" * 200, "WyJhIl0:xxxx", "%00", "é", "W10=", "../.."])
def test_a_broken_cursor_is_a_400(cast: Cast, owner: Caller, cursor: str) -> None:
    for path in ("memories/", "documents/", "ledger/", "review/", "keys/", "relations/"):
        assert refused(owner.get(f"spaces/atlas/{path}?cursor={cursor}"), 400)["field"] == "cursor"


def test_a_cursor_cannot_be_made_up(cast: Cast, owner: Caller) -> None:
    for number in range(3):
        factories.remember(cast.space, f"Fact {number}.")
    cursor = owner.get("spaces/atlas/memories/?limit=1").json()["next_cursor"]
    payload, _, signature = cursor.rpartition(":")
    for forged in (f"{payload}x:{signature}", f"{payload}:{signature[::-1]}", payload):
        refused(owner.get(f"spaces/atlas/memories/?cursor={forged}"), 400)


@pytest.mark.parametrize("limit", ["0", "-1", "101", "ten", "1.5", "99999999999999999999"])
def test_a_page_has_from_1_to_100_rows(owner: Caller, limit: str) -> None:
    assert refused(owner.get(f"spaces/atlas/memories/?limit={limit}"), 400)["field"] == "limit"
