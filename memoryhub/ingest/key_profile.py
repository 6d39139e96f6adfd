"""How a space reads keys out of its texts: `key_profile` in its settings."""

from __future__ import annotations

from typing import Any

from memoryhub.core import errors
from memoryhub.spaces.models import Space

PLAIN, CODE = "plain", "code"


def knows_code(space: Space) -> bool:
    """Whether the names of code are kept whole as keys."""
    return bool(space.settings.get("key_profile", PLAIN) == CODE)


def checked(given: Any) -> str:
    """The profile; `errors.InvalidInput` naming `settings` for anything else."""
    if given not in (PLAIN, CODE):
        raise errors.InvalidInput("settings", f"key_profile is {PLAIN} or {CODE}.")
    return str(given)
