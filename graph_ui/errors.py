"""Errors as people see them: one page, or one fragment where htmx asked."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from memoryhub.core import errors


class HubErrorMiddleware:
    """Turns the hub's errors into answers of the right status; REST has its own mapper."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, errors.HubError):
            return None
        if isinstance(exception, errors.NotSignedIn):
            return redirect("account_login")
        return answer(request, exception.status, exception.message)


def answer(request: HttpRequest, status: int, message: str) -> HttpResponse:
    """The error as a fragment for htmx, as a page otherwise."""
    fragment = request.headers.get("HX-Request") == "true"
    name = "components/error.html" if fragment else "pages/error.html"
    return render(request, name, {"status": status, "message": message}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, from Django itself."""
    return answer(request, 400, _("This request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403, from Django itself."""
    return answer(request, 403, _("You may not do this here."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: unknown, or not yours to know."""
    return answer(request, 404, _("Not found."))


def server_error(request: HttpRequest) -> HttpResponse:
    """500: the log has the reason."""
    return answer(request, 500, _("Something went wrong here. Nothing you did was half done."))
