"""The language somebody has chosen for the console, on whatever machine they sign in."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from memoryhub.accounts.models import User

CODES = frozenset(code for code, _name in settings.LANGUAGES)


class ChosenLanguage:
    """Speaks the person's language where they have chosen one; else LocaleMiddleware has asked their browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = request.user.choices.get("language") if isinstance(request.user, User) else None
        if language in CODES:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
