"""The one error tree; each surface maps it once to its own form."""

from __future__ import annotations

from typing import Any


class HubError(Exception):
    """Something a caller can be told. `code` is stable; `message` is one clear sentence; `details` is plain data."""

    code = "error"
    status = 500

    def __init__(self, message: str, *, code: str | None = None, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.details = details


class InvalidInput(HubError):
    """A value that cannot be taken; `field` names it (dotted path, empty for the whole request)."""

    code = "invalid_input"
    status = 400

    def __init__(self, field: str, message: str, **details: Any) -> None:
        super().__init__(message, field=field, **details)
        self.field = field


class TooLarge(InvalidInput):
    """A value beyond a limit of the settings."""

    code = "too_large"
    status = 413


class NotSignedIn(HubError):
    """No credential, or one that is unknown, expired or revoked."""

    code = "not_signed_in"
    status = 401

    def __init__(self, message: str = "Sign in or send a valid API key.") -> None:
        super().__init__(message)


class NotAllowed(HubError):
    """The caller may see the thing, but may not do this to it."""

    code = "not_allowed"
    status = 403


class NotFound(HubError):
    """Unknown, or not the caller's to know: both read the same."""

    code = "not_found"
    status = 404

    def __init__(self, message: str = "Not found.", **details: Any) -> None:
        super().__init__(message, **details)


class Conflict(HubError):
    """The thing has moved on; `details` carries what is current."""

    code = "conflict"
    status = 409


class Unavailable(HubError):
    """A service the hub needs does not answer; trying again later may help."""

    code = "unavailable"
    status = 503


class TooManyRequests(HubError):
    """The caller has to wait; `details["retry_after"]` is in seconds."""

    code = "too_many_requests"
    status = 429
