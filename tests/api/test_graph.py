"""The graph over HTTP: what is on the map, for whom, and for how long an answer may be kept."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from memoryhub.api.hub.serializers import graph as serializers
from memoryhub.api.hub.serializers.graph import written
from memoryhub.associations import services as associations
from memoryhub.associations import tasks
from memoryhub.associations import texts as key_texts
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.core import clock, ids, packed
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.associations.graph_cast import graph, library
from tests.cast import Cast

PATH = "spaces/atlas/graph/"
Found = dict[str, Any]


def wire(memory: Memory) -> str:
    return ids.encode(memory.pk)


def ids_of(found: Found) -> set[str]:
    return {node["id"] for node in found["nodes"]}


def ends_of(found: Found) -> set[str]:
    return {edge[end] for edge in found["edges"] for end in ("source", "target")}


def relate(space: Space, newer: Memory, older: Memory, kind: str) -> None:
    memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind=kind)


@pytest.fixture
def office(space: Space) -> Memory:
    return factories.remember(space, "Mina works in the Busan office.")


def test_an_empty_space_has_an_empty_graph(owner: Caller) -> None:
    found = done(owner.get(PATH))
    assert (found["nodes"], found["edges"], found["clusters"], found["total"]) == ([], [], [], 0)


def test_each_kind_of_link_is_one_edge_from_the_newer_or_from_the_document(
    owner: Caller, space: Space, office: Memory
) -> None:
    paper = ingest.submit(actor=factories.HUB, space=space, content="The office has forty desks.").document
    source = SourceDraft(document_id=paper.pk, start=0, end=10, quote="The office")
    desks = factories.remember(space, "The office has forty desks.", sources=(source,))
    moved = factories.revise(space, office, "Mina works in the Seoul office.")
    guess = factories.infer(space, "Mina has a desk.", desks)
    relate(space, desks, moved, "extends")
    keys = key_texts.prepare([("office", "concept")])
    for memory in (moved, desks):
        associations.link(actor=factories.HUB, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))
    found = done(owner.get(PATH))
    edges = {(edge["source"], edge["target"], edge["edgeType"]) for edge in found["edges"]}
    shared = tuple(sorted((wire(moved), wire(desks)), key=[node["id"] for node in found["nodes"]].index))
    assert edges == {
        (wire(moved), wire(office), "updates"),
        (wire(desks), wire(moved), "extends"),
        (wire(guess), wire(desks), "derives"),
        (ids.encode(paper.pk), wire(desks), "source"),
        (*shared, "key"),
    }
    states = {node["id"]: (node["kind"], node["state"]) for node in found["nodes"]}
    assert states[wire(office)] == ("memory", "superseded")
    assert states[ids.encode(paper.pk)] == ("document", "current")
    assert sum(cluster["count"] for cluster in found["clusters"]) == len(found["nodes"]) == found["total"]


def test_no_edge_has_an_end_outside_the_nodes(owner: Caller, space: Space) -> None:
    """P-GRA-2: five memories, one end of a link forgotten."""
    five = [factories.remember(space, f"The shed has {number} tools.") for number in range(5)]
    for newer in five[1:]:
        relate(space, newer, five[0], "extends")
    assert len(done(owner.get(PATH))["edges"]) == 4
    memories.forget(actor=factories.HUB, space=space, memory_ids=[five[1].pk])
    found = done(owner.get(PATH))
    assert (len(found["edges"]), ids_of(found)) == (3, {wire(memory) for memory in five if memory != five[1]})
    assert ends_of(found) <= ids_of(found)


def test_equal_edges_are_one_with_a_count_and_a_link_that_leads_out_is_dropped() -> None:
    links = [(0, 1, EdgeKind.SOURCE), (1, 2, EdgeKind.KEY), (2, 1, EdgeKind.KEY), (2, 2, EdgeKind.EXTENDS)]
    built = graph(3, [*links, (1, -1, EdgeKind.DERIVES), (0, 3, EdgeKind.SOURCE)], documents=[0])
    found = json.loads(b"".join(written(Atlas(built, levels.build(built), total=9, revision=41, version="v"))))
    assert (found["revision"], found["total"]) == (41, 9)
    place = {node["id"]: index for index, node in enumerate(found["nodes"])}
    edges = [(place[edge["source"]], place[edge["target"]], edge["edgeType"], edge["count"]) for edge in found["edges"]]
    assert edges == [(0, 1, "source", 1), (1, 2, "key", 2), (2, 2, "extends", 1)]
    assert [node["degree"] for node in found["nodes"]] == [1, 2, 1]
    assert np.isfinite([node[axis] for node in found["nodes"] for axis in ("x", "y")]).all()


def test_an_answer_may_be_kept_until_something_changes(owner: Caller, space: Space, office: Memory) -> None:
    first = owner.get(PATH)
    assert first.headers["Cache-Control"] == "private, no-cache"
    known = Caller(owner.headers | {"If-None-Match": first.headers["ETag"]})
    again = known.get(PATH)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    factories.revise(space, office, "Mina works in the Seoul office.")
    assert known.get(PATH).status_code == 200


def test_what_expires_changes_the_answer_by_the_clock_alone(owner: Caller, space: Space) -> None:
    factories.remember(space, "The sale goes on.", forget_after=clock.now() + timedelta(days=10))
    answers = []
    for days in (0, 4, 11):
        with clock.frozen(clock.now() + timedelta(days=days)):
            answer = owner.get(PATH)
            answers.append((answer.headers["ETag"], [node["state"] for node in done(answer)["nodes"]]))
    assert [states for _, states in answers] == [["current"], ["expiring"], []]
    assert len({etag for etag, _ in answers}) == 3


def test_what_waits_for_review_is_for_reviewers_with_a_key_that_says_so(
    cast: Cast, space: Space, office: Memory
) -> None:
    guess = factories.infer(space, "Mina lives near Busan.", office)
    for name, scope, sees in (
        ("ben", "review", True),
        ("ada", "admin", True),
        ("ada", "read", False),
        ("ben", "read", False),
        ("chen", "admin", False),
    ):
        found = done(with_key(cast, name, scope).get(PATH))
        assert (name, scope, wire(guess) in ids_of(found), found["total"]) == (name, scope, sees, 1 + sees)
        assert ends_of(found) <= ids_of(found)


def test_an_inference_as_it_was_before_a_person_corrected_it_is_for_reviewers_only(
    cast: Cast, space: Space, office: Memory
) -> None:
    guess = factories.infer(space, "Mina hates Busan.", office)
    review.approve_memory(actor=factories.HUB, space=space, memory_id=guess.pk, text="Mina knows Busan.")
    assert wire(guess) not in ids_of(done(with_key(cast, "chen").get(PATH)))
    assert wire(guess) in ids_of(done(with_key(cast, "ben").get(PATH)))


def test_a_large_space_has_no_graph_before_it_was_arranged(
    owner: Caller, space: Space, office: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(associations, "ARRANGED_AT_ONCE", 0)
    answer = owner.get(PATH)
    assert refused(answer, 503, "map_being_drawn")["details"]["nodes"] == 1
    assert answer.headers["Retry-After"] == "5"
    tasks.arrange(str(space.pk))
    assert ids_of(done(owner.get(PATH))) == {wire(office)}


def test_a_graph_is_written_in_parts_that_are_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serializers, "AT_ONCE", 3)
    built = library(6)
    atlas = Atlas(built, levels.build(built), total=len(built), revision=1, version="v")
    parts = list(written(atlas))
    found = json.loads(b"".join(parts))
    assert len(parts) > (len(built) + len(built.merged_edges())) / 3
    assert [node["id"] for node in found["nodes"]] == [ids.encode(each) for each in packed.unpack(built.ids)]
    assert len(found["edges"]) == len(built.merged_edges())
    assert [set(edge) for edge in found["edges"]] == [{"source", "target", "edgeType", "count"}] * len(found["edges"])
