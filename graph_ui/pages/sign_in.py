"""The one-time sign-in link, and the first person's choice of e-mail and password."""

from __future__ import annotations

import sesame.utils
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from graph_ui import door
from graph_ui.forms.sign_in import FirstSignIn
from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import User
from memoryhub.core import errors

BACKEND = "sesame.backends.ModelBackend"
TEMPLATE = "pages/first_sign_in.html"


@never_cache
@require_http_methods(["GET", "POST"])
def link(request: HttpRequest) -> HttpResponse:
    """GET shows a button, so that nothing that merely looks at links uses it up; POST signs in, once."""
    token = request.POST.get("sesame") or request.GET.get("sesame", "")
    if request.method == "GET":
        return render(request, TEMPLATE, {"token": token, "expired": not token})
    user = sesame.utils.get_user(token)
    if not isinstance(user, User):
        return render(request, TEMPLATE, {"expired": True}, status=403)
    login(request, user, backend=BACKEND)
    return redirect("/" if user.has_usable_password() else "console:first_sign_in")


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@door.signed_in
def first(request: HttpRequest) -> HttpResponse:
    """Choose e-mail and password; afterwards this page leads to the console."""
    person = door.person_of(request)
    if person.has_usable_password():
        return redirect("/")
    form = FirstSignIn(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            changed = accounts.complete_first_sign_in(user=person, **form.cleaned_data)
        except errors.InvalidInput as error:
            form.add_error(error.field, error.message)
        else:
            update_session_auth_hash(request, changed)
            return redirect("/")
    return render(request, TEMPLATE, {"form": form}, status=400 if form.errors else 200)


urls = [
    path("sign-in/link/", link, name="sign_in_link"),
    path("sign-in/first/", first, name="first_sign_in"),
]
