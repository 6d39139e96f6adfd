"""What lies around a node of the graph over HTTP: over what the caller sees, bounded, with bad input named."""

from __future__ import annotations

from itertools import pairwise

import pytest

from memoryhub.core import ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import Caller, done, with_key
from tests.cast import Cast

AROUND = "spaces/atlas/graph/around/"


def wire(*rows: Memory) -> list[str]:
    return [ids.encode(row.pk) for row in rows]


@pytest.fixture
def row(space: Space) -> list[Memory]:
    """Three memories, each of which extends the one before; a fourth is apart."""
    told = [factories.remember(space, f"Link number {number} of a chain.") for number in range(4)]
    for older, newer in pairwise(told[:3]):
        memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")
    return told


def test_it_is_the_nodes_by_their_distance_and_the_edges_between_them(owner: Caller, row: list[Memory]) -> None:
    first, second, third, _apart = wire(*row)
    node = {"kind": "memory", "state": "current"}
    assert done(owner.get(f"{AROUND}?node={first}")) == {
        "total": 2,
        "nodes": [{"id": first, **node, "steps": 0, "beyond": 0}, {"id": second, **node, "steps": 1, "beyond": 1}],
        "edges": [{"source": second, "target": first, "edgeType": "extends", "count": 1}],
    }
    deep = done(owner.get(f"{AROUND}?node={second}&depth=4&direction=in"))
    assert [(each["id"], each["steps"]) for each in deep["nodes"]] == [(second, 0), (third, 1)]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [("depth=0", "depth"), ("depth=5", "depth"), ("depth=x", "depth"), ("direction=up", "direction")],
)
def test_bad_input_is_named(owner: Caller, row: list[Memory], wrong: str, field: str) -> None:
    answer = owner.get(f"{AROUND}?node={ids.encode(row[0].pk)}&{wrong}")
    assert answer.status_code == 400
    assert field in answer.content.decode()


def test_it_never_leads_through_what_the_caller_may_not_see(cast: Cast, space: Space, row: list[Memory]) -> None:
    guess = factories.infer(space, "All chains end.", row[0], row[3])
    apart = ids.encode(row[3].pk)
    reviewer, reader = with_key(cast, "ben", "review"), with_key(cast, "chen", "read")
    assert len(done(reviewer.get(f"{AROUND}?node={apart}&depth=2"))["nodes"]) == 3
    seen = done(reader.get(f"{AROUND}?node={apart}&depth=4"))
    assert [(each["id"], each["beyond"]) for each in seen["nodes"]] == [(apart, 0)]
    hidden, unknown = (reader.get(f"{AROUND}?node={each}") for each in (ids.encode(guess.pk), ids.encode(ids.new())))
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.json() == unknown.json()
