"""The caller's own API keys."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.accounts import selectors, services
from memoryhub.accounts.models import ApiKey
from memoryhub.api.endpoint import Endpoint, Operation, operation
from memoryhub.api.fields import PageQuery
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.keys import ApiKeyMade, ApiKeyPage, ApiKeyShown, NewApiKey
from memoryhub.api.hub.views.spaces import require_hub_wide
from memoryhub.core import paging
from memoryhub.spaces.access import Principal, space_for, spaces_of


class ApiKeyEndpoint(Endpoint):
    """Keys are a person's matter: a program needs an admin key for all spaces to make or see any."""

    def enter(self, declared: Operation) -> None:
        """Nobody else."""
        require_hub_wide(self.principal)

    def shown(self, keys: Sequence[ApiKey]) -> ApiKeyShown:
        """Keys with the tags of their spaces."""
        tags = dict(spaces_of(Principal(self.principal.user)).values_list("pk", "tag"))
        return ApiKeyShown(keys, many=True, context={**self.context(), "tags": tags})


class ApiKeys(ApiKeyEndpoint):
    """All keys of the caller."""

    @operation("List your API keys, newest first", query=PageQuery, answers={200: ApiKeyPage})
    def get(self, request: Request) -> Response:
        """One page."""
        page = paging.page(
            selectors.keys_of(self.principal.user),
            scope=f"api keys {self.principal.user.pk}",
            sort="-created_at",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, self.shown(page.rows))

    @operation("Make an API key; the secret is shown this once", body=NewApiKey, answers={201: ApiKeyMade})
    def post(self, request: Request) -> Response:
        """The key with its secret."""
        given: dict[str, Any] = dict(self.body)
        spaces = [space_for(self.principal, tag).space.pk for tag in given.pop("spaces", [])]
        made = services.create_key(owner=self.principal.user, space_ids=spaces, **given)
        return Response({**self.shown([made.key]).data[0], "secret": made.secret}, status=201)


class OneApiKey(ApiKeyEndpoint):
    """One key."""

    @operation("Revoke an API key at once", answers={204: None})
    def delete(self, request: Request, key_id: uuid.UUID) -> Response:
        """Nothing is left to say."""
        services.revoke_key(owner=self.principal.user, key_id=key_id)
        return Response(status=204)
