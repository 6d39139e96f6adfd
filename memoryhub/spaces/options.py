"""The settings of a space that other rooms read: each room says here how its own is checked before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_checks: dict[str, Callable[[Any], object]] = {}


def register(name: str, check: Callable[[Any], object]) -> None:
    """Have `check` raise `errors.InvalidInput` for a value of the setting `name` that its room could not use."""
    _checks[name] = check


def check(settings: Mapping[str, Any]) -> None:
    """Raise `errors.InvalidInput` for the first setting that its room refuses."""
    for name, value in settings.items():
        if name in _checks:
            _checks[name](value)
