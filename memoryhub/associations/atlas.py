"""The map of a space as one caller may see it: read, arranged or taken from what is stored, and kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db.models import Exists, Subquery

from memoryhub.associations import arrangement, island_names, reading, services, tasks, updating
from memoryhub.associations.arrangement import Stored
from memoryhub.associations.graph import levels as graph_levels
from memoryhub.associations.graph.inputs import GraphInput
from memoryhub.associations.graph.levels import Levels
from memoryhub.associations.kept import Kept
from memoryhub.associations.models import IslandName
from memoryhub.associations.reading import Counts, Reading
from memoryhub.associations.seeing import SOON, WHOLE, Sight
from memoryhub.core import columns, errors
from memoryhub.ledger.models import Sequence as Revision
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

KEPT_MAPS = 8
KEPT_NODES = 2_500_000  # of all maps that are kept; about 200 bytes each
RETRY_SECONDS = 5


class BeingDrawn(errors.Unavailable):
    """There is no map yet: a job arranges it. `details["nodes"]` is how many there will be to see."""

    code = "map_being_drawn"

    def __init__(self, nodes: int) -> None:
        super().__init__(
            f"The map of {nodes:,} nodes is being drawn; ask again soon.", nodes=nodes, retry_after=RETRY_SECONDS
        )
        self.nodes = nodes


@dataclass(frozen=True, slots=True)
class Atlas:
    """A map and what it was made of. ``total`` counts the nodes past the cap too; ``version`` is fit for an ETag."""

    graph: GraphInput
    levels: Levels
    total: int
    revision: int
    version: str

    def __len__(self) -> int:
        return len(self.graph)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A space as long as nothing in it changes: its revision, and a name that tells the clock as well; and whether
    people have named islands."""

    revision: int
    name: str
    has_names: bool

    def seen(self, sight: Sight) -> str:
        """Names what one sight sees."""
        return f"{self.name}-{sight.name()}"


@dataclass(frozen=True, slots=True)
class _Whole:
    """What both sights of a moment are cut out of: the map with everything."""

    read: Reading
    graph: GraphInput
    arranged: Levels  # with names that are made of keys
    levels: Levels  # with those that people gave
    moment: _Moment
    stored: Stored | None

    def __len__(self) -> int:
        return len(self.graph)


def version_of(space: Space, *, now: datetime, with_review: bool = False, sight: Sight | None = None) -> str:
    """Names what a caller would see now: it changes with every entry, with sight, and as the clock nears an expiry."""
    sight = sight or Sight(with_review)
    return _moment_of(space, now, sight).seen(sight)


def atlas_of(space: Space, *, now: datetime, with_review: bool = False, sight: Sight | None = None) -> Atlas:
    """The map of everything in the space that is current, with older versions; with what waits for review if asked.

    A `sight` asks for more, or for another moment. The places are always those of the map that reviewers have of the
    present, so that all readers see the same islands at all moments; no other map is stored. Raises `BeingDrawn` where
    a large space has no map yet.
    """
    sight = sight or Sight(with_review)
    moment = _moment_of(space, now, sight)
    make = _of_the_present if sight.is_present else _of_another_sight
    return _kept.get(moment.seen(sight), lambda: make(space, now, sight))


def known(space: Space, version: str, sight: Sight) -> Atlas | None:
    """The map that was had by this name in this process: of the space, for that sight, and none else's."""
    is_theirs = version.startswith(f"{space.pk.hex}-") and version.endswith(f"-{sight.name()}")
    return _kept.find(version) if is_theirs else None


def _moment_of(space: Space, now: datetime, sight: Sight = WHOLE) -> _Moment:
    """What is in a space now; of another moment an older version may be the one that is seen, and end."""
    ending = Memory.objects.filter(space=space).order_by("forget_after").values("forget_after")
    if not sight.horizon:
        ending = ending.filter(is_latest=True)
    ends, soon = (Subquery(ending.filter(forget_after__gt=after)[:1]) for after in (now, now + SOON))
    has_names = Exists(IslandName.objects.filter(space=space))
    found = Revision.objects.filter(pk=space.pk).values_list("seq", has_names, ends, soon).first()
    revision, is_named, *clocks = found or (0, False, None, None)
    stamps = (f"{each.timestamp() if each else 0:f}" for each in clocks)
    return _Moment(revision, "-".join([space.pk.hex, str(revision), *stamps]), is_named)


def _whole_of(space: Space, now: datetime, *, with_review: bool) -> _Whole:
    return _wholes.get(_moment_of(space, now).name, lambda: _made(space, now, with_review=with_review))


def _of_the_present(space: Space, now: datetime, sight: Sight) -> Atlas:
    """What a sight sees of the map with everything."""
    whole = _whole_of(space, now, with_review=sight.with_review)
    graph, levels, counts = whole.graph, whole.levels, whole.read.counts
    if counts.hidden and not sight.with_review:
        graph = whole.read.seen(with_review=False)
        levels = graph_levels.extend(graph, graph_levels.carry_over(whole.graph.ids, levels, graph))
    total = counts.seen(with_review=sight.with_review)
    return Atlas(graph, levels, total, whole.moment.revision, whole.moment.seen(sight))


def _of_another_sight(space: Space, now: datetime, sight: Sight) -> Atlas:
    """What a sight sees that the map with everything has not, laid out by that."""
    whole = _whole_of(space, now, with_review=sight.with_review)
    with columns.one_moment():
        moment = _moment_of(space, now, sight)
        read = reading.read(space, now, sight, most=settings.MEMORYHUB_LIMITS["map_nodes"])
    graph = read.seen(with_review=True)
    levels = graph_levels.extend(graph, graph_levels.carry_over(whole.graph.ids, whole.levels, graph))
    return Atlas(graph, levels, read.counts.total, moment.revision, moment.seen(sight))


def _made(space: Space, now: datetime, *, with_review: bool) -> _Whole:
    """Read the space, or what is new in it, and take its map from what is stored; small ones are arranged where there
    is nothing to take."""
    former = _wholes.newest(space.pk.hex)
    with columns.one_moment():
        stored = arrangement.stored_of(space, known=former.stored if former else None)
        counts = reading.count(space, now) if stored is None else None
        is_ready = counts is None or _is_small(counts)
        if is_ready:
            moment = _moment_of(space, now)
            given = island_names.given(space) if moment.has_names else []
            read = _read(space, now, moment, former)
    if counts is not None and not is_ready:
        tasks.queue(space)
        raise BeingDrawn(counts.seen(with_review=with_review))
    graph = read.seen(with_review=True)
    if former and stored and stored is former.stored and graph is former.graph:
        arranged = former.arranged
    else:
        arranged, stored = _arranged(space, read, graph, stored, moment)
    return _Whole(read, graph, arranged, island_names.put_on(arranged, graph, given), moment, stored)


def _is_small(counts: Counts) -> bool:
    """Whether a map is arranged while somebody waits. What only reviewers see is left out of the count, or somebody who
    may read a few less than the limit would learn from a map that is being drawn that something waits."""
    return counts.seen(with_review=False) <= services.ARRANGED_AT_ONCE


def _read(space: Space, now: datetime, moment: _Moment, former: _Whole | None) -> Reading:
    """The whole of a space; from what was read before, where that will do."""
    most, found = settings.MEMORYHUB_LIMITS["map_nodes"], None
    if former and former.read.most == most:
        after, upto = former.moment.revision, moment.revision
        found = updating.updated(space, former.read, after=after, upto=upto, now=now)
    return found or reading.read(space, now, most=most)


def _arranged(
    space: Space, read: Reading, graph: GraphInput, stored: Stored | None, moment: _Moment
) -> tuple[Levels, Stored | None]:
    """The stored map with what is new put in; a small one, or none, is arranged. And what is stored now, if known."""
    keep = partial(arrangement.keep, space, graph, revision=moment.revision, instead_of=stored, settle=moment.has_names)
    if stored is None:
        arranged = graph_levels.build(graph)
        return arranged, keep(arranged)
    former = arrangement.carried_over(stored, graph)
    if graph_levels.needs_rebuild(former, added=stored.added):
        if _is_small(read.counts):
            arranged = graph_levels.build(graph, former=former)
            return arranged, keep(arranged)
        tasks.queue(space)
    arranged = graph_levels.extend(graph, former)
    new = int(former.is_new.sum())
    if new or _names(arranged) != _names(stored.levels):
        added = stored.added + new
        stored = keep(arranged, added=added)
    return arranged, stored


def _names(levels: Levels) -> list[str]:
    return [each.name for each in levels.clusters] + [each.name for each in levels.parts]


_kept: Kept[Atlas] = Kept(most=KEPT_MAPS, elements=KEPT_NODES)
_wholes: Kept[_Whole] = Kept(most=KEPT_MAPS, elements=KEPT_NODES)
