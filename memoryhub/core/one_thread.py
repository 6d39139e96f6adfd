"""Django over ASGI with each request answered in one thread from its first middleware to its last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# Threads that wait for a request; more than these answer one and end.
MOST_IDLE = 32


class OneThread(ASGIHandler):
    """For a project whose views are all synchronous.

    Django's own handler goes back to the event loop between middleware and view, which changes threads four times more
    for every request; where the processors are busy, each change waits for its turn. It also starts a thread for each
    request, in which all that threads keep for themselves, such as the connection to the database, is made anew.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[Mapping[str, Any]], Awaitable[None]],
    ) -> None:
        """Answer in a thread that has answered others before, if one is idle."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            if len(self._idle) < MOST_IDLE:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)

    def load_middleware(self, is_async: bool = False) -> None:
        """As a synchronous server has it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in the thread of the request."""
        return await sync_to_async(self.get_response)(request)
