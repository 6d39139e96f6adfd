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


def last_deed(caller: Caller, key_id: str) -> str:
    """The newest entry about a key, by its address."""
    events = caller.items("spaces/atlas/ledger/?sort=-seq&limit=100")
    return next(f"spaces/atlas/ledger/{row['id']}/undo" for row in events if row["subject"] == key_id)


def test_a_key_is_renamed_and_of_another_kind_in_one_call_that_can_be_undone(owner: Caller) -> None:
    told(owner, "Mina lives in Busan.", "Mina")
    mina = key_ids(owner)["Mina"]
    found = done(owner.patch(f"{KEYS}{mina}/", {"text": " Mina  Kim ", "kind": "name"}))
    assert (found["id"], found["text"], found["kind"], found["aliases"]) == (mina, "Mina Kim", "name", ["Mina"])
    assert told(owner, "Mina likes tea.", "Mina")["keys"][0]["text"] == "Mina Kim"
    done(owner.post(last_deed(owner, mina)))
    found = done(owner.get(f"{KEYS}{mina}/"))
    assert (found["text"], found["kind"], found["aliases"], found["memory_count"]) == ("Mina", "proper_noun", [], 2)


def test_a_key_merged_into_another_is_gone_until_that_is_undone(owner: Caller) -> None:
    told(owner, "Mina lives in Busan.", "Mina")
    told(owner, "Mina Park likes tea.", "Mina Park")
    ids_ = key_ids(owner)
    found = done(owner.post(f"{KEYS}{ids_['Mina Park']}/merge", {"into": ids_["Mina"]}))
    assert (found["id"], found["aliases"], found["memory_count"]) == (ids_["Mina"], ["Mina Park"], 2)
    refused(owner.get(f"{KEYS}{ids_['Mina Park']}/"), 404, "not_found")
    undo = last_deed(owner, ids_["Mina"])
    done(owner.post(undo))
    assert key_ids(owner) == ids_
    refused(owner.post(undo), 409, "already_undone")


def test_a_key_is_split_by_an_alias_and_memories(owner: Caller) -> None:
    first, second = told(owner, "Mina lives in Busan.", "Mina"), told(owner, "Mina sings.", "Mina")
    mina = key_ids(owner)["Mina"]
    done(owner.patch(f"{KEYS}{mina}/", {"text": "Mina Kim"}))
    body = {"text": "Mina", "kind": "name", "memory_ids": [second["id"]]}
    answer = owner.post(f"{KEYS}{mina}/split", body)
    assert (answer.status_code, answer.json()["text"], answer.json()["kind"]) == (201, "Mina", "name")
    assert [row["id"] for row in owner.items(f"{KEYS}{mina}/memories/")] == [first["id"]]
    assert [row["id"] for row in owner.items(f"{KEYS}{answer.json()['id']}/memories/")] == [second["id"]]
    empty = done(owner.post(f"{KEYS}{mina}/split", {"text": "M.", "memory_ids": [first["id"]]}))
    assert (empty["memory_count"], key_ids(owner).get("Mina Kim")) == (1, None)


@pytest.mark.parametrize(
    ("call", "path", "body", "field"),
    [
        ("patch", "", {}, ""),
        ("patch", "", {"text": ""}, "text"),
        ("patch", "", {"text": "x" * 201}, "text"),
        ("patch", "", {"text": "“”"}, "text"),
        ("patch", "", {"text": "Busan"}, "text"),
        ("patch", "", {"kind": "colour"}, "kind"),
        ("patch", "", {"name": "Kim"}, "name"),
        ("post", "merge", {}, "into"),
        ("post", "merge", {"into": 7}, "into"),
        ("post", "split", {"text": "Kim"}, "memory_ids"),
        ("post", "split", {"text": "Busan"}, "memory_ids"),
        ("post", "split", {"text": "mina", "memory_ids": []}, "text"),
    ],
)
def test_what_cannot_be_done_to_a_key_is_one_clear_error(
    owner: Caller, call: str, path: str, body: dict[str, Any], field: str
) -> None:
    told(owner, "Mina lives in Busan.", "Mina", "Busan")
    before = owner.items(KEYS)
    problem = refused(owner.call(call, f"{KEYS}{key_ids(owner)['Mina']}/{path}", body), 400)
    assert problem["field"] == field
    assert owner.items(KEYS) == before


def test_into_itself_or_into_a_hidden_key_nothing_is_merged(cast: Cast, owner: Caller) -> None:
    told(owner, "Mina lives in Busan.", "Mina")
    secret = told(owner, "The merger with Initech is on.", "Initech")
    ids_ = key_ids(owner)
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[ids.decode(secret["id"])])
    assert refused(owner.post(f"{KEYS}{ids_['Mina']}/merge", {"into": ids_["Mina"]}), 400)["field"] == "into"
    refused(owner.post(f"{KEYS}{ids_['Mina']}/merge", {"into": ids_["Initech"]}), 404)
    refused(owner.post(f"{KEYS}{ids_['Initech']}/merge", {"into": ids_["Mina"]}), 404)
    refused(owner.post(f"{KEYS}{ids_['Mina']}/split", {"text": "x", "memory_ids": [secret["id"]]}), 404)
