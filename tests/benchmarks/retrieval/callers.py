"""Programs that call the API of a hub under measurement, and how long their calls take."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import httpx

Call = Callable[[], httpx.Response]


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds of some calls."""

    median: float
    p95: float

    def __str__(self) -> str:
        return f"{self.median:.1f} ms, p95 {self.p95:.1f}"


def client(url: str, tag: str, *, scope: str = "read") -> httpx.Client:
    """Somebody with a key of the space's owner, for this space alone."""
    from memoryhub.accounts import services as accounts
    from memoryhub.accounts.models import User
    from memoryhub.spaces import selectors as spaces

    space = spaces.by_tag(tag)
    assert space is not None
    owner = User.objects.get(email=f"{tag}@example.org")
    key = accounts.create_key(owner=owner, name="benchmark", scope=scope, space_ids=[space.pk])
    return httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key.secret}"}, timeout=60)


def taken(calls: Iterable[Call]) -> Taken:
    """Of each call, one after the other; the first loads what is loaded once, and is not counted."""
    return of([_milliseconds(call) for call in calls][1:])


def of(milliseconds: Sequence[float]) -> Taken:
    """The figures of calls measured elsewhere."""
    return Taken(statistics.median(milliseconds), statistics.quantiles(milliseconds, n=20)[-1])


def _milliseconds(call: Call) -> float:
    began = time.perf_counter()
    call().raise_for_status()
    return (time.perf_counter() - began) * 1000
