"""P-API-2: whatever a body holds, the answer is a problem with a code and a field, at once, and nothing is stored."""

from __future__ import annotations

import json
import time

import pytest

from memoryhub.api import parsing
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.memories.models import Memory
from tests.api.calls import ROOT, Caller, done, refused
from tests.cast import Cast

DOCUMENTS = "spaces/atlas/documents/"
MEMORIES = "spaces/atlas/memories/"
DEEP = 5000

BAD = {
    "NaN": (b'{"content":"x","metadata":{"score":NaN}}', 400, "bad_number", None),
    "Infinity": (b'{"content":"x","metadata":{"score":-Infinity}}', 400, "bad_number", None),
    "a number that overflows": (b'{"content":"x","metadata":{"score":1e999}}', 400, "bad_number", None),
    "a number of 5,000 digits": (b'{"content":"x","metadata":{"n":' + b"9" * 5000 + b"}}", 400, "bad_number", None),
    "a number for a text": (b'{"content":5}', 400, "invalid_input", "content"),
    "true for a text": (b'{"content":true}', 400, "invalid_input", "content"),
    "null for a text": (b'{"content":null}', 400, "invalid_input", "content"),
    "no text": (b'{"content":""}', 400, "invalid_input", "content"),
    "a blank": (b'{"content":" "}', 400, "invalid_input", "content"),
    "only NUL": (b'{"content":"\\u0000"}', 400, "invalid_input", "content"),
    "cut off": (b'{"content":"x"', 400, "malformed", None),
    "a list": (b"[]", 400, "not_an_object", None),
    "a string": (b'"content"', 400, "not_an_object", None),
    "nothing at all": (b"", 400, "invalid_input", "content"),
    "a blank body": (b"  ", 400, "malformed", None),
    "a name twice": (b'{"content":"x","content":"y"}', 400, "repeated_field", "content"),
    "a name twice inside": (b'{"content":"x","metadata":{"a":1,"a":2}}', 400, "repeated_field", "a"),
    "lists 5,000 deep": (b'{"content":"x","metadata":' + b"[" * DEEP + b"]" * DEEP + b"}", 400, "too_deep", None),
    "objects 33 deep": (b'{"a":' * 33 + b"1" + b"}" * 33, 400, "too_deep", None),
    "2 MB of metadata": (
        b'{"content":"x","metadata":{"a":"' + b"m" * 2**21 + b'"}}',
        400,
        "invalid_input",
        "metadata",
    ),
    "metadata that is a list": (b'{"content":"x","metadata":[]}', 400, "invalid_input", "metadata"),
    "a Latin-1 byte": (b'{"content":"caf\xe9"}', 400, "not_utf8", None),
    "a byte order mark": (b'\xef\xbb\xbf{"content":"x"}', 400, "malformed", None),
    "an unknown field": (b'{"content":"x","colour":"red"}', 400, "unknown_field", "colour"),
    "half a surrogate as a field": (b'{"content":"x","\\ud800":1}', 400, "unknown_field", "\ufffd"),
    "two characters of a custom id": (b'{"content":"x","custom_id":"a\\u0000b"}', 400, "invalid_input", "custom_id"),
    "an address that is none": (b'{"url":"javascript:alert(1)"}', 400, "invalid_input", "url"),
    "an address inside": (b'{"url":"http://169.254.169.254/"}', 400, "address_refused", "url"),
    "an address with a password": (b'{"url":"https://a:b@example.org/"}', 400, "invalid_input", "url"),
    "a text and an address": (b'{"content":"x","url":"http://example.org/"}', 400, "invalid_input", "content"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_body_is_refused_at_once_with_a_code_and_its_field(cast: Cast, owner: Caller, name: str) -> None:
    raw, status, code, field = BAD[name]
    before = (Document.objects.count(), ledger.revision_of(cast.space.pk))
    began = time.process_time()
    answer = owner.post(DOCUMENTS, raw)
    assert time.process_time() - began < 1
    assert refused(answer, status, code).get("field") == field
    assert (Document.objects.count(), ledger.revision_of(cast.space.pk)) == before


def test_a_body_of_another_type_is_refused(owner: Caller) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/xml"):
        answer = owner.client.post(ROOT + DOCUMENTS, b"content=x", content_type=kind, headers=owner.headers)
        refused(answer, 415, "unsupported_media_type")


def test_a_body_larger_than_any_text_may_be_is_refused_unread(owner: Caller) -> None:
    began = time.process_time()
    refused(owner.post(DOCUMENTS, b'{"content":"' + b"x" * parsing.BODY_BYTES + b'"}'), 413, "too_large")
    assert time.process_time() - began < 1


def test_a_text_larger_than_a_document_may_be_is_refused_with_the_limit(owner: Caller) -> None:
    body = refused(owner.post(DOCUMENTS, {"content": "é" * (5 * 2**20 // 2 + 1)}), 413, "too_large")
    assert body["field"] == "content"
    assert "5,242,880" in body["detail"]


def test_a_body_of_unknown_length_is_not_taken_for_an_empty_one(owner: Caller) -> None:
    answer = owner.client.post(
        ROOT + MEMORIES,
        b"",
        content_type="application/json",
        headers={**owner.headers, "Transfer-Encoding": "chunked"},
        CONTENT_LENGTH="",
    )
    refused(answer, 411, "length_required")


def test_what_can_be_repaired_is_and_reads_the_same_everywhere(owner: Caller) -> None:
    text = rb'"text":"Kite \ud83e\ude81 fair \ud800 in ' + "Łódź".encode() + rb'\u0000"'
    memory = done(owner.post(MEMORIES, b"{" + text + rb',"metadata":{"no\u0000te":"a\u0000b"}}'))
    assert memory["text"] == "Kite \U0001fa81 fair \ufffd in Łódź"
    assert memory["metadata"] == {"note": "ab"}


def test_numbers_and_booleans_are_not_coerced(owner: Caller) -> None:
    for field, value in (
        ("is_static", "true"),
        ("is_static", 1),
        ("confidence", "0.5"),
        ("confidence", True),
        ("confidence", 1.5),
        ("text", ["x"]),
        ("keys", {"text": "Mina"}),
        ("forget_after", 5),
    ):
        body = refused(owner.post(MEMORIES, {"text": "It rains.", field: value}), 400, "invalid_input")
        assert body["field"].split(".")[0] == field
    assert Memory.objects.count() == 0


def test_an_error_deep_inside_names_its_path(owner: Caller) -> None:
    keys = [{"text": "Mina", "kind": "name"}, {"text": "Busan", "kind": "city"}, {"txet": "x"}]
    body = refused(owner.post(MEMORIES, {"text": "Mina works in Busan.", "keys": keys}), 400)
    assert {error["field"] for error in body["errors"]} == {"keys.1.kind", "keys.2.txet"}


def test_many_unknown_fields_do_not_make_a_long_answer(owner: Caller) -> None:
    answer = owner.post(MEMORIES, {f"field {number}": "x" * 1000 for number in range(5000)})
    assert len(refused(answer, 400, "unknown_field")["errors"]) == 20


def test_a_parameter_given_twice_is_refused(owner: Caller) -> None:
    assert refused(owner.get(f"{MEMORIES}?limit=1&limit=2"), 400, "repeated_field")["field"] == "limit"


def test_the_schema_states_the_limits(owner: Caller) -> None:
    schemas = done(owner.get("openapi.json"))["components"]["schemas"]
    assert schemas["NewMemory"]["properties"]["text"]["maxLength"] == 10_000
    assert schemas["NewMemory"]["additionalProperties"] is False
    assert "65,536 bytes" in json.dumps(schemas["NewDocument"]["properties"]["metadata"])
    assert "32 levels" in json.dumps(schemas["NewDocument"]["properties"]["metadata"])
