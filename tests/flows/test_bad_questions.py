"""Questions that cannot be asked or mean nothing: a clear refusal, or an empty answer that says why, at every door."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from memoryhub.core import errors
from memoryhub.core.narrowing import Narrowing
from memoryhub.memories.models import Recall
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast

PATH = "spaces/atlas/search/"
FACTS = [f"Cedar tree {number} stands by the road to Ghent." for number in range(12)]
BLANK = ["", "  \t\n", "\x00", "\x00\x00 \x00"]
TOO_LONG = ["x" * 2001, "cedar " * 17_000]
# Signs that mean something to LIKE, to regular expressions, to shells or to the text search of PostgreSQL, and words
# that every sentence has: nothing here says what to look for.
SAYING_NOTHING = [
    "%",
    "_",
    "*",
    "\\",
    "%_%",
    "?",
    ".*",
    "'; --",
    "( )",
    '"',
    "& | !",
    ":*",
    "of an",
    "it is what it is",
]
MODES = ("memories", "documents", "hybrid")


@dataclass(frozen=True, slots=True)
class Bad:
    """An option that cannot be taken, as every door is asked it, and the field that a refusal names."""

    field: str
    values: dict[str, Any]

    def __str__(self) -> str:
        return json.dumps(self.values)


LIMITS = [Bad("limit", {"limit": limit}) for limit in (0, 101, -1)]
THRESHOLDS = [Bad("threshold", {"threshold": threshold}) for threshold in (-0.01, 1.01, 2)]
FILTERS = [
    Bad("filters.colour", {"filters": {"colour": "red"}}),
    Bad("filters.metadata__via", {"filters": {"metadata__via": "chat"}}),
    Bad("filters.since", {"filters": {"since": {"$gt": "2026-01-01"}}}),
    Bad("filters.is_static", {"filters": {"is_static": {"not": True}}}),
    Bad("filters.AND", {"filters": {"AND": [{"is_static": True}]}}),
    Bad("filters.metadata", {"filters": {"metadata": "via=chat"}}),
]


@pytest.fixture
def road(cast: Cast) -> Cast:
    """Twelve memories of one kind."""
    for fact in FACTS:
        factories.remember(cast.space, fact)
    return cast


@pytest.fixture
def agent(road: Cast) -> Caller:
    return with_key(road, "ada", "write")


@pytest.fixture
def person(road: Cast, client: Client) -> Client:
    client.force_login(road.ed)
    return client


@pytest.fixture
def command(road: Cast, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What `manage.py search` prints."""

    def run(query: str, *options: str) -> str:
        call_command("search", query, "--space", "atlas", *options)
        return capsys.readouterr().out

    return run


class TestQueries:
    """What is asked."""

    @pytest.mark.parametrize("query", BLANK + TOO_LONG, ids=lambda query: repr(query[:9]))
    def test_nothing_and_too_much_are_refused_by_name(
        self, agent: Caller, command: Callable[..., str], query: str
    ) -> None:
        for mode in MODES:
            assert refused(agent.post(PATH, {"query": query, "mode": mode}), 400)["field"] == "query"
        with pytest.raises(CommandError, match="query"):
            command(query)
        assert not Recall.objects.exists()

    @pytest.mark.parametrize("query", [*TOO_LONG, "\x00"], ids=lambda query: repr(query[:9]))
    def test_a_page_refuses_them_too(self, person: Client, query: str) -> None:
        answer = person.get("/s/atlas/memories/", {"q": query})
        assert (answer.status_code, list(answer.context["answered"].form.errors)) == (400, ["q"])

    @pytest.mark.parametrize("query", SAYING_NOTHING)
    def test_what_says_nothing_finds_nothing_and_says_why(
        self, agent: Caller, person: Client, command: Callable[..., str], query: str
    ) -> None:
        for mode in MODES:
            found = done(agent.post(PATH, {"query": query, "mode": mode, "limit": 100}))
            assert (found["hits"], "telling word" in found["reason_if_empty"]) == ([], True)
        assert "telling word" in command(query)
        page = person.get("/s/atlas/memories/", {"q": query})
        assert (page.status_code, "telling word" in page.content.decode()) == (200, True)
        assert FACTS[0] not in page.content.decode()
        assert not Recall.objects.exists()

    def test_words_that_every_sentence_has_find_those_that_have_them(self, agent: Caller, road: Cast) -> None:
        factories.remember(road.space, "Whatever it is, it waits.")
        hits = done(agent.post(PATH, {"query": "what is it", "limit": 100}))["hits"]
        assert {hit["text"] for hit in hits} == {"Whatever it is, it waits."}

    def test_a_nul_among_words_is_taken_out(self, agent: Caller) -> None:
        assert done(agent.post(PATH, {"query": "ce\x00dar"}))["query"] == "cedar"


class TestOptions:
    """How it is asked."""

    @pytest.mark.parametrize("bad", LIMITS + THRESHOLDS, ids=str)
    def test_figures_out_of_bounds_are_refused_by_name(
        self, agent: Caller, command: Callable[..., str], bad: Bad
    ) -> None:
        assert refused(agent.post(PATH, {"query": "cedar", **bad.values}), 400)["field"] == bad.field
        ((name, value),) = bad.values.items()
        assert refused(agent.get(f"{PATH}?q=cedar&{name}={value}"), 400)["field"] == bad.field
        with pytest.raises(CommandError, match=bad.field):
            command("cedar", f"--{name}={value}")

    @pytest.mark.parametrize("limit", [1, 100])
    def test_the_least_and_the_most_are_taken(self, agent: Caller, command: Callable[..., str], limit: int) -> None:
        expected = min(limit, len(FACTS))
        assert done(agent.post(PATH, {"query": "cedar", "limit": limit}))["total"] == expected
        assert f"{expected} in atlas" in command("cedar", f"--limit={limit}")

    @pytest.mark.parametrize("given", ["nan", "inf", "-inf"])
    def test_what_is_no_number_is_no_threshold(
        self, agent: Caller, person: Client, command: Callable[..., str], given: str
    ) -> None:
        assert refused(agent.get(f"{PATH}?q=cedar&threshold={given}"), 400)["field"] == "threshold"
        body = b'{"query": "cedar", "threshold": ' + {"nan": b"NaN", "inf": b"Infinity"}.get(given, b"-Infinity") + b"}"
        refused(agent.post(PATH, body), 400, "bad_number")
        assert person.get("/s/atlas/memories/", {"q": "cedar", "threshold": given}).status_code == 400
        with pytest.raises(CommandError, match="threshold"):
            command("cedar", f"--threshold={given}")

    @pytest.mark.parametrize("bad", FILTERS, ids=str)
    def test_unknown_filters_and_operators_are_refused_by_name(self, agent: Caller, bad: Bad) -> None:
        for path in (PATH, "spaces/atlas/search/explain"):
            body = {"query": "cedar", "memory": "1" * 22, **bad.values}
            if path == PATH:
                del body["memory"]
            assert refused(agent.post(path, body), 400)["field"] == bad.field

    def test_what_looks_like_an_operator_inside_metadata_is_a_value(self, agent: Caller, road: Cast) -> None:
        factories.remember(road.space, "The cedar is odd.", metadata={"via": {"$ne": "chat"}})
        for wanted, found in (({"via": {"$ne": "chat"}}, 1), ({"via": {"$ne": "mail"}}, 0), ({"via": "%"}, 0)):
            assert done(agent.post(PATH, {"query": "cedar", "filters": {"metadata": wanted}}))["total"] == found

    def test_a_narrowing_that_nothing_passes_says_so(self, road: Cast) -> None:
        found = search.search(SearchRequest(road.space, "cedar", narrowing=Narrowing(metadata={"via": "mail"})))
        assert (found.hits, found.reason_if_empty) == ((), "Nothing in this space passes the filters.")

    @pytest.mark.parametrize("threshold", [float("nan"), float("inf")])
    def test_the_engine_itself_refuses_what_is_no_number(self, road: Cast, threshold: float) -> None:
        with pytest.raises(errors.InvalidInput) as problem:
            search.search(SearchRequest(road.space, "cedar", threshold=threshold))
        assert problem.value.field == "threshold"
