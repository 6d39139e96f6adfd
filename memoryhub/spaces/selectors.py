"""Questions about spaces and members."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db.models import Count, QuerySet

from memoryhub.core import errors
from memoryhub.spaces.models import Membership, Space


def by_tag(tag: str) -> Space | None:
    """A space by its exact tag, for the hub's own commands; callers with a principal use `access`."""
    return Space.objects.filter(tag=tag, purge_at=None).first()


def by_id(space_id: uuid.UUID) -> Space:
    """A space by id, for the hub's own work; `errors.NotFound` otherwise."""
    space = Space.objects.filter(pk=space_id).first()
    if space is None:
        raise errors.NotFound()
    return space


def with_setting(name: str) -> list[uuid.UUID]:
    """The ids of the spaces in use that have this setting."""
    rows = Space.objects.filter(settings__has_key=name, archived_at=None, purge_at=None)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def all_spaces() -> QuerySet[Space]:
    """Every space with its member count, for staff: figures, no content."""
    return Space.objects.annotate(member_count=Count("memberships")).order_by("archived_at", "name", "tag")


def members_of(space: Space) -> Sequence[Membership]:
    """Members, owners first."""
    return sorted(Membership.objects.select_related("user").filter(space=space), key=_rank)


def members_per_space() -> dict[uuid.UUID, list[Membership]]:
    """Space id -> its members, owners first, for staff."""
    found: dict[uuid.UUID, list[Membership]] = {}
    for row in sorted(Membership.objects.select_related("user"), key=_rank):
        found.setdefault(row.space_id, []).append(row)
    return found


def _rank(row: Membership) -> tuple[int, str]:
    return ["owner", "editor", "reviewer", "viewer"].index(row.role), str(row.user)
