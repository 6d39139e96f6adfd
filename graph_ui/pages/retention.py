"""How long a space keeps things: an owner sees what would go, and then switches it on."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from graph_ui import door, frame
from graph_ui.forms.retention import Retention
from memoryhub.core import clock, errors
from memoryhub.lifecycle import retention as policies
from memoryhub.lifecycle.retention import Policy
from memoryhub.spaces import services as spaces
from memoryhub.spaces.access import Access, Capability

DIALOG = "pages/memories/retention.html"
NAMED = 5


@require_http_methods(["GET", "POST"])
@door.in_space(Capability.MANAGE)
def retention(request: HttpRequest, opened: Access) -> HttpResponse:
    """The policy in force; what another would do; and, once that was seen, the change."""
    in_force = policies.of(opened.space)
    form = Retention(request.POST or None, initial={name: getattr(in_force, name) for name in policies.NAMES})
    if request.method == "GET":
        return _dialog(request, opened, form, in_force)
    if not form.is_valid():
        return _dialog(request, opened, form, None)
    policy = Policy(**form.cleaned_data)
    if request.POST.get("deed") != "save":
        return _dialog(request, opened, form, policy)
    if opened.space.archived_at is not None:
        raise errors.Conflict(_("This space is archived; nothing in it can be changed."), code="archived")
    _save(opened, policy)
    return _saved(request, opened, policy)


def _save(opened: Access, policy: Policy) -> None:
    given = {name: getattr(policy, name) for name in policies.NAMES if getattr(policy, name) is not None}
    others = {name: value for name, value in opened.space.settings.items() if name != policies.SETTING}
    settings = {**others, policies.SETTING: given} if given else others
    spaces.change(actor=opened.actor, space=opened.space, settings=settings)


def _saved(request: HttpRequest, opened: Access, policy: Policy) -> HttpResponse:
    """A notice; the dialog goes."""
    text = _("It is carried out once an hour from now on.") if policy else _("Nothing goes by itself any more.")
    messages.success(request, text)
    url = reverse("console:memories", args=[opened.space.tag])
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def _dialog(request: HttpRequest, opened: Access, form: Retention, policy: Policy | None) -> HttpResponse:
    """The form, with what would go under `policy`; None where the form has to be mended first."""
    context: dict[str, Any] = {
        "form": form,
        "title": _("What this space keeps"),
        "url": reverse("console:retention", args=[opened.space.tag]),
        "is_seen": request.method == "POST" and policy is not None,
    }
    if policy:
        context["preview"] = policies.preview(opened.space, policy, now=clock.now(), first=NAMED)
    return frame.dialog(request, opened, DIALOG, context, status=422 if form.errors else 200)


urls = [path("s/<str:space>/retention/", retention, name="retention")]
