"""The ledger over HTTP: what happened, by whom, without any text; and taking it back."""

from __future__ import annotations

import json

import pytest

from memoryhub.core import ids
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from tests import factories
from tests.api.calls import Caller, done, refused, signed_in, with_key
from tests.cast import Cast

PATH = "spaces/atlas/ledger/"


def last(caller: Caller) -> dict[str, object]:
    return caller.items(f"{PATH}?sort=-seq&limit=1")[0]


def test_entries_say_who_did_what_to_which_and_hold_no_text(cast: Cast, owner: Caller) -> None:
    made = done(owner.post("spaces/atlas/memories/", {"text": "Quinces are ripe.", "metadata": {"note": "plums"}}))
    entry = with_key(cast, "chen", "read").items(f"{PATH}?subject={made['chain']}")[0]
    assert (entry["verb"], entry["subject"], entry["actor"]) == ("memory.remembered", made["chain"], "ada's admin key")
    assert entry["sentence"] == "ada's admin key remembered something"
    assert entry["details"] == {"id": made["id"], "version": 1, "inference": False}
    everything = json.dumps(owner.items(f"{PATH}?limit=100"))
    assert "Quinces" not in everything
    assert "plums" not in everything


def test_since_gives_what_came_after_and_subject_what_is_about_one(cast: Cast, owner: Caller) -> None:
    seen = ledger.revision_of(cast.space.pk)
    memory = factories.remember(cast.space, "Quinces are ripe.")
    factories.remember(cast.space, "Plums are blue.")
    factories.revise(cast.space, memory, "Quinces are eaten.")
    body = done(owner.get(f"{PATH}?since={seen}"))
    assert [row["seq"] for row in body["items"]] == [seen + 1, seen + 2, seen + 3]
    assert body["revision"] == seen + 3
    about = owner.items(f"{PATH}?subject={ids.encode(memory.pk)}")
    assert [row["verb"] for row in about] == ["memory.remembered", "memory.revised"]
    assert owner.items(f"{PATH}?since={2**63 - 1}") == []
    for bad in ("since=-1", "since=x", f"since={2**63}", "sort=at"):
        refused(owner.get(f"{PATH}?{bad}"), 400)
    refused(owner.get(f"{PATH}?subject=nobody"), 404)


def test_a_deed_is_taken_back_once_and_that_is_a_deed(cast: Cast, owner: Caller) -> None:
    memory = factories.remember(cast.space, "Quinces are ripe.")
    done(owner.post(f"spaces/atlas/memories/{ids.encode(memory.pk)}/forget"))
    forgotten = last(owner)
    assert (forgotten["can_undo"], forgotten["undone"]) == (True, False)
    undone = done(owner.post(f"{PATH}{forgotten['id']}/undo"))
    assert (undone["verb"], undone["undoes"]) == ("ledger.undone", forgotten["id"])
    assert len(owner.items("spaces/atlas/memories/")) == 1
    refused(owner.post(f"{PATH}{forgotten['id']}/undo"), 409, "already_undone")
    (again,) = [row for row in owner.items(f"{PATH}?limit=100") if row["id"] == forgotten["id"]]
    assert (again["can_undo"], again["undone"]) == (False, True)


def test_a_batch_is_taken_back_as_one(cast: Cast, owner: Caller) -> None:
    rows = [factories.remember(cast.space, f"Row {number}.") for number in range(3)]
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[row.pk for row in rows])
    done(owner.post(f"{PATH}{last(owner)['id']}/undo"))
    assert len(owner.items("spaces/atlas/memories/")) == 3


def test_what_has_moved_on_or_has_no_way_back_is_a_409(cast: Cast, owner: Caller) -> None:
    memory = factories.remember(cast.space, "Quinces are ripe.")
    first = last(owner)
    factories.revise(cast.space, memory, "Quinces are eaten.")
    body = refused(owner.post(f"{PATH}{first['id']}/undo"), 409, "moved_on")
    assert body["details"]["verb"] == "memory.revised"
    made = owner.items(f"{PATH}?limit=1")[0]
    refused(owner.post(f"{PATH}{made['id']}/undo"), 409, "no_inverse")


@pytest.mark.parametrize(("name", "status"), [("ada", 200), ("ed", 200), ("ben", 200), ("chen", 403)])
def test_who_may_decide_may_take_a_decision_back(cast: Cast, owner: Caller, name: str, status: int) -> None:
    fact = factories.remember(cast.space, "Quinces are ripe.")
    pending = factories.infer(cast.space, "It is autumn.", fact)
    done(owner.post(f"spaces/atlas/review/memory/{ids.encode(pending.pk)}/approve"))
    entry = last(owner)
    assert entry["verb"] == "review.approved"
    answer = signed_in(getattr(cast, name)).post(f"{PATH}{entry['id']}/undo")
    assert answer.status_code == status
    assert len(owner.items("spaces/atlas/review/")) == (1 if status == 200 else 0)


def test_a_reviewer_does_not_take_back_an_editors_deed(cast: Cast, owner: Caller) -> None:
    factories.remember(cast.space, "Quinces are ripe.")
    refused(signed_in(cast.ben).post(f"{PATH}{last(owner)['id']}/undo"), 403, "not_allowed")
