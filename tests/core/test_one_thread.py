"""A request that stays in one thread."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from memoryhub.core.one_thread import OneThread


def around(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware as Django's and ours are."""

    def passed_on(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    return passed_on


def stack(request: HttpRequest) -> HttpResponse:
    """The files of what has called this view, from the middleware on."""
    files = [(frame.name, frame.filename) for frame in traceback.extract_stack()]
    begun = max(at for at, (name, _file) in enumerate(files) if name == "passed_on")
    return HttpResponse("\n".join(file for _name, file in files[begun:]))


urlpatterns = [path("", stack)]


async def answer() -> tuple[int, str]:
    """Status and body, as a server would ask for them."""
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"testserver")]}
    asked = iter([{"type": "http.request", "body": b""}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(asked, None) or await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    await OneThread()(scope, receive, send)
    start, body = sent
    return start["status"], body["body"].decode()


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.around"])
def test_no_event_loop_comes_between_middleware_and_view() -> None:
    status, files = asyncio.run(answer())
    assert status == 200
    assert "asgiref" not in files
    assert files.splitlines()[-1] == __file__
