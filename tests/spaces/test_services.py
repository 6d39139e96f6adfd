"""Spaces and their members: tags, changes, archives, and the owner that stays."""

from __future__ import annotations

import pytest

from memoryhub.accounts.models import User
from memoryhub.core import clock, errors
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors as memories
from memoryhub.spaces import selectors, services
from memoryhub.spaces.access import Principal, space_for
from memoryhub.spaces.models import Membership, Space
from tests import factories
from tests.cast import Cast
from tests.threads import together

pytestmark = pytest.mark.django_db


def create(cast: Cast, tag: str) -> Space:
    return services.create(actor=Actor.person(cast.ada.pk), tag=tag, owner=cast.ada)


def verbs(space: Space) -> list[str]:
    return list(ledger.entries_of(space.pk).order_by("seq").values_list("verb", flat=True))


def test_a_new_space_has_its_maker_as_owner(cast: Cast) -> None:
    space = create(cast, "lab")
    assert space.name == "lab"
    assert [(row.user, row.role) for row in selectors.members_of(space)] == [(cast.ada, "owner")]
    assert verbs(space) == ["space.created", "member.set"]


def test_tags_that_look_alike_are_spaces_of_their_own(cast: Cast) -> None:
    """P-ISO-2: no wildcards, case counts, a prefix is no match."""
    tags = ["proj_a", "projXa", "proj-a", "PROJ_A", "proj", "proj.a", "proj:a", "p" * 100]
    for tag in tags:
        factories.remember(create(cast, tag), f"Only {tag} knows.")
    ada = Principal(cast.ada)
    for tag in tags:
        rows = memories.current_memories_of(space_for(ada, tag).space, now=clock.now())
        assert [row.text for row in rows] == [f"Only {tag} knows."]
        assert selectors.by_tag(tag) == space_for(ada, tag).space


@pytest.mark.parametrize(
    "tag",
    [
        "",
        "proj%",
        "proj_a ",
        " proj",
        "proj_a' OR '1'='1",
        "p" * 101,
        "p" * 200,
        "proj/a",
        "projé",
        "proj\n",
        "a\u0000b",
    ],
)
def test_a_tag_of_other_characters_is_refused_with_the_allowed_ones(cast: Cast, tag: str) -> None:
    with pytest.raises(errors.InvalidInput, match=r"A-Z a-z 0-9 _ : \. -") as refused:
        create(cast, tag)
    assert refused.value.field == "tag"


def test_a_taken_tag_is_refused(cast: Cast) -> None:
    with pytest.raises(errors.InvalidInput, match="taken"):
        create(cast, "atlas")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_a_tag_at_once_one_is_told_that_it_is_taken(cast: Cast) -> None:
    outcomes = together(*[lambda: create(cast, "race")] * 4)
    assert len([outcome for outcome in outcomes if isinstance(outcome, Space)]) == 1
    assert {type(outcome) for outcome in outcomes} == {Space, errors.InvalidInput}


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "  "), ("name", "n" * 121), ("emoji", "e" * 17), ("time_zone", "Mars/Olympus"), ("settings", [])],
)
def test_a_value_that_cannot_be_is_refused_by_its_name(cast: Cast, field: str, value: object) -> None:
    before = ledger.revision_of(cast.space.pk)
    with pytest.raises(errors.InvalidInput) as refused:
        services.change(actor=factories.HUB, space=cast.space, **{field: value})
    assert refused.value.field == field
    assert ledger.revision_of(cast.space.pk) == before


def test_the_tag_of_a_space_never_changes(cast: Cast) -> None:
    with pytest.raises(errors.InvalidInput, match="tag cannot be changed"):
        services.change(actor=factories.HUB, space=cast.space, tag="other")


def test_a_change_records_the_names_of_what_changed_and_no_values(cast: Cast) -> None:
    services.change(actor=factories.HUB, space=cast.space, name="Atlas", description="Secret", time_zone="Asia/Tokyo")
    entry = ledger.entries_of(cast.space.pk).latest("seq")
    assert (entry.verb, entry.fields, entry.values) == ("space.changed", ["description", "time_zone"], {})
    services.change(actor=factories.HUB, space=cast.space, description="Secret")
    assert ledger.revision_of(cast.space.pk) == entry.seq


def test_archiving_and_opening_again_count_once(cast: Cast) -> None:
    before = len(verbs(cast.space))
    for deed in (services.archive, services.archive, services.unarchive, services.unarchive):
        deed(actor=factories.HUB, space=cast.space)
    assert verbs(cast.space)[before:] == ["space.archived", "space.unarchived"]
    assert Space.objects.get(pk=cast.space.pk).archived_at is None


def test_a_role_is_set_once_and_a_known_one(cast: Cast) -> None:
    before = len(verbs(cast.space))
    for _ in range(2):
        services.set_member(actor=factories.HUB, space=cast.space, user=cast.dora, role="viewer")
    entry = ledger.entries_of(cast.space.pk).latest("seq")
    assert (len(verbs(cast.space)), entry.values, entry.subject_id) == (before + 1, {"role": "viewer"}, cast.dora.pk)
    with pytest.raises(errors.InvalidInput) as refused:
        services.set_member(actor=factories.HUB, space=cast.space, user=cast.dora, role="king")
    assert refused.value.field == "role"


def test_the_last_owner_stays_an_owner(cast: Cast) -> None:
    for deed in (
        lambda: services.remove_member(actor=factories.HUB, space=cast.space, user=cast.ada),
        lambda: services.set_member(actor=factories.HUB, space=cast.space, user=cast.ada, role="viewer"),
    ):
        with pytest.raises(errors.Conflict) as refused:
            deed()
        assert refused.value.code == "last_owner"
    services.set_member(actor=factories.HUB, space=cast.space, user=cast.ed, role="owner")
    services.remove_member(actor=factories.HUB, space=cast.space, user=cast.ada)
    assert not Membership.objects.filter(space=cast.space, user=cast.ada).exists()


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_do_not_leave_a_space_to_nobody(cast: Cast) -> None:
    services.set_member(actor=factories.HUB, space=cast.space, user=cast.ed, role="owner")

    def leave(user: User) -> str:
        services.remove_member(actor=Actor.person(user.pk), space=cast.space, user=user)
        return "left"

    outcomes = together(lambda: leave(cast.ada), lambda: leave(cast.ed))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "str"]
    assert Membership.objects.filter(space=cast.space, role="owner").count() == 1


def test_somebody_who_is_no_member_cannot_be_removed(cast: Cast) -> None:
    with pytest.raises(errors.NotFound):
        services.remove_member(actor=factories.HUB, space=cast.space, user=cast.dora)


def test_members_are_listed_owners_first(cast: Cast) -> None:
    assert [row.role for row in selectors.members_of(cast.space)] == ["owner", "editor", "reviewer", "viewer"]


def test_what_happens_to_a_space_stays_in_its_ledger(cast: Cast) -> None:
    before = verbs(cast.elsewhere)
    services.change(actor=factories.HUB, space=cast.space, name="Other")
    services.set_member(actor=factories.HUB, space=cast.space, user=cast.dora, role="viewer")
    assert verbs(cast.elsewhere) == before


@pytest.mark.parametrize("tag", [".", ".."])
def test_a_tag_that_no_address_can_hold_is_refused(cast: Cast, tag: str) -> None:
    with pytest.raises(errors.InvalidInput, match="address") as refused:
        create(cast, tag)
    assert refused.value.field == "tag"
