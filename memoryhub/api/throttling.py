"""How many calls a key, or a person without one, may make: counted in fixed windows in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import ApiKey
from memoryhub.core import clock

if TYPE_CHECKING:
    from rest_framework.views import APIView

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class PerKey(BaseThrottle):
    """The rate `key` of the settings. One number per window: a list of all calls would be written on every call."""

    left = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the call; False when the window is full."""
        caller = request.auth if isinstance(request.auth, ApiKey) else request.user
        if caller is None or caller.pk is None:
            return True
        most, seconds = rate()
        window, elapsed = divmod(int(clock.now().timestamp()), seconds)
        self.left = seconds - elapsed
        return accounts.count_call(caller_id=caller.pk, period=window) <= most

    def wait(self) -> float:
        """Seconds until the next window."""
        return float(self.left)


def rate() -> tuple[int, int]:
    """Calls, and the seconds of a window: `1200/min` is (1200, 60)."""
    rates = cast("dict[str, str]", settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
    number, _, period = rates["key"].partition("/")
    return int(number), SECONDS[period[0]]
