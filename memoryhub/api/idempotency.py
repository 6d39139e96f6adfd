"""The `Idempotency-Key` of a call: with it a program may send a call again that it does not know the answer of."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from memoryhub.core import errors

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
PATTERN = "^[!-~]{1,255}$"
PARAMETERS = [
    OpenApiParameter(
        HEADER,
        {"type": "string", "pattern": PATTERN},
        OpenApiParameter.HEADER,
        description="Your name for this very call. The same call again within 24 hours gets the same answer, and"
        " nothing is done; another call under this name is a 409.",
    ),
    OpenApiParameter(
        REPLAYED,
        {"type": "string", "enum": ["true"]},
        OpenApiParameter.HEADER,
        response=[200, 201],
        description="The answer is that of a call before.",
    ),
]


def key_of(request: Request) -> str | None:
    """The key, or None where the caller gives none. Raises `errors.InvalidInput` naming the header."""
    given: str | None = request.headers.get(HEADER)
    if given is not None and not re.fullmatch(PATTERN, given):
        raise errors.InvalidInput(HEADER, f"{HEADER} must be 1 to 255 visible ASCII characters.")
    return given


def hash_of(request: Request, given: Mapping[str, Any]) -> str:
    """SHA-256 in hex of what the call asks for, whatever the order and form in which it was written."""
    asked = [request.method, request.path, given]
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=_plain).encode()).hexdigest()


def _plain(value: Any) -> str:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else str(value)
