"""How long a space keeps things: looked at before it is switched on, which a change of the setting does."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.retention import PolicyQuery, RetentionShown, shown
from memoryhub.lifecycle import retention
from memoryhub.spaces.access import Capability


class Retention(SpaceEndpoint):
    """What would go, and when."""

    @operation(
        "See what a retention policy would forget and erase now, without doing it; `settings.retention` switches it on",
        needs=Capability.MANAGE,
        query=PolicyQuery,
        answers={200: RetentionShown},
    )
    def get(self, request: Request, tag: str) -> Response:
        """Counts, and the first of each."""
        space, in_force = self.access.space, retention.of(self.access.space)
        given = {name: self.query[name] for name in retention.NAMES if name in self.query}
        policy = retention.Policy(**given) if given else in_force
        found = retention.preview(space, policy, now=self.now, first=self.query["limit"])
        is_on = bool(policy) and policy == in_force
        return Response(shown(policy, found, in_force=is_on, context=self.context()))
