"""Writes of people, API keys, preferences and the one-time sign-in link."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sesame.utils
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, connection, transaction

from memoryhub.accounts.models import ApiKey, Preference, User
from memoryhub.core import clock, errors, ids

KEY_PREFIX = "sm_"
FIRST_PERSON_EMAIL = "first-person@memoryhub.invalid"
SIGN_IN_PATH = "/sign-in/link/"
LAST_USED_STEP = timedelta(minutes=1)
TAKEN = "This e-mail address is taken."
LAST_VISIT = "last_visit"
VISIT = timedelta(minutes=30)
# One statement, so that of calls at the same moment none is missed.
_COUNT = """
INSERT INTO accounts_callcount AS known (caller_id, period, calls) VALUES (%(caller)s, %(period)s, 1)
ON CONFLICT (caller_id) DO UPDATE SET period = excluded.period,
    calls = CASE WHEN known.period = excluded.period THEN known.calls + 1 ELSE 1 END
RETURNING calls
"""


@dataclass(frozen=True, slots=True)
class NewKey:
    """A fresh key; `secret` is shown this once and stored nowhere."""

    key: ApiKey
    secret: str


def create_user(*, email: str, password: str | None = None, name: str = "", is_staff: bool = False) -> User:
    """A new person. Raises `errors.InvalidInput` naming `email` or `password`; without a password, a link signs in."""
    email = email.strip().lower()
    _check_email(email)
    user = User(email=email, name=name.strip(), is_staff=is_staff, is_superuser=is_staff)
    if password is None:
        user.set_unusable_password()
    else:
        _check_password(password, user)
        user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:  # somebody took it in this very moment
        raise errors.InvalidInput("email", TAKEN) from error
    return user


def sign_in_link(*, base_url: str) -> str | None:
    """A one-time link for the first person, valid 15 minutes; None once anybody can sign in with a password."""
    if any(user.has_usable_password() for user in User.objects.filter(is_active=True)):
        return None
    token: str = sesame.utils.get_query_string(first_person())
    return base_url.rstrip("/") + SIGN_IN_PATH + token


def first_person() -> User:
    """The person who was here first; before anybody came, a place for them that the sign-in link fills."""
    user = User.objects.order_by("date_joined", "pk").first()
    return user or User.objects.create_user(FIRST_PERSON_EMAIL, None, is_staff=True, is_superuser=True)


@transaction.atomic
def complete_first_sign_in(*, user: User, email: str, password: str, name: str = "") -> User:
    """The first person chooses e-mail and password. Raises `errors.Conflict` when that has happened before."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.has_usable_password():
        raise errors.Conflict("E-mail and password have been chosen already.", code="already_chosen")
    email = email.strip().lower()
    if email != user.email:
        _check_email(email)
    user.email, user.name = email, name.strip()
    _check_password(password, user)
    user.set_password(password)
    user.save()
    return user


def create_key(
    *,
    owner: User,
    name: str,
    scope: str,
    space_ids: Sequence[uuid.UUID] = (),
    all_spaces: bool = False,
    expires_at: datetime | None = None,
) -> NewKey:
    """A new API key of `owner`. Raises `errors.InvalidInput` naming `scope`, `name`, `spaces` or `expires_at`."""
    if scope not in ApiKey.Scope.values:
        raise errors.InvalidInput("scope", f"scope must be one of {', '.join(ApiKey.Scope.values)}.")
    if not name.strip() or len(name) > 120:
        raise errors.InvalidInput("name", "A key needs a name of up to 120 characters.")
    if all_spaces == bool(space_ids):
        raise errors.InvalidInput("spaces", "Name the spaces of the key, or say all spaces; not both, not neither.")
    if expires_at is not None and expires_at <= clock.now():
        raise errors.InvalidInput("expires_at", "The key would be expired already.")
    secret = KEY_PREFIX + secrets.token_urlsafe(32)
    key = ApiKey.objects.create(
        id=ids.new(),
        owner=owner,
        name=name.strip(),
        hash=hash_of(secret),
        start=secret[:8],
        scope=scope,
        space_ids=list(space_ids),
        all_spaces=all_spaces,
        created_at=clock.now(),
        expires_at=expires_at,
    )
    return NewKey(key, secret)


def revoke_key(*, owner: User, key_id: uuid.UUID) -> ApiKey:
    """End a key of `owner` at once; revoking twice changes nothing."""
    key = ApiKey.objects.filter(owner=owner, pk=key_id).first()
    if key is None:
        raise errors.NotFound()
    if key.revoked_at is None:
        key.revoked_at = clock.now()
        key.save(update_fields=["revoked_at"])
    return key


def note_key_use(*, key: ApiKey) -> None:
    """Remember that a key was used, at most once a minute, so that reads stay reads."""
    at = clock.now()
    if key.last_used_at is None or at - key.last_used_at >= LAST_USED_STEP:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=at)


def count_call(*, caller_id: uuid.UUID, period: int) -> int:
    """Count a call of a person or a key; returns how many they have made in this period."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"caller": caller_id, "period": period})
        return int(cursor.fetchone()[0])


def set_preference(*, user: User, name: str, value: Any, space_id: uuid.UUID | None = None) -> None:
    """Keep a choice of a person."""
    Preference.objects.update_or_create(user=user, space_id=space_id, name=name, defaults={"value": value})


def forget_choices(*, user: User, space_id: uuid.UUID) -> None:
    """Forget all that a person has chosen for a space, pins on its map among it."""
    Preference.objects.filter(user=user, space_id=space_id).delete()


def note_visit(*, user: User, space_id: uuid.UUID) -> datetime:
    """Remember that a person looks at a space; returns since when things are new to them.

    A visit goes on for half an hour after the last look, so that looking does not make everything old at once.
    """
    now = clock.now()
    row = Preference.objects.filter(user=user, space_id=space_id, name=LAST_VISIT).first()
    seen = datetime.fromisoformat(row.value["seen"]) if row else now
    since = datetime.fromisoformat(row.value["since"]) if row else now - timedelta(days=1)
    if now - seen > VISIT:
        since = seen
    value = {"seen": now.isoformat(), "since": since.isoformat()}
    set_preference(user=user, space_id=space_id, name=LAST_VISIT, value=value)
    return since


def hash_of(secret: str) -> str:
    """SHA-256 of a key, in hex: keys are long and random, so that no slow hash is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _check_email(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError as error:
        raise errors.InvalidInput("email", "This is not an e-mail address.") from error
    if User.objects.filter(email__iexact=email).exists():
        raise errors.InvalidInput("email", TAKEN)


def _check_password(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise errors.InvalidInput("password", " ".join(error.messages)) from error
