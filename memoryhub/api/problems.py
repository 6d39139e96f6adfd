"""The one mapper of errors to answers: RFC 9457 `application/problem+json`."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404
from psycopg_pool import PoolTimeout
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.core import errors, ids, text

logger = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"
MOST_ERRORS = 20
MOST_CHARACTERS = 500
RETRY_SECONDS = 1


class Malformed(errors.HubError):
    """A request that cannot be read at all; `field` is the whole request."""

    code = "malformed"
    status = 400


class UnknownField(errors.InvalidInput):
    """A field or parameter the address does not have."""

    code = "unknown_field"


def handler(error: Exception, context: dict[str, Any]) -> Response:
    """The answer to an error. An unforeseen one is logged with its traceback, and told to nobody."""
    if isinstance(error, errors.HubError):
        return answer(error)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    return answer(_of_django(error) or _unforeseen(error, context["request"]))


def answer(error: errors.HubError) -> Response:
    """A hub error as a problem. `details` carries what else the caller can use, ids in their wire form."""
    more = {name: _plain(value) for name, value in error.details.items() if name != "field"}
    field = {"field": error.field} if isinstance(error, errors.InvalidInput) else {}
    response = problem(error.status, error.code, error.message, **field, **({"details": more} if more else {}))
    if isinstance(error, errors.Unavailable | errors.TooManyRequests):
        response["Retry-After"] = str(error.details.get("retry_after", RETRY_SECONDS))
    return response


def problem(status: int, code: str, detail: str, **members: Any) -> Response:
    """A problem with our stable `code`; texts are cleaned, since they may quote what the caller sent."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail[:MOST_CHARACTERS],
        "code": code,
        **members,
    }
    return Response(text.clean_json(body), status=status, content_type=CONTENT_TYPE)


def _invalid(error: exceptions.ValidationError) -> Response:
    found = list(islice(_flat(error.get_full_details()), MOST_ERRORS))
    field, sentence, reason = found[0]
    code = reason if reason == UnknownField.code else errors.InvalidInput.code
    plain = [{"field": each, "detail": detail} for each, detail, _ in found]
    return problem(400, code, _named(field, sentence), field=field, errors=plain)


def first_of(error: exceptions.ValidationError) -> str:
    """The first of the errors as one sentence that names its field."""
    field, sentence, _reason = next(_flat(error.get_full_details()))
    return _named(field, sentence)


def _named(field: str, sentence: str) -> str:
    return f"{field}: {sentence}" if field else sentence


def _flat(details: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str, str]]:
    """(dotted path, sentence, code) of every error in the framework's nested form."""
    if isinstance(details, list):
        for inside in details:
            yield from _flat(inside, path)
    elif isinstance(details.get("message"), str):
        yield ".".join(path)[:MOST_CHARACTERS], str(details["message"]), str(details["code"])
    else:
        for name, inside in details.items():
            yield from _flat(inside, path if name == "non_field_errors" else (*path, str(name)))


def _of_framework(error: exceptions.APIException) -> Response:
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response = answer(errors.NotSignedIn())
        response["WWW-Authenticate"] = getattr(error, "auth_header", "Bearer")
        return response
    if isinstance(error, exceptions.Throttled):
        wait = int(getattr(error, "wait", None) or RETRY_SECONDS)
        return answer(errors.TooManyRequests("Too many calls with this key; wait a little.", retry_after=wait))
    if isinstance(error, exceptions.PermissionDenied):
        return answer(errors.NotAllowed(str(error.detail)))
    if isinstance(error, exceptions.NotFound):
        return answer(errors.NotFound())
    code = str(getattr(error.detail, "code", error.default_code))
    return problem(error.status_code, code, str(error.detail))


def _of_django(error: Exception) -> errors.HubError | None:
    if isinstance(error, Http404):
        return errors.NotFound()
    if isinstance(error, PermissionDenied):
        return errors.NotAllowed("This is not allowed.")
    if isinstance(error, RequestDataTooBig):
        return errors.TooLarge("", "The request is too large.")
    if isinstance(error, SuspiciousOperation):
        return Malformed("This request cannot be read.")
    if isinstance(error, OperationalError | InterfaceError | PoolTimeout):
        logger.warning("The database does not serve this request.", exc_info=error)
        return errors.Unavailable("The hub is busy; try again.", code="busy")
    return None


def _unforeseen(error: Exception, request: Request) -> errors.HubError:
    logger.error("A call of the API broke.", exc_info=error)
    got_request_exception.send(sender=handler, request=request)
    return errors.HubError("Something went wrong here; nothing of this call was half done.", code="internal")


def _plain(value: Any) -> Any:
    if isinstance(value, uuid.UUID):
        return ids.encode(value)
    if isinstance(value, dict):
        return {name: _plain(inside) for name, inside in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inside) for inside in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)
