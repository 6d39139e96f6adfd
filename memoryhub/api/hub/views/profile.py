"""The profile of a space."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.profile import ProfileQuery, ProfileShown
from memoryhub.core import errors
from memoryhub.profiles import profile


class Profile(SpaceEndpoint):
    """What an agent should know before it is asked anything; only what is current."""

    @operation("Read the profile of a space", query=ProfileQuery, answers={200: ProfileShown})
    def get(self, request: Request, tag: str) -> Response:
        """Stable facts, buckets, recent context, and answers to a question."""
        only = self.query.get("only")
        if only is not None and only not in (parts := profile.parts_of(self.access.space)):
            raise errors.InvalidInput("only", f"{only!r} is no part of this profile; it has {', '.join(parts)}.")
        found = profile.profile(
            self.access.space,
            query=self.query.get("q", ""),
            tokens=self.query["tokens"],
            include=None if only is None else (only,),
            limit=self.query["limit"],
        )
        return Response(ProfileShown.told(found))
