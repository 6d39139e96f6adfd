"""What each role and each scope may do, call by call, from the list built on the URL table."""

from __future__ import annotations

import pytest
from django.db import transaction

from memoryhub.ledger import selectors as ledger
from memoryhub.spaces.access import ROLE_MAY, SCOPE_MAY, Capability
from tests.api.calls import Caller, refused, signed_in, with_key
from tests.cast import Cast
from tests.surfaces import CASES, CHANGING, IN_SPACE, Case, Things, declared, things_of

ROLES = {"ada": "owner", "ed": "editor", "ben": "reviewer", "chen": "viewer"}
LOOKS_LIKE_A_CHANGE = {("search", "post"), ("search-explain", "post"), ("ledger-undo", "post")}


def test_every_changing_address_of_a_space_needs_more_than_reading() -> None:
    open_to_readers = {
        (address, method)
        for address, method, needs in declared()
        if method != "get" and needs == Capability.READ and address in {case.address for case in IN_SPACE}
    }
    assert open_to_readers == LOOKS_LIKE_A_CHANGE


def test_the_cases_state_what_the_addresses_declare() -> None:
    stated = {(case.address, case.method): case.needs for case in CASES}
    different = {(address, method) for address, method, needs in declared() if stated[address, method] != needs}
    # What undoing needs depends on the deed; its case takes back a write.
    assert different == {("ledger-undo", "post")}


@pytest.mark.parametrize("way", ["a session", "a key", "a read key", "a read key of the owner"])
def test_a_viewer_changes_nothing(cast: Cast, things: Things, way: str) -> None:
    chen = {
        "a session": signed_in(cast.chen),
        "a key": with_key(cast, "chen"),
        "a read key": with_key(cast, "chen", "read"),
        "a read key of the owner": with_key(cast, "ada", "read"),
    }[way]
    before = ledger.revision_of(cast.space.pk)
    for case in CHANGING:
        answer = chen.perform(case, things)
        assert (case, answer.status_code, answer.json()["code"]) == (case, 403, "not_allowed")
    assert ledger.revision_of(cast.space.pk) == before


@pytest.mark.parametrize("name", ROLES)
def test_a_role_may_what_its_capabilities_say(cast: Cast, things: Things, name: str) -> None:
    caller = signed_in(getattr(cast, name))
    expected = {str(case): case.ok if case.needs in ROLE_MAY[ROLES[name]] else 403 for case in IN_SPACE}
    assert {str(case): tried(caller, case, things) for case in IN_SPACE} == expected


@pytest.mark.parametrize("scope", SCOPE_MAY)
def test_a_key_of_the_owner_may_what_its_scope_says(cast: Cast, things: Things, scope: str) -> None:
    caller = with_key(cast, "ada", scope)
    expected = {str(case): case.ok if case.needs in SCOPE_MAY[scope] else 403 for case in IN_SPACE}
    assert {str(case): tried(caller, case, things) for case in IN_SPACE} == expected


def test_outside_spaces_a_person_or_an_admin_key_for_all_spaces_is_needed(cast: Cast, things: Things) -> None:
    program, admin = with_key(cast, "ada", "write"), with_key(cast, "ada")
    for case in [case for case in CASES if not case.in_space]:
        everybody = case.address == "spaces" and case.method == "get"
        assert (case, tried(program, case, things)) == (case, case.ok if everybody else 403)
        assert (case, tried(admin, case, things)) == (case, case.ok)
        assert (case, tried(signed_in(cast.ada), case, things)) == (case, case.ok)


def tried(caller: Caller, case: Case, things: Things) -> int:
    """The status of a call whose deed is taken back, so that the next finds the same things."""
    with transaction.atomic():
        status = caller.perform(case, things).status_code
        transaction.set_rollback(True)
    return status


def test_membership_counts_at_every_call(cast: Cast, owner: Caller) -> None:
    chen = with_key(cast, "chen", "read")
    assert chen.get("spaces/atlas/").status_code == 200
    chens = next(row for row in owner.items("spaces/atlas/members/") if row["name"] == "Chen")
    assert owner.delete(f"spaces/atlas/members/{chens['id']}/").status_code == 204
    refused(chen.get("spaces/atlas/"), 404, "not_found")


def test_a_key_bound_to_some_spaces_opens_no_other(cast: Cast, owner: Caller) -> None:
    owner.post("spaces/", {"tag": "second"})
    made = owner.post("api-keys/", {"name": "one", "scope": "write", "spaces": ["atlas"]}).json()
    bound = Caller({"Authorization": f"Bearer {made['secret']}"})
    assert [row["tag"] for row in bound.items("spaces/")] == ["atlas"]
    assert bound.get("spaces/atlas/").json()["may"] == ["read", "write"]
    refused(bound.get("spaces/second/"), 404, "not_found")


def test_an_archived_space_is_read_only_and_says_so(cast: Cast, owner: Caller) -> None:
    things = things_of(cast)
    assert owner.post("spaces/atlas/archive").status_code == 200
    refused(owner.post("spaces/atlas/memories/", {"text": "It snows."}), 409, "archived")
    assert owner.get(f"spaces/atlas/memories/{things.memory}/").status_code == 200
    assert owner.post("spaces/atlas/unarchive").json()["archived_at"] is None
    assert owner.post("spaces/atlas/memories/", {"text": "It snows."}).status_code == 201
