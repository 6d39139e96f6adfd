"""Small choices of a person, kept as soon as they are made."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from graph_ui import door
from memoryhub.accounts import services as accounts
from memoryhub.core import errors

CHOICES = {"theme": {"system", "light", "dark"}, "keys": {"on", "off"}}


@require_POST
@door.signed_in
def keep(request: HttpRequest) -> HttpResponse:
    """POST `name` and `value`; 204."""
    name, value = request.POST.get("name", ""), request.POST.get("value", "")
    if value not in CHOICES.get(name, set()):
        raise errors.InvalidInput("name" if name not in CHOICES else "value", "This cannot be chosen.")
    accounts.set_preference(user=door.person_of(request), name=name, value=value)
    return HttpResponse(status=204)


urls = [path("preference/", keep, name="preference")]
