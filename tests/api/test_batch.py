"""Many documents in one call: each has its own result, and a bad one stops no other."""

from __future__ import annotations

from typing import Any

import pytest

from memoryhub.documents.models import Document
from memoryhub.ingest import advancing
from memoryhub.spaces.models import Space
from tests.api.calls import Caller, done, refused
from tests.cast import Cast

BATCH = "spaces/atlas/documents/batch/"


def results(caller: Caller, *items: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done(caller.post(BATCH, {"items": list(items)}))["items"]
    return found


def test_each_item_has_its_result_in_order(owner: Caller) -> None:
    made = results(
        owner,
        {"content": "Plain 1", "title": "First"},
        {"content": ""},
        {"content": "Plain 1"},
        {"url": "http://169.254.169.254/latest/"},
        {"url": "https://example.org/", "custom_id": "page"},
        {"content": "x", "colour": "red"},
        {"content": "x", "url": "https://example.org/"},
        {"content": "x", "document_date": "2026-01-01T10:00"},
        5,
        {},
        {"content": "Plain 3"},
    )
    assert [item["status"] for item in made] == [201, 400, 200, 400, 201, 400, 400, 400, 400, 400, 201]
    assert (made[0]["document"]["title"], made[0]["document"]["unchanged"]) == ("First", False)
    assert (made[2]["document"]["id"], made[2]["document"]["unchanged"]) == (made[0]["document"]["id"], True)
    assert made[4]["document"]["url"] == "https://example.org/"
    told = {
        index: (item["problem"]["code"], item["problem"].get("field"))
        for index, item in enumerate(made)
        if "problem" in item
    }
    assert told == {
        1: ("invalid_input", "content"),
        3: ("address_refused", "url"),
        5: ("unknown_field", "colour"),
        6: ("invalid_input", "content"),
        7: ("invalid_input", "document_date"),
        8: ("invalid_input", ""),
        9: ("invalid_input", "content"),
    }
    assert [problem["field"] for problem in made[6]["problem"]["errors"]] == ["content", "url"]
    assert Document.objects.count() == 3


def test_what_one_item_holds_harms_no_other(space: Space, owner: Caller) -> None:
    raw = (
        rb'{"items":[{"content":"Plain 1"},{"content":"Kite \ud83e\ude81 fair \ud800 in '
        + "Łódź, שלום, 風箏, invoice 7741".encode()
        + rb'\u0000 paid","metadata":{"note":"a\u0000b"}},{"content":"Plain 3"}]}'
    )
    made = done(owner.post(BATCH, raw))["items"]
    assert [item["status"] for item in made] == [201, 201, 201]
    for document in Document.objects.filter(space=space):
        advancing.advance(document.pk)
    assert set(Document.objects.values_list("status", flat=True)) == {"done"}
    kite = Document.objects.get(content__contains="Kite")
    assert kite.content == "Kite \U0001fa81 fair \ufffd in Łódź, שלום, 風箏, invoice 7741 paid"
    assert made[1]["document"]["metadata"] == {"note": "ab"}
    for query in ("7741", "風箏"):
        found = done(owner.post("spaces/atlas/search/", {"query": query, "mode": "hybrid"}))
        assert "7741 paid" in str(found)


@pytest.mark.parametrize("items", [[], None, "x", {}, [{"content": "x"}] * 101])
def test_a_batch_has_1_to_100_items(owner: Caller, items: Any) -> None:
    assert refused(owner.post(BATCH, {"items": items}), 400)["field"] == "items"
    assert Document.objects.count() == 0


def test_a_body_that_cannot_be_read_is_refused_as_a_whole(owner: Caller) -> None:
    refused(owner.post(BATCH, b'{"items":[{"content":"x"},{"content":NaN}]}'), 400, "bad_number")
    refused(owner.post(BATCH, {"items": [{"content": "x"}], "more": 1}), 400, "unknown_field")
    refused(owner.post(BATCH, {}), 400, "invalid_input")
    assert Document.objects.count() == 0


def test_an_archived_space_takes_none_of_them(cast: Cast, owner: Caller) -> None:
    owner.post("spaces/atlas/archive")
    refused(owner.post(BATCH, {"items": [{"content": "x"}]}), 409, "archived")
