"""Calling the API as somebody: through a key, through a session, or as nobody."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.test import Client

from memoryhub.accounts.models import User
from tests.cast import Cast
from tests.surfaces import Case, Things

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

ROOT = "/api/v1/"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@dataclass(slots=True)
class Caller:
    """Somebody who calls addresses given relative to the API's root, with JSON."""

    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        """One call; a `body` of bytes is sent as it is."""
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        kind = "" if method == "get" and body is None else "application/json"
        return self.client.generic(method.upper(), ROOT + path, raw, kind, headers=self.headers)

    def get(self, path: str) -> Answer:
        """Read."""
        return self.call("get", path)

    def post(self, path: str, body: Any = None) -> Answer:
        """Do."""
        return self.call("post", path, body)

    def patch(self, path: str, body: Any) -> Answer:
        """Change."""
        return self.call("patch", path, body)

    def delete(self, path: str) -> Answer:
        """End."""
        return self.call("delete", path)

    def items(self, path: str, body: Any = None) -> list[dict[str, Any]]:
        """The rows of a list."""
        found: list[dict[str, Any]] = done(self.get(path) if body is None else self.post(path, body))["items"]
        return found

    def perform(self, case: Case, things: Things) -> Answer:
        """The call of a case, on these things."""
        return self.call(case.method, case.path(things), None if case.body is None else case.body(things))


def with_key(cast: Cast, name: str, scope: str = "admin") -> Caller:
    """Somebody's program, with a key for all their spaces."""
    return Caller({"Authorization": f"Bearer {cast.key(name, scope).secret}"})


def signed_in(user: User, *, csrf: bool = False) -> Caller:
    """Somebody's browser; with `csrf` it checks tokens as a real one would have to send them."""
    client = Client(enforce_csrf_checks=csrf, raise_request_exception=False)
    client.force_login(user, BACKEND)
    return Caller(client=client)


def done(response: Answer) -> dict[str, Any]:
    """The body of a call that has to succeed."""
    content = response.getvalue()  # also of an answer that is made in parts
    assert response.status_code < 300, content.decode()
    body: dict[str, Any] = json.loads(content)
    return body


def refused(response: Answer, status: int, code: str | None = None) -> dict[str, Any]:
    """The problem of a call that has to be refused so."""
    assert response.headers["Content-Type"] == "application/problem+json", response.content[:300]
    body: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, body["status"]) == (status, status), body
    assert code is None or body["code"] == code, body
    return body
