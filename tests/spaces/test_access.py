"""The one permission door: roles, scopes, archives and strangers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memoryhub.accounts import selectors as accounts_selectors
from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import ApiKey
from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.spaces import services
from memoryhub.spaces.access import Access, Capability, Principal, space_for, spaces_of
from tests.cast import Cast

pytestmark = pytest.mark.django_db
READ, WRITE, REVIEW, MANAGE = Capability.READ, Capability.WRITE, Capability.REVIEW, Capability.MANAGE

# Who, through which key, may do what: a person's role and, where they come through a key, its scope, both.
MATRIX: dict[tuple[str, str | None], set[Capability]] = {
    ("ada", None): {READ, WRITE, REVIEW, MANAGE},
    ("ada", "admin"): {READ, WRITE, REVIEW, MANAGE},
    ("ada", "write"): {READ, WRITE},
    ("ada", "review"): {READ, REVIEW},
    ("ada", "read"): {READ},
    ("ed", None): {READ, WRITE, REVIEW},
    ("ed", "admin"): {READ, WRITE, REVIEW},
    ("ed", "write"): {READ, WRITE},
    ("ed", "review"): {READ, REVIEW},
    ("ed", "read"): {READ},
    ("ben", None): {READ, REVIEW},
    ("ben", "admin"): {READ, REVIEW},
    ("ben", "write"): {READ},
    ("ben", "review"): {READ, REVIEW},
    ("ben", "read"): {READ},
    ("chen", None): {READ},
    ("chen", "admin"): {READ},
    ("chen", "write"): {READ},
    ("chen", "review"): {READ},
    ("chen", "read"): {READ},
    ("dora", None): set(),
    ("dora", "admin"): set(),
    ("sia", None): set(),
    ("sia", "admin"): set(),
}


def opens(principal: Principal, tag: str, needs: Capability) -> Access | type[errors.HubError]:
    try:
        return space_for(principal, tag, needs)
    except errors.HubError as error:
        return type(error)


@pytest.mark.parametrize(("who", "scope"), MATRIX)
def test_a_right_is_the_role_and_the_scope_both(cast: Cast, who: str, scope: str | None) -> None:
    principal = cast.principal(who, scope)
    allowed = MATRIX[who, scope]
    refused = errors.NotAllowed if allowed else errors.NotFound
    for capability in Capability:
        found = opens(principal, cast.space.tag, capability)
        if capability in allowed:
            assert isinstance(found, Access)
            assert found.capabilities == allowed
        else:
            assert found is refused


def test_the_door_tells_who_came_in_and_with_what(cast: Cast) -> None:
    key = cast.key("ed", "write").key
    as_person, as_program = space_for(Principal(cast.ed), "atlas"), space_for(Principal.of_key(key), "atlas")
    assert (as_person.role, as_person.space) == ("editor", cast.space)
    assert as_person.actor == Actor.person(cast.ed.pk)
    assert as_program.actor == Actor.key(key.pk)
    assert as_program.may(WRITE)
    assert not as_program.may(REVIEW)


def test_a_stranger_hears_the_same_words_as_for_a_space_that_does_not_exist(cast: Cast) -> None:
    told = []
    for tag in ("atlas", "nowhere", "", "ATLAS", "atlas ", "atl%s", "atla_"):
        with pytest.raises(errors.NotFound) as refused:
            space_for(cast.principal("dora"), tag)
        told.append((refused.value.code, refused.value.message, refused.value.details))
    assert told == [("not_found", "Not found.", {})] * 7


def test_a_key_reaches_the_spaces_it_names_and_no_others(cast: Cast) -> None:
    second = services.create(actor=Actor.person(cast.ada.pk), tag="second", owner=cast.ada)
    key = accounts.create_key(owner=cast.ada, name="narrow", scope="admin", space_ids=[second.pk]).key
    principal = Principal.of_key(key)
    assert opens(principal, "atlas", READ) is errors.NotFound
    assert isinstance(opens(principal, "second", MANAGE), Access)
    assert list(spaces_of(principal)) == [second]
    assert set(spaces_of(Principal(cast.ada))) == {cast.space, second}


def test_a_key_that_names_a_space_of_others_opens_nothing_there(cast: Cast) -> None:
    key = accounts.create_key(owner=cast.dora, name="greedy", scope="admin", space_ids=[cast.space.pk]).key
    assert opens(Principal.of_key(key), "atlas", READ) is errors.NotFound
    assert list(spaces_of(Principal.of_key(key))) == []


def test_losing_membership_ends_a_key_at_once(cast: Cast) -> None:
    principal = cast.principal("ed", "write")
    services.remove_member(actor=Actor.person(cast.ada.pk), space=cast.space, user=cast.ed)
    assert opens(principal, "atlas", READ) is errors.NotFound
    assert list(spaces_of(principal)) == []


def test_a_smaller_role_makes_every_key_smaller(cast: Cast) -> None:
    principal = cast.principal("ed", "write")
    services.set_member(actor=Actor.person(cast.ada.pk), space=cast.space, user=cast.ed, role="viewer")
    assert opens(principal, "atlas", WRITE) is errors.NotAllowed
    assert isinstance(opens(principal, "atlas", READ), Access)


def test_somebody_who_left_the_hub_is_a_stranger(cast: Cast) -> None:
    cast.ada.is_active = False
    cast.ada.save()
    assert opens(Principal(cast.ada), "atlas", READ) is errors.NotFound


def test_an_archived_space_is_read_and_managed_but_not_written(cast: Cast) -> None:
    services.archive(actor=Actor.person(cast.ada.pk), space=cast.space)
    ada = cast.principal("ada")
    assert isinstance(opens(ada, "atlas", READ), Access)
    assert isinstance(opens(ada, "atlas", MANAGE), Access)
    for capability in (WRITE, REVIEW):
        with pytest.raises(errors.Conflict) as refused:
            space_for(ada, "atlas", capability)
        assert refused.value.code == "archived"
    assert opens(cast.principal("chen"), "atlas", WRITE) is errors.NotAllowed


def test_a_space_marked_for_purging_is_gone_for_everybody(cast: Cast) -> None:
    cast.space.purge_at = clock.now() + timedelta(days=30)
    cast.space.save()
    assert opens(cast.principal("ada"), "atlas", READ) is errors.NotFound
    assert list(spaces_of(cast.principal("ada"))) == []


@pytest.mark.parametrize("end", ["revoked", "expired", "inactive", "unknown"])
def test_a_key_that_ended_is_nobody(cast: Cast, end: str) -> None:
    made = cast.key("ed", "read")
    secret = made.secret
    assert accounts_selectors.valid_key(secret) == made.key
    if end == "revoked":
        accounts.revoke_key(owner=cast.ed, key_id=made.key.pk)
    elif end == "expired":
        ApiKey.objects.filter(pk=made.key.pk).update(expires_at=clock.now())
    elif end == "inactive":
        cast.ed.is_active = False
        cast.ed.save()
    else:
        secret = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    assert accounts_selectors.valid_key(secret) is None
