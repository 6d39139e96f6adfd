"""Relations over HTTP, and P-DED-3: a chain has neither a cycle nor a fork, whatever anybody relates."""

from __future__ import annotations

import pytest

from memoryhub.core import ids
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast

PATH = "spaces/atlas/relations/"


@pytest.fixture
def chain(cast: Cast) -> list[str]:
    """Three versions of where the studio is; the last says what the first said."""
    first = factories.remember(cast.space, "The studio is in Ghent.")
    second = factories.revise(cast.space, first, "The studio moved to Porto.")
    third = factories.revise(cast.space, second, "The studio is in Ghent.")
    return [ids.encode(row.pk) for row in (first, second, third)]


def test_a_text_that_was_said_before_is_a_new_version_and_history_ends(owner: Caller, chain: list[str]) -> None:
    for any_version in chain:
        history = owner.items(f"spaces/atlas/memories/{any_version}/history")
        assert [(row["id"], row["version"]) for row in history] == [(wire, n) for n, wire in enumerate(chain, 1)]
    assert [row["id"] for row in owner.items("spaces/atlas/memories/")] == [chain[2]]


@pytest.mark.parametrize("kind", ["updates", "extends", "derives"])
def test_versions_of_one_chain_are_not_related_by_hand(cast: Cast, owner: Caller, chain: list[str], kind: str) -> None:
    before = (ledger.revision_of(cast.space.pk), list(Memory.objects.order_by("pk").values()))
    for newer, older, status in ((0, 2, 409), (2, 0, 409), (1, 0, 409), (2, 2, 400), (0, 0, 400)):
        body = {"newer": chain[newer], "older": chain[older], "kind": kind}
        refused(owner.post(PATH, body), status, "same_chain" if status == 409 else "invalid_input")
    assert (ledger.revision_of(cast.space.pk), list(Memory.objects.order_by("pk").values())) == before


def test_an_update_becomes_the_next_version_of_the_older_chain(cast: Cast, owner: Caller, chain: list[str]) -> None:
    newer = ids.encode(factories.remember(cast.space, "The studio is in Lisbon.").pk)
    made = done(owner.post(PATH, {"newer": newer, "older": chain[0], "kind": "updates"}))
    assert (made["id"], made["kind"], made["older"]) == (None, "updates", chain[2])
    history = owner.items(f"spaces/atlas/memories/{made['newer']}/history")
    assert [row["text"] for row in history][-1] == "The studio is in Lisbon."
    assert len(history) == 4
    assert [row["text"] for row in owner.items("spaces/atlas/memories/")] == ["The studio is in Lisbon."]
    # And back: now the other way round would be a cycle, and both are one chain's matter or forgotten.
    refused(owner.post(PATH, {"newer": chain[0], "older": newer, "kind": "updates"}), 409)


def test_relations_are_listed_opened_and_cut(cast: Cast, owner: Caller, chain: list[str]) -> None:
    other = ids.encode(factories.remember(cast.space, "The studio has two rooms.").pk)
    body = {"newer": other, "older": chain[2], "kind": "extends"}
    made, again = done(owner.post(PATH, body)), done(owner.post(PATH, body))
    assert made["id"] == again["id"]
    assert [row["id"] for row in owner.items(PATH)] == [made["id"]]
    opened = done(owner.get(f"spaces/atlas/memories/{other}/"))["relations"]
    assert [(edge["kind"], edge["direction"], edge["other"]) for edge in opened] == [("extends", "to_older", chain[0])]
    assert owner.delete(f"{PATH}{made['id']}/").status_code == 204
    assert owner.items(PATH) == []


def test_a_relation_to_something_forgotten_is_listed_for_nobody(cast: Cast, owner: Caller, chain: list[str]) -> None:
    other = factories.remember(cast.space, "The studio has two rooms.")
    done(owner.post(PATH, {"newer": ids.encode(other.pk), "older": chain[2], "kind": "extends"}))
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[other.pk])
    assert owner.items(PATH) == []
    assert done(owner.get(f"spaces/atlas/memories/{chain[0]}/"))["relations"] == []


@pytest.mark.parametrize("kind", ["merges", "", None, 5])
def test_a_kind_of_relation_there_is_not_is_refused(owner: Caller, chain: list[str], kind: object) -> None:
    answer = owner.post(PATH, {"newer": chain[0], "older": chain[1], "kind": kind})
    assert refused(answer, 400)["field"] == "kind"


def test_a_relation_never_leaves_its_space(cast: Cast, owner: Caller, chain: list[str]) -> None:
    foreign = ids.encode(factories.remember(cast.elsewhere, "Dora has a boat.").pk)
    for body in ({"newer": foreign, "older": chain[2]}, {"newer": chain[2], "older": foreign}):
        for kind in ("updates", "extends"):
            refused(owner.post(PATH, {**body, "kind": kind}), 404, "not_found")
    refused(with_key(cast, "dora").post(PATH.replace("atlas", "elsewhere"), {**body, "kind": "extends"}), 404)
