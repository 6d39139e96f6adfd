"""Spaces and their members on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from memoryhub.api.fields import Choice, Exact, Given, Id, Metadata, Moment, Name, Shown, Text
from memoryhub.spaces.access import Access, Capability
from memoryhub.spaces.models import Membership, Space


class SpaceDetails(Given):
    """What may be said about a space beside its tag."""

    name = Name(required=False, max_length=120)
    emoji = Name(required=False, allow_blank=True, max_length=16)
    description = Text(required=False, allow_blank=True, max_length=2000)
    time_zone = Name(required=False, max_length=64, help_text="IANA name, such as Asia/Tokyo.")
    language = Name(required=False, allow_blank=True, max_length=16, help_text="ISO 639-1, such as en.")


class NewSpace(SpaceDetails):
    """A space to make; its tag never changes."""

    tag = Exact(help_text="1 to 100 of the characters A-Z a-z 0-9 _ : . - ; case counts.")


class SpaceChange(SpaceDetails):
    """Some details of a space."""

    settings = Metadata(required=False)


class SpaceShown(Shown):
    """A space the caller may read."""

    id = Id()
    tag = serializers.CharField()
    name = serializers.CharField()
    emoji = serializers.CharField()
    description = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.CharField()
    is_demo = serializers.BooleanField()
    created_at = Moment()
    archived_at = Moment(allow_null=True)


class SpaceEntered(SpaceShown):
    """A space with what the caller may do in it."""

    settings = serializers.DictField()
    role = serializers.SerializerMethodField()
    may = serializers.SerializerMethodField()
    revision = serializers.SerializerMethodField()

    def get_role(self, space: Space) -> str:
        """The caller's role."""
        access: Access = self.context["access"]
        return access.role

    def get_may(self, space: Space) -> list[str]:
        """The capabilities of the caller: the role's, within the key's scope."""
        access: Access = self.context["access"]
        return sorted(access.capabilities)

    def get_revision(self, space: Space) -> int:
        """The number of the space's last ledger entry."""
        revision: int = self.context["revision"]
        return revision


class SpacePage(Shown):
    """One page of spaces."""

    items = SpaceShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class NewMember(Given):
    """A person to let in, or to give another role."""

    email = Exact(max_length=254)
    role = Choice(choices=Membership.Role.choices)


class MemberShown(Shown):
    """A member. The e-mail address is for those who manage the space."""

    id = Id(source="user_id")
    name = serializers.CharField(source="user.name")
    email = serializers.SerializerMethodField()
    role = serializers.CharField()
    since = Moment()

    def get_email(self, membership: Membership) -> str | None:
        """The address, for managers and oneself."""
        access: Access = self.context["access"]
        known = access.may(Capability.MANAGE) or membership.user_id == access.principal.user.pk
        return membership.user.email if known else None


class Members(Shown):
    """All members of a space, owners first."""

    items = MemberShown(many=True)


def entered(access: Access, revision: int) -> dict[str, Any]:
    """A space as the caller who opened its door sees it."""
    return dict(SpaceEntered(access.space, context={"access": access, "revision": revision}).data)
