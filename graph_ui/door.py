"""How a page lets somebody in: signed in, and through the hub's one permission door."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from memoryhub.accounts.models import User
from memoryhub.core import errors
from memoryhub.spaces import access
from memoryhub.spaces.access import Access, Capability

Page = Callable[..., HttpResponseBase]


def person_of(request: HttpRequest) -> User:
    """The signed-in person; `errors.NotSignedIn` otherwise."""
    if not isinstance(request.user, User):
        raise errors.NotSignedIn()
    return request.user


def signed_in(page: Page) -> Page:
    """A page for anybody with an account."""

    @functools.wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        return page(request, *args, **kwargs)

    return guarded


def in_space(needs: Capability = Capability.READ) -> Callable[[Page], Page]:
    """A page of one space: called with the request and the open door (`Access`) in place of the tag."""

    def decorate(page: Page) -> Page:
        @functools.wraps(page)
        def guarded(request: HttpRequest, space: str, **kwargs: Any) -> HttpResponseBase:
            opened: Access = access.space_for(access.Principal(person_of(request)), space, needs)
            return page(request, opened, **kwargs)

        return signed_in(guarded)

    return decorate


def for_staff(page: Page) -> Page:
    """A page of the hub itself; for everybody else it does not exist."""

    @functools.wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not person_of(request).is_staff:
            raise errors.NotFound()
        return page(request, *args, **kwargs)

    return signed_in(guarded)
