"""How request bodies and query strings are read: strictly, so that nothing a caller sends is dropped in silence."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.http import QueryDict
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from memoryhub.api.problems import Malformed
from memoryhub.core import errors

# A document's text may come written in escapes, as Python does by default: up to three bytes for one.
AROUND_BYTES = 2**20
BODY_BYTES = 3 * settings.MEMORYHUB_LIMITS["document_bytes"] + AROUND_BYTES
DEPTH: int = settings.MEMORYHUB_LIMITS["json_depth"]


class LengthRequired(APIException):
    """A body of unknown length would be read as no body at all."""

    status_code = 411
    default_code = "length_required"
    default_detail = "Send a Content-Length."


class StrictJSON(BaseParser):
    """One JSON object in UTF-8: no duplicate names, no NaN or Infinity, no more than 32 levels."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The object. Raises `Malformed` or `errors.TooLarge`."""
        raw = stream.read(BODY_BYTES + 1)
        if len(raw) > BODY_BYTES:
            raise errors.TooLarge("", f"A JSON body has at most {BODY_BYTES:,} bytes.")
        value = loads(raw)
        if not isinstance(value, dict):
            raise Malformed("The body must be a JSON object.", code="not_an_object")
        return value


class StrictMultipart(MultiPartParser):
    """A form with a file, refused by its announced length before it is read."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Fields and files, as Django gives them."""
        request: Request = (parser_context or {})["request"]
        limit = settings.MEMORYHUB_LIMITS["upload_bytes"]
        if int(request.META.get("CONTENT_LENGTH") or 0) > limit + AROUND_BYTES:
            raise errors.TooLarge("file", f"A file has at most {limit:,} bytes.")
        return super().parse(stream, media_type, parser_context)


def loads(raw: bytes | str) -> Any:
    """A JSON value, or `Malformed` with the reason as its code."""
    try:
        given = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        value = json.loads(given, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise Malformed(f"The body is not UTF-8 at byte {error.start}.", code="not_utf8") from error
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is not JSON: {error.msg} at character {error.pos}.") from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise Malformed("A number of the body is too long.", code="bad_number") from error
    if _deeper_than(value, DEPTH):
        raise _too_deep()
    return value


def once_each(given: QueryDict) -> dict[str, Any]:
    """The values of a query string or form, each name at most once."""
    found: dict[str, Any] = {}
    for name, values in given.lists():
        if len(values) > 1:
            raise errors.InvalidInput(name, f"{name} is given more than once.", code="repeated_field")
        found[name] = values[0]
    return found


def body_of(request: Request) -> dict[str, Any]:
    """The fields of a request's body: an empty one has none."""
    if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
        raise LengthRequired()
    data = request.data
    return once_each(data) if isinstance(data, QueryDict) else dict(data)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise errors.InvalidInput(twice, f"{twice} is given more than once.", code="repeated_field")
    return value


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON.", code="bad_number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Malformed("A number of the body is too large.", code="bad_number")
    return value


def _too_deep() -> Malformed:
    return Malformed(f"The body is nested more than {DEPTH} levels deep.", code="too_deep")


def _deeper_than(value: Any, most: int) -> bool:
    level, depth = [value], 0
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        if depth > most:
            return True
        level = [inside for item in level for inside in (item.values() if isinstance(item, dict) else item)]
    return False
