"""Spaces: the caller's own, made, changed, archived."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import Endpoint, SpaceEndpoint, operation
from memoryhub.api.fields import PageQuery
from memoryhub.api.hub.paging import listed
from memoryhub.api.hub.serializers.spaces import NewSpace, SpaceChange, SpaceEntered, SpacePage, SpaceShown, entered
from memoryhub.core import errors, paging
from memoryhub.ledger import selectors as ledger
from memoryhub.spaces import services
from memoryhub.spaces.access import Access, Capability, Principal, space_for, spaces_of


class Spaces(Endpoint):
    """All spaces of the caller."""

    @operation("List the spaces you may read, by tag", query=PageQuery, answers={200: SpacePage})
    def get(self, request: Request) -> Response:
        """One page."""
        page = paging.page(
            spaces_of(self.principal),
            scope="spaces",
            sort="tag",
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        return listed(page, SpaceShown(page.rows, many=True))

    @operation("Make a space and own it", body=NewSpace, answers={201: SpaceEntered})
    def post(self, request: Request) -> Response:
        """Any person may, and a program with an admin key for all its owner's spaces."""
        require_hub_wide(self.principal)
        space = services.create(actor=self.principal.actor, owner=self.principal.user, **self.body)
        return Response(_shown(space_for(self.principal, space.tag)), status=201)


class OneSpace(SpaceEndpoint):
    """One space."""

    @operation("Read a space, and what you may do in it", answers={200: SpaceEntered})
    def get(self, request: Request, tag: str) -> Response:
        """The space."""
        return Response(_shown(self.access))

    @operation("Change details of a space", needs=Capability.MANAGE, body=SpaceChange, answers={200: SpaceEntered})
    def patch(self, request: Request, tag: str) -> Response:
        """The space as it is now."""
        services.change(actor=self.access.actor, space=self.access.space, **self.body)
        return Response(_shown(self.access))


class Archive(SpaceEndpoint):
    """Make a space read-only."""

    @operation(
        "Archive a space: nothing in it can be changed any more", needs=Capability.MANAGE, answers={200: SpaceEntered}
    )
    def post(self, request: Request, tag: str) -> Response:
        """The space as it is now."""
        services.archive(actor=self.access.actor, space=self.access.space)
        return Response(_shown(self.access))


class Unarchive(SpaceEndpoint):
    """Open an archived space again."""

    @operation("Open an archived space again", needs=Capability.MANAGE, answers={200: SpaceEntered})
    def post(self, request: Request, tag: str) -> Response:
        """The space as it is now."""
        services.unarchive(actor=self.access.actor, space=self.access.space)
        return Response(_shown(self.access))


def require_hub_wide(principal: Principal) -> None:
    """`errors.NotAllowed` for a key that is bound to some spaces or to less than everything in them."""
    key = principal.key
    if key is not None and not (key.all_spaces and key.scope == key.Scope.ADMIN):
        raise errors.NotAllowed("This needs a signed-in person, or an admin key for all spaces.")


def _shown(access: Access) -> dict[str, object]:
    return entered(access, ledger.revision_of(access.space.pk))
