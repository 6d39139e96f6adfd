"""Questions about people, keys and preferences."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import cast

from django.db.models import QuerySet

from memoryhub.accounts import services
from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import clock, rows
from memoryhub.core.rows import Table

_KEYS, _OWNERS = Table(ApiKey), Table(User)
_VALID_KEY = """
SELECT {key}, {owner} FROM accounts_apikey JOIN accounts_user ON accounts_user.id = accounts_apikey.owner_id
WHERE accounts_apikey.hash = %(hash)s AND accounts_apikey.revoked_at IS NULL AND accounts_user.is_active
    AND (accounts_apikey.expires_at IS NULL OR accounts_apikey.expires_at > %(now)s)
"""


def valid_key(secret: str) -> ApiKey | None:
    """The key behind a secret, with its owner, when it is neither revoked nor expired and its owner is active."""
    statement = _VALID_KEY.format(key=_KEYS.columns, owner=_OWNERS.columns)
    values = {"hash": services.hash_of(secret), "now": clock.now()}
    for key, owner in rows.read(statement, values, _KEYS, _OWNERS):
        key.owner = owner
        return cast(ApiKey, key)
    return None


def keys_for_space(space_id: uuid.UUID) -> Sequence[ApiKey]:
    """Live keys that name the space, newest first."""
    rows = ApiKey.objects.select_related("owner").filter(space_ids__contains=[space_id], revoked_at=None)
    return list(rows.order_by("-created_at"))


def keys_of(owner: User) -> QuerySet[ApiKey]:
    """All keys of a person, revoked ones too."""
    return ApiKey.objects.filter(owner=owner)


def keys_per_space() -> dict[uuid.UUID, list[ApiKey]]:
    """Space id -> the live keys that name it, newest first."""
    found: dict[uuid.UUID, list[ApiKey]] = {}
    for key in ApiKey.objects.select_related("owner").filter(revoked_at=None).order_by("-created_at"):
        for space_id in key.space_ids:
            found.setdefault(space_id, []).append(key)
    return found


def user_by_email(email: str) -> User | None:
    """The person with this address, in any case."""
    return User.objects.filter(email__iexact=email.strip()).first()


def names_of(user_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """Names of people for sentences."""
    return {user.pk: str(user) for user in User.objects.filter(pk__in=set(user_ids))}


def key_names_of(key_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """Names of keys for sentences."""
    return dict(ApiKey.objects.filter(pk__in=set(key_ids)).values_list("pk", "name"))
