"""People, keys, the first sign-in, and preferences."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import sesame.utils
from django.db import connection

from memoryhub.accounts import selectors, services
from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import clock, errors, ids
from tests.cast import PASSWORD, Cast
from tests.threads import together

pytestmark = pytest.mark.django_db
WEAK = "short"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_address_is_kept_in_small_letters_and_taken_in_any(db: None) -> None:
    user = services.create_user(email=" Ilse@Example.ORG ", password=PASSWORD, name=" Ilse ")
    assert (user.email, user.name, user.is_staff) == ("ilse@example.org", "Ilse", False)
    assert user.check_password(PASSWORD)
    assert selectors.user_by_email("ILSE@example.org") == user
    with pytest.raises(errors.InvalidInput, match="taken"):
        services.create_user(email="ilse@EXAMPLE.org")


@pytest.mark.parametrize("email", ["", "ilse", "ilse@", "a@b@c.org", "ilse@example.org\n@evil.org"])
def test_what_is_no_address_is_refused(email: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        services.create_user(email=email)
    assert refused.value.field == "email"


@pytest.mark.parametrize("password", ["short", "12345678901", "password123", "ilse@example.org"])
def test_a_weak_password_is_refused(password: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        services.create_user(email="ilse@example.org", password=password)
    assert refused.value.field == "password"
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_an_address_at_once_one_is_told_that_it_is_taken() -> None:
    outcomes = together(*[lambda: services.create_user(email="ilse@example.org")] * 4)
    assert {type(outcome) for outcome in outcomes} == {User, errors.InvalidInput}
    assert User.objects.count() == 1


def test_the_first_link_makes_a_place_for_the_first_person(db: None) -> None:
    link = services.sign_in_link(base_url="http://localhost:8000/")
    assert link is not None
    address = urlsplit(link)
    assert address.path == "/sign-in/link/"
    user = sesame.utils.get_user(parse_qs(address.query)["sesame"][0])
    assert (user.email, user.is_staff, user.has_usable_password()) == (services.FIRST_PERSON_EMAIL, True, False)
    assert services.sign_in_link(base_url="http://localhost:8000") is not None
    assert User.objects.count() == 1


def test_there_is_no_link_once_somebody_can_sign_in(cast: Cast) -> None:
    assert services.sign_in_link(base_url="http://localhost:8000") is None


def test_the_first_person_chooses_once(db: None) -> None:
    person = services.first_person()
    done = services.complete_first_sign_in(user=person, email="Ilse@example.org", password=PASSWORD, name="Ilse")
    assert (done.email, done.name, done.check_password(PASSWORD)) == ("ilse@example.org", "Ilse", True)
    with pytest.raises(errors.Conflict) as refused:
        services.complete_first_sign_in(user=person, email="other@example.org", password=PASSWORD)
    assert refused.value.code == "already_chosen"


def test_a_choice_that_cannot_be_leaves_the_place_open(db: None) -> None:
    person = services.first_person()
    with pytest.raises(errors.InvalidInput):
        services.complete_first_sign_in(user=person, email="ilse@example.org", password=WEAK)
    person.refresh_from_db()
    assert person.email == services.FIRST_PERSON_EMAIL
    assert not person.has_usable_password()


def test_a_secret_is_shown_once_and_stored_nowhere(cast: Cast) -> None:
    made = services.create_key(owner=cast.ed, name="agent", scope="write", all_spaces=True)
    row = ApiKey.objects.filter(pk=made.key.pk).values().get()
    assert made.secret.startswith("sm_")
    assert len(made.secret) >= 40
    assert made.secret not in str(row)
    assert row["start"] == made.secret[:8]
    assert selectors.valid_key(made.secret) == made.key


def test_no_two_secrets_are_alike(cast: Cast) -> None:
    secrets = {services.create_key(owner=cast.ed, name="a", scope="read", all_spaces=True).secret for _ in range(20)}
    assert len(secrets) == 20


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"scope": "god"}, "scope"),
        ({"name": " "}, "name"),
        ({"name": "n" * 121}, "name"),
        ({"all_spaces": False}, "spaces"),
        ({"space_ids": [ids.new()]}, "spaces"),
        ({"expires_at": datetime(2020, 1, 1, tzinfo=UTC)}, "expires_at"),
    ],
)
def test_a_key_that_cannot_be_is_refused_by_its_field(cast: Cast, values: dict[str, object], field: str) -> None:
    given = {"name": "agent", "scope": "read", "all_spaces": True} | values
    with pytest.raises(errors.InvalidInput) as refused:
        services.create_key(owner=cast.ed, **given)  # type: ignore[arg-type]  # wrong on purpose
    assert refused.value.field == field


def test_a_key_is_revoked_by_its_owner_once(cast: Cast) -> None:
    key = cast.key("ed", "read").key
    with pytest.raises(errors.NotFound):
        services.revoke_key(owner=cast.ada, key_id=key.pk)
    with clock.frozen(NOON):
        first = services.revoke_key(owner=cast.ed, key_id=key.pk)
    again = services.revoke_key(owner=cast.ed, key_id=key.pk)
    assert first.revoked_at == again.revoked_at == NOON


def test_the_use_of_a_key_is_noted_at_most_once_a_minute(cast: Cast) -> None:
    key = cast.key("ed", "read").key
    for seconds in (0, 59, 61):
        with clock.frozen(NOON + timedelta(seconds=seconds)):
            services.note_key_use(key=key)
        key.refresh_from_db()
    assert key.last_used_at == NOON + timedelta(seconds=61)
    with clock.frozen(NOON + timedelta(seconds=100)):
        services.note_key_use(key=key)
    key.refresh_from_db()
    assert key.last_used_at == NOON + timedelta(seconds=61)


def test_live_keys_of_a_space_are_those_that_name_it(cast: Cast) -> None:
    named = services.create_key(owner=cast.ed, name="a", scope="read", space_ids=[cast.space.pk]).key
    ended = services.create_key(owner=cast.ed, name="b", scope="read", space_ids=[cast.space.pk]).key
    services.revoke_key(owner=cast.ed, key_id=ended.pk)
    cast.key("ed", "read")
    assert selectors.keys_for_space(cast.space.pk) == [named]
    assert selectors.keys_per_space() == {cast.space.pk: [named]}


def test_a_preference_is_one_value_for_the_hub_and_one_for_each_space(cast: Cast) -> None:
    for value in ("light", "dark"):
        services.set_preference(user=cast.ed, name="theme", value=value)
    services.set_preference(user=cast.ed, name="theme", value="system", space_id=cast.space.pk)
    assert (cast.ed.choices, cast.ada.choices) == ({"theme": "dark"}, {})
    assert cast.ed.preferences.get(space_id=cast.space.pk).value == "system"


def test_a_visit_lasts_half_an_hour_after_the_last_look(cast: Cast) -> None:
    since = []
    for minutes in (0, 20, 40, 71, 200):
        with clock.frozen(NOON + timedelta(minutes=minutes)):
            since.append(services.note_visit(user=cast.ed, space_id=cast.space.pk))
    day = NOON - timedelta(days=1)
    assert since == [day, day, day, NOON + timedelta(minutes=40), NOON + timedelta(minutes=71)]


def test_calls_are_counted_by_caller_and_begin_anew_with_each_period() -> None:
    one, other = ids.new(), ids.new()
    counted = [services.count_call(caller_id=caller, period=7) for caller in (one, one, other, one)]
    assert counted == [1, 2, 1, 3]
    assert services.count_call(caller_id=one, period=8) == 1


@pytest.mark.django_db(transaction=True)
def test_of_calls_at_the_same_moment_none_is_missed() -> None:
    caller = ids.new()
    counted = together(*[lambda: services.count_call(caller_id=caller, period=7)] * 8)
    assert set(counted) == {*range(1, 9)}


def test_a_count_waits_for_no_disk() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'accounts_callcount'")
        assert cursor.fetchone() == ("u",)
