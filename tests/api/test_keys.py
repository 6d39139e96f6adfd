"""Association keys over HTTP: listed, found, opened."""

from __future__ import annotations

from typing import Any

import pytest

from memoryhub.core import ids
from memoryhub.memories import services as memories
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.api.test_paging import pages
from tests.cast import Cast

KEYS = "spaces/atlas/keys/"


def told(caller: Caller, text: str, *keys: str, kind: str = "proper_noun") -> dict[str, Any]:
    given = [{"text": key, "kind": kind} for key in keys]
    return done(caller.post("spaces/atlas/memories/", {"text": text, "keys": given}))


def key_ids(caller: Caller) -> dict[str, str]:
    return {row["text"]: row["id"] for row in caller.items(KEYS)}


def test_keys_are_listed_with_their_wordings_and_narrowed_by_them_and_by_kind(owner: Caller) -> None:
    told(owner, "Mina lives in Busan.", "Mina", kind="name")
    told(owner, "Mina likes Busan.", "Mina", "Busan")
    assert [(row["text"], row["kind"], row["memory_count"], row["aliases"]) for row in owner.items(KEYS)] == [
        ("Mina", "name", 2, []),
        ("Busan", "proper_noun", 1, []),
    ]
    assert [row["text"] for row in owner.items(KEYS + "?q=usa")] == ["Busan"]
    assert [row["text"] for row in owner.items(KEYS + "?kind=name")] == ["Mina"]
    assert owner.items(KEYS + "?kind=name&q=busan") == []


@pytest.mark.parametrize(("query", "field"), [("kind=colour", "kind"), ("q=", "q"), ("query=x", "query")])
def test_what_the_list_does_not_know_is_refused_by_name(owner: Caller, query: str, field: str) -> None:
    assert refused(owner.get(f"{KEYS}?{query}"), 400)["field"] == field


def test_a_cursor_of_one_filter_does_not_fit_another(owner: Caller) -> None:
    told(owner, "Mina lives in Busan.", "Mina", "Busan")
    cursor = owner.get(KEYS + "?limit=1").json()["next_cursor"]
    for other in ("kind=name", "q=a"):
        assert refused(owner.get(f"{KEYS}?{other}&cursor={cursor}"), 400)["field"] == "cursor"


def test_a_key_opens_with_its_neighbours_and_its_memories_come_once_each(owner: Caller) -> None:
    for number in range(16):
        told(owner, f"Mina row {number}.", "Mina", *["Busan"][number % 2 :])
    mina = key_ids(owner)["Mina"]
    found = done(owner.get(f"{KEYS}{mina}/"))
    assert (found["text"], found["memory_count"]) == ("Mina", 16)
    assert [(row["text"], row["shared"]) for row in found["neighbours"]] == [("Busan", 8)]
    rows = pages(owner, f"{KEYS}{mina}/memories/?")
    assert [row["text"] for row in rows] == [f"Mina row {number}." for number in reversed(range(16))]


def test_nobody_learns_of_a_key_whose_memories_are_hidden(cast: Cast, owner: Caller) -> None:
    secret = told(owner, "The merger with Initech is on.", "Initech")
    told(owner, "Mina lives in Busan.", "Mina")
    initech = key_ids(owner)["Initech"]
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[ids.decode(secret["id"])])
    for caller in (owner, with_key(cast, "chen")):
        assert set(key_ids(caller)) == {"Mina"}
        assert caller.items(KEYS + "?q=initech") == []
        refused(caller.get(f"{KEYS}{initech}/"), 404, "not_found")
        refused(caller.get(f"{KEYS}{initech}/memories/"), 404, "not_found")
