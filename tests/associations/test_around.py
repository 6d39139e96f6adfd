"""What lies around a node: by hops and directions, the strongest first, in pages, bounded, and the same each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from memoryhub.associations import around
from memoryhub.associations.around import Direction, Neighbourhood
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput
from tests.associations.graph_cast import graph

U, E, S, K = EdgeKind.UPDATES, EdgeKind.EXTENDS, EdgeKind.SOURCE, EdgeKind.KEY
# 0 -> 1 -> 2 -> 3, 4 -> 0, 2 - 5 by a key, 5 -> 6; 7 is alone and linked with itself.
WEB = graph(8, [(0, 1, E), (1, 2, E), (2, 3, E), (4, 0, E), (2, 5, K), (5, 6, E), (7, 7, E)])


def near(
    town: GraphInput, centre: int, depth: int, direction: Direction = Direction.BOTH, **more: Any
) -> Neighbourhood:
    edges = town.merged_edges()
    return around.neighbourhood(edges, len(town), centre, depth=depth, direction=direction, **more)


def hops(found: Neighbourhood) -> dict[int, int]:
    return dict(zip(found.nodes.tolist(), found.hops.tolist(), strict=True))


@pytest.mark.parametrize(
    ("depth", "reached"),
    [
        (1, {0: 0, 1: 1, 4: 1}),
        (2, {0: 0, 1: 1, 4: 1, 2: 2}),
        (3, {0: 0, 1: 1, 4: 1, 2: 2, 3: 3, 5: 3}),
        (4, {0: 0, 1: 1, 4: 1, 2: 2, 3: 3, 5: 3, 6: 4}),
    ],
)
def test_each_step_of_depth_goes_one_edge_further(depth: int, reached: dict[int, int]) -> None:
    found = near(WEB, 0, depth)
    assert hops(found) == reached
    assert found.total == len(reached)


def test_edges_are_followed_along_or_against_them_and_keys_both_ways() -> None:
    assert hops(near(WEB, 0, 4, Direction.OUT)) == {0: 0, 1: 1, 2: 2, 3: 3, 5: 3, 6: 4}
    assert hops(near(WEB, 0, 4, Direction.IN)) == {0: 0, 4: 1}
    assert hops(near(WEB, 5, 2, Direction.IN)) == {5: 0, 2: 1, 1: 2}


def test_a_node_without_neighbours_is_alone() -> None:
    found = near(WEB, 7, 4)
    assert hops(found) == {7: 0}
    assert (found.total, found.beyond.tolist()) == (1, [0])


def test_a_node_says_how_many_of_its_neighbours_are_not_there() -> None:
    found = near(WEB, 0, 1)
    assert dict(zip(found.nodes.tolist(), found.beyond.tolist(), strict=True)) == {0: 0, 1: 1, 4: 0}
    # Two edges to one node are one neighbour.
    assert near(graph(3, [(0, 1, E), (1, 2, E), (1, 2, K)]), 0, 1).beyond.tolist() == [0, 1]
    assert near(WEB, 0, 1, Direction.IN).beyond.tolist() == [0, 0]


def test_of_too_many_the_nearest_stay_then_the_strongest_then_the_first() -> None:
    town = graph(8, [(0, 1, K), (0, 2, S), (0, 3, U), (0, 4, S), (3, 5, U), (5, 6, U), (0, 7, K), (7, 0, E)])
    assert hops(near(town, 0, 3, most=5)) == {0: 0, 3: 1, 7: 1, 2: 1, 4: 1}
    assert hops(near(town, 0, 3, most=2)) == {0: 0, 3: 1}
    found = near(town, 0, 3, most=6)
    assert hops(found) == {0: 0, 1: 1, 2: 1, 3: 1, 4: 1, 7: 1}
    assert found.total == 8
    assert found.beyond.tolist() == [0, 0, 0, 1, 0, 0]


def test_expanding_adds_a_page_of_neighbours_and_collapsing_takes_the_same_away() -> None:
    town = graph(62, [(0, 1, E), *((1, other, K) for other in range(2, 61)), (1, 61, U)])
    plain = near(town, 0, 1)
    assert plain.beyond.tolist() == [0, 60]
    once = near(town, 0, 1, expanded=[(1, 1)])
    assert once.nodes.tolist() == [0, 1, *range(2, 26), 61]  # the version comes before keys
    assert once.turns.tolist() == [0, 0, *[1] * 25]
    assert once.hops.tolist() == [0, 1, *[2] * 25]
    assert (once.beyond[1], once.pages.tolist()[:3], once.total) == (35, [0, 1, 0], 27)
    thrice = near(town, 0, 1, expanded=[(1, 9)])
    assert (len(thrice.nodes), thrice.beyond[1], thrice.pages[1], thrice.total) == (62, 0, 3, 62)
    assert sorted(set(thrice.turns.tolist())) == [0, 1, 2, 3]
    assert set(once.nodes.tolist()) < set(thrice.nodes.tolist())


@pytest.mark.parametrize(
    ("expanded", "nodes"),
    [
        ([(3, 1)], [0, 1, 4]),
        ([(1, 1), (2, 1)], [0, 1, 2, 3, 4, 5]),
        ([(2, 1), (1, 1)], [0, 1, 2, 4]),
        ([(1, 0)], [0, 1, 4]),
    ],
)
def test_what_is_expanded_must_be_there_by_then(expanded: Sequence[tuple[int, int]], nodes: list[int]) -> None:
    assert near(WEB, 0, 1, expanded=expanded).nodes.tolist() == nodes


def test_expanding_follows_the_direction_and_keeps_the_bound() -> None:
    assert near(WEB, 4, 1, Direction.OUT, expanded=[(0, 1)]).nodes.tolist() == [0, 1, 4]
    assert near(WEB, 0, 1, Direction.IN, expanded=[(4, 1)]).nodes.tolist() == [0, 4]
    town = graph(40, [(0, 1, E), *((1, other, K) for other in range(2, 40))])
    full = near(town, 0, 1, expanded=[(1, 2)], most=10)
    assert (len(full.nodes), full.total, int(full.beyond.sum())) == (10, 10, 30)


def test_the_same_map_gives_the_same_neighbourhood_as_counting_by_hand() -> None:
    random = np.random.default_rng(3)
    rows = np.column_stack([random.integers(0, 300, (500, 2)), random.integers(0, 5, 500)]).tolist()
    links = [(one, other, EdgeKind(kind)) for one, other, kind in rows]
    town = graph(300, links)
    for direction in Direction:
        out = {(a, b) for a, b, k in links if direction is not Direction.IN or k is K}
        back = {(b, a) for a, b, k in links if direction is not Direction.OUT or k is K}
        expected = {7: 0}
        for hop in range(1, 4):
            ring = {b for a, b in out | back if expected.get(a) == hop - 1}
            expected |= {node: hop for node in ring if node not in expected}
        assert hops(near(town, 7, 3, direction)) == expected
