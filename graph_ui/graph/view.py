"""One person's look at the map of a space: the map, what of it is shown, and what it can be asked by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import QueryDict

from graph_ui.graph import local as local_graph
from graph_ui.graph.lens import Lens
from graph_ui.graph.wire import WireMap, wire_of
from memoryhub.associations import around, atlas, facets
from memoryhub.associations.around import Local
from memoryhub.associations.facets import Facts
from memoryhub.associations.graph.inputs import Flags, MergedEdges
from memoryhub.associations.graph.levels import Levels
from memoryhub.spaces.access import Access


@dataclass(frozen=True, slots=True)
class View:
    """A map through a lens. `mask` has one flag per node of the atlas, set for what is shown; `local` tells where it is
    the map of what lies around one node."""

    opened: Access
    lens: Lens
    wire: WireMap
    facts: Facts
    mask: Flags
    local: Local | None = None

    @property
    def islands(self) -> Levels:
        """The map with its islands; a local graph is drawn without."""
        levels = self.wire.atlas.levels
        return levels if self.local is None else replace(levels, clusters=(), bridges=())

    @property
    def groups(self) -> Levels:
        """What the list groups nodes by: islands, or steps from the middle of a local graph."""
        return self.wire.atlas.levels if self.local is None else local_graph.by_steps(self.local)

    def index_of(self, node: str) -> int | None:
        """Where the node with that id stands on the wire, or None when it is not shown."""
        at = self.wire.index_of(node)
        return at if at is not None and self.mask[self.wire.order[at]] else None

    def edges(self) -> MergedEdges:
        """What links the nodes that are shown."""
        return self.facts.shown_edges(self.lens.filter, self.mask) if self.lens.filter else self.facts.edges


def view_of(opened: Access, given: QueryDict, *, now: datetime) -> View:
    """What an address asks to see; raises as `Lens.parse` does."""
    lens = Lens.parse(given, opened)
    found = atlas.atlas_of(opened.space, now=now, sight=lens.sight)
    if wanted := local_graph.parse(given):
        local = around.local_of(found, wanted)
        # Not kept: it is small, and would take the place of a map that is not.
        facts = Facts(opened.space, local.atlas)
        return View(opened, lens, WireMap(local.atlas), facts, facts.mask(lens.filter), local)
    facts = facets.facts_of(opened.space, found)
    return View(opened, lens, wire_of(found), facts, facts.mask(lens.filter))


def version_of(opened: Access, given: QueryDict, *, now: datetime) -> str:
    """The version of the map that an address asks for, without making the map."""
    whole = atlas.version_of(opened.space, now=now, sight=Lens.parse(given, opened).sight)
    wanted = local_graph.parse(given)
    return around.version_of(whole, wanted) if wanted else whole
