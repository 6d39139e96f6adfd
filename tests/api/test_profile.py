"""A profile over HTTP."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast

PATH = "spaces/atlas/profile/"


def test_a_reader_gets_both_halves_and_answers(cast: Cast) -> None:
    static = factories.remember(cast.space, "Mina is a nurse.", is_static=True)
    factories.remember(cast.space, "Mina plans a trip.")
    body = done(with_key(cast, "chen", "read").get(f"{PATH}?q=nurse&limit=1"))
    assert [line["text"] for line in body["static"]] == [static.text]
    assert [line["text"] for line in body["dynamic"]] == ["Mina plans a trip."]
    assert [hit["text"] for hit in body["results"]["hits"]] == [static.text]
    assert (body["space"], body["left_out"], body["tokens"] > 0) == ("atlas", 0, True)


def test_without_a_question_there_are_no_answers(owner: Caller) -> None:
    assert done(owner.get(PATH)) == {
        "space": "atlas",
        "static": [],
        "dynamic": [],
        "buckets": {},
        "tokens": 0,
        "left_out": 0,
        "results": None,
    }
    assert done(owner.get(f"{PATH}?only=static"))["dynamic"] == []


@pytest.mark.parametrize("query", ["?tokens=0", "?tokens=8001", "?only=all", "?limit=0", "?q=", "?colour=red"])
def test_bad_input_is_refused(owner: Caller, query: str) -> None:
    refused(owner.get(PATH + query), 400)
