"""The profile of a space: its stable facts and its recent context, each line a memory, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memoryhub.core import clock, errors
from memoryhub.ingest.chunking import estimate_tokens
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Results, SearchRequest
from memoryhub.spaces.models import Space

# Of each half no more than these are looked at.
MOST_LINES = 100
MOST_TOKENS = 8000
DEFAULT_TOKENS = 1000
HALVES = ("static", "dynamic")


@dataclass(frozen=True, slots=True)
class Line:
    """One memory of a half, and when it was said or asked for last."""

    memory: Memory
    reinforced_at: datetime


@dataclass(frozen=True, slots=True)
class Profile:
    """`tokens` estimates what both halves cost in a prompt; `left_out` counts what had no place in the budget."""

    space: str
    static: Sequence[Line] = field(default_factory=tuple)
    dynamic: Sequence[Line] = field(default_factory=tuple)
    tokens: int = 0
    left_out: int = 0
    results: Results | None = None


def profile(
    space: Space, *, query: str = "", tokens: int = DEFAULT_TOKENS, include: Sequence[str] = HALVES, limit: int = 10
) -> Profile:
    """What is current of a space, for an agent; with a `query` its search results in the same answer.

    Static facts come in the order of how deep they sit and how many say so, dynamic ones by what was said or asked for
    last. Static facts may take three quarters of the budget, dynamic ones what is left of all. Raises
    `errors.InvalidInput`.
    """
    if not 1 <= tokens <= MOST_TOKENS:
        raise errors.InvalidInput("tokens", f"tokens must be from 1 to {MOST_TOKENS:,}.")
    if unknown := set(include) - set(HALVES):
        raise errors.InvalidInput("include", f"{min(unknown)!r} is no half of a profile; they are {', '.join(HALVES)}.")
    results = search.search(SearchRequest(space, query, limit=limit)) if query else None
    now = clock.now()
    static = _half(space, now, is_static=True) if "static" in include else []
    dynamic = _half(space, now, is_static=False) if "dynamic" in include else []
    share = tokens if "dynamic" not in include else tokens * 3 // 4
    kept_static = list(_within(static, share))
    spent = sum(cost(line.memory.text) for line in kept_static)
    kept_dynamic = list(_within(dynamic, tokens - spent))
    return Profile(
        space=space.tag,
        static=kept_static,
        dynamic=kept_dynamic,
        tokens=spent + sum(cost(line.memory.text) for line in kept_dynamic),
        left_out=len(static) + len(dynamic) - len(kept_static) - len(kept_dynamic),
        results=results,
    )


def cost(line: str) -> int:
    """About how many tokens a line of a prompt takes, with its mark and its end."""
    return estimate_tokens(line) + 2


def _half(space: Space, now: datetime, *, is_static: bool) -> list[Line]:
    rows = memories.liveliest(space, now=now, is_static=is_static, limit=MOST_LINES)
    return [Line(memory, reinforced_at) for memory, reinforced_at in rows]


def _within(lines: Iterable[Line], tokens: int) -> Iterator[Line]:
    """The first lines that fit; one that is too long is left out, and shorter ones after it may still fit."""
    for line in lines:
        if (price := cost(line.memory.text)) <= tokens:
            tokens -= price
            yield line
