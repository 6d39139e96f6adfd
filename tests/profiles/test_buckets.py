"""How a space says what its buckets are."""

from __future__ import annotations

from typing import Any

import pytest

from memoryhub.core import errors
from memoryhub.ledger.actor import Actor
from memoryhub.profiles import buckets
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space


def test_a_bucket_is_chosen_by_key_metadata_and_stability() -> None:
    given = {"people": {"key": "team"}, "rules-1": {"metadata": {"kind": "rule"}, "is_static": True}}
    people, rules = buckets.checked(given)
    assert (people.name, people.key) == ("people", "team")
    assert (rules.name, rules.metadata, rules.is_static) == ("rules-1", {"kind": "rule"}, True)


BAD = [
    [],
    "people",
    {"people": {}},
    {"people": "team"},
    {"people": {"key": ""}},
    {"people": {"key": "..."}},
    {"people": {"key": "x" * 201}},
    {"people": {"key": 1}},
    {"people": {"metadata": {}}},
    {"people": {"metadata": []}},
    {"people": {"is_static": 1}},
    {"people": {"colour": "red"}},
    {"static": {"key": "team"}},
    {"dynamic": {"key": "team"}},
    {"People": {"key": "team"}},
    {"-people": {"key": "team"}},
    {"": {"key": "team"}},
    {"p" * 65: {"key": "team"}},
    {f"b{number}": {"key": "team"} for number in range(51)},
]


@pytest.mark.parametrize("given", BAD)
def test_what_is_no_bucket_is_refused(given: Any) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        buckets.checked(given)
    assert refused.value.field == "settings"


@pytest.mark.django_db
def test_a_space_keeps_no_bucket_that_could_not_be_used(space: Space, ada: Actor) -> None:
    with pytest.raises(errors.InvalidInput):
        spaces.change(actor=ada, space=space, settings={"buckets": {"people": {}}})
    space.refresh_from_db()
    assert buckets.of(space) == ()
