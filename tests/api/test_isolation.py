"""P-ISO-1 and P-ISO-2: a call is about one space, the one in its address, and no tag stands for another."""

from __future__ import annotations

import pytest

from tests.api.calls import Caller, done, refused
from tests.cast import Cast

ACCEPTED = ["proj_a", "projXa", "proj-a", "PROJ_A", "proj", "proj.a", "proj:a", "p" * 100]
REFUSED = [
    "proj%",
    "proj_a ",
    " proj_a",
    "proj_a' OR '1'='1",
    "p" * 101,
    "p" * 200,
    "",
    "projé",
    "a/b",
    "a\nb",
    "proj_a\n",
]


@pytest.fixture
def two(owner: Caller) -> Caller:
    """Somebody with two spaces that each know a home town."""
    for tag, town in (("s1", "Ghent"), ("s2", "Porto")):
        done(owner.post("spaces/", {"tag": tag}))
        done(owner.post(f"spaces/{tag}/memories/", {"text": f"The home town is {town}."}))
    return owner


@pytest.mark.parametrize(
    ("extra", "field"),
    [
        ({"containerTgas": ["s1"]}, "containerTgas"),
        ({"filter": {"containerTag": "s1"}}, "filter"),
        ({"containerTags": []}, "containerTags"),
        ({"containerTags": None}, "containerTags"),
        ({"containerTag": "s2"}, "containerTag"),
    ],
)
def test_an_unknown_field_is_named_and_never_dropped(two: Caller, extra: dict[str, object], field: str) -> None:
    for path, body in (
        ("spaces/s1/search/", {"query": "home town"}),
        ("spaces/s1/memories/forget", {"ids": ["1" * 22]}),
        ("spaces/s1/documents/", {"content": "It rains."}),
        ("spaces/s1/memories/", {"text": "It rains."}),
    ):
        assert refused(two.post(path, {**body, **extra}), 400, "unknown_field")["field"] == field


def test_without_a_space_there_is_no_answer_from_all_of_them(two: Caller) -> None:
    for path in ("search/", "memories/", "documents/", "spaces//search/"):
        refused(two.post(path, {"query": "home town"}), 404, "not_found")
    found = done(two.post("spaces/s1/search/", {"query": "home town"}))
    assert found["space"] == "s1"
    assert [hit["text"] for hit in found["hits"]] == ["The home town is Ghent."]


@pytest.mark.parametrize(
    "path",
    ["memories/", "documents/", "relations/", "review/", "ledger/", "keys/", "members/", "", "search/?q=home"],
)
def test_a_list_refuses_parameters_it_does_not_honour(two: Caller, path: str) -> None:
    mark = "&" if "?" in path else "?"
    assert refused(two.get(f"spaces/s1/{path}{mark}query=x"), 400, "unknown_field")["field"] == "query"
    assert refused(two.get(f"spaces/s1/{path}{mark}format=json"), 400, "unknown_field")["field"] == "format"


def test_an_empty_or_null_list_of_spaces_is_no_way_to_say_all(owner: Caller) -> None:
    nothing: list[object] = [[], None, "atlas"]
    for spaces in nothing:
        body = {"name": "k", "scope": "read", "spaces": spaces}
        assert refused(owner.post("api-keys/", body), 400)["field"] == "spaces"
    assert refused(owner.post("api-keys/", {"name": "k", "scope": "read"}), 400)["field"] == "spaces"
    both = {"name": "k", "scope": "read", "spaces": ["atlas"], "all_spaces": True}
    assert refused(owner.post("api-keys/", both), 400)["field"] == "spaces"


def test_each_tag_is_a_space_of_its_own(owner: Caller) -> None:
    for number, tag in enumerate(ACCEPTED):
        done(owner.post("spaces/", {"tag": tag}))
        keys = [{"text": f"Number {number}", "kind": "name"}]
        done(owner.post(f"spaces/{tag}/memories/", {"text": f"The lucky number is {number}.", "keys": keys}))
    for number, tag in enumerate(ACCEPTED):
        own = f"The lucky number is {number}."
        assert [row["text"] for row in owner.items(f"spaces/{tag}/memories/")] == [own]
        found = done(owner.post(f"spaces/{tag}/search/", {"query": "lucky number", "limit": 50}))
        assert [hit["text"] for hit in found["hits"]] == [own]
        assert [row["text"] for row in owner.items(f"spaces/{tag}/keys/")] == [f"Number {number}"]
        assert done(owner.get(f"spaces/{tag}/"))["tag"] == tag


@pytest.mark.parametrize("tag", REFUSED)
def test_a_refused_tag_is_told_the_characters_it_may_have(cast: Cast, owner: Caller, tag: str) -> None:
    body = refused(owner.post("spaces/", {"tag": tag}), 400)
    assert body["field"] == "tag"
    assert len(owner.items("spaces/")) == 1


def test_a_tag_with_hidden_characters_is_no_other_tag(owner: Caller) -> None:
    refused(owner.post("spaces/", {"tag": "atl\x00as"}), 400)
    for path in ("spaces/atl%00as/", "spaces/atlas%20/", "spaces/ATLAS/", "spaces/atla%73%2F/", "spaces/atlas%0A/"):
        refused(owner.get(path), 404, "not_found")
