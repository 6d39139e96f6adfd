"""Search over HTTP: one space, what is current, and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memoryhub.core import clock, ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Activity, Recall
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast

PATH = "spaces/atlas/search/"


@pytest.fixture
def cedar(cast: Cast) -> list[str]:
    """Twelve memories about cedar."""
    return [ids.encode(factories.remember(cast.space, f"Cedar tree {number} is tall.").pk) for number in range(12)]


def test_a_question_is_asked_by_body_or_by_query_string(owner: Caller, cedar: list[str]) -> None:
    posted = done(owner.post(PATH, {"query": "cedar", "limit": 3, "mode": "hybrid", "threshold": 0.1}))
    got = done(owner.get(f"{PATH}?q=cedar&limit=3&mode=hybrid&threshold=0.1"))
    assert [hit["id"] for hit in posted["hits"]] == [hit["id"] for hit in got["hits"]]
    assert (posted["space"], posted["mode"], posted["total"]) == ("atlas", "hybrid", 3)
    first = posted["hits"][0]
    assert (first["kind"], first["id"] in cedar, first["version"], first["document"]) == ("memory", True, 1, None)


def test_what_is_forgotten_uses_up_no_place(cast: Cast, cedar: list[str]) -> None:
    chen = with_key(cast, "chen", "read")
    first = [hit["id"] for hit in done(chen.post(PATH, {"query": "cedar", "limit": 6}))["hits"]]
    gone = [ids.decode(wire) for wire in first]
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=gone)
    left = [hit["id"] for hit in done(chen.post(PATH, {"query": "cedar", "limit": 6}))["hits"]]
    assert sorted(left) == sorted(set(cedar) - set(first))
    assert done(chen.get("spaces/atlas/memories/?limit=100"))["items"].__len__() == 6


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "query"),
        ({"query": ""}, "query"),
        ({"query": "\u0000"}, "query"),
        ({"query": " \t"}, "query"),
        ({"query": "x" * 2001}, "query"),
        ({"query": ["cedar"]}, "query"),
        ({"query": "cedar", "limit": 0}, "limit"),
        ({"query": "cedar", "limit": 101}, "limit"),
        ({"query": "cedar", "limit": "5"}, "limit"),
        ({"query": "cedar", "mode": "everything"}, "mode"),
        ({"query": "cedar", "threshold": 1.1}, "threshold"),
        ({"query": "cedar", "rerank": True}, "rerank"),
    ],
)
def test_a_question_that_cannot_be_asked_names_its_field(owner: Caller, body: dict[str, object], field: str) -> None:
    assert refused(owner.post(PATH, body), 400)["field"] == field


@pytest.mark.parametrize("query", ["", "?q=", "?q=%00", "?q=x&q=y", "?q=x&threshold=NaN", "?q=x&limit=many"])
def test_a_query_string_is_as_strict(owner: Caller, query: str) -> None:
    refused(owner.get(PATH + query), 400)


@pytest.mark.parametrize("query", ["_ - / . ( )", '"', "' OR 1=1 --", "\\", "%", "\ud83e", "接错线", "a" * 2000, "🦜"])
def test_no_characters_are_operators_or_errors(owner: Caller, cedar: list[str], query: str) -> None:
    assert done(owner.post(PATH, {"query": query, "mode": "hybrid"}))["space"] == "atlas"


def test_nothing_found_says_why(owner: Caller) -> None:
    assert done(owner.post(PATH, {"query": "cedar"}))["reason_if_empty"]


class TestReinforcing:
    """What an agent recalls sits deeper; who only looks changes nothing."""

    @pytest.mark.parametrize(
        ("scope", "asked", "deeper"),
        [
            ("write", {}, True),
            ("write", {"reinforce": False}, False),
            ("write", {"reinforce": True}, True),
            ("read", {}, False),
            ("read", {"reinforce": False}, False),
            ("review", {}, False),
        ],
    )
    def test_by_default_for_a_key_that_may_write(
        self, cast: Cast, scope: str, asked: dict[str, bool], deeper: bool
    ) -> None:
        factories.remember(cast.space, "The cedar stands by the road.")
        caller = with_key(cast, "ada", scope)
        done(caller.post(PATH, {"query": "cedar", **asked}))
        assert Activity.objects.exists() is deeper
        assert Recall.objects.exists() is deeper

    def test_a_key_that_may_not_write_cannot_ask_for_it(self, cast: Cast) -> None:
        factories.remember(cast.space, "The cedar stands by the road.")
        refused(with_key(cast, "ada", "read").post(PATH, {"query": "cedar", "reinforce": True}), 403, "not_allowed")
        assert not Activity.objects.exists()

    def test_reading_by_get_never_counts(self, cast: Cast) -> None:
        factories.remember(cast.space, "The cedar stands by the road.")
        done(with_key(cast, "ada", "write").get(f"{PATH}?q=cedar"))
        assert not Activity.objects.exists()


class TestFilters:
    """Narrowing over HTTP."""

    @pytest.mark.parametrize(
        ("filters", "found"),
        [
            ({"metadata": {"via": "chat"}}, 1),
            ({"metadata": {"via": "mail"}}, 0),
            ({"is_static": True}, 1),
            ({"is_static": False}, 0),
            ({"since": "2026-01-01"}, 1),
            ({"until": "2026-01-01T00:00:00Z"}, 0),
            ({}, 1),
        ],
    )
    def test_all_that_is_given_must_hold(
        self, cast: Cast, owner: Caller, filters: dict[str, object], found: int
    ) -> None:
        factories.remember(cast.space, "The cedar is tall.", metadata={"via": "chat"}, is_static=True)
        assert done(owner.post(PATH, {"query": "cedar", "filters": filters}))["total"] == found

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"filters": {"colour": "red"}}, "filters.colour"),
            ({"filters": {"since": "2026-01-01T00:00:00"}}, "filters.since"),
            ({"filters": {"metadata": []}}, "filters.metadata"),
            ({"filters": {"is_static": "yes"}}, "filters.is_static"),
            ({"filters": []}, "filters"),
            ({"filters": {"is_static": True}, "mode": "hybrid"}, "is_static"),
        ],
    )
    def test_what_cannot_be_filtered_by_is_refused_by_name(
        self, owner: Caller, body: dict[str, object], field: str
    ) -> None:
        problem = refused(owner.post(PATH, {"query": "cedar", **body}), 400)
        assert str(problem["field"]).startswith(field)


class TestExplaining:
    """Why a memory is not among the answers."""

    ASK = "spaces/atlas/search/explain"

    def test_the_reason_comes_as_a_word_and_as_a_sentence(self, owner: Caller, cedar: list[str]) -> None:
        answers = [done(owner.post(self.ASK, {"query": "cedar", "limit": 5, "memory": memory})) for memory in cedar]
        assert sorted(answer["rank"] for answer in answers) == list(range(1, 13))
        for answer in answers:
            assert answer["reason"] == ("found" if answer["rank"] <= 5 else "outranked")
            assert str(answer["rank"]) in answer["says"]
            assert (answer["space"], answer["hit"]["id"]) == ("atlas", answer["memory"]["id"])

    def test_a_newer_version_is_named(self, cast: Cast) -> None:
        old = factories.remember(cast.space, "The cedar is tall.")
        new = factories.revise(cast.space, old, "The cedar was felled.")
        body = {"query": "cedar", "memory": ids.encode(old.pk)}
        answer = done(with_key(cast, "chen", "read").post(self.ASK, body))
        assert (answer["reason"], answer["memory"]["state"]) == ("superseded", "superseded")
        assert answer["replaced_by"]["id"] == ids.encode(new.pk)

    def test_what_is_not_for_the_caller_reads_like_an_unknown_id(self, cast: Cast) -> None:
        gone = factories.remember(cast.space, "The cedar is tall.")
        guess = factories.infer(cast.space, "Somebody likes cedar.", factories.remember(cast.space, "A cedar desk."))
        foreign = factories.remember(cast.elsewhere, "The cedar is foreign.")
        memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
        chen = with_key(cast, "chen", "read")
        wires = [*(ids.encode(one) for one in (gone.pk, guess.pk, foreign.pk, ids.new())), "not-an-id"]
        answers = [chen.post(self.ASK, {"query": "cedar", "memory": wire}) for wire in wires]
        assert {(answer.status_code, answer.content) for answer in answers} == {(404, answers[0].content)}
        editor = with_key(cast, "ed", "write").post(self.ASK, {"query": "cedar", "memory": wires[0]})
        assert done(editor)["reason"] == "forgotten"

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"query": "cedar"}, "memory"),
            ({"query": "", "memory": ids.encode(ids.new())}, "query"),
            ({"query": "cedar", "memory": 5}, "memory"),
            ({"query": "cedar", "memory": ids.encode(ids.new()), "limit": 0}, "limit"),
            ({"query": "cedar", "memory": ids.encode(ids.new()), "reinforce": False}, "reinforce"),
        ],
    )
    def test_what_cannot_be_asked_names_its_field(self, owner: Caller, body: dict[str, object], field: str) -> None:
        assert refused(owner.post(self.ASK, body), 400)["field"] == field


class TestMoments:
    """What held and what was known, over HTTP."""

    def test_a_plain_date_begins_in_the_time_zone_of_the_space(self, cast: Cast, owner: Caller) -> None:
        done(owner.patch("spaces/atlas/", {"time_zone": "Asia/Seoul"}))
        begins = datetime(2026, 3, 1, tzinfo=ZoneInfo("Asia/Seoul"))
        factories.remember(cast.space, "The cedar is tall.", valid_from=begins)
        for given, found in [
            ("2026-03-01", 1),
            ("2026-02-28", 0),
            ("2026-02-28T15:00:00Z", 1),
            ("2026-02-28T14:59:59Z", 0),
            ("2026-03-01T00:00:00+09:00", 1),
        ]:
            assert done(owner.post(PATH, {"query": "cedar", "as_of": given}))["total"] == found
        assert done(owner.get(f"{PATH}?q=cedar&as_of=2026-02-28"))["total"] == 0

    def test_a_replaced_version_is_marked(self, cast: Cast) -> None:
        with clock.frozen(clock.now() - timedelta(days=2)):
            old = factories.remember(cast.space, "The cedar is tall.")
        factories.revise(cast.space, old, "The cedar was felled.")
        then = (clock.now() - timedelta(days=1)).isoformat()
        (hit,) = done(with_key(cast, "chen", "read").post(PATH, {"query": "cedar", "known_at": then}))["hits"]
        assert (hit["text"], hit["state"], hit["version"]) == ("The cedar is tall.", "superseded", 1)

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"as_of": "2026-03-01T00:00:00"}, "as_of"),
            ({"as_of": "yesterday"}, "as_of"),
            ({"known_at": "2999-01-01"}, "known_at"),
            ({"known_at": "2026-01-01", "mode": "hybrid"}, "known_at"),
            ({"include": ["everything"]}, "include"),
            ({"include": "versions"}, "include"),
        ],
    )
    def test_what_is_no_moment_is_refused_by_name(self, owner: Caller, body: dict[str, object], field: str) -> None:
        assert str(refused(owner.post(PATH, {"query": "cedar", **body}), 400)["field"]).startswith(field)


class TestIncluding:
    """What goes with answers."""

    def test_versions_and_documents_come_with_each_answer(self, cast: Cast, owner: Caller) -> None:
        old = factories.remember(cast.space, "The cedar is tall.")
        factories.revise(cast.space, old, "The cedar was felled.")
        (hit,) = done(owner.post(PATH, {"query": "cedar", "include": ["versions", "documents"]}))["hits"]
        assert [(row["id"], row["version"]) for row in hit["versions"]] == [(ids.encode(old.pk), 1)]
        assert hit["documents"] == []

    @pytest.mark.parametrize(
        ("who", "scope", "status"),
        [
            ("ed", "write", 200),
            ("ada", "admin", 200),
            ("ed", "read", 403),
            ("ben", "review", 403),
            ("chen", "read", 403),
        ],
    )
    def test_what_is_forgotten_is_for_those_who_may_write(self, cast: Cast, who: str, scope: str, status: int) -> None:
        gone = factories.remember(cast.space, "The cedar is tall.")
        memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
        answer = with_key(cast, who, scope).post(PATH, {"query": "cedar", "include": ["forgotten"]})
        assert answer.status_code == status
        assert ("tall" in answer.content.decode()) is (status == 200)
