"""What turns one version of a map into the next: exact (shared with tests/js), small, for who has the former one."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.test import Client

from graph_ui.graph import delta, payload
from graph_ui.graph.wire import WireMap
from graph_ui.pages.graph_live import WHOLE
from memoryhub.associations import atlas
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput, NodeState
from memoryhub.core import clock, ids, packed
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.associations.graph_cast import graph, library, node_id
from tests.cast import Cast

GOLDEN = Path(__file__).parents[1] / "data" / "graph_delta.json"
TITLES = {Role.SMALL: "Small groups", Role.ISOLATED: "Without relations"}
LISTS = ("clusters", "bridges", "parts")
SMALL_BYTES = 4_000


def overview(wire: WireMap) -> dict[str, Any]:
    found = wire.atlas
    return payload.overview(found.levels, revision=found.revision, total=found.total, titles=TITLES)


def between(former: WireMap, found: WireMap) -> dict[str, Any] | None:
    return delta.between(former, found, overview, language="en")


def version(made: GraphInput, arranged: levels.Levels, name: str) -> WireMap:
    return WireMap(Atlas(made, arranged, len(made), int(name[-1]), name))


def with_news(before: GraphInput, *, gone: int, new: int, seed: int = 3) -> GraphInput:
    """The map with some nodes less, and more: each linked with two that were there, the last one with none."""
    dice = np.random.default_rng(seed)
    kept = np.ones(len(before), bool)
    kept[dice.choice(len(before), gone, replace=False)] = False
    left = before.among(kept)
    count = len(left)
    links = [(count + at, int(dice.integers(count)), EdgeKind.EXTENDS) for at in range(new - 1) for _ in range(2)]
    states = np.concatenate([left.states, np.full(new, NodeState.PENDING, np.uint8)])
    states[: gone + 1] = NodeState.EXPIRING
    last = left.created.max()
    return replace(
        left,
        ids=np.concatenate([left.ids, packed.pack(node_id(900_000 + at) for at in range(new))]),
        kinds=np.concatenate([left.kinds, np.zeros(new, np.uint8)]),
        states=states,
        created=np.concatenate([left.created, last + 1 + np.arange(new)]),
        is_static=np.concatenate([left.is_static, np.ones(new, bool)]),
        is_inferred=np.concatenate([left.is_inferred, np.zeros(new, bool)]),
        edges=np.concatenate([left.edges, np.array(links, np.int32)[:, :2]]),
        edge_kinds=np.concatenate([left.edge_kinds, np.full(len(links), EdgeKind.EXTENDS, np.uint8)]),
    )


def story(documents: int, *, gone: int, new: int, plain: bool = False) -> tuple[WireMap, WireMap]:
    """A map and its next version; a ``plain`` one stands in places that no arithmetic of a processor changes."""
    before = library(documents)
    arranged = plainly(levels.build(before)) if plain else levels.build(before)
    after = with_news(before, gone=gone, new=new)
    extended = levels.extend(after, levels.carry_over(before.ids, arranged, after))
    return version(before, arranged, f"{documents}-1"), version(after, extended, f"{documents}-2")


def plainly(arranged: levels.Levels) -> levels.Levels:
    """The same islands, with whole numbers for all places and sizes."""
    at = np.arange(len(arranged.x))
    return replace(
        arranged,
        x=(at * 37 % 401).astype(np.float64),
        y=(at * 91 % 307).astype(np.float64),
        clusters=tuple(
            replace(each, x=40.0 * n, y=30.0 * n, half_width=25.0, half_height=25.0)
            for n, each in enumerate(arranged.clusters)
        ),
        parts=tuple(replace(each, x=20.0 * n, y=10.0 * n, half_width=12.0) for n, each in enumerate(arranged.parts)),
    )


def test_a_delta_has_exactly_these_rows() -> None:
    """The golden file holds the blocks of both versions too; tests/js compares what it makes of the delta."""
    former, found = story(12, gone=3, new=4, plain=True)
    told = json.loads(GOLDEN.read_text())
    for name, wire in (("former", former), ("found", found)):
        for block in ("nodes", "edges"):
            sent = gzip.decompress(getattr(wire, block))
            assert base64.b64encode(sent).decode() == told[name][block]
        assert json.loads(json.dumps(overview(wire))) == told[name]["overview"]
    assert json.loads(json.dumps(between(former, found))) == told["delta"]


def test_twelve_new_ones_among_five_thousand_are_told_in_a_few_bytes() -> None:
    former, found = story(720, gone=0, new=12)
    assert len(former) > 4_900
    told = between(former, found)
    assert told is not None
    assert (len(told["new"]), len(told["ids"]), told["gone"]) == (12, 12, [])
    assert len(told["edges"]["new"]) == 22
    size = len(json.dumps(told, separators=(",", ":")))
    assert size < SMALL_BYTES
    assert size < len(found.nodes + found.edges) / 10


def test_nothing_is_told_of_a_map_that_was_arranged_anew_or_is_another_one() -> None:
    former, found = story(12, gone=3, new=4)
    moved = found.atlas.levels
    arranged = replace(moved, x=moved.x + 0.5)
    assert between(former, version(found.atlas.graph, arranged, "moved-3")) is None
    assert between(former, version(graph(0), levels.build(graph(0)), "empty-4")) is None
    other = library(9, seed=11)
    assert between(former, version(other, levels.build(other), "other-5")) is None


def test_where_very_much_is_new_the_blocks_are_better() -> None:
    former, found = story(60, gone=0, new=300)
    assert between(former, found) is None


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


def ask(client: Client, since: str, query: str = "") -> Any:
    return client.get(f"/s/atlas/graph/changes/?version={since}{query}", headers={"Accept": "application/json"})


def names(space: Space) -> tuple[str, str]:
    """The versions that reviewers and other readers have now."""
    reviewers, others = (atlas.atlas_of(space, now=clock.now(), with_review=each).version for each in (True, False))
    return reviewers, others


@pytest.fixture
def facts(space: Space) -> list[Any]:
    return [factories.remember(space, f"Fact number {number} stands.") for number in range(30)]


def test_a_reader_asks_what_has_changed_since_a_version(ed: Client, space: Space, facts: list[Any]) -> None:
    since, _ = names(space)
    assert ask(ed, since).status_code == 204
    memory = factories.remember(space, "The sale goes on.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[facts[0].pk])
    answer = ask(ed, since)
    told = answer.json()
    assert (told["ids"], len(told["gone"]), told["version"]) == ([ids.encode(memory.pk)], 1, names(space)[0])
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "sale" not in answer.content.decode()


def test_what_waits_for_review_is_told_to_reviewers_alone(
    client: Client, cast: Cast, space: Space, facts: list[Any]
) -> None:
    reviewers, others = names(space)
    guess = factories.infer(space, "Somebody counts.", facts[0])
    client.force_login(cast.chen)
    told = ask(client, others).json()
    assert (told["new"], told["changed"], told["edges"]) == ([], [], {"gone": [], "new": []})
    assert ids.encode(guess.pk) not in str(told)
    # A version of theirs is as good as none.
    assert ask(client, reviewers).json() == WHOLE
    client.force_login(cast.ed)
    assert ask(client, reviewers).json()["ids"] == [ids.encode(guess.pk)]
    assert ask(client, others).json() == WHOLE


def test_an_unknown_version_and_one_of_another_space_read_the_same(
    ed: Client, cast: Cast, space: Space, facts: list[Any]
) -> None:
    known, _ = names(space)
    elsewhere, _ = names(cast.elsewhere)
    answers = [ask(ed, since) for since in ("", "nonsense", f"{known}x", known[1:], elsewhere)]
    assert [answer.json() for answer in answers] == [WHOLE] * 5


def test_a_stranger_is_told_nothing(client: Client, cast: Cast, space: Space, facts: list[Any]) -> None:
    since, _ = names(space)
    client.force_login(cast.dora)
    assert ask(client, since).status_code == 404


def test_what_is_forgotten_is_told_to_nobody_who_does_not_see_it(ed: Client, space: Space, facts: list[Any]) -> None:
    since = ed.get("/s/atlas/graph/nodes/?forgotten=1").headers["ETag"].strip('"')
    assert ask(ed, since).json() == WHOLE
    assert ask(ed, since, "&forgotten=1").status_code == 204
