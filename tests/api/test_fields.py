"""What a caller sends, read by fields that are made once."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rest_framework.exceptions import ValidationError

from memoryhub.api import fields


class Until(fields.Given):
    """When something ends."""

    at = fields.Moment()
    note = fields.Text(required=False)


def at(zone: str) -> dict[str, Any]:
    return {"space": SimpleNamespace(time_zone=zone)}


def test_the_fields_of_a_thread_are_made_once_and_each_call_has_its_own_context() -> None:
    asia = Until.checked({"at": "2026-12-01", "note": "tea"}, at("Asia/Seoul"))
    made = fields._own.of(Until)
    europe = Until.checked({"at": "2026-12-01"}, at("Europe/Berlin"))

    assert asia["at"].isoformat() == "2026-12-01T15:00:00+00:00"
    assert europe["at"].isoformat() == "2026-12-01T23:00:00+00:00"
    assert "note" not in europe
    assert fields._own.of(Until) is made
    assert made.context == {}


def test_nothing_of_a_refused_call_is_left_for_the_next_one() -> None:
    with pytest.raises(ValidationError) as refused:
        Until.checked({"at": "yesterday", "whence": 1}, at("Asia/Seoul"))
    assert set(refused.value.detail) == {"whence"}
    assert fields._own.of(Until).context == {}
    assert Until.checked({"at": "2026-12-01"}, at("UTC"))["at"].isoformat() == "2026-12-02T00:00:00+00:00"


def test_another_thread_has_fields_of_its_own() -> None:
    other: list[fields.Given] = []
    thread = threading.Thread(target=lambda: other.append(fields._own.of(Until)))
    thread.start()
    thread.join()
    assert other[0] is not fields._own.of(Until)


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ValidationError) as refused:
        Until.checked(cast(Any, [1]), {})
    assert "non_field_errors" in refused.value.detail
