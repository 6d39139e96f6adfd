"""Who knocks at a socket, and whether the space opens: asked when they come, and again at every beat."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import ParamSpec, TypeVar
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest, parse_cookie

from memoryhub.accounts import selectors as accounts
from memoryhub.accounts import services as accounts_services
from memoryhub.accounts.models import User
from memoryhub.core import errors
from memoryhub.ledger import selectors as ledger
from memoryhub.spaces import access
from memoryhub.spaces.access import Principal

P = ParamSpec("P")
R = TypeVar("R")
BIGGEST_SEQ = 2**63 - 1
# Few, so that many sockets never take the database connections that pages need.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")


@dataclass(frozen=True, slots=True)
class Credential:
    """What a handshake brought: an API key's secret, or else the key of a session."""

    secret: str | None
    session_key: str | None


@dataclass(frozen=True, slots=True)
class Admission:
    """A space that opened, to whom, and the space's revision at that moment."""

    space_id: uuid.UUID
    user_id: uuid.UUID
    seq: int


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that asks the database, outside the event loop."""
    return await database_sync_to_async(function, thread_sensitive=False, executor=_threads)(*args, **kwargs)


def credential_of(headers: Iterable[tuple[bytes, bytes]]) -> Credential:
    """The credential in the headers of a handshake; a bearer key, where one is sent, is the only one that counts."""
    found = {name: value.decode("latin-1") for name, value in headers if name in {b"authorization", b"cookie"}}
    scheme, _, secret = found.get(b"authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return Credential(secret.strip(), None)
    return Credential(None, parse_cookie(found.get(b"cookie", "")).get(settings.SESSION_COOKIE_NAME))


def since_of(query: bytes) -> int | None:
    """The number in `since`, or None without one; `errors.InvalidInput` for anything that is no sequence number."""
    given = parse_qs(query.decode("latin-1"), keep_blank_values=True).get("since")
    if given is None:
        return None
    text = given[-1]
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= BIGGEST_SEQ):
        raise errors.InvalidInput("since", "since must be a sequence number.")
    return int(text)


def look(credential: Credential, tag: str, *, arriving: bool = False) -> Admission:
    """Open the door, afresh. Raises `errors.NotSignedIn`, `errors.NotFound` or `errors.NotAllowed`."""
    principal = _principal_of(credential)
    opened = access.space_for(principal, tag)
    if arriving and principal.key is not None:
        accounts_services.note_key_use(key=principal.key)
    return Admission(opened.space.pk, principal.user.pk, ledger.revision_of(opened.space.pk))


def _principal_of(credential: Credential) -> Principal:
    if credential.secret is not None:
        key = accounts.valid_key(credential.secret)
        if key is not None:
            return Principal.of_key(key)
    elif credential.session_key:
        user = _user_of(credential.session_key)
        if user is not None:
            return Principal(user)
    raise errors.NotSignedIn()


def _user_of(session_key: str) -> User | None:
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = auth.get_user(request)
    return user if isinstance(user, User) else None
