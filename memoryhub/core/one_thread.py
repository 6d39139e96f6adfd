"""Django over ASGI with each request answered in one thread from its first middleware to its last."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneThread(ASGIHandler):
    """For a project whose views are all synchronous.

    Django's own handler goes back to the event loop between middleware and view, which changes threads four times more
    for every request; where the processors are busy, each change waits for its turn.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """As a synchronous server has it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in the thread of the request."""
        return await sync_to_async(self.get_response)(request)
