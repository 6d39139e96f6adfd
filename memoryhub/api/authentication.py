"""Who calls: the owner of a bearer key, or the person signed in to the console."""

from __future__ import annotations

from typing import cast

from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from memoryhub.accounts import selectors, services
from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import errors
from memoryhub.spaces.access import Principal

SCHEME = b"bearer"


class BearerKey(BaseAuthentication):
    """`Authorization: Bearer sm_...`. A bad key never falls back to the session of the same browser."""

    def authenticate(self, request: Request) -> tuple[User, ApiKey] | None:
        """The owner and the key; None when the request names no bearer at all."""
        scheme, _, secret = get_authorization_header(request).strip().partition(b" ")
        if scheme.lower() != SCHEME:
            return None
        key = selectors.valid_key(secret.strip().decode("ascii", "replace"))
        if key is None:
            raise AuthenticationFailed(errors.NotSignedIn().message)
        services.note_key_use(key=key)
        return key.owner, key

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return 'Bearer realm="memoryhub"'


class SignedInPerson(SessionAuthentication):
    """The session of the console; every change needs its CSRF token."""


def principal_of(request: Request) -> Principal:
    """The caller as the permission door knows them. Call it after authentication."""
    return Principal(cast(User, request.user), cast("ApiKey | None", request.auth))
