"""Islands of the graph named over HTTP: by whom, how it reads, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from memoryhub.core import ids
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import Caller, done, with_key
from tests.cast import Cast


@pytest.fixture
def tea(space: Space) -> Memory:
    told = [factories.remember(space, f"Tea number {number} is green.") for number in range(6)]
    factories.key(space, "tea", *told)
    return told[0]


def island(node: Memory) -> str:
    return f"spaces/atlas/graph/islands/{ids.encode(node.pk)}/"


def named(caller: Caller) -> list[str]:
    return [each["name"] for each in done(caller.get("spaces/atlas/graph/"))["clusters"] if each["role"] == "island"]


def test_an_island_is_named_and_has_its_automatic_name_again(owner: Caller, cast: Cast, tea: Memory) -> None:
    assert named(owner) == ["tea"]
    answer = done(owner.patch(island(tea), {"name": "Kitchen"}))
    assert answer == {"name": "Kitchen", "count": 6, "part": False}
    assert named(owner) == named(with_key(cast, "chen")) == ["Kitchen"]
    assert done(owner.patch(island(tea), {"name": None, "was": "Kitchen"}))["name"] == "tea"
    assert named(owner) == ["tea"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": 3}, "name"),
        ({}, "name"),
        ({"name": "Bar", "part": "yes"}, "part"),
        ({"name": "Bar", "colour": 1}, "colour"),
    ],
)
def test_what_is_no_name_is_refused_by_its_field(owner: Caller, tea: Memory, body: dict[str, Any], field: str) -> None:
    answer = owner.patch(island(tea), body)
    told = answer.json()
    assert answer.status_code == 400
    assert told.get("field", told.get("errors", [{}])[0].get("field")) == field
    assert named(owner) == ["tea"]


def test_who_has_seen_another_name_is_told(owner: Caller, tea: Memory) -> None:
    answer = owner.patch(island(tea), {"name": "Kitchen", "was": "Bar"})
    assert (answer.status_code, answer.json()["code"]) == (409, "moved_on")


def test_a_viewer_names_nothing_and_who_does_not_see_the_node_learns_nothing(
    cast: Cast, owner: Caller, tea: Memory
) -> None:
    assert with_key(cast, "chen").patch(island(tea), {"name": "Kitchen"}).status_code == 403
    guess = factories.infer(cast.space, "Somebody drinks tea.", tea)
    assert with_key(cast, "ada", scope="write").patch(island(guess), {"name": "Kitchen"}).status_code == 404
    alone = factories.remember(cast.space, "A stone lies still.")
    assert owner.patch(island(alone), {"name": "Kitchen"}).status_code == 404
    assert owner.patch(island(tea), {"name": "Kitchen", "part": True}).status_code == 404
    assert named(owner) == ["tea"]
