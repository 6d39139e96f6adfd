"""What a caller hands in is checked and cleaned before anything is kept."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from memoryhub.core import errors
from memoryhub.ingest import submission


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("content", {"content": ""}),
        ("content", {"content": " \x00\n"}),
        ("content", {"content": b""}),
        ("content", {"content": 7}),
        ("mode", {"mode": "prepend"}),
        ("custom_id", {"mode": "append"}),
        ("content", {"mode": "append", "custom_id": "a", "content": b"x"}),
        ("custom_id", {"custom_id": "  "}),
        ("custom_id", {"custom_id": "x" * 256}),
        ("title", {"title": "x" * 501}),
        ("name", {"name": "x" * 501}),
        ("source", {"source": "x" * 33}),
        ("origin", {"origin": "x" * 121}),
        ("url", {"url": "javascript:alert(1)"}),
        ("url", {"url": "https://" + "x" * 2000}),
        ("kind", {"kind": "spreadsheet"}),
        ("media_type", {"media_type": "markdown"}),
        ("media_type", {"media_type": "text/" + "x" * 127}),
        ("document_date", {"document_date": datetime(2026, 1, 1)}),
        ("metadata", {"metadata": ["a"]}),
        ("metadata", {"metadata": {1: "a"}}),
        ("metadata", {"metadata": {"a": float("nan")}}),
        ("metadata", {"metadata": {"a": float("inf")}}),
        ("metadata", {"metadata": {"a": object()}}),
        ("metadata", {"metadata": nested(34)}),
        ("metadata", {"metadata": {"a": "x" * (64 * 2**10)}}),
    ],
)
def test_a_refusal_names_its_field(field: str, values: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        submission.check(**{"content": "A text.", **values})
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("content", "limit"), [("x" * (5 * 2**20 + 1), 5 * 2**20), (b"x" * (50 * 2**20 + 1), 50 * 2**20)]
)
def test_what_is_too_large_says_the_limit(content: str | bytes, limit: int) -> None:
    with pytest.raises(errors.TooLarge) as refused:
        submission.check(content)
    assert (refused.value.field, refused.value.details["limit"]) == ("content", limit)


def test_metadata_as_deep_as_allowed_is_taken() -> None:
    assert submission.check("A text.", metadata=nested(32)).details.metadata == nested(32)


def test_text_and_metadata_are_cleaned_by_one_rule() -> None:
    checked = submission.check("Kite \ud83e\ude81 fair \ud800 風箏\x00", metadata={"no\x00te": ["a\x00b \udfff"]})
    assert checked.text == "Kite \U0001fa81 fair \ufffd 風箏"
    assert checked.details.metadata == {"note": ["ab \ufffd"]}


@pytest.mark.parametrize("name", ["C:\\notes\\a.md", "/etc/../a.md", "a.md"])
def test_of_a_file_name_only_the_name_is_kept(name: str) -> None:
    assert submission.check("A text.", name=name).details.file_name == "a.md"
