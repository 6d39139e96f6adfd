"""The map that an address of the graph asks for, and the nodes it names, as far as this reader sees them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from graph_ui.documents import listing
from graph_ui.graph import lens
from graph_ui.graph.lens import Lens
from graph_ui.graph.wire import WireMap, wire_of
from memoryhub.associations import atlas
from memoryhub.associations.graph.inputs import NodeKind, NodeState
from memoryhub.core import clock, errors, packed
from memoryhub.documents import selectors as documents
from memoryhub.memories import selectors as memories
from memoryhub.spaces.access import Access


@dataclass(frozen=True, slots=True)
class End:
    """A node in words. `index` is its place in the atlas, `id` its wire form."""

    index: int
    id: str
    pk: uuid.UUID
    kind: str
    state: str
    text: str
    language: str
    url: str


def map_for(opened: Access, given: QueryDict) -> WireMap:
    """The map that this reader has of what the address asks for."""
    return wire_of(atlas.atlas_of(opened.space, now=clock.now(), sight=Lens.parse(given, opened).sight))


def panel_url(opened: Access, given: QueryDict) -> str:
    """Where the panel of the edge, path or island is that an address names; "" for an address that names none."""
    for name, wanted in (("edge", ("edge",)), ("path", ("from", "to")), ("island", ("island",)), ("island", ("part",))):
        if all(given.get(each) for each in wanted):
            values = [urlencode({each: given[each] for each in wanted}), lens.only(given, lens.ALL)]
            return f"{reverse(f'console:graph_{name}', args=[opened.space.tag])}?{'&'.join(filter(None, values))}"
    return ""


def place_of(wire: WireMap, node: str) -> int:
    """The index in the atlas of the node with that wire id.

    Raises `errors.NotFound`, as for an id that nothing has, for one that is not on this reader's map.
    """
    at = wire.index_of(node)
    if at is None:
        raise errors.NotFound()
    return int(wire.order[at])


def ends_of(opened: Access, wire: WireMap, nodes: Sequence[int], *, gone: str | None = None) -> list[End]:
    """Nodes of the atlas in words, in the given order.

    A row that has gone since the map was read is told as `gone`; without it `errors.NotFound` is raised.
    """
    chosen = wire.atlas.graph.ids[list(nodes)]
    names, keys = packed.encode(chosen), packed.unpack(chosen)
    said = {row.pk: (row.text, row.language) for row in memories.versions(opened.space, keys)}
    for row in documents.documents_of(opened.space).filter(pk__in=keys):
        said[row.pk] = listing.name_of(row), row.language
    if gone is None and not said.keys() >= set(keys):
        raise errors.NotFound()
    graph = wire.atlas.graph
    found = []
    for node, name, key in zip(nodes, names, keys, strict=True):
        kind, state = NodeKind(graph.kinds[node]).name.lower(), NodeState(graph.states[node]).name.lower()
        url = reverse(f"console:{kind}", args=[opened.space.tag, name])
        found.append(End(node, name, key, kind, state, *said.get(key, (gone or "", "")), url))
    return found
