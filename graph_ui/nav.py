"""What the rail offers: the pages of a space for its members, the hub's own pages for staff."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from memoryhub.spaces.access import Capability
from memoryhub.spaces.models import Space


@dataclass(frozen=True, slots=True)
class Place:
    """One declared line of the rail. `count` names an entry of the page's `counts`; `waits` marks it as work to do."""

    view: str
    label: Promise
    icon: str
    count: str = ""
    waits: bool = False
    needs: Capability = Capability.READ


@dataclass(frozen=True, slots=True)
class NavItem:
    """A place as one request sees it."""

    place: Place
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class NavGroup:
    """Places under one word."""

    title: Promise
    items: tuple[NavItem, ...]


SPACE: tuple[tuple[Promise, tuple[Place, ...]], ...] = (
    (
        _("Look"),
        (
            Place("console:home", _("Home"), "home"),
            Place("console:graph", _("Graph"), "graph"),
            Place("console:memories", _("Memories"), "memory", count="memories"),
            Place("console:profile", _("Profile"), "person"),
            Place("console:documents", _("Documents"), "document", count="documents"),
            Place("console:keys", pgettext_lazy("association keys", "Keys"), "key-diamond"),
        ),
    ),
    (
        _("Decide"),
        (Place("console:review", _("Review"), "review", count="review", waits=True, needs=Capability.REVIEW),),
    ),
)
HUB: tuple[tuple[Promise, tuple[Place, ...]], ...] = ((_("Hub"), (Place("console:spaces", _("Spaces"), "server"),)),)


def entries(
    request: HttpRequest, space: Space | None, capabilities: Collection[Capability] = frozenset(Capability)
) -> list[NavGroup]:
    """The groups of the rail: those of `space` that `capabilities` open, or the hub's when there is no space."""
    kwargs = {"space": space.tag} if space else {}
    root = reverse("console:home", kwargs=kwargs) if space else ""
    groups = []
    for title, places in SPACE if space else HUB:
        items = tuple(
            _item(place, reverse(place.view, kwargs=kwargs), request.path, root)
            for place in places
            if place.needs in capabilities
        )
        if items:
            groups.append(NavGroup(title, items))
    return groups


def _item(place: Place, url: str, path: str, root: str) -> NavItem:
    # Every page of a space lies under its home, so home is current only when it is the very page.
    return NavItem(place, url, path == url or (url != root and path.startswith(url)))
