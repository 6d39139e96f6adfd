"""A map as a whole: names, hues and places carry over from the former one, and the figures add up."""

import os
import subprocess
import sys

import numpy as np
import pytest

from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput
from tests.associations.graph_cast import graph, library, towns, wheel

SIZES = (60, 40, 30, 25)


def test_every_cluster_says_who_it_is() -> None:
    built = levels.build(towns(SIZES, loose=5))
    assert [(each.role, each.name, each.hue, each.count) for each in built.clusters] == [
        (Role.ISLAND, "town 0", 1, 60),
        (Role.ISLAND, "town 1", 2, 40),
        (Role.ISLAND, "town 2", 3, 30),
        (Role.ISLAND, "town 3", 4, 25),
        (Role.ISOLATED, "", 0, 5),
    ]


def test_members_stand_within_the_bounds_of_their_cluster() -> None:
    built = levels.build(towns(SIZES, loose=50))
    for index, cluster in enumerate(built.clusters):
        here = built.cluster == index
        x, y = built.x[here] - cluster.x, built.y[here] - cluster.y
        assert (np.abs(x) <= cluster.half_width).all()
        assert (np.abs(y) <= cluster.half_height).all()
        if cluster.role is Role.ISLAND:
            assert (np.hypot(x, y) <= cluster.half_width).all()


def test_bridges_sum_the_edges_between_two_clusters() -> None:
    built = levels.build(towns(SIZES, roads=3))
    assert [(each.low, each.high, each.count) for each in built.bridges] == [(0, 1, 3), (1, 2, 3), (2, 3, 3)]


def test_at_most_seven_islands_have_a_hue() -> None:
    built = levels.build(towns((20,) * 9))
    assert [each.hue for each in built.clusters] == [1, 2, 3, 4, 5, 6, 7, 0, 0]


def test_new_nodes_move_nothing() -> None:
    town = towns(SIZES, loose=6)
    grown = graph(len(town) + 2, [*_links(town), (len(town), 0, EdgeKind.EXTENDS)])
    former = levels.carry_over(town.ids, levels.build(town), grown)
    extended = levels.extend(grown, former)
    assert np.array_equal((extended.x + 1j * extended.y)[:-2], former.places[:-2])
    assert extended.cluster[-2] == former.cluster[0]
    assert extended.clusters[extended.cluster[-1]].role is Role.ISOLATED
    assert [each.count for each in extended.clusters] == [61, 40, 30, 25, 7]
    assert [each.name for each in extended.clusters] == ["town 0", "town 1", "town 2", "town 3", ""]


def test_a_node_of_the_field_that_gets_a_relation_is_no_longer_counted_as_unlinked() -> None:
    town = towns(SIZES, loose=3)
    last = len(town) - 1
    former = levels.carry_over(town.ids, levels.build(town), town)
    extended = levels.extend(graph(len(town), [*_links(town), (last, last - 1, EdgeKind.EXTENDS)]), former)
    assert [(each.role, each.count) for each in extended.clusters[4:]] == [(Role.ISOLATED, 1), (Role.SMALL, 2)]
    assert extended.x[last] == former.places[last].real


def test_a_cluster_that_lost_all_its_members_is_gone() -> None:
    town = towns(SIZES, loose=3)
    smaller = towns(SIZES)
    extended = levels.extend(smaller, levels.carry_over(town.ids, levels.build(town), smaller))
    assert [each.role for each in extended.clusters] == [Role.ISLAND] * 4


def test_past_a_tenth_of_new_nodes_the_map_is_arranged_anew() -> None:
    town = towns(SIZES)
    built = levels.build(town)
    grown = levels.carry_over(town.ids, built, graph(len(town) + 1))
    assert [levels.needs_rebuild(grown, added=added) for added in (0, 14, 15)] == [False, False, True]
    assert levels.needs_rebuild(levels.carry_over(town.ids, built, graph(len(town) + 30)))
    assert levels.needs_rebuild(levels.carry_over(graph(0).ids, levels.build(graph(0)), graph(0)))


def test_a_rebuilt_map_is_recognisable() -> None:
    town = towns(SIZES, roads=4)
    built = levels.build(town)
    again = levels.build(town, former=levels.carry_over(town.ids, built, town))
    shift = np.hypot(again.x - built.x, again.y - built.y)
    diagonal = np.hypot(np.ptp(built.x), np.ptp(built.y))
    assert np.median(shift) < 0.03 * diagonal
    assert [(each.name, each.hue) for each in again.clusters] == [(each.name, each.hue) for each in built.clusters]


def test_an_island_keeps_its_hue_when_another_outgrows_it() -> None:
    town, larger = towns((40, 30)), towns((40, 30, 60))
    built = levels.build(town)
    again = levels.build(larger, former=levels.carry_over(town.ids, built, larger))
    assert {each.name: each.hue for each in again.clusters} == {"town 2": 3, "town 0": 1, "town 1": 2}


def test_an_island_of_mostly_new_members_gets_a_new_name() -> None:
    town = graph(8, wheel(0, 8), keys=[(at, "apple", 1.0) for at in range(8)])
    keys = [(at, "apple", 1.0) for at in range(8)] + [(at, "Newton", 1.0) for at in range(60)]
    larger = graph(60, wheel(0, 60) + [(at, at + 10, EdgeKind.EXTENDS) for at in range(50)], keys=keys)
    former = levels.carry_over(town.ids, levels.build(town), larger)
    assert "apple" not in [each.name for each in levels.build(larger, former=former).clusters]


@pytest.mark.parametrize("nodes", [0, 1, 3])
def test_tiny_maps_can_be_built_rebuilt_and_extended(nodes: int) -> None:
    tiny = graph(nodes)
    built = levels.build(tiny)
    former = levels.carry_over(tiny.ids, built, tiny)
    for each in (built, levels.build(tiny, former=former), levels.extend(tiny, former)):
        assert np.isfinite(each.x).all()
        assert np.isfinite(each.y).all()
        assert [cluster.count for cluster in each.clusters] == ([nodes] if nodes else [])


def test_another_process_gives_the_same_map_bit_by_bit() -> None:
    code = (
        "from hashlib import sha256; from tests.associations.graph_cast import library;"
        "from memoryhub.associations.graph import levels; built = levels.build(library(60));"
        "print(sha256(built.x.tobytes() + built.y.tobytes() + repr(built.clusters).encode()).hexdigest())"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(answers) == 1


def test_five_thousand_nodes_stand_apart() -> None:
    large = library(700)
    built = levels.build(large)
    assert len(np.unique(np.column_stack([built.x, built.y]), axis=0)) == len(large) > 4_500


def _links(town: GraphInput) -> list[tuple[int, int, EdgeKind]]:
    return [(int(a), int(b), EdgeKind(kind)) for (a, b), kind in zip(town.edges, town.edge_kinds, strict=True)]
