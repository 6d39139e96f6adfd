"""A request that stays in one thread."""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from memoryhub.core import one_thread
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


async def answer(handler: OneThread | None = None) -> tuple[int, str]:
    """Status and body, as a server would ask for them."""
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"testserver")]}
    asked = iter([{"type": "http.request", "body": b""}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(asked, None) or await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    await (handler or OneThread())(scope, receive, send)
    start, body = sent
    return start["status"], body["body"].decode()


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.around"])
def test_no_event_loop_comes_between_middleware_and_view() -> None:
    status, files = asyncio.run(answer())
    assert status == 200
    assert "asgiref" not in files
    assert files.splitlines()[-1] == __file__


def thread(request: HttpRequest) -> HttpResponse:
    """Which thread answers."""
    return HttpResponse(str(threading.get_ident()))


class Threads:
    """The addresses of another project."""

    urlpatterns = [path("", thread)]


def test_an_idle_thread_answers_the_next_request_and_one_more_starts_only_when_none_is() -> None:
    async def all_answers() -> tuple[list[str], int]:
        handler = OneThread()
        one_by_one = [(await answer(handler))[1] for _ in range(3)]
        together = [body for _, body in await asyncio.gather(*(answer(handler) for _ in range(3)))]
        assert len(set(together)) == 3
        return one_by_one, len(handler._idle)

    with override_settings(ROOT_URLCONF=Threads, MIDDLEWARE=[]):
        one_by_one, idle = asyncio.run(all_answers())
    assert len(set(one_by_one)) == 1
    assert idle == 3


def test_no_more_threads_wait_than_are_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd() -> OneThread:
        handler = OneThread()
        await asyncio.gather(*(answer(handler) for _ in range(5)))
        return handler

    monkeypatch.setattr(one_thread, "MOST_IDLE", 2)
    with override_settings(ROOT_URLCONF=Threads, MIDDLEWARE=[]):
        handler = asyncio.run(crowd())
    assert len(handler._idle) == 2


def test_a_request_that_is_refused_gives_its_thread_back() -> None:
    async def gone() -> int:
        handler = OneThread()
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            raise AssertionError(message)

        await handler(scope, receive, send)
        return len(handler._idle)

    with override_settings(ROOT_URLCONF=Threads, MIDDLEWARE=[]):
        assert asyncio.run(gone()) == 1
