"""Answers that are made while they are sent, so that a large one is never in memory as a whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse


class MadeInParts(StreamingHttpResponse):
    """An answer of parts that an iterator makes, each in the thread of the request when the one before is on its way.

    Django's own class, over ASGI, makes a list of all parts of a synchronous iterator first.
    """

    def __init__(self, parts: Iterator[bytes], **given: Any) -> None:
        super().__init__(parts, **given)
        self._made = parts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (part := await sync_to_async(self._next)()) is not None:
            yield part

    def _next(self) -> bytes | None:
        return next(self._made, None)
