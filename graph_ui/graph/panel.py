"""The panel of filters: each facet with its values, what each would show, and the address that chooses it."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from graph_ui.graph import lens
from graph_ui.graph.lens import FACETS, Colour
from graph_ui.graph.view import View
from memoryhub.associations import seeing
from memoryhub.associations import selectors as associations
from memoryhub.associations.facets import Counts
from memoryhub.associations.graph.inputs import Ints
from memoryhub.core import clock, ids, packed
from memoryhub.documents import selectors as documents
from memoryhub.memories import sight, states

MOST_LISTED = 20  # keys or documents

TITLES: Mapping[str, Promise] = {
    "kind": pgettext_lazy("of a node of the graph", "Kind"),
    "state": _("State"),
    "relation": _("Relation"),
    "trait": _("What it is"),
    "confidence": _("Confidence"),
    "key": pgettext_lazy("association key", "Key"),
    "source": _("Source"),
}
WORDS: Mapping[tuple[str, str], Promise] = {
    ("kind", "memory"): _("memory"),
    ("kind", "document"): _("document"),
    ("state", "current"): pgettext_lazy("state of a memory", "current"),
    ("state", "superseded"): _("superseded"),
    ("state", "pending"): _("pending"),
    ("state", "expiring"): _("expiring"),
    ("state", "forgotten"): _("forgotten"),
    ("relation", "updates"): pgettext_lazy("relation to another memory", "updates"),
    ("relation", "extends"): pgettext_lazy("relation to another memory", "extends"),
    ("relation", "derives"): pgettext_lazy("relation to another memory", "follows from"),
    ("relation", "source"): _("from a document"),
    ("relation", "key"): _("shares a key"),
    ("trait", "static"): _("stable fact"),
    ("trait", "dynamic"): _("recent context"),
    ("trait", "inferred"): _("concluded by the hub"),
    ("confidence", "high"): _("high"),
    ("confidence", "fair"): _("fair"),
    ("confidence", "low"): _("low"),
}
COLOURS: Mapping[Colour, Promise] = {
    Colour.CLUSTER: _("Island"),
    Colour.KIND: pgettext_lazy("of a node of the graph", "Kind"),
    Colour.AGE: _("Age"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """A value of a facet: how many nodes it shows, whether it is chosen, and the query string that turns it round."""

    value: str
    label: str | Promise
    count: int
    on: bool
    query: str


@dataclass(frozen=True, slots=True)
class Group:
    """A facet. `find` is what was looked for among its values, None where all there are stand in the list."""

    name: str
    title: str | Promise
    options: Sequence[Option]
    find: str | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """The histogram: bars as (left, top, width, height) in a box of 600 by 100, with the bins' ends as moments."""

    edges: Sequence[str]
    counts: Sequence[int]
    bars: Sequence[tuple[float, float, float, float]]
    first: date | None
    last: date | None
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Panel:
    """All filters of a view. `forgotten` counts what is hidden, None for those who may not ask for it."""

    shown: int
    total: int
    groups: Sequence[Group]
    colours: Sequence[Option]
    times: Times
    forgotten: Option | None
    clear: str
    present: str

    def options(self) -> dict[str, dict[str, Option]]:
        """Facet -> value -> option, for the legend."""
        return {group.name: {each.value: each for each in group.options} for group in self.groups}


def panel_of(view: View, given: QueryDict) -> Panel:
    """The filters as they stand; `given` is the address, which keeps what else it says."""
    counts = view.facts.counts(view.lens.filter)
    groups = [_few(name, counts, given) for name in FACETS if name in counts.values]
    colours = [
        Option(each.value, COLOURS[each], 0, each is view.lens.colour, lens.put(given, colour=each.value))
        for each in Colour
    ]
    return Panel(
        shown=counts.shown,
        total=view.wire.atlas.total,
        groups=[*groups, _keys(view, counts, given), _sources(view, counts, given)],
        colours=colours,
        times=_times(view, counts),
        forgotten=_forgotten(view, given),
        clear=lens.without(given, lens.NARROWING) if view.lens.filter else "",
        present=lens.without(given, lens.CHOOSING) if view.lens.sight.horizon else "",
    )


def as_json(view: View, panel: Panel) -> dict[str, Any]:
    """The same for programs."""
    return {
        "version": view.wire.atlas.version,
        "shown": panel.shown,
        "total": panel.total,
        "facets": {
            group.name: [
                {"value": each.value, "label": str(each.label), "count": each.count, "chosen": each.on}
                for each in group.options
            ]
            for group in panel.groups
        },
        "created": {"edges": list(panel.times.edges), "counts": list(panel.times.counts)},
    }


def _few(name: str, counts: Counts, given: QueryDict) -> Group:
    """A facet whose values are known; one that would show nothing is not offered."""
    chosen = given.getlist(name)
    options = [
        Option(value, WORDS[name, value], count, value in chosen, lens.toggled(given, name, value))
        for value, count in counts.values[name].items()
        if count or value in chosen
    ]
    return Group(name, TITLES[name], options)


def _keys(view: View, counts: Counts, given: QueryDict) -> Group:
    space, texts = view.opened.space, view.facts.graph.keys.texts
    asked = given.get("find_key", "").strip()
    if asked:
        rows = list(associations.keys_with_counts(space, now=clock.now(), query=asked)[:MOST_LISTED])
    else:
        rows = list(associations.keys_worded(space, [texts[at] for at in _largest(counts.keys)]).values())
    chosen = associations.keys_by_id(space, view.lens.filter.key)
    places = {key.pk: view.facts.key_place(key.text) for key in (*rows, *chosen)}
    labels = {key.pk: key.text for key in (*rows, *chosen) if places[key.pk] >= 0}
    found = {pk: int(counts.keys[places[pk]]) for pk in labels}
    return Group("key", TITLES["key"], _many("key", labels, found, view.lens.filter.key, given), asked)


def _sources(view: View, counts: Counts, given: QueryDict) -> Group:
    graph, asked = view.facts.graph, given.get("find_source", "").strip()
    if asked:
        wanted = [row.pk for row in documents.titled(view.opened.space, asked, limit=MOST_LISTED)]
    else:
        wanted = packed.unpack(graph.ids[_largest(counts.sources)])
    rows = documents.documents_of(view.opened.space).filter(pk__in={*wanted, *view.lens.filter.source})
    labels = {row.pk: row.title or row.file_name or row.url or ids.encode(row.pk) for row in rows}
    places = {pk: at for pk in labels if (at := view.wire.index_of(ids.encode(pk))) is not None}
    found = {pk: int(counts.sources[view.wire.order[at]]) for pk, at in places.items()}
    return Group("source", TITLES["source"], _many("source", labels, found, view.lens.filter.source, given), asked)


def _many(
    name: str,
    labels: Mapping[uuid.UUID, str],
    counts: Mapping[uuid.UUID, int],
    chosen: Collection[uuid.UUID],
    given: QueryDict,
) -> list[Option]:
    """Values with an id, what is chosen first, then by count; a chosen one that nothing has can be taken back."""
    listed = [pk for pk, count in counts.items() if count and pk not in chosen]
    options = [
        Option(
            wire := ids.encode(pk),
            labels[pk] if pk in counts else _("not on this map"),
            counts.get(pk, 0),
            pk in chosen,
            lens.toggled(given, name, wire),
        )
        for pk in (*chosen, *listed)
    ]
    return sorted(options, key=lambda each: (not each.on, -each.count, str(each.label)))


def _largest(counts: Ints) -> list[int]:
    """Places of the largest counts above 0."""
    most = min(MOST_LISTED, len(counts))
    if not most:
        return []
    places = np.argpartition(-counts, most - 1)[:most]
    return [int(at) for at in places if counts[at]]


def _forgotten(view: View, given: QueryDict) -> Option | None:
    if not sight.may_see(view.opened, states.FORGOTTEN) or view.lens.sight.horizon:
        return None
    count, on = seeing.forgotten_count(view.opened.space, clock.now()), view.lens.sight.with_forgotten
    return Option("1", WORDS["state", "forgotten"], count, on, lens.put(given, forgotten="" if on else "1"))


def _times(view: View, counts: Counts) -> Times:
    line = view.facts.timeline
    edges = [_moment(edge) for edge in line.edges.tolist()]
    highest, bins = max(counts.created.max(initial=0), 1), max(len(edges) - 1, 1)
    width = 600 / bins
    # What there is shows, however little of the highest it is.
    heights = np.where(counts.created > 0, np.maximum(96 * counts.created / highest, 3), 0)
    bars = [
        (round(at * width, 2), round(100 - height, 2), round(width * 0.8, 2), round(height, 2))
        for at, height in enumerate(heights.tolist())
    ]
    asked = view.lens.filter
    since = 0 if asked.since is None else int(np.searchsorted(line.edges, asked.since.timestamp(), "right")) - 1
    until = bins if asked.until is None else int(np.searchsorted(line.edges, asked.until.timestamp(), "left"))
    return Times(
        edges,
        counts.created.tolist(),
        bars if edges else [],
        _day(line.edges[0], view) if edges else None,
        _day(line.edges[-1] - 1, view) if edges else None,
        min(max(since, 0), bins),
        min(max(until, 0), bins),
    )


def _day(seconds: int, view: View) -> date:
    """The day of a moment in the space."""
    return datetime.fromtimestamp(int(seconds), ZoneInfo(view.opened.space.time_zone)).date()


def _moment(seconds: int) -> str:
    """A moment as an address has it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
