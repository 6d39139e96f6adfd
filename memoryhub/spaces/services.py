"""Writes of spaces and their members."""

from __future__ import annotations

import re
import zoneinfo
from typing import Any

from django.db import IntegrityError, transaction

from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import User
from memoryhub.core import clock, errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.spaces import options
from memoryhub.spaces.models import TAG_PATTERN, Membership, Space

CREATED = "space.created"
CHANGED = "space.changed"
ARCHIVED = "space.archived"
UNARCHIVED = "space.unarchived"
MEMBER_SET = "member.set"
MEMBER_REMOVED = "member.removed"
TAKEN = "This tag is taken."
CHANGEABLE = ("name", "emoji", "description", "time_zone", "language", "settings")


@service
def create(
    *,
    actor: Actor,
    tag: str,
    owner: User,
    name: str = "",
    emoji: str = "",
    description: str = "",
    time_zone: str = "UTC",
    language: str = "",
    is_demo: bool = False,
) -> Space:
    """A new space with its first owner. Raises `errors.InvalidInput` for a bad or taken tag."""
    if not re.fullmatch(TAG_PATTERN[1:-1], tag):
        raise errors.InvalidInput("tag", "A tag has 1 to 100 of the characters A-Z a-z 0-9 _ : . -")
    if tag in {".", ".."}:
        raise errors.InvalidInput("tag", "No address can hold a tag of mere dots.")
    if Space.objects.filter(tag=tag).exists():
        raise errors.InvalidInput("tag", TAKEN)
    space = Space(
        id=ids.new(),
        tag=tag,
        name=name.strip() or tag,
        emoji=emoji,
        description=description,
        time_zone=time_zone,
        language=language,
        is_demo=is_demo,
        created_at=clock.now(),
    )
    _check(space)
    try:
        with transaction.atomic():
            space.save(force_insert=True)
    except IntegrityError as error:  # somebody took it in this very moment
        raise errors.InvalidInput("tag", TAKEN) from error
    record(actor=actor, space_id=space.pk, verb=CREATED, subject_kind="space", subject_id=space.pk)
    set_member(actor=actor, space=space, user=owner, role=Membership.Role.OWNER)
    return space


@service
def change(*, actor: Actor, space: Space, **values: Any) -> Space:
    """Set some of `CHANGEABLE`; unknown names are refused, unchanged values write nothing."""
    for name in values:
        if name not in CHANGEABLE:
            raise errors.InvalidInput(name, f"{name} cannot be changed.")
    changed = tuple(name for name, value in values.items() if getattr(space, name) != value)
    for name in changed:
        setattr(space, name, values[name])
    _check(space)
    if changed:
        space.save(update_fields=changed)
        record(actor=actor, space_id=space.pk, verb=CHANGED, subject_kind="space", subject_id=space.pk, fields=changed)
    return space


@service
def archive(*, actor: Actor, space: Space) -> Space:
    """Make a space read-only; doing it twice changes nothing."""
    if space.archived_at is None:
        space.archived_at = clock.now()
        space.save(update_fields=["archived_at"])
        record(actor=actor, space_id=space.pk, verb=ARCHIVED, subject_kind="space", subject_id=space.pk)
    return space


@service
def unarchive(*, actor: Actor, space: Space) -> Space:
    """Open an archived space again."""
    if space.archived_at is not None:
        space.archived_at = None
        space.save(update_fields=["archived_at"])
        record(actor=actor, space_id=space.pk, verb=UNARCHIVED, subject_kind="space", subject_id=space.pk)
    return space


@service
def set_member(*, actor: Actor, space: Space, user: User, role: str) -> Membership:
    """Give a person a role. The last owner cannot be made less (`errors.Conflict`)."""
    if role not in Membership.Role.values:
        raise errors.InvalidInput("role", f"role must be one of {', '.join(Membership.Role.values)}.")
    Space.objects.select_for_update().get(pk=space.pk)
    membership = Membership.objects.filter(space=space, user=user).first()
    if membership is not None and membership.role == role:
        return membership
    if membership is None:
        membership = Membership(id=ids.new(), space=space, user=user, since=clock.now())
    elif membership.role == Membership.Role.OWNER:
        _keep_an_owner(space, but=user)
    membership.role = role
    membership.save()
    record(
        actor=actor,
        space_id=space.pk,
        verb=MEMBER_SET,
        subject_kind="member",
        subject_id=user.pk,
        fields=("role",),
        values={"role": role},
    )
    return membership


@service
def remove_member(*, actor: Actor, space: Space, user: User) -> None:
    """End a membership. The last owner stays (`errors.Conflict`); a stranger is `errors.NotFound`."""
    Space.objects.select_for_update().get(pk=space.pk)
    membership = Membership.objects.filter(space=space, user=user).first()
    if membership is None:
        raise errors.NotFound()
    if membership.role == Membership.Role.OWNER:
        _keep_an_owner(space, but=user)
    membership.delete()
    accounts.forget_choices(user=user, space_id=space.pk)
    record(actor=actor, space_id=space.pk, verb=MEMBER_REMOVED, subject_kind="member", subject_id=user.pk)


def _keep_an_owner(space: Space, *, but: User) -> None:
    others = Membership.objects.filter(space=space, role=Membership.Role.OWNER).exclude(user=but)
    if not others.exists():
        raise errors.Conflict("A space keeps at least one owner.", code="last_owner")


def _check(space: Space) -> None:
    if len(space.name) > 120 or not space.name.strip():
        raise errors.InvalidInput("name", "A space needs a name of up to 120 characters.")
    if len(space.emoji) > 16:
        raise errors.InvalidInput("emoji", "One emoji, up to 16 characters.")
    if space.time_zone not in zoneinfo.available_timezones():
        raise errors.InvalidInput("time_zone", f"{space.time_zone!r} is not a known time zone.")
    if not isinstance(space.settings, dict):
        raise errors.InvalidInput("settings", "settings must be an object.")
    options.check(space.settings)
