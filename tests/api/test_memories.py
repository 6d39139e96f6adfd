"""Memories over HTTP: what is served to whom, versions, forgetting, times, and ids of the wrong kind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memoryhub.core import clock, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from tests import factories
from tests.api.calls import Caller, done, refused, signed_in, with_key
from tests.cast import Cast
from tests.surfaces import Things

LIST = "spaces/atlas/memories/"
NON_CURRENT = ["pending", "declined", "withdrawn", "superseded", "forgotten", "expired", "erased"]


@pytest.fixture
def mina(owner: Caller) -> str:
    """The id of one memory with keys."""
    keys = [{"text": "Mina", "kind": "name"}, {"text": "office"}]
    memory = done(owner.post(LIST, {"text": "Mina works in Busan.", "keys": keys, "metadata": {"via": "chat"}}))
    return str(memory["id"])


def texts(caller: Caller, state: str = "current") -> list[str]:
    return [row["text"] for row in caller.items(f"{LIST}?state={state}")]


def test_a_memory_is_made_with_keys_and_read_with_all_that_belongs_to_it(cast: Cast, owner: Caller, mina: str) -> None:
    memory = done(owner.get(f"{LIST}{mina}/"))
    assert (memory["id"], memory["chain"], memory["version"], memory["state"]) == (mina, mina, 1, "current")
    assert {(key["text"], key["kind"]) for key in memory["keys"]} == {("Mina", "name"), ("office", "concept")}
    assert (memory["metadata"], memory["relations"]) == ({"via": "chat"}, [])
    assert [(source["document"], source["ended_at"]) for source in memory["sources"]] == [(None, None)]
    assert memory["created_at"].endswith("Z")


def test_the_same_fact_again_is_200_and_no_second_memory(owner: Caller, mina: str) -> None:
    answer = owner.post(LIST, {"text": "mina works in Busan"})
    assert (answer.status_code, answer.json()["created"], answer.json()["id"]) == (200, False, mina)
    assert len(owner.items(LIST)) == 1


def test_a_new_text_is_a_new_version_and_the_old_one_stays_in_history(owner: Caller, mina: str) -> None:
    changed = done(owner.patch(f"{LIST}{mina}/", {"text": "Mina works in Seoul.", "base_version": 1}))
    assert (changed["version"], changed["chain"], changed["id"] != mina) == (2, mina, True)
    for anyone in (mina, changed["id"]):
        assert done(owner.get(f"{LIST}{anyone}/"))["text"] == "Mina works in Seoul."
        history = owner.items(f"{LIST}{anyone}/history")
        assert [(row["version"], row["text"], row["state"]) for row in history] == [
            (1, "Mina works in Busan.", "superseded"),
            (2, "Mina works in Seoul.", "current"),
        ]


def test_a_stale_base_is_a_409_that_carries_the_current_version(owner: Caller, mina: str) -> None:
    changed = done(owner.patch(f"{LIST}{mina}/", {"text": "Mina works in Seoul.", "base_version": 1}))
    body = refused(
        owner.patch(f"{LIST}{mina}/", {"text": "Mina works in Daegu.", "base_version": 1}), 409, "base_moved"
    )
    assert body["details"] == {"current": {"id": changed["id"], "version": 2}}


def test_details_change_without_a_new_version(owner: Caller, mina: str) -> None:
    body = {"is_static": True, "metadata": {"seen": 2}, "forget_after": "2099-01-01T00:00:00+09:00"}
    changed = done(owner.patch(f"{LIST}{mina}/", body))
    assert (changed["id"], changed["version"], changed["is_static"]) == (mina, 1, True)
    assert (changed["metadata"], changed["forget_after"]) == ({"seen": 2}, "2098-12-31T15:00:00Z")
    assert done(owner.patch(f"{LIST}{mina}/", {"forget_after": None}))["forget_after"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, ""),
        ({"text": "It rains.", "is_static": True}, "text"),
        ({"base_version": 1}, "base_version"),
        ({"text": "It rains.", "base_version": 0}, "base_version"),
        ({"version": 2}, "version"),
        ({"text": None}, "text"),
    ],
)
def test_a_change_that_is_half_one_thing_is_refused(owner: Caller, mina: str, body: object, field: str) -> None:
    assert refused(owner.patch(f"{LIST}{mina}/", body), 400)["field"] == field
    assert done(owner.get(f"{LIST}{mina}/"))["version"] == 1


def test_an_older_version_is_restored_as_a_new_one(owner: Caller, mina: str) -> None:
    done(owner.patch(f"{LIST}{mina}/", {"text": "Mina works in Seoul."}))
    refused(owner.post(f"{LIST}{mina}/restore", {"base_version": 1}), 409, "base_moved")
    restored = done(owner.post(f"{LIST}{mina}/restore", {"base_version": 2}))
    assert (restored["version"], restored["text"]) == (3, "Mina works in Busan.")


def test_forgetting_is_at_once_everywhere_and_can_be_taken_back(cast: Cast, owner: Caller, mina: str) -> None:
    chen = with_key(cast, "chen", "read")
    forgotten = done(owner.post(f"{LIST}{mina}/forget", {"note": "Asked to."}))
    assert (forgotten["state"], forgotten["forget_note"]) == ("forgotten", "Asked to.")
    assert texts(chen) == []
    assert done(chen.post("spaces/atlas/search/", {"query": "Mina Busan"}))["hits"] == []
    assert chen.items("spaces/atlas/keys/") == []
    refused(chen.get(f"{LIST}{mina}/"), 404, "not_found")
    refused(chen.get(f"{LIST}{mina}/history"), 404, "not_found")
    refused(owner.patch(f"{LIST}{mina}/", {"text": "Mina works in Seoul."}), 409, "forgotten")
    assert texts(owner, "forgotten") == ["Mina works in Busan."]
    assert done(owner.post(f"{LIST}{mina}/unforget"))["state"] == "current"
    assert texts(chen) == ["Mina works in Busan."]


def test_a_bulk_forget_reports_unknown_foreign_and_malformed_ids_alike(cast: Cast, owner: Caller, mina: str) -> None:
    foreign = factories.remember(cast.elsewhere, "Dora has a boat.")
    before = ledger.revision_of(cast.elsewhere.pk)
    unknown = [ids.encode(foreign.pk), ids.encode(ids.new()), "not-an-id", "z" * 22]
    body = done(owner.post(f"{LIST}forget", {"ids": [*unknown, mina, mina]}))
    assert (body["forgotten"], body["unknown"]) == ([mina], unknown)
    assert ledger.revision_of(cast.elsewhere.pk) == before
    foreign.refresh_from_db()
    assert foreign.forgotten_at is None
    assert [row["batch"] for row in owner.items("spaces/atlas/ledger/?sort=-seq&limit=1")] == [body["batch"]]


class TestForgettingByText:
    """P-FOR-1: the very words forget at once; a meaning forgets nothing before somebody has chosen."""

    FACTS = ("The locker code is 5523.", "The bike lock code is 8801.", "The cellar code is 6617.")

    @pytest.fixture
    def codes(self, cast: Cast) -> list[str]:
        return [ids.encode(factories.remember(cast.space, text).pk) for text in self.FACTS]

    def test_the_very_words_forget_at_once_and_can_be_undone(self, owner: Caller, codes: list[str]) -> None:
        body = done(owner.post(f"{LIST}forget", {"text": "the locker code is 5523"}))
        assert (body["forgotten"], body["candidates"]) == ([codes[0]], [])
        assert done(owner.get(f"{LIST}{codes[0]}/"))["state"] == "forgotten"
        done(owner.post(f"{LIST}{codes[0]}/unforget"))

    def test_a_sentence_gives_candidates_and_forgets_nothing(self, owner: Caller, codes: list[str]) -> None:
        body = done(owner.post(f"{LIST}forget", {"text": "forget the locker code at the pool"}))
        assert (body["batch"], body["forgotten"]) == (None, [])
        first = body["candidates"][0]
        assert (first["id"], first["text"], first["similarity"] > 0.5) == (codes[0], self.FACTS[0], True)
        assert {done(owner.get(f"{LIST}{code}/"))["state"] for code in codes} == {"current"}
        applied = done(owner.post(f"{LIST}forget", {"ids": [first["id"], ids.encode(ids.new())]}))
        assert (applied["forgotten"], len(applied["unknown"])) == ([codes[0]], 1)

    def test_what_nothing_says_has_no_candidates_rather_than_the_nearest(self, owner: Caller, codes: list[str]) -> None:
        body = done(owner.post(f"{LIST}forget", {"text": "my pilot licence"}))
        assert (body["forgotten"], body["candidates"]) == ([], [])

    def test_what_another_space_says_or_what_is_forgotten_is_no_candidate(
        self, cast: Cast, owner: Caller, codes: list[str]
    ) -> None:
        factories.remember(cast.elsewhere, "The attic code is 1204.")
        memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[ids.decode(codes[2])])
        for text in ("The attic code is 1204.", "The cellar code is 6617."):
            body = done(owner.post(f"{LIST}forget", {"text": text}))
            assert (body["forgotten"], {text} & {one["text"] for one in body["candidates"]}) == ([], set())

    @pytest.mark.parametrize("given", [{}, {"text": ""}, {"text": " "}, {"text": "x", "ids": ["a"]}, {"text": 5}])
    def test_one_of_the_two_has_to_be_given(self, owner: Caller, given: dict[str, object]) -> None:
        refused(owner.post(f"{LIST}forget", given), 400)


@pytest.mark.parametrize("given", [[], None, "all", [1], ["x" * 65], {}])
def test_a_bulk_forget_names_what_it_forgets(owner: Caller, mina: str, given: object) -> None:
    assert refused(owner.post(f"{LIST}forget", {"ids": given}), 400)["field"].startswith("ids")
    assert len(owner.items(LIST)) == 1


def test_the_id_of_a_document_is_told_from_an_unknown_one_with_the_right_call(
    cast: Cast, owner: Caller, things: Things
) -> None:
    before = ledger.revision_of(cast.space.pk)
    for answer in (
        owner.get(f"{LIST}{things.document}/"),
        owner.patch(f"{LIST}{things.document}/", {"text": "It rains."}),
        owner.post(f"{LIST}{things.document}/forget"),
        owner.post(f"{LIST}{things.document}/erase"),
        owner.get(f"{LIST}{things.document}/history"),
        owner.post(f"{LIST}forget", {"ids": [things.memory, things.document]}),
        owner.post("spaces/atlas/relations/", {"newer": things.document, "older": things.memory, "kind": "extends"}),
    ):
        assert "DELETE /spaces/{tag}/documents/{document_id}/" in refused(answer, 400, "document_id")["detail"]
    assert ledger.revision_of(cast.space.pk) == before
    # In a space where it is no document, it is nothing.
    refused(with_key(cast, "dora").get(f"spaces/elsewhere/memories/{things.document}/"), 404, "not_found")


def test_erasing_is_the_owners_and_leaves_a_row_without_text(cast: Cast, owner: Caller, mina: str) -> None:
    refused(with_key(cast, "ed").post(f"{LIST}{mina}/erase"), 403, "not_allowed")
    erased = done(owner.post(f"{LIST}{mina}/erase"))
    assert (erased["state"], erased["text"], erased["metadata"], erased["keys"]) == ("erased", "", {}, [])
    refused(owner.post(f"{LIST}{mina}/unforget"), 409, "erased")
    assert texts(owner, "erased") == [""]


@pytest.fixture
def every_state(cast: Cast) -> Cast:
    """A memory in each state, each with its state as its text."""
    space, who = cast.space, factories.HUB
    current = factories.remember(space, "current")
    factories.infer(space, "pending", current)
    for text in ("forgotten", "erased", "superseded", "expired"):
        row = factories.remember(space, text, forget_after=None if text != "expired" else clock.now() - timedelta(1))
        if text == "forgotten":
            memories.forget(actor=who, space=space, memory_ids=[row.pk])
        elif text == "erased":
            lifecycle.erase_memory(actor=who, space=space, memory_id=row.pk)
        elif text == "superseded":
            factories.revise(space, row, "superseding")
    return cast


def test_a_reader_is_served_what_is_current_and_editors_may_ask_for_the_rest(every_state: Cast) -> None:
    chen, ben, ed = (signed_in(getattr(every_state, name)) for name in ("chen", "ben", "ed"))
    for caller in (chen, ben, ed):
        assert sorted(texts(caller)) == ["current", "superseding"]
    for state in NON_CURRENT:
        refused(chen.get(f"{LIST}?state={state}"), 403, "not_allowed")
        if state in {"pending", "declined", "withdrawn"}:
            assert ben.get(f"{LIST}?state={state}").status_code == 200
        else:
            refused(ben.get(f"{LIST}?state={state}"), 403, "not_allowed")
        wanted = {"erased": [""], "declined": [], "withdrawn": []}.get(state, [state])
        assert texts(ed, state) == wanted
    refused(ed.get(f"{LIST}?state=all"), 400)


def test_a_reader_opens_only_what_is_current_by_id(every_state: Cast) -> None:
    chen, ben, ed = (signed_in(getattr(every_state, name)) for name in ("chen", "ben", "ed"))
    for row in Memory.objects.filter(is_latest=True).exclude(text__in=["current", "superseding"]):
        path = f"{LIST}{ids.encode(row.pk)}/"
        refused(chen.get(path), 404, "not_found")
        assert ben.get(path).status_code == (200 if row.text == "pending" else 404)
        assert ed.get(path).status_code == 200


def test_history_gives_readers_no_version_that_was_never_served(cast: Cast, owner: Caller) -> None:
    source = factories.remember(cast.space, "The shop opens at six.")
    pending = factories.infer(cast.space, "Nobody shops at five.", source)
    path = f"spaces/atlas/review/memory/{ids.encode(pending.pk)}/approve"
    done(owner.post(path, {"text": "The shop is closed at five."}))
    history = f"{LIST}{ids.encode(pending.pk)}/history"
    assert [row["text"] for row in with_key(cast, "chen").items(history)] == ["The shop is closed at five."]
    assert [row["state"] for row in owner.items(history)] == ["withdrawn", "current"]


def test_an_inference_waits_and_names_current_memories_of_this_space(cast: Cast, owner: Caller, mina: str) -> None:
    body = {"text": "Mina lives near Busan.", "is_inference": True, "derives_from": [mina]}
    made = done(owner.post(LIST, body))
    assert (made["state"], made["is_inference"]) == ("pending", True)
    assert texts(owner) == ["Mina works in Busan."]
    foreign = ids.encode(factories.remember(cast.elsewhere, "Dora has a boat.").pk)
    for sources in ([foreign], [ids.encode(ids.new())], []):
        answer = owner.post(LIST, {"text": "Boats float.", "is_inference": True, "derives_from": sources})
        assert refused(answer, 400)["field"] == "derives_from"
    refused(owner.post(LIST, {"text": "Boats float.", "derives_from": [mina]}), 400)


def test_times_mean_what_the_space_means_by_them(cast: Cast, owner: Caller) -> None:
    spaces.change(actor=factories.HUB, space=cast.space, time_zone="Asia/Tokyo")
    made = {
        given: done(owner.post(LIST, {"text": f"Pass {number} ends.", "forget_after": given}))
        for number, given in enumerate(["2036-12-01T00:00:00+09:00", "2036-12-01"])
    }
    assert made["2036-12-01T00:00:00+09:00"]["forget_after"] == "2036-11-30T15:00:00Z"
    assert made["2036-12-01"]["forget_after"] == "2036-12-01T15:00:00Z"
    begins = done(owner.post(LIST, {"text": "The lease begins.", "valid_from": "2036-12-01", "valid_to": "2036-12-01"}))
    assert (begins["valid_from"], begins["valid_to"]) == ("2036-11-30T15:00:00Z", "2036-12-01T15:00:00Z")
    with clock.frozen(datetime(2036, 11, 30, 14, 59, 59, tzinfo=UTC)):
        assert len(texts(owner)) == 3
    with clock.frozen(datetime(2036, 11, 30, 15, 0, 0, tzinfo=UTC)):
        assert sorted(texts(owner)) == ["Pass 1 ends.", "The lease begins."]
    past = done(owner.post(LIST, {"text": "Long over.", "forget_after": "2001-01-01T00:00:00Z"}))
    assert past["state"] == "expired"
    assert "Long over." not in texts(owner)


@pytest.mark.parametrize(
    "given",
    [
        "2036-12-01T00:00:00",
        "2036-12-01 10:00",
        "tomorrow",
        "2036-13-01",
        "2036-02-30",
        "20361201",
        "2036-W01-1",
        "9999-12-31",
        "9999-12-31T23:59:59-12:00",
        "0001-01-01T00:00:00+12:00",
        "",
        "\uff12\uff10\uff13\uff16-12-01",
        1796083200,
    ],
)
def test_a_time_that_could_be_several_moments_or_none_is_refused(owner: Caller, given: object) -> None:
    answer = owner.post(LIST, {"text": "The pass ends.", "forget_after": given})
    assert refused(answer, 400, "invalid_input")["field"] == "forget_after"
    assert texts(owner) == []


def test_a_fact_cannot_end_before_it_begins(owner: Caller, mina: str) -> None:
    span = {"valid_from": "2036-12-02T00:00:00Z", "valid_to": "2036-12-01T00:00:00Z"}
    assert refused(owner.patch(f"{LIST}{mina}/", span), 400)["field"] == "valid_to"
    assert refused(owner.post(LIST, {"text": "It rains.", **span}), 400)["field"] == "valid_to"


def test_each_version_tells_how_deep_it_sits(cast: Cast, owner: Caller, mina: str) -> None:
    memories.note_recall(space=cast.space, memory_ids=[ids.decode(mina)])
    done(owner.patch(f"{LIST}{mina}/", {"text": "Mina works in Seoul."}))
    told = [(row["depth"], row["stage"]) for row in owner.items(f"{LIST}{mina}/history")]
    assert told == [(pytest.approx(0.015), "shallow"), (0, "shallow")]
