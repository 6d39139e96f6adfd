"""What an address of the graph asks for, and how it is refused."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.http import QueryDict

from graph_ui.graph import lens
from graph_ui.graph.lens import Colour, Lens
from memoryhub.associations.facets import Filter, Trait
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from memoryhub.associations.seeing import Sight
from memoryhub.core import clock, errors, ids
from memoryhub.memories.confidence import Level
from memoryhub.memories.horizon import Horizon
from memoryhub.spaces import access
from memoryhub.spaces.access import Access
from tests.cast import Cast

KEY = ids.encode(UUID(int=7))
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def opened(cast: Cast, name: str = "ed") -> Access:
    return access.space_for(cast.principal(name), cast.space.tag)


def parsed(cast: Cast, query: str, name: str = "ed") -> Lens:
    with clock.frozen(NOW):
        return Lens.parse(QueryDict(query), opened(cast, name))


def test_an_address_without_filters_asks_for_everything(cast: Cast) -> None:
    for query in ("", "view=outline&node=x&open=1:25", "kind=&since=&key=&forgotten=0&colour="):
        assert parsed(cast, query, "chen") == Lens(Filter(), Sight(), Colour.CLUSTER)


def test_every_part_is_read(cast: Cast) -> None:
    query = (
        "kind=memory&state=current&state=expiring&relation=extends&trait=static&confidence=low"
        f"&key={KEY}&source={KEY}&since=2026-11-01&until=2026-11-02T00:00:00%2B01:00&colour=age&known_at=2026-11-03"
    )
    assert parsed(cast, query) == Lens(
        Filter(
            kind=frozenset({NodeKind.MEMORY}),
            state=frozenset({NodeState.CURRENT, NodeState.EXPIRING}),
            relation=frozenset({EdgeKind.EXTENDS}),
            trait=frozenset({Trait.STATIC}),
            confidence=frozenset({Level.LOW}),
            key=frozenset({ids.decode(KEY)}),
            source=frozenset({ids.decode(KEY)}),
            since=datetime(2026, 11, 1, tzinfo=UTC),
            until=datetime(2026, 11, 1, 23, tzinfo=UTC),
        ),
        Sight(with_review=True, horizon=Horizon(known_at=datetime(2026, 11, 3, tzinfo=UTC))),
        Colour.AGE,
    )


def test_a_day_begins_in_the_time_zone_of_the_space(cast: Cast) -> None:
    cast.space.time_zone = "Asia/Seoul"
    cast.space.save()
    assert parsed(cast, "as_of=2026-11-03").sight.horizon.as_of == datetime(2026, 11, 2, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("kind=hexagon", "kind"),
        ("kind=MEMORY", "kind"),
        ("state=current&state=dead", "state"),
        ("relation=likes", "relation"),
        ("trait=both", "trait"),
        ("confidence=0.5", "confidence"),
        ("key=abc", "key"),
        ("source=%00", "source"),
        ("&".join(f"key={KEY}" for _ in range(51)), "key"),
        ("since=yesterday", "since"),
        ("since=2026-02-30", "since"),
        ("since=2026-11-01T09:00:00", "since"),
        ("until=20261101", "until"),
        ("since=2026-11-02&until=2026-11-01", "until"),
        ("since=2026-11-02&until=2026-11-02", "until"),
        ("as_of=x", "as_of"),
        ("known_at=2026-12-24", "known_at"),
        ("forgotten=yes", "forgotten"),
        ("forgotten=1&as_of=2026-11-01", "forgotten"),
        ("colour=red", "colour"),
    ],
)
def test_what_cannot_be_taken_is_refused_by_name(cast: Cast, query: str, field: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        parsed(cast, query)
    assert refused.value.field == field
    assert refused.value.message.startswith((field, "What is forgotten"))


@pytest.mark.parametrize("query", ["forgotten=1", "state=forgotten", "state=current&state=forgotten&forgotten=0"])
def test_what_was_forgotten_is_for_those_who_may_write(cast: Cast, query: str) -> None:
    for name in ("chen", "ben"):
        with pytest.raises(errors.NotAllowed):
            parsed(cast, query, name)
    for name in ("ed", "ada"):
        assert parsed(cast, query, name).sight.with_forgotten == (query == "forgotten=1")


def test_a_value_is_put_into_an_address_and_taken_out_again() -> None:
    given = QueryDict("view=outline&kind=memory&state=current")
    more = lens.toggled(given, "state", "pending")
    assert more == "view=outline&kind=memory&state=current&state=pending"
    assert lens.toggled(QueryDict(more), "state", "pending") == given.urlencode()
    assert lens.put(given, kind="", colour="age") == "view=outline&state=current&colour=age"
    assert lens.without(given, lens.NARROWING) == "view=outline"
    assert lens.only(given, lens.ALL) == "kind=memory&state=current"
