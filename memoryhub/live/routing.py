"""Addresses of sockets, and the one check before them: a browser's page must be one of ours."""

from __future__ import annotations

import re
from typing import Any

from channels.security.websocket import OriginValidator
from django.conf import settings

from memoryhub.live import door
from memoryhub.live.consumers import Live
from memoryhub.spaces.models import TAG_PATTERN

ADDRESS = re.compile(rf"/live/({TAG_PATTERN[1:-1]})/")
# Django's `https://*.example.org` is `https://.example.org` to Channels.
_ORIGINS = [*settings.ALLOWED_HOSTS, *(origin.replace("//*.", "//.") for origin in settings.CSRF_TRUSTED_ORIGINS)]


async def sockets(scope: Any, receive: Any, send: Any) -> None:
    """Serve `/live/<tag>/`; any other address reads like a space that does not exist."""
    found = ADDRESS.fullmatch(scope["path"])
    credential = door.credential_of(scope["headers"])
    serve = Live.as_asgi(tag=found[1] if found else "", credential=credential)
    # A browser sends cookies along for any page that asks, but never a bearer key: only cookies need the check.
    if credential.secret is None:
        await OriginValidator(serve, _ORIGINS)(scope, receive, send)
    else:
        await serve(scope, receive, send)
