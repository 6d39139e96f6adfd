"""What every console page knows: who looks, and how they like it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from memoryhub.accounts import selectors as accounts
from memoryhub.accounts.models import User


def console(request: HttpRequest) -> dict[str, Any]:
    """`person`, `theme` and `language` for the page frame; pages of a space add the rest."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"person": None, "theme": "system", "language": "system"}
    chosen = accounts.preferences(user, "theme", "language")
    return {"person": user, "theme": chosen.get("theme", "system"), "language": chosen.get("language", "system")}
