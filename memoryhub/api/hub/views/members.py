"""Members of a space."""

from __future__ import annotations

import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.accounts import selectors as accounts
from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.spaces import Members, MemberShown, NewMember
from memoryhub.core import errors
from memoryhub.spaces import selectors, services
from memoryhub.spaces.access import Capability


class MemberList(SpaceEndpoint):
    """All members."""

    @operation("List the members", answers={200: Members})
    def get(self, request: Request, tag: str) -> Response:
        """Owners first."""
        rows = selectors.members_of(self.access.space)
        return Response({"items": MemberShown(rows, many=True, context=self.context()).data})

    @operation(
        "Let a person in, or give a member another role",
        needs=Capability.MANAGE,
        body=NewMember,
        answers={200: MemberShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """The membership as it is now."""
        user = accounts.user_by_email(self.body["email"])
        if user is None:
            raise errors.InvalidInput("email", "Nobody here has this e-mail address.")
        member = services.set_member(
            actor=self.access.actor, space=self.access.space, user=user, role=self.body["role"]
        )
        return Response(MemberShown(member, context=self.context()).data)


class OneMember(SpaceEndpoint):
    """One member."""

    @operation(
        "End a membership; sockets close and keys stop working at once", needs=Capability.MANAGE, answers={204: None}
    )
    def delete(self, request: Request, tag: str, person_id: uuid.UUID) -> Response:
        """Nothing is left to say."""
        member = next((row for row in selectors.members_of(self.access.space) if row.user_id == person_id), None)
        if member is None:
            raise errors.NotFound()
        services.remove_member(actor=self.access.actor, space=self.access.space, user=member.user)
        return Response(status=204)
