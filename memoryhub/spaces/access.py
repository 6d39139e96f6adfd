"""The one permission door: who may do what in which space, asked afresh on every request."""

from __future__ import annotations

import enum
import uuid
from dataclasses import dataclass
from typing import Self

from django.db.models import QuerySet

from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import errors, rows
from memoryhub.core.rows import Table
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Membership, Space


class Capability(enum.StrEnum):
    """What a caller may do in a space."""

    READ = "read"
    WRITE = "write"
    REVIEW = "review"
    MANAGE = "manage"


_C = Capability
ROLE_MAY: dict[str, frozenset[Capability]] = {
    "viewer": frozenset({_C.READ}),
    "reviewer": frozenset({_C.READ, _C.REVIEW}),
    "editor": frozenset({_C.READ, _C.WRITE, _C.REVIEW}),
    "owner": frozenset(_C),
}
SCOPE_MAY: dict[str, frozenset[Capability]] = {
    "read": frozenset({_C.READ}),
    "write": frozenset({_C.READ, _C.WRITE}),
    "review": frozenset({_C.READ, _C.REVIEW}),
    "admin": frozenset(_C),
}

_MEMBERSHIPS, _SPACES = Table(Membership), Table(Space)
_DOOR = """
SELECT {membership}, {space} FROM spaces_membership JOIN spaces_space ON spaces_space.id = spaces_membership.space_id
WHERE spaces_space.tag = %(tag)s AND spaces_space.purge_at IS NULL AND spaces_membership.user_id = %(user)s
"""


@dataclass(frozen=True, slots=True)
class Principal:
    """Who calls: a person, through the console or through one of their keys."""

    user: User
    key: ApiKey | None = None

    @classmethod
    def of_key(cls, key: ApiKey) -> Self:
        return cls(key.owner, key)

    @property
    def actor(self) -> Actor:
        return Actor.person(self.user.pk) if self.key is None else Actor.key(self.key.pk)

    def reaches(self, space_id: uuid.UUID) -> bool:
        """Whether the key, if there is one, covers the space."""
        return self.key is None or self.key.all_spaces or space_id in self.key.space_ids

    def limit(self, capabilities: frozenset[Capability]) -> frozenset[Capability]:
        """What is left of a role's capabilities within the key's scope."""
        return capabilities if self.key is None else capabilities & SCOPE_MAY[self.key.scope]


@dataclass(frozen=True, slots=True)
class Access:
    """A door that opened: the space, who came in, and what they may do there."""

    space: Space
    principal: Principal
    role: str
    capabilities: frozenset[Capability]

    @property
    def actor(self) -> Actor:
        return self.principal.actor

    def may(self, capability: Capability) -> bool:
        return capability in self.capabilities

    def require(self, capability: Capability) -> None:
        """Raises `errors.NotAllowed` when the capability is missing, `errors.Conflict` for a write to an archive."""
        if capability not in self.capabilities:
            raise errors.NotAllowed(f"This needs the {capability} right in this space.")
        if self.space.archived_at is not None and capability in {Capability.WRITE, Capability.REVIEW}:
            raise errors.Conflict("This space is archived; nothing in it can be changed.", code="archived")


def space_for(principal: Principal, tag: str, needs: Capability = Capability.READ) -> Access:
    """Open the door of a space.

    Raises `errors.NotFound` for a stranger, with the same words as for a tag that does not exist, and
    `errors.NotAllowed` for a member whose role or key does not reach far enough.
    """
    statement = _DOOR.format(membership=_MEMBERSHIPS.columns, space=_SPACES.columns)
    opened = rows.read(statement, {"tag": tag, "user": principal.user.pk}, _MEMBERSHIPS, _SPACES)
    membership, space = opened[0] if opened else (None, None)
    if membership is None or not principal.user.is_active or not principal.reaches(space.pk):
        raise errors.NotFound()
    capabilities = principal.limit(ROLE_MAY[membership.role])
    access = Access(space, principal, membership.role, capabilities)
    access.require(needs)
    return access


def owned_by(principal: Principal) -> QuerySet[Space]:
    """The spaces a caller may manage and change, by name."""
    owned = Space.objects.filter(
        memberships__user_id=principal.user.pk, memberships__role=Membership.Role.OWNER, archived_at=None
    )
    mine = spaces_of(principal)
    return mine.filter(pk__in=owned) if Capability.MANAGE in principal.limit(frozenset(Capability)) else mine.none()


def spaces_of(principal: Principal) -> QuerySet[Space]:
    """The spaces a caller may read, by name."""
    spaces = Space.objects.filter(memberships__user_id=principal.user.pk, purge_at=None)
    if principal.key is not None and not principal.key.all_spaces:
        spaces = spaces.filter(pk__in=principal.key.space_ids)
    return spaces.order_by("name", "tag")


def memberships_of(principal: Principal) -> QuerySet[Membership]:
    """What a caller is in the spaces they may read, with these, in the order they came to them."""
    mine = Membership.objects.filter(user_id=principal.user.pk, space__in=spaces_of(principal).order_by())
    return mine.select_related("space").order_by("since", "space_id")
