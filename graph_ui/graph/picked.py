"""What somebody has selected on the map or in the outline: ids as they were sent, cut down to what this person sees."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Self

import numpy as np
from django.http import HttpRequest
from django.utils.translation import gettext as _

from graph_ui.graph import view
from graph_ui.graph.view import View
from memoryhub.core import clock, errors, ids, packed
from memoryhub.lifecycle import bulk
from memoryhub.spaces.access import Access

MOST_SENT = 5_000  # ids in one form; more are "everything shown"


@dataclass(frozen=True, slots=True)
class Picked:
    """Nodes of the caller's own view. `hidden` counts ids that were sent and are not shown to them (any more).

    `version` is that of the map for everything that is shown under the filters, and empty where nodes were named.
    """

    nodes: tuple[uuid.UUID, ...]
    hidden: int = 0
    version: str = ""

    @classmethod
    def of(cls, opened: Access, request: HttpRequest) -> Self:
        """From a form: `nodes` (ids with blanks between) and `node` (one each), or `all`; under the address's filters.

        `all` with the `version` of a map raises `errors.Conflict` when there is another one: what was shown to somebody
        as everything would no longer be that. Raises `errors.InvalidInput` for too many, and for none.
        """
        seen = view.view_of(opened, request.GET, now=clock.now())
        if request.POST.get("all") == "1":
            return cls._all(seen, request.POST.get("version", ""))
        sent = {*request.POST.get("nodes", "").split(), *request.POST.getlist("node")}
        if len(sent) > MOST_SENT:
            raise errors.InvalidInput(
                "nodes", _("At most %(most)d can be named; choose everything shown.") % {"most": MOST_SENT}
            )
        if not sent:
            raise errors.InvalidInput("nodes", _("Nothing is selected."))
        named = [key for name in sorted(sent) if (key := _decoded(name)) is not None]
        places = seen.facts.graph.positions(packed.pack(named)) if named else np.zeros(0, np.int64)
        shown = [key for key, at in zip(named, places.tolist(), strict=True) if at >= 0 and seen.mask[at]]
        return cls(tuple(shown), len(sent) - len(shown))

    @classmethod
    def _all(cls, seen: View, version: str) -> Self:
        if version not in {"", seen.wire.atlas.version}:
            raise errors.Conflict(_("The map has changed since; look at it again."), code="moved_on")
        shown = seen.facts.graph.ids[seen.mask]
        bulk.check_size(len(shown))
        if not len(shown):
            raise errors.InvalidInput("nodes", _("Nothing is selected."))
        many = len(shown) > MOST_SENT
        return cls(tuple(packed.unpack(shown)), version=seen.wire.atlas.version if many else "")

    @property
    def wire(self) -> str:
        """Its ids as a form sends them; "" for everything that is shown."""
        return "" if self.version else " ".join(map(ids.encode, self.nodes))


def _decoded(name: str) -> uuid.UUID | None:
    try:
        return ids.decode(name)
    except errors.NotFound:
        return None
