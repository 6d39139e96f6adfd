"""Spaces, for staff: make them, arrange members and keys, archive. Figures only; staff read no content here."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from graph_ui import door, frame, wording
from graph_ui.forms.spaces import NewKey, NewMember, NewSpace
from memoryhub.accounts import selectors as people
from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import clock, errors, ids
from memoryhub.documents import selectors as documents
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors as memories
from memoryhub.spaces import selectors
from memoryhub.spaces import services as arrange
from memoryhub.spaces.models import Membership, Space

PAGE = "pages/spaces/page.html"


@dataclass(frozen=True, slots=True)
class Line:
    """One space with its figures."""

    space: Space
    members: Sequence[Membership]
    memories: int
    documents: int
    keys: Sequence[ApiKey]

    @property
    def last_call(self) -> Any:
        return max((key.last_used_at for key in self.keys if key.last_used_at), default=None)


@require_GET
@door.for_staff
def spaces(request: HttpRequest) -> HttpResponse:
    """All spaces of the hub."""
    return frame.render(request, None, PAGE, _list(request))


@require_GET
@door.for_staff
def space(request: HttpRequest, tag: str) -> HttpResponse:
    """One space beside the list; the inspector alone where htmx asks for it."""
    return _inspect(request, _named(tag))


@require_http_methods(["GET", "POST"])
@door.for_staff
def new(request: HttpRequest) -> HttpResponse:
    """A form in a dialog; the person who makes a space owns it."""
    form = NewSpace(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = door.person_of(request)
        try:
            made = arrange.create(actor=Actor.person(person.pk), owner=person, **form.cleaned_data)
        except errors.InvalidInput as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        else:
            return _go(request, reverse("console:space", args=[made.tag]))
    return _dialog(request, form, _("New space"), reverse("console:new_space"), _("Make the space"))


@require_http_methods(["GET", "POST"])
@door.for_staff
def new_member(request: HttpRequest, tag: str) -> HttpResponse:
    """Somebody who has an account joins."""
    found, form = _named(tag), NewMember(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = people.user_by_email(form.cleaned_data["email"])
        if user is None:
            form.add_error("email", _("Nobody here has this address. `manage.py create_user` makes an account."))
        else:
            arrange.set_member(actor=_actor(request), space=found, user=user, role=form.cleaned_data["role"])
            return _inspect(request, found)
    return _dialog(request, form, _("Add a member"), reverse("console:new_member", args=[tag]), _("Add"))


@require_POST
@door.for_staff
def set_role(request: HttpRequest, tag: str, member: str) -> HttpResponse:
    """Another role for a member, or none."""
    found = _named(tag)
    user = _member(found, member)
    role = request.POST.get("role", "")
    if role == "none":
        arrange.remove_member(actor=_actor(request), space=found, user=user)
    else:
        arrange.set_member(actor=_actor(request), space=found, user=user, role=role)
    return _inspect(request, found)


@require_http_methods(["GET", "POST"])
@door.for_staff
def new_key(request: HttpRequest, tag: str) -> HttpResponse:
    """A key of one's own for this space, shown once. It reaches no further than the person's own role."""
    found, form, person = _named(tag), NewKey(request.POST or None), door.person_of(request)
    if not any(row.user_id == person.pk for row in selectors.members_of(found)):
        raise errors.Conflict(_("A key acts for its owner: join the space first."))
    if request.method == "POST" and form.is_valid():
        made = accounts.create_key(owner=person, space_ids=[found.pk], **form.cleaned_data)
        context = {"made": made, "shown": found, "title": _("The key, this once")}
        return frame.dialog(request, None, "pages/spaces/key.html", context)
    return _dialog(request, form, _("New key"), reverse("console:new_key", args=[tag]), _("Make the key"))


@require_POST
@door.for_staff
def end_key(request: HttpRequest, tag: str, key: str) -> HttpResponse:
    """Revoke a key that names this space, whoever owns it."""
    found, key_id = _named(tag), ids.decode(key)
    row = next((row for row in people.keys_for_space(found.pk) if row.pk == key_id), None)
    if row is None:
        raise errors.NotFound()
    accounts.revoke_key(owner=row.owner, key_id=row.pk)
    return _inspect(request, found)


@require_POST
@door.for_staff
def archive(request: HttpRequest, tag: str) -> HttpResponse:
    """Make a space read-only."""
    return _inspect(request, arrange.archive(actor=_actor(request), space=_named(tag)))


@require_POST
@door.for_staff
def unarchive(request: HttpRequest, tag: str) -> HttpResponse:
    """Open an archived space again."""
    return _inspect(request, arrange.unarchive(actor=_actor(request), space=_named(tag)))


def _list(request: HttpRequest) -> dict[str, Any]:
    now = clock.now()
    remembered, received = memories.current_per_space(now=now), documents.documents_per_space()
    members, keys = selectors.members_per_space(), people.keys_per_space()
    lines = [
        Line(
            row,
            members.get(row.pk, []),
            remembered.get(row.pk, 0),
            received.get(row.pk, 0),
            keys.get(row.pk, []),
        )
        for row in selectors.all_spaces()
    ]
    return {
        "lines": [line for line in lines if line.space.archived_at is None],
        "archived": [line for line in lines if line.space.archived_at is not None],
    }


def _inspect(request: HttpRequest, found: Space) -> HttpResponse:
    person = door.person_of(request)
    members = selectors.members_of(found)
    context = {
        "shown": found,
        "members": members,
        "keys": people.keys_for_space(found.pk),
        "is_member": any(row.user_id == person.pk for row in members),
        "roles": wording.ROLES.items(),
        "figures": memories.current_per_space(now=clock.now()).get(found.pk, 0),
        "documents": documents.documents_per_space().get(found.pk, 0),
    }
    if request.headers.get("HX-Request") == "true":
        changed = request.method == "POST"
        answer = frame.render(
            request, None, PAGE + "#panel", {**context, **(_list(request) if changed else {}), "changed": changed}
        )
        answer["HX-Retarget"], answer["HX-Reswap"] = "#inspector", "innerHTML"
        return answer
    if request.method == "POST":
        return redirect("console:space", tag=found.tag)
    return frame.render(request, None, PAGE, {**_list(request), **context})


def _dialog(request: HttpRequest, form: Any, title: str, url: str, deed: str) -> HttpResponse:
    context = {"form": form, "title": title, "url": url, "deed": deed}
    return frame.dialog(request, None, "components/form_dialog.html", context, status=422 if form.errors else 200)


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def _named(tag: str) -> Space:
    found = selectors.by_tag(tag)
    if found is None:
        raise errors.NotFound()
    return found


def _member(found: Space, member: str) -> User:
    user_id: uuid.UUID = ids.decode(member)
    for row in selectors.members_of(found):
        if row.user_id == user_id:
            return row.user
    raise errors.NotFound()


def _actor(request: HttpRequest) -> Actor:
    return Actor.person(door.person_of(request).pk)


urls = [
    path("hub/spaces/", spaces, name="spaces"),
    path("hub/spaces/new/", new, name="new_space"),
    path("hub/spaces/s/<str:tag>/", space, name="space"),
    path("hub/spaces/s/<str:tag>/members/new/", new_member, name="new_member"),
    path("hub/spaces/s/<str:tag>/members/<str:member>/", set_role, name="set_role"),
    path("hub/spaces/s/<str:tag>/keys/new/", new_key, name="new_key"),
    path("hub/spaces/s/<str:tag>/keys/<str:key>/end/", end_key, name="end_key"),
    path("hub/spaces/s/<str:tag>/archive/", archive, name="archive_space"),
    path("hub/spaces/s/<str:tag>/unarchive/", unarchive, name="unarchive_space"),
]
