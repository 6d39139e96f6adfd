"""Small choices of a person, kept as soon as they are made."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from graph_ui import door
from memoryhub.accounts import services as accounts
from memoryhub.core import errors

CHOICES = {
    "theme": {"system", "light", "dark"},
    "keys": {"on", "off"},
    "language": {"system", *(code for code, _name in settings.LANGUAGES)},
}


@require_POST
@door.signed_in
def keep(request: HttpRequest) -> HttpResponse:
    """POST `name` and `value`; 204, or back to the page of the hub that `next` names."""
    name, value = request.POST.get("name", ""), request.POST.get("value", "")
    if value not in CHOICES.get(name, set()):
        raise errors.InvalidInput("name" if name not in CHOICES else "value", "This cannot be chosen.")
    accounts.set_preference(user=door.person_of(request), name=name, value=value)
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return redirect(back)
    return HttpResponse(status=204)


urls = [path("preference/", keep, name="preference")]
