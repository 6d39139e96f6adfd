"""What a graph page's address asks for: which map, which nodes, which colours. It is parsed and checked here alone."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, StrEnum
from typing import TypeVar

from django.http import QueryDict

from memoryhub.associations.facets import Filter, Trait
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from memoryhub.associations.seeing import Sight
from memoryhub.core import clock, errors, ids
from memoryhub.memories import sight, states
from memoryhub.memories.confidence import Level
from memoryhub.memories.horizon import Horizon
from memoryhub.spaces import days
from memoryhub.spaces.access import Access, Capability
from memoryhub.spaces.models import Space

Choice = TypeVar("Choice", bound=Enum)

FACETS = ("kind", "state", "relation", "trait", "confidence", "key", "source")
NARROWING = (*FACETS, "since", "until")  # what hides nodes of a map
CHOOSING = ("as_of", "known_at", "forgotten")  # what asks for another map
MAKING = (*NARROWING, *CHOOSING)  # what says which nodes there are
AROUND = ("around", "depth", "direction", "expand")  # what asks for a part of it; see local.py
ALL = (*MAKING, *AROUND, "colour")
BESIDE = ("at", "replay")  # what the map's script adds: the part of it in the window, and the search that is shown
MOST_IDS = 50
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Colour(StrEnum):
    """What the colour of a node says."""

    CLUSTER = "cluster"
    KIND = "kind"
    AGE = "age"


@dataclass(frozen=True, slots=True)
class Lens:
    """A way to look at the map of a space."""

    filter: Filter
    sight: Sight
    colour: Colour

    @classmethod
    def parse(cls, given: QueryDict, opened: Access) -> Lens:
        """From an address; names it does not know are somebody else's.

        Raises `errors.InvalidInput` naming what cannot be taken, and `errors.NotAllowed` where somebody who may not
        write asks for what was forgotten. An id that nothing has is no error: it shows nothing, as one does that is not
        the caller's to know.
        """
        return cls(_filter(given, opened.space), _sight(given, opened), colour_of(given))

    def moments(self) -> dict[str, datetime]:
        """The moments that are asked for, by the names of the address."""
        named = {"since": self.filter.since, "until": self.filter.until, **self.sight.horizon.given()}
        return {name: moment for name, moment in named.items() if moment is not None}


def colour_of(given: QueryDict) -> Colour:
    """What the colour says; the last value counts."""
    written = given.get("colour", "") or Colour.CLUSTER.value
    if written not in set(Colour):
        raise errors.InvalidInput("colour", f"colour must be one of {', '.join(Colour)}.")
    return Colour(written)


def toggled(given: QueryDict, name: str, value: str) -> str:
    """The same address with one value of a facet more, or less if it is there."""
    changed = given.copy()
    chosen = changed.getlist(name)
    changed.setlist(name, [each for each in chosen if each != value] if value in chosen else [*chosen, value])
    return changed.urlencode()


def put(given: QueryDict, **values: str) -> str:
    """The same address with these values; an empty one is left out."""
    changed = given.copy()
    for name, value in values.items():
        changed.pop(name, None)
        if value:
            changed[name] = value
    return changed.urlencode()


def without(given: QueryDict, names: Iterable[str]) -> str:
    """The same address without these names."""
    return put(given, **dict.fromkeys(names, ""))


def only(given: QueryDict, names: Iterable[str]) -> str:
    """The part of an address that has these names."""
    return without(given, set(given) - set(names))


def _filter(given: QueryDict, space: Space) -> Filter:
    since, until = (_moment(given, name, space) for name in ("since", "until"))
    if since and until and since >= until:
        raise errors.InvalidInput("until", "until must be later than since.")
    return Filter(
        kind=_named(given, "kind", NodeKind),
        state=_named(given, "state", NodeState),
        relation=_named(given, "relation", EdgeKind),
        trait=_named(given, "trait", Trait),
        confidence=_named(given, "confidence", Level),
        key=_ids(given, "key"),
        source=_ids(given, "source"),
        since=since,
        until=until,
    )


def _sight(given: QueryDict, opened: Access) -> Sight:
    as_of, known_at = (_moment(given, name, opened.space) for name in ("as_of", "known_at"))
    if known_at is not None and known_at > clock.now():
        raise errors.InvalidInput("known_at", "known_at lies in the future.")
    asked = given.get("forgotten", "")
    if asked not in {"", "0", "1"}:
        raise errors.InvalidInput("forgotten", "forgotten must be 0 or 1.")
    if asked == "1" or NodeState.FORGOTTEN.name.lower() in given.getlist("state"):
        sight.require(opened, states.FORGOTTEN)
    horizon = Horizon(as_of, known_at)
    if asked == "1" and horizon:
        raise errors.InvalidInput("forgotten", "What is forgotten is not looked up at another moment.")
    return Sight(opened.may(Capability.REVIEW), asked == "1", horizon)


def _named(given: QueryDict, name: str, choices: type[Choice]) -> frozenset[Choice]:
    """The chosen members of an enumeration, by their names in lower case."""
    known = {each.name.lower(): each for each in choices}
    chosen = [each for each in given.getlist(name) if each]
    for each in chosen:
        if each not in known:
            raise errors.InvalidInput(name, f"{name} must be one of {', '.join(known)}.")
    return frozenset(known[each] for each in chosen)


def _ids(given: QueryDict, name: str) -> frozenset[uuid.UUID]:
    chosen = [each for each in given.getlist(name) if each]
    if len(chosen) > MOST_IDS:
        raise errors.InvalidInput(name, f"{name} can be given {MOST_IDS} times at most.")
    try:
        return frozenset(ids.decode(each) for each in chosen)
    except errors.NotFound as error:
        raise errors.InvalidInput(name, f"{name} must be an id of {ids.WIRE_LENGTH} characters.") from error


def _moment(given: QueryDict, name: str, space: Space) -> datetime | None:
    """A moment with its offset, or a day: its beginning in the space."""
    written = given.get(name, "")
    if not written:
        return None
    wrong = errors.InvalidInput(
        name, f"{name} must be a day such as 2026-12-01, or a moment such as 2026-12-01T09:00:00Z."
    )
    try:
        if DAY.fullmatch(written):
            return days.beginning(space, date.fromisoformat(written))
        moment = datetime.fromisoformat(written)
    except (ValueError, OverflowError) as error:
        raise wrong from error
    if moment.tzinfo is None:
        raise wrong
    return moment
