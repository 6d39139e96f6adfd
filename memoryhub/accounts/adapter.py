"""How allauth behaves here: nobody signs up by themselves."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClosedSignup(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Accounts are made by staff or by the command line."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
