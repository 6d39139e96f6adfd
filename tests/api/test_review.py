"""The review queue over HTTP, and P-FOR-4: what becomes of an inference whose source goes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from memoryhub.core import ids
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.review.models import Proposal
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast

QUEUE = "spaces/atlas/review/"
MEMORIES = "spaces/atlas/memories/"


@dataclass(frozen=True, slots=True)
class Nadirel:
    """A lives on Quill Street, B it is closed to cars, D so nobody can park at home."""

    a: str
    d: str


@pytest.fixture
def nadirel(cast: Cast) -> Nadirel:
    """Two facts and what was inferred from both."""
    a = factories.remember(cast.space, "Nadirel lives on Quill Street.")
    b = factories.remember(cast.space, "Quill Street is closed to cars.")
    d = factories.infer(cast.space, "Nadirel cannot park at home.", a, b)
    return Nadirel(ids.encode(a.pk), ids.encode(d.pk))


@pytest.fixture
def proposal(cast: Cast) -> Proposal:
    """Mina may have moved."""
    memory = factories.remember(cast.space, "Mina works in Busan.")
    made = review.propose(
        actor=factories.HUB,
        space=cast.space,
        kind="update",
        subjects=[memory],
        payload={"text": "Mina works in Seoul."},
        why={"rule": "same_subject", "documents": 2},
    )
    assert made is not None
    return made


def served(caller: Caller) -> list[str]:
    """Texts of the list and of search, which have to agree."""
    listed = {row["text"] for row in caller.items(MEMORIES)}
    found = done(caller.post("spaces/atlas/search/", {"query": "Nadirel park Quill Street home", "limit": 50}))
    assert {hit["text"] for hit in found["hits"]} <= listed
    return sorted(listed)


def test_a_question_comes_with_its_evidence(owner: Caller, nadirel: Nadirel, proposal: Proposal) -> None:
    queue = {row["subject"]: row for row in owner.items(QUEUE)}
    assert queue["memory"]["text"] == "Nadirel cannot park at home."
    assert (queue["memory"]["kind"], queue["memory"]["status"]) == ("inference", "pending")
    item = done(owner.get(f"{QUEUE}memory/{nadirel.d}/"))
    assert [row["text"] for row in item["memories"]] == [
        "Nadirel lives on Quill Street.",
        "Quill Street is closed to cars.",
    ]
    item = done(owner.get(f"{QUEUE}proposal/{ids.encode(proposal.pk)}/"))
    assert (item["kind"], item["text"], item["status"]) == ("update", "Mina works in Seoul.", "open")
    assert (item["evidence"]["documents"], item["memories"][0]["text"]) == (2, "Mina works in Busan.")
    assert [row["subject"] for row in owner.items(f"{QUEUE}?kind=update")] == ["proposal"]
    assert [row["subject"] for row in owner.items(f"{QUEUE}?kind=inference")] == ["memory"]
    refused(owner.get(f"{QUEUE}?kind=everything"), 400)


def test_what_waits_is_for_reviewers(cast: Cast, nadirel: Nadirel) -> None:
    chen, writer, ben = with_key(cast, "chen"), with_key(cast, "ada", "write"), with_key(cast, "ben", "review")
    for path in (QUEUE, f"{QUEUE}memory/{nadirel.d}/"):
        refused(chen.get(path), 403, "not_allowed")
        refused(writer.get(path), 403, "not_allowed")
        assert ben.get(path).status_code == 200


def test_an_inference_is_approved_once(owner: Caller, nadirel: Nadirel) -> None:
    assert done(owner.post(f"{QUEUE}memory/{nadirel.d}/approve"))["status"] == "approved"
    assert "Nadirel cannot park at home." in served(owner)
    body = refused(owner.post(f"{QUEUE}memory/{nadirel.d}/approve"), 409, "not_pending")
    assert (body["status"], body["details"]) == (409, {"status": "approved"})
    refused(owner.post(f"{QUEUE}memory/{nadirel.a}/approve"), 409, "not_pending")
    refused(owner.get(f"{QUEUE}memory/{nadirel.a}/"), 404, "not_found")


def test_an_inference_is_approved_in_the_reviewers_words(cast: Cast, owner: Caller, nadirel: Nadirel) -> None:
    item = done(owner.post(f"{QUEUE}memory/{nadirel.d}/approve", {"text": "Nadirel parks elsewhere."}))
    assert (item["status"], item["status_reason"]) == ("withdrawn", "edited")
    assert "Nadirel parks elsewhere." in served(with_key(cast, "chen"))
    assert "Nadirel cannot park at home." not in served(with_key(cast, "chen"))


def test_a_rejection_has_one_of_the_reasons_and_is_not_asked_again(cast: Cast, owner: Caller, nadirel: Nadirel) -> None:
    path = f"{QUEUE}memory/{nadirel.d}/reject"
    for body in ({}, {"reason": "no"}, {"reason": None}):
        assert refused(owner.post(path, body), 400)["field"] == "reason"
    item = done(owner.post(path, {"reason": "not_true", "note": "There is a garage."}))
    assert (item["status"], item["status_reason"]) == ("declined", "not_true")
    assert owner.items(QUEUE) == []
    again = {"text": "Nadirel cannot park at home.", "is_inference": True, "derives_from": [nadirel.a]}
    assert done(owner.post(MEMORIES, again))["created"] is False
    assert owner.items(QUEUE) == []


def test_a_proposal_is_carried_out_once_and_refused_when_stale(cast: Cast, owner: Caller, proposal: Proposal) -> None:
    path = f"{QUEUE}proposal/{ids.encode(proposal.pk)}"
    memory = Memory.objects.get(text="Mina works in Busan.")
    changed = factories.revise(cast.space, memory, "Mina works in Daegu.")
    refused(owner.post(f"{path}/approve"), 409, "stale")
    assert done(owner.get(f"{MEMORIES}{ids.encode(changed.pk)}/"))["text"] == "Mina works in Daegu."
    assert done(owner.post(f"{path}/reject", {"reason": "other"}))["status"] == "rejected"
    refused(owner.post(f"{path}/reject", {"reason": "other"}), 409, "already_decided")


def test_a_pending_inference_is_withdrawn_when_its_source_is_forgotten(owner: Caller, nadirel: Nadirel) -> None:
    done(owner.post(f"{MEMORIES}{nadirel.a}/forget"))
    assert owner.items(QUEUE) == []
    item = done(owner.get(f"{QUEUE}memory/{nadirel.d}/"))
    assert (item["status"], item["status_reason"]) == ("withdrawn", "source_forgotten")
    refused(owner.post(f"{QUEUE}memory/{nadirel.d}/approve"), 409, "not_pending")
    done(owner.post(f"{MEMORIES}{nadirel.a}/unforget"))
    assert served(owner) == ["Nadirel lives on Quill Street.", "Quill Street is closed to cars."]


@pytest.mark.parametrize(
    ("deed", "body", "reason"),
    [("forget", {}, "source_forgotten"), ("", {"text": "Nadirel lives on Moss Lane."}, "source_changed")],
)
def test_an_approved_inference_goes_back_to_review_when_its_source_goes_or_changes(
    cast: Cast, owner: Caller, nadirel: Nadirel, deed: str, body: dict[str, str], reason: str
) -> None:
    done(owner.post(f"{QUEUE}memory/{nadirel.d}/approve"))
    path = f"{MEMORIES}{nadirel.a}/{deed}"
    done(owner.post(path, body) if deed else owner.patch(path, body))
    chen = with_key(cast, "chen")
    assert "Nadirel cannot park at home." not in served(chen)
    refused(chen.get(f"{MEMORIES}{nadirel.d}/"), 404, "not_found")
    (item,) = owner.items(QUEUE)
    assert (item["id"], item["kind"], item["status_reason"]) == (nadirel.d, "source_changed", reason)
    if deed:
        done(owner.post(f"{MEMORIES}{nadirel.a}/unforget"))
        assert "Nadirel cannot park at home." not in served(chen)


def test_a_reviewer_who_is_no_editor_is_not_shown_a_forgotten_source(
    cast: Cast, owner: Caller, nadirel: Nadirel
) -> None:
    done(owner.post(f"{MEMORIES}{nadirel.a}/forget"))
    seen = {
        name: [row["text"] for row in done(with_key(cast, name).get(f"{QUEUE}memory/{nadirel.d}/"))["memories"]]
        for name in ("ben", "ed")
    }
    assert seen["ben"] == [None, "Quill Street is closed to cars."]
    assert seen["ed"][0] == "Nadirel lives on Quill Street."
