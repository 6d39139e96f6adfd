"""Errors as people see them: one page, or one fragment where htmx asked."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from memoryhub.core import errors

PAGES = {400, 403, 404, 500, 503}


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
            return redirect_to_login(request.get_full_path())
        told = answer(request, exception.status, exception.message)
        if "retry_after" in exception.details:
            told.headers["Retry-After"] = str(exception.details["retry_after"])
        return told


def answer(request: HttpRequest, status: int, message: str) -> HttpResponse:
    """The error as problem+json for scripts, which show it as a notice; as a page otherwise."""
    if request.headers.get("HX-Request") == "true" or "application/json" in request.headers.get("Accept", ""):
        body = {"status": status, "title": message, "detail": message}
        return JsonResponse(body, status=status, content_type="application/problem+json")
    name = f"pages/error_{status if status in PAGES else 400}.html"
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
