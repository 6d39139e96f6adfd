"""The profile of a space."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.profile import ProfileQuery, ProfileShown
from memoryhub.profiles import profile


class Profile(SpaceEndpoint):
    """What an agent should know before it is asked anything; only what is current."""

    @operation("Read the profile of a space", query=ProfileQuery, answers={200: ProfileShown})
    def get(self, request: Request, tag: str) -> Response:
        """Stable facts, recent context, and answers to a question."""
        include = (self.query["only"],) if "only" in self.query else profile.HALVES
        found = profile.profile(
            self.access.space,
            query=self.query.get("q", ""),
            tokens=self.query["tokens"],
            include=include,
            limit=self.query["limit"],
        )
        return Response(ProfileShown(found).data)
