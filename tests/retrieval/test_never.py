"""What holds for every search, whatever is in the space and however it is asked."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from memoryhub.core import clock
from memoryhub.core.narrowing import Narrowing
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import selectors
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.memories.selectors import Vitality
from memoryhub.retrieval import ageing, fusion, search
from memoryhub.retrieval.fusion import Candidates
from memoryhub.retrieval.request import SearchRequest
from memoryhub.retrieval.weights import DEFAULTS
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

BEGIN = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
NOW = BEGIN + 30 * DAY
WORDS = st.sampled_from(["cedar", "desk", "Ghent", "road", "警报", "tall"])
FATES = ("current", "revised", "forgotten", "expired", "pending", "declined", "erased", "foreign", "unforgotten")
HUB = Actor.hub("test")
# The same examples every time; to make a failing one smaller takes minutes on a database.
on_a_database = settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@contextmanager
def thrown_away(cast: Cast) -> Iterator[Memory]:
    """The space begins with one memory that inferences may follow from; whatever is written inside is gone after it."""
    with transaction.atomic(), clock.frozen(NOW):
        with clock.frozen(BEGIN - DAY):
            source = factories.remember(cast.space, "Somebody said so.")
        yield source
        transaction.set_rollback(True)


facts = st.lists(
    st.tuples(st.sampled_from(FATES), st.lists(WORDS, min_size=1, max_size=3), st.lists(WORDS, max_size=2)),
    min_size=1,
    max_size=8,
)
moments = st.one_of(st.none(), st.integers(0, 12).map(lambda day: BEGIN + day * DAY))
questions = st.fixed_dictionaries(
    {
        "query": st.lists(WORDS, min_size=1, max_size=3).map(" ".join),
        "limit": st.sampled_from([1, 3, 100]),
        "hops": st.integers(1, 4),
        "threshold": st.sampled_from([0.0, 0.5]),
        "as_of": moments,
        "known_at": moments,
        "narrowing": st.sampled_from([Narrowing(), Narrowing(is_static=False), Narrowing(since=BEGIN + DAY)]),
        "include": st.sampled_from([(), ("versions",)]),
    }
)


def write(cast: Cast, source: Memory, number: int, fate: str, words: list[str], keys: list[str]) -> None:
    """A fact of the space, a day after the one before, and what becomes of it at once."""
    space = cast.elsewhere if fate == "foreign" else cast.space
    with clock.frozen(BEGIN + number * DAY):
        told = ingest.remember(
            actor=HUB,
            space=space,
            text=f"{' '.join(words)} number {number}",
            keys=[(key, "concept") for key in keys],
            is_inference=fate in {"pending", "declined"},
            derives_from=[source.pk] if fate in {"pending", "declined"} else [],
            forget_after=BEGIN + (number + 1) * DAY if fate == "expired" else None,
        ).memory
    with clock.frozen(BEGIN + number * DAY + DAY / 2):
        become(space, told, fate)


def become(space: Space, told: Memory, fate: str) -> None:
    ids: dict[str, Any] = {"actor": HUB, "space": space, "memory_ids": [told.pk]}
    if fate == "revised":
        factories.revise(space, told, f"{told.text}, revised")
    if fate in {"forgotten", "unforgotten"}:
        memories.forget(**ids)
    if fate == "unforgotten":
        memories.unforget(**ids)
    if fate == "declined":
        review.decline_memory(actor=HUB, space=space, memory_id=told.pk, reason="not_true")
    if fate == "erased":
        lifecycle.erase_memory(actor=HUB, space=space, memory_id=told.pk)


@pytest.mark.django_db
@on_a_database
@given(written=facts, asked=questions)
def test_what_is_not_for_readers_is_never_served_and_never_leads_anywhere(
    cast: Cast, written: list[Any], asked: dict[str, Any]
) -> None:
    with thrown_away(cast) as source:
        for number, fact in enumerate(written):
            write(cast, source, number, *fact)
        roots = set(selectors.current_memories_of(cast.space, now=NOW).values_list("root_id", flat=True))
        found = search.search(SearchRequest(cast.space, **asked))
        served = {row.pk: row for row in Memory.objects.filter(space=cast.space)}
        named = {hit.id for hit in found.hits} | {step.memory_id for hit in found.hits for step in hit.path}
        named |= {version.pk for hit in found.hits for version in hit.versions}
        assert {served[memory_id].root_id for memory_id in named} <= roots
        if asked["as_of"] is None and asked["known_at"] is None:
            assert all(served[hit.id].is_latest for hit in found.hits)
        assert len(found.hits) <= asked["limit"]
        assert len({served[hit.id].root_id for hit in found.hits}) == len(found.hits)


@pytest.mark.django_db
@on_a_database
@given(
    written=facts,
    hidden=st.lists(st.tuples(st.sampled_from(FATES[2:8]), st.lists(WORDS, min_size=1), st.lists(WORDS, max_size=2))),
    query=st.lists(WORDS, min_size=1, max_size=2).map(" ".join),
)
def test_what_is_not_for_readers_changes_no_answer(
    cast: Cast, written: list[Any], hidden: list[Any], query: str
) -> None:
    with thrown_away(cast) as source:
        for number, fact in enumerate(written):
            write(cast, source, number, *fact)
        before = ranked(cast.space, query)
        for number, fact in enumerate(hidden[:4]):
            write(cast, source, 20 + number, *fact)
        assert ranked(cast.space, query) == before


@pytest.mark.django_db
@on_a_database
@given(written=facts, query=st.lists(WORDS, min_size=1, max_size=2).map(" ".join))
def test_a_smaller_limit_gives_the_beginning_of_a_greater_one(cast: Cast, written: list[Any], query: str) -> None:
    with thrown_away(cast) as source:
        for number, fact in enumerate(written):
            write(cast, source, number, *fact)
        every = ranked(cast.space, query)
        for limit in (1, 2, 5):
            assert ranked(cast.space, query, limit=limit) == every[:limit]


def ranked(space: Space, query: str, *, limit: int = 100) -> list[tuple[uuid.UUID, float]]:
    """Ids and scores, in order, over all hops there are."""
    hits = search.search(SearchRequest(space, query, limit=limit, hops=4)).hits
    return [(hit.id, hit.score) for hit in hits]


shares = st.floats(0, 1)
vitalities = st.builds(
    Vitality,
    is_static=st.booleans(),
    source_count=st.integers(0, 40),
    depth=shares,
    age=st.floats(0, 900),
    idle=st.floats(0, 900),
)


@given(
    cosines=st.lists(st.floats(-1, 1), min_size=2, max_size=12),
    bm25s=st.lists(st.floats(0, 30), min_size=12, max_size=12),
    kind=st.sampled_from(["memory", "chunk"]),
)
def test_who_is_better_in_every_list_is_not_behind(cosines: list[float], bm25s: list[float], kind: str) -> None:
    keys = [uuid.UUID(int=number) for number in range(len(cosines))]
    lexical = {key: bm25 for key, bm25 in zip(keys, bm25s, strict=False) if bm25}
    fused = {one.id: one for one in fusion.fuse([Candidates(kind, dict(zip(keys, cosines, strict=True)), lexical)])}
    for one in keys:
        for other in keys:
            better = cosines[one.int] >= cosines[other.int] and lexical.get(one, 0) >= lexical.get(other, 0)
            assert not better or fused[one].score >= fused[other].score


@given(alive=vitalities, more=st.integers(0, 10), days=st.floats(0, 400), deeper=shares)
def test_more_sources_a_fresher_recall_and_more_depth_never_lower_a_score(
    alive: Vitality, more: int, days: float, deeper: float
) -> None:
    better = replace(
        alive,
        source_count=alive.source_count + more,
        idle=max(0, alive.idle - days),
        depth=max(alive.depth, deeper),
    )
    assert aged(better) >= aged(alive)


def aged(alive: Vitality) -> float:
    """The score of one candidate that was 1 before it aged."""
    key = uuid.UUID(int=1)
    (fresh,) = fusion.fuse([Candidates("memory", {key: 0.5}, {})])
    (one,) = ageing.fuse_in([fresh], {key: alive}, weights=DEFAULTS)
    return one.score
