"""What every console page knows: who looks, and how they like it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from memoryhub.accounts.models import User


def console(request: HttpRequest) -> dict[str, Any]:
    """`person` and their `theme`, `language` and `keys_off` for the page frame; pages of a space add the rest."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"person": None, "theme": "system", "language": "system", "keys_off": False}
    return {
        "person": user,
        "theme": user.choices.get("theme", "system"),
        "language": user.choices.get("language", "system"),
        "keys_off": user.choices.get("keys") == "off",
    }
