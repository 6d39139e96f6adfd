"""Chromium as it is measured: without a GPU, and with the processor time of all its processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psutil
from playwright.sync_api import Browser, ViewportSize, sync_playwright
from rich.console import Console

T = TypeVar("T")
console = Console(highlight=False)
WINDOW: ViewportSize = {"width": 1280, "height": 860}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium without a GPU."""
    from tests.browser import chromium as program

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(**program.launch_options())
        yield opened
        opened.close()


def cpu_of(act: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds of processor time that all processes of Chromium take for it, and what it gives."""
    before = _spent()
    given = act()
    return (_spent() - before) * 1000, given


def memory() -> float:
    """Bytes in use by all processes of Chromium."""
    return float(sum(each.memory_info().rss for each in _family()))


def _spent() -> float:
    times = [each.cpu_times() for each in _family()]
    return sum(each.user + each.system for each in times)


def _family() -> list[psutil.Process]:
    return [each for each in psutil.Process().children(recursive=True) if "chrom" in each.name()]
