"""Questions about people, keys and preferences."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from memoryhub.accounts import services
from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import clock


def valid_key(secret: str) -> ApiKey | None:
    """The key behind a secret, with its owner, when it is neither revoked nor expired and its owner is active."""
    key = ApiKey.objects.select_related("owner").filter(hash=services.hash_of(secret), revoked_at=None).first()
    if key is None or not key.owner.is_active:
        return None
    return None if key.expires_at is not None and key.expires_at <= clock.now() else key


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
