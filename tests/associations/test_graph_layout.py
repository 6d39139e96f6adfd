"""Places: finite, apart, the same each time, islands with water between them, and a tidy field."""

import numpy as np
import pytest
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from memoryhub.associations.graph import clusters, field, forces, islands, layout, links, placing
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput
from tests.associations.graph_cast import graph, town_of, towns, wheel

SIZES = (60, 40, 30, 25)


def arranged(town: GraphInput, seed: int = 1) -> np.ndarray:
    edges = town.merged_edges()
    joined = links.weighted(edges)
    found = clusters.find(len(town), joined)
    return layout.arrange(found, joined, town.created, edges.degrees(len(town)), seed=seed)


def pairs_of(places: np.ndarray) -> np.ndarray:
    return np.column_stack([places.real, places.imag])


@pytest.mark.parametrize(
    "town",
    [
        graph(0),
        graph(1),
        graph(3),
        graph(2, [(0, 1, EdgeKind.EXTENDS)] * 2 + [(0, 1, kind) for kind in EdgeKind]),
        graph(2, [(0, 0, EdgeKind.EXTENDS)]),
        graph(60, [(0, at, EdgeKind.SOURCE) for at in range(1, 60)]),
        graph(60, [(at, at + 1, EdgeKind.UPDATES) for at in range(59)]),
        graph(30, [(a, b, EdgeKind.KEY) for a in range(30) for b in range(a)]),
        towns(SIZES, loose=20),
    ],
    ids=["empty", "one", "three", "doubled", "self", "star", "chain", "clique", "towns"],
)
def test_all_places_are_finite_and_no_two_nodes_touch(town: GraphInput) -> None:
    places = arranged(town)
    assert np.isfinite(places).all()
    if len(places) > 1:
        assert cKDTree(pairs_of(places)).query(pairs_of(places), 2)[0][:, 1].min() > 2 * islands.node_radius(
            np.array(0)
        )


def test_the_same_input_and_seed_give_the_same_places_and_another_seed_others() -> None:
    town = towns(SIZES)
    assert np.array_equal(arranged(town), arranged(town))
    assert not np.allclose(arranged(town), arranged(town, seed=2))


def test_islands_have_water_between_them() -> None:
    places, town = pairs_of(arranged(towns(SIZES))), town_of(SIZES)
    for first in range(4):
        for second in range(first):
            assert cdist(places[town == first], places[town == second]).min() > islands.SEA


def test_neighbours_on_the_map_are_neighbours_in_the_graph() -> None:
    places, town = pairs_of(arranged(towns(SIZES))), town_of(SIZES)
    near = cKDTree(places).query(places, 6)[1][:, 1:]
    assert (town[near] == town[:, None]).mean() > 0.99


def test_linked_islands_lie_nearer_than_others() -> None:
    sizes = (30,) * 8
    shares = []
    for seed in range(1, 5):
        places, town = arranged(towns(sizes, roads=6), seed), town_of(sizes)
        centre = np.array([places[town == each].mean() for each in range(8)])
        distance = np.abs(centre[:, None] - centre[None, :])
        linked = np.mean([distance[each, each + 1] for each in range(7)])
        shares.append(linked / distance[np.triu_indices(8, 1)].mean())
    assert np.mean(shares) < 0.72


def test_the_field_is_in_rows_in_time_order_below_the_islands() -> None:
    town = towns(SIZES, loose=70)
    places, here = arranged(town), town_of(SIZES, 70) < 0
    loose = places[here]
    assert loose.imag.min() > places[~here].imag.max() + islands.SEA
    assert np.array_equal(np.lexsort((loose.real, np.round(loose.imag, 3))), np.arange(70))


def test_the_field_is_a_band_no_wider_than_the_islands_and_a_block_where_it_outgrows_them() -> None:
    nodes = np.ones(800, np.int64)
    assert field.field_width(nodes, 5_000.0) == 80 * islands.SPACING
    assert field.field_width(nodes, 600.0) == 600.0
    assert field.field_width(nodes, 100.0) == 36 * islands.SPACING


def test_two_groups_that_drifted_apart_fill_their_island_evenly() -> None:
    lump = forces.sunflower(np.arange(200), 200) * 40
    places = np.concatenate([lump - 100, lump + 100])
    filled = islands.fill_disc(places, np.zeros(400, np.int64), np.array([7j]), np.array([130.0])) - 7j
    assert np.abs(filled).max() < 130
    quarters = np.bincount(((np.angle(filled) + np.pi) // (np.pi / 2)).astype(int), minlength=4)
    assert (np.abs(quarters - 100) < 12).all()
    assert 0.4 < (np.abs(filled) < 130 / np.sqrt(2)).mean() < 0.6
    assert (filled[:200].real < 20).all(), "each keeps its side"


def test_what_stands_outside_its_island_is_brought_to_the_rim() -> None:
    assert islands.kept_in(np.array([3j, -8 + 0j]), np.array([4.0, 4.0])).tolist() == [3j, -4 + 0j]


def test_of_several_packings_the_best_is_kept() -> None:
    radius = np.array([90.0, 60.0, 60.0, 40.0, 30.0, 30.0, 20.0])
    no_bridges = links.Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    turns = np.linspace(0, 5, 6)

    def expanse(turns: np.ndarray) -> float:
        centres = islands.best_packed(radius, no_bridges, turns)
        width, height = (np.ptp(np.concatenate([at + radius, at - radius])) for at in (centres.real, centres.imag))
        return float(max(width, islands.WINDOW * height))

    assert expanse(turns) == min(expanse(turns[[at]]) for at in range(6))


def test_a_small_component_is_a_cell_of_the_field_with_its_best_linked_node_in_the_middle() -> None:
    places = field.rows(np.zeros(7, np.int64), np.arange(7.0), np.array([1, 1, 6, 1, 1, 1, 1]), width=200)
    assert np.argmin(np.abs(places - places.mean())) == 2


def test_alignment_undoes_a_turn_a_mirror_and_a_shift() -> None:
    places = np.exp(2j * np.pi * np.arange(9) / 9) * (1 + np.arange(9))
    former = (places * np.exp(0.7j)).conj() + (5 - 3j)
    former[4] = np.nan
    aligned = layout.align(places, former)
    assert np.allclose(np.delete(aligned, 4), np.delete(former, 4))
    assert np.allclose(np.abs(np.diff(aligned)), np.abs(np.diff(places)))


def test_a_map_without_common_nodes_is_not_turned() -> None:
    places = np.array([1 + 1j, 2 + 2j])
    assert np.array_equal(layout.align(places, np.full(2, np.nan + 1j * np.nan)), places)


def test_a_new_node_lands_beside_its_neighbours_and_nothing_else_moves() -> None:
    town = graph(41, [*wheel(0, 40), (40, 3, EdgeKind.EXTENDS), (40, 4, EdgeKind.EXTENDS)])
    edges = town.merged_edges()
    places = np.concatenate([arranged(graph(40, wheel(0, 40))), [np.nan + 1j * np.nan]])
    before, label = places.copy(), np.concatenate([np.zeros(40, np.int64), [-1]])
    placing.place_new(places, label, edges, edges.degrees(41))
    assert np.array_equal(places[:40], before[:40])
    assert label[40] == 0
    assert abs(places[40] - (places[3] + places[4]) / 2) < 8 * islands.SPACING
    assert np.abs(places[:40] - places[40]).min() > islands.GAP


def test_a_chain_of_new_nodes_hangs_on_its_placed_end_and_a_lost_one_stays_unplaced() -> None:
    town = graph(4, [(1, 0, EdgeKind.EXTENDS), (2, 1, EdgeKind.EXTENDS)])
    places, label = np.array([0j, np.nan, np.nan, np.nan]), np.array([0, -1, -1, -1])
    placing.place_new(places, label, town.merged_edges(), town.merged_edges().degrees(4))
    assert np.isfinite(places[:3]).all()
    assert np.isnan(places[3])
    assert label.tolist() == [0, 0, 0, -1]


def test_overlapping_discs_are_pushed_apart_and_clear_ones_stay() -> None:
    places = forces.without_overlaps(np.array([0j, 0j, 1 + 0j, 50 + 50j]), np.full(4, 2.0), gap=1.0)
    assert np.abs(places[:, None] - places[None, :])[np.triu_indices(4, 1)].min() >= 4.95
    assert places[3] == 50 + 50j


def test_packed_islands_keep_the_sea_between_their_coasts() -> None:
    radius = np.array([50.0, 30.0, 30.0, 10.0])
    no_bridges = links.Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    start = islands.first_centres(radius, 0.5)
    centres = islands.pack(islands.round_coast(radius), no_bridges, start, rounds=300)
    gaps = np.abs(centres[:, None] - centres[None, :]) - radius[:, None] - radius[None, :]
    assert gaps[np.triu_indices(4, 1)].min() >= islands.SEA - 0.01


def test_grid_repulsion_pushes_two_nodes_straight_apart() -> None:
    places = np.array([0j, 20 + 0j])
    push = forces.grid_repulsion(places, 13.0, 128)(places, np.ones(2))
    assert push[0].real < 0 < push[1].real
    assert abs(push[0] + push[1]) < 1e-9
