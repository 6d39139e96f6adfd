"""The profile of a space: its stable facts and its recent context, each line a memory, within a budget of tokens."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db.models import Q

from memoryhub.core import clock, errors
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import liveliness, stable
from memoryhub.memories.liveliness import Line
from memoryhub.profiles import buckets, choices
from memoryhub.profiles.buckets import HALVES, Bucket
from memoryhub.profiles.budget import Budget, cost
from memoryhub.profiles.choices import Choice
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Hit, Results, SearchRequest
from memoryhub.spaces.models import Space

# Of each half and of each bucket no more than these are looked at.
MOST_LINES = 100
MOST_TOKENS = 8000
DEFAULT_TOKENS = 1000


@dataclass(frozen=True, slots=True)
class Profile:
    """`tokens` estimates what all of it costs in a prompt, with the texts of the `results`; `left_out` counts what had
    no place in the budget."""

    space: str
    static: Sequence[Line] = field(default_factory=list)
    dynamic: Sequence[Line] = field(default_factory=list)
    tokens: int = 0
    left_out: int = 0
    results: Results | None = None
    buckets: Mapping[str, Sequence[Line]] = field(default_factory=dict)


def parts_of(space: Space) -> tuple[str, ...]:
    """What a profile of the space has, by name: the halves and the buckets."""
    return (*HALVES, *(bucket.name for bucket in buckets.of(space)))


def profile(
    space: Space,
    *,
    query: str = "",
    tokens: int = DEFAULT_TOKENS,
    include: Collection[str] | None = None,
    limit: int = 10,
) -> Profile:
    """What is current of a space, for an agent: all its parts, or those that `include` names; with a `query` its search
    results in the same answer, and within the same budget.

    Static facts and buckets come in the order of how deep they sit and how many say so, dynamic ones by what was said
    or asked for last. The parts share the budget (see `budget.Budget`) in this order: static facts, buckets, results,
    dynamic ones. What is in a bucket is in no half, and what a question finds is not told again by the dynamic half;
    the static half is the same whatever is asked. Raises `errors.InvalidInput`.
    """
    wanted = _checked(space, tokens, include)
    results = search.search(SearchRequest(space, query, limit=limit)) if query else None
    now = clock.now()
    budget = Budget(tokens, parts=len(wanted) + (results is not None))
    in_buckets = _in_buckets(space, [bucket for bucket in buckets.of(space) if bucket.name in wanted], now)
    taken = {one.pk for each in in_buckets.values() for one in each}
    static = [one for one in _static(space, now) if one.pk not in taken] if "static" in wanted else None
    kept_static = [] if static is None else budget.fill(static, _price)
    kept_buckets = {name: budget.fill(each, _price) for name, each in in_buckets.items()}
    if results is not None:
        results = dataclasses.replace(results, hits=tuple(budget.fill(results.hits, _cost)))

    chosen = [one.pk for each in (kept_static, *kept_buckets.values()) for one in each]
    recent = MOST_LINES + len(taken) if "dynamic" in wanted else 0
    lines = liveliness.lines(space, chosen, recent=recent, now=now)
    told = {hit.id for hit in results.hits} if results else set()
    untold = [line for line in _newest(lines.values(), taken) if line.pk not in told]
    kept_dynamic = budget.fill(untold, _cost) if "dynamic" in wanted else []
    return Profile(
        space=space.tag,
        static=_lines(kept_static, lines),
        dynamic=kept_dynamic,
        tokens=tokens - budget.left,
        left_out=budget.left_out,
        results=results,
        buckets={name: _lines(each, lines) for name, each in kept_buckets.items()},
    )


def _checked(space: Space, tokens: int, include: Collection[str] | None) -> frozenset[str]:
    if not 1 <= tokens <= MOST_TOKENS:
        raise errors.InvalidInput("tokens", f"tokens must be from 1 to {MOST_TOKENS:,}.")
    parts = parts_of(space)
    wanted = frozenset(parts if include is None else include)
    if unknown := wanted - set(parts):
        raise errors.InvalidInput("include", f"{min(unknown)!r} is no part of this profile; it has {', '.join(parts)}.")
    return wanted


def _static(space: Space, now: datetime) -> Sequence[Choice]:
    """Kept until a stable fact moves or ends; nothing else that is written touches it."""
    choose = partial(liveliness.deepest, space, Q(is_static=True), now=now, limit=MOST_LINES)
    return choices.kept((space.pk, "static"), revision=stable.revision_of(space), now=now, choose=choose)


def _in_buckets(space: Space, chosen: Sequence[Bucket], now: datetime) -> dict[str, list[Choice]]:
    """Kept until anything happens in the space; a memory that several buckets have is in the first."""
    if not chosen:
        return {}
    revision = ledger.revision_of(space.pk)
    found: dict[str, list[Choice]] = {}
    taken: set[uuid.UUID] = set()
    for bucket in chosen:
        choose = partial(liveliness.deepest, space, bucket.q(space), now=now, limit=MOST_LINES)
        kept = choices.kept((space.pk, bucket.name, "bucket"), revision=revision, now=now, choose=choose)
        found[bucket.name] = [one for one in kept if one.pk not in taken]
        taken.update(one.pk for one in kept)
    return found


def _lines(kept: Sequence[Choice], lines: Mapping[uuid.UUID, Line]) -> list[Line]:
    """The lines of a part in its order; what has ended since it was chosen has none."""
    return [lines[one.pk] for one in kept if one.pk in lines]


def _newest(lines: Iterable[Line], taken: Collection[uuid.UUID]) -> list[Line]:
    """Of the dynamic half as many as are looked at, before any budget: what came up last, and is in no bucket."""
    found = [line for line in lines if not line.is_static and line.pk not in taken]
    found.sort(key=lambda line: (line.reinforced, line.pk), reverse=True)
    return found[:MOST_LINES]


def _price(one: Choice) -> int:
    return one.price


def _cost(told: Line | Hit) -> int:
    return cost(told.text)
