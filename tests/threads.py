"""Running code at the same time, or apart from the test's own thread, each with a database connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
R = TypeVar("R")


def apart(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `function` in a thread of its own and wait: Playwright's thread, for one, may not use the ORM."""
    return begin(lambda: function(*args, **kwargs)).result()


def begin(function: Callable[[], R]) -> Future[R]:
    """Run `function` in a thread of its own; its result or error comes with the future."""
    done: Future[R] = Future()

    def run() -> None:
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001 - handed on to who waits
            connections.close_all()
            done.set_exception(error)
        else:
            connections.close_all()
            done.set_result(result)

    threading.Thread(target=run, daemon=True).start()
    return done


def together(*functions: Callable[[], R]) -> Sequence[R | Exception]:
    """Run all at the same time; the result, or the exception, of each, in order."""
    gate = threading.Barrier(len(functions))

    def at_once(function: Callable[[], R]) -> R | Exception:
        gate.wait(30)
        try:
            return function()
        except Exception as error:  # noqa: BLE001 - told to who asked
            return error

    running = [begin(partial(at_once, function)) for function in functions]
    return [future.result(120) for future in running]
