"""Spaces, their members, and API keys over HTTP."""

from __future__ import annotations

import pytest

from memoryhub.core import ids
from tests import factories
from tests.api.calls import Caller, done, refused, signed_in, with_key
from tests.cast import Cast


def test_whoever_is_signed_in_makes_a_space_and_owns_it(cast: Cast) -> None:
    chen = signed_in(cast.chen)
    body = {"tag": "garden", "name": "Garden", "time_zone": "Asia/Tokyo", "emoji": "🌱", "language": "ja"}
    made = done(chen.post("spaces/", body))
    assert {name: made[name] for name in body} == body
    assert (made["role"], made["may"]) == ("owner", ["manage", "read", "review", "write"])
    assert [row["tag"] for row in chen.items("spaces/")] == ["atlas", "garden"]
    assert refused(chen.post("spaces/", body), 400)["field"] == "tag"


def test_details_of_a_space_change_and_its_tag_does_not(owner: Caller) -> None:
    changed = done(owner.patch("spaces/atlas/", {"name": "Atlas II", "settings": {"serve_pending": "never"}}))
    assert (changed["name"], changed["settings"]) == ("Atlas II", {"serve_pending": "never"})
    for body, field in (
        ({"tag": "b"}, "tag"),
        ({"time_zone": "Mars"}, "time_zone"),
        ({"name": " "}, "name"),
        ({"settings": []}, "settings"),
        ({"settings": {"weights": {"sesion": 0.1}}}, "settings"),
        ({"archived_at": None}, "archived_at"),
    ):
        assert refused(owner.patch("spaces/atlas/", body), 400)["field"] == field


def test_members_are_let_in_given_roles_and_shown_the_door(cast: Cast, owner: Caller) -> None:
    path = "spaces/atlas/members/"
    assert done(owner.post(path, {"email": "DORA@example.org", "role": "viewer"}))["name"] == "Dora"
    assert done(owner.post(path, {"email": "dora@example.org", "role": "editor"}))["role"] == "editor"
    assert [row["role"] for row in owner.items(path)] == ["owner", "editor", "editor", "reviewer", "viewer"]
    dora = ids.encode(cast.dora.pk)
    assert owner.delete(f"{path}{dora}/").status_code == 204
    refused(owner.delete(f"{path}{dora}/"), 404, "not_found")
    for body, field in (
        ({"email": "nobody@example.org", "role": "viewer"}, "email"),
        ({"email": "dora@example.org", "role": "king"}, "role"),
        ({"email": "dora\x00@example.org", "role": "viewer"}, "email"),
    ):
        assert refused(owner.post(path, body), 400)["field"] == field


def test_a_space_keeps_an_owner(cast: Cast, owner: Caller) -> None:
    ada = ids.encode(cast.ada.pk)
    refused(owner.delete(f"spaces/atlas/members/{ada}/"), 409, "last_owner")
    refused(owner.post("spaces/atlas/members/", {"email": "ada@example.org", "role": "viewer"}), 409, "last_owner")


def test_addresses_of_members_are_for_those_who_manage(cast: Cast, owner: Caller) -> None:
    assert all(row["email"] for row in owner.items("spaces/atlas/members/"))
    seen = {row["name"]: row["email"] for row in signed_in(cast.chen).items("spaces/atlas/members/")}
    assert seen == {"Ada": None, "Ed": None, "Ben": None, "Chen": "chen@example.org"}


def test_association_keys_are_counted_over_what_is_current(cast: Cast, owner: Caller) -> None:
    for number in range(3):
        keys = [{"text": "cedar"}, {"text": f"Tree {number}", "kind": "name"}]
        done(owner.post("spaces/atlas/memories/", {"text": f"Cedar {number} is tall.", "keys": keys}))
    rows = owner.items("spaces/atlas/keys/")
    assert (rows[0]["text"], rows[0]["memory_count"]) == ("cedar", 3)
    pages = done(owner.get("spaces/atlas/keys/?sort=text&limit=2"))
    rest = done(owner.get(f"spaces/atlas/keys/?sort=text&limit=2&cursor={pages['next_cursor']}"))
    assert [row["text"] for row in pages["items"] + rest["items"]] == ["Tree 0", "Tree 1", "Tree 2", "cedar"]
    (memory,) = [row for row in owner.items("spaces/atlas/memories/") if "0" in row["text"]]
    done(owner.post(f"spaces/atlas/memories/{memory['id']}/forget"))
    assert {row["text"]: row["memory_count"] for row in owner.items("spaces/atlas/keys/")}["cedar"] == 2


def test_an_api_key_is_shown_once_used_and_revoked(cast: Cast, owner: Caller) -> None:
    made = done(owner.post("api-keys/", {"name": "agent", "scope": "write", "spaces": ["atlas"]}))
    program = Caller({"Authorization": f"Bearer {made['secret']}"})
    assert done(program.get("spaces/atlas/"))["may"] == ["read", "write"]
    (listed,) = [row for row in owner.items("api-keys/") if row["id"] == made["id"]]
    assert "secret" not in listed
    assert (listed["spaces"], listed["start"] in made["secret"]) == (["atlas"], True)
    assert listed["last_used_at"] is not None
    assert owner.delete(f"api-keys/{made['id']}/").status_code == 204
    refused(program.get("spaces/atlas/"), 401, "not_signed_in")


def test_a_key_is_made_for_spaces_its_maker_may_enter_and_by_nobody_elses_leave(cast: Cast, owner: Caller) -> None:
    body = {"name": "spy", "scope": "read", "spaces": ["atlas", "elsewhere"]}
    refused(owner.post("api-keys/", body), 404, "not_found")
    dora = with_key(cast, "dora")
    key = owner.items("api-keys/")[0]
    refused(dora.delete(f"api-keys/{key['id']}/"), 404, "not_found")
    assert {row["name"] for row in dora.items("api-keys/")} == {"dora's admin key"}


@pytest.mark.parametrize("scope", ["read", "write", "review"])
def test_a_lesser_key_makes_no_greater_one(cast: Cast, scope: str) -> None:
    program = with_key(cast, "ada", scope)
    refused(program.post("api-keys/", {"name": "more", "scope": "admin", "all_spaces": True}), 403, "not_allowed")
    refused(program.get("api-keys/"), 403, "not_allowed")


def test_an_admin_key_of_one_space_makes_no_key_and_no_space(cast: Cast, owner: Caller) -> None:
    made = done(owner.post("api-keys/", {"name": "one", "scope": "admin", "spaces": ["atlas"]}))
    program = Caller({"Authorization": f"Bearer {made['secret']}"})
    refused(program.post("api-keys/", {"name": "more", "scope": "admin", "all_spaces": True}), 403, "not_allowed")
    refused(program.post("spaces/", {"tag": "more"}), 403, "not_allowed")
    assert done(program.patch("spaces/atlas/", {"name": "Mine"}))["name"] == "Mine"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"name": ""}, "name"),
        ({"scope": "all"}, "scope"),
        ({"expires_at": "2001-01-01T00:00:00Z"}, "expires_at"),
        ({"expires_at": "2099-01-01T00:00:00"}, "expires_at"),
        ({"all_spaces": "yes"}, "all_spaces"),
        ({"spaces": [5]}, "spaces.0"),
    ],
)
def test_a_key_that_cannot_be_made_names_its_field(owner: Caller, more: dict[str, object], field: str) -> None:
    body = {"name": "k", "scope": "read", "all_spaces": True, **more}
    assert refused(owner.post("api-keys/", body), 400)["field"] == field


def test_a_key_ends_when_it_says(cast: Cast, owner: Caller) -> None:
    factories.remember(cast.space, "Quinces are ripe.")
    made = done(owner.post("api-keys/", {"name": "k", "scope": "read", "all_spaces": True, "expires_at": "2099-01-01"}))
    assert made["expires_at"] == "2099-01-02T00:00:00Z"
