"""Paths of the graph over HTTP: the shortest one, over what the caller sees, or none."""

from __future__ import annotations

import pytest

from memoryhub.core import ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import Caller, done, with_key
from tests.cast import Cast

PATH = "spaces/atlas/graph/path/"


def asked(start: Memory, end: Memory) -> str:
    return f"{PATH}?start={ids.encode(start.pk)}&end={ids.encode(end.pk)}"


def wire(*rows: Memory) -> list[str]:
    return [ids.encode(row.pk) for row in rows]


@pytest.fixture
def orchard(space: Space) -> list[Memory]:
    """Newton - falls (extends) - [apple] - apples are red; and a stone apart."""
    texts = ("Newton sat there.", "An apple fell.", "Apples are red.", "A stone lies still.")
    told = [factories.remember(space, text) for text in texts]
    memories.relate(actor=factories.HUB, space=space, newer_id=told[1].pk, older_id=told[0].pk, kind="extends")
    factories.key(space, "apple", told[1], told[2])
    return told


def test_a_path_is_its_nodes_and_what_links_them(owner: Caller, orchard: list[Memory]) -> None:
    newton, fell, red, stone = orchard
    there = {"nodes": wire(newton, fell, red), "relations": [["extends"], ["key"]]}
    back = {"nodes": wire(red, fell, newton), "relations": [["key"], ["extends"]]}
    assert done(owner.get(asked(newton, red))) == there
    assert done(owner.get(asked(red, newton))) == back
    assert done(owner.get(asked(red, red))) == {"nodes": wire(red), "relations": []}
    assert done(owner.get(asked(newton, stone))) == {"nodes": [], "relations": []}


def test_no_path_leads_through_what_the_caller_may_not_see(cast: Cast, space: Space, orchard: list[Memory]) -> None:
    guess = factories.infer(space, "All things fall.", orchard[0], orchard[3])
    reviewer, reader = with_key(cast, "ben", "review"), with_key(cast, "chen", "read")
    assert done(reviewer.get(asked(orchard[0], orchard[3])))["nodes"] == wire(orchard[0], guess, orchard[3])
    assert done(reader.get(asked(orchard[0], orchard[3])))["nodes"] == []
    hidden = reader.get(asked(orchard[0], guess))
    unknown = reader.get(f"{PATH}?start={ids.encode(orchard[0].pk)}&end={ids.encode(ids.new())}")
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.json() == unknown.json()
    memories.forget(actor=factories.HUB, space=space, memory_ids=[orchard[1].pk])
    assert done(reader.get(asked(orchard[0], orchard[2])))["nodes"] == []
