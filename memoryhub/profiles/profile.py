"""The profile of a space: its stable facts and its recent context, each line a memory, within a budget of tokens."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Collection, Mapping, Sequence
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
from memoryhub.profiles.budget import Budget
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
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
    chosen = [bucket for bucket in buckets.of(space) if bucket.name in wanted]
    static, in_buckets, dynamic = _read(space, wanted, chosen)
    budget = Budget(tokens, parts=len(wanted) + (results is not None))
    kept_static = budget.fill(static, _text) if "static" in wanted else []
    kept_buckets = {bucket.name: budget.fill(in_buckets[bucket.name], _text) for bucket in chosen}
    if results is not None:
        results = dataclasses.replace(results, hits=tuple(budget.fill(results.hits, lambda hit: hit.text)))
    told = {hit.id for hit in results.hits} if results else set()
    untold = [line for line in dynamic if line.pk not in told]
    kept_dynamic = budget.fill(untold, _text) if "dynamic" in wanted else []
    return Profile(
        space=space.tag,
        static=kept_static,
        dynamic=kept_dynamic,
        tokens=tokens - budget.left,
        left_out=budget.left_out,
        results=results,
        buckets=kept_buckets,
    )


def _checked(space: Space, tokens: int, include: Collection[str] | None) -> frozenset[str]:
    if not 1 <= tokens <= MOST_TOKENS:
        raise errors.InvalidInput("tokens", f"tokens must be from 1 to {MOST_TOKENS:,}.")
    parts = parts_of(space)
    wanted = frozenset(parts if include is None else include)
    if unknown := wanted - set(parts):
        raise errors.InvalidInput("include", f"{min(unknown)!r} is no part of this profile; it has {', '.join(parts)}.")
    return wanted


def _read(
    space: Space, wanted: Collection[str], chosen: Sequence[Bucket]
) -> tuple[list[Line], dict[str, list[Line]], list[Line]]:
    """The lines of the static half, of each bucket, and of the dynamic half, each in its order, before any budget."""
    now = clock.now()
    static_ids = _static_ids(space, now) if "static" in wanted else ()
    bucket_ids = _bucket_ids(space, chosen, now)
    taken = {memory_id for each in bucket_ids.values() for memory_id in each}
    recent = MOST_LINES + len(taken) if "dynamic" in wanted else 0
    found = liveliness.lines(space, [*static_ids, *taken], recent=recent, now=now)
    static = [found[key] for key in static_ids if key in found and key not in taken]
    dynamic = [line for key, line in found.items() if not line.is_static and key not in taken]
    dynamic.sort(key=lambda line: (line.reinforced, line.pk), reverse=True)
    in_buckets = {name: [found[key] for key in each if key in found] for name, each in bucket_ids.items()}
    return static, in_buckets, dynamic[:MOST_LINES]


def _static_ids(space: Space, now: datetime) -> tuple[uuid.UUID, ...]:
    """Kept until a stable fact moves or ends; nothing else that is written touches it."""
    choose = partial(liveliness.deepest, space, Q(is_static=True), now=now, limit=MOST_LINES)
    return choices.kept((space.pk, "static"), revision=stable.revision_of(space), now=now, choose=choose)


def _bucket_ids(space: Space, chosen: Sequence[Bucket], now: datetime) -> dict[str, tuple[uuid.UUID, ...]]:
    """Kept until anything happens in the space; a memory that several buckets have is in the first."""
    if not chosen:
        return {}
    revision = ledger.revision_of(space.pk)
    found: dict[str, tuple[uuid.UUID, ...]] = {}
    taken: set[uuid.UUID] = set()
    for bucket in chosen:
        choose = partial(liveliness.deepest, space, bucket.q(space), now=now, limit=MOST_LINES)
        ids = choices.kept((space.pk, bucket.name, "bucket"), revision=revision, now=now, choose=choose)
        found[bucket.name] = tuple(key for key in ids if key not in taken)
        taken.update(ids)
    return found


def _text(line: Line) -> str:
    return line.text
