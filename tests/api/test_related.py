"""What has to do with a memory, over HTTP."""

from __future__ import annotations

from typing import Any

from memoryhub.core import ids
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast


def told(caller: Caller, text: str, *keys: str) -> dict[str, Any]:
    given = [{"text": key, "kind": "name"} for key in keys]
    return done(caller.post("spaces/atlas/memories/", {"text": text, "keys": given}))


def address(memory: dict[str, Any]) -> str:
    return f"spaces/atlas/memories/{memory['id']}/related/"


def test_each_says_which_keys_it_shares_and_how_it_is_related(owner: Caller) -> None:
    depot = told(owner, "Mina runs the depot.", "Mina")
    other = told(owner, "Mina lives in Busan.", "Mina", "Busan")
    relation = {"newer": other["id"], "older": depot["id"], "kind": "extends"}
    done(owner.post("spaces/atlas/relations/", relation))
    (found,) = owner.items(address(depot))
    assert (found["memory"]["id"], found["memory"]["state"], found["score"]) == (other["id"], "current", 1.5)
    assert [(key["text"], key["kind"]) for key in found["shared_keys"]] == [("Mina", "name")]
    assert [(edge["kind"], edge["direction"]) for edge in found["relations"]] == [("extends", "to_newer")]


def test_it_is_capped_by_its_limit(owner: Caller) -> None:
    first = told(owner, "Mina row 0.", "Mina")
    for number in range(1, 4):
        told(owner, f"Mina row {number}.", "Mina")
    assert [row["memory"]["text"] for row in owner.items(address(first) + "?limit=2")] == ["Mina row 3.", "Mina row 2."]
    for limit in ("0", "101", "two"):
        assert refused(owner.get(f"{address(first)}?limit={limit}"), 400)["field"] == "limit"


def test_a_reader_gets_nothing_of_a_memory_that_is_not_current(cast: Cast, space: Space) -> None:
    memory = factories.remember(space, "Mina runs the depot.")
    chen = with_key(cast, "chen")
    path = address({"id": ids.encode(memory.pk)})
    assert chen.items(path) == []
    memories.forget(actor=factories.HUB, space=space, memory_ids=[memory.pk])
    refused(chen.get(path), 404, "not_found")
