"""Large maps: batches, discs with water between them, and the three separations."""

from functools import cache

import numpy as np
import pytest

from memoryhub.associations.graph import islands, levels, spread
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.layout import Separation
from memoryhub.associations.graph.levels import Levels
from memoryhub.associations.graph.links import Links
from tests.benchmarks.graph import topics
from tests.benchmarks.graph.levels import edge_ratio, overlaps, purity

MADE = topics.make(12_000, unlinked=0.1)


@cache
def built(separation: Separation = Separation.APART) -> Levels:
    return levels.build(MADE.input(), separation=separation)


def water(found: Levels) -> float:
    """Least distance of two coasts over the mean radius."""
    land = [each for each in found.clusters if each.role is Role.ISLAND]
    centre = np.array([complex(each.x, each.y) for each in land])
    radius = np.array([each.half_width for each in land])
    gap = np.abs(centre[:, None] - centre[None, :]) - radius[:, None] - radius[None, :]
    return float(gap[np.triu_indices(len(land), 1)].min() / radius.mean())


def test_a_batch_is_whole_islands() -> None:
    half = spread.BATCH // 2
    counts = np.array([spread.BATCH + 1, half, half, 5, 5])
    assert list(spread.batches(counts)) == [(0, 1), (1, 3), (3, 5)]
    assert list(spread.batches(np.zeros(0, np.int64))) == []


def test_links_to_another_island_lean_both_ends_toward_each_other() -> None:
    crossing = Links(np.array([0]), np.array([1]), np.array([2.0]))
    lean, load = spread.leaning(crossing, np.array([0, 1, 1]), np.array([0j, 30j]))
    assert lean.tolist() == [0.3j, -0.3j, 0j]
    assert load.tolist() == [2.0, 2.0, 0.0]


@pytest.mark.parametrize("separation", list(Separation))
def test_no_two_nodes_share_a_place_and_islands_have_water_between_them(separation: Separation) -> None:
    found = built(separation)
    assert len(np.unique(found.x + 1j * found.y)) == len(MADE)
    assert water(found) > 0


def test_no_two_islands_of_a_hundred_thousand_nodes_overlap() -> None:
    found = levels.build(topics.make(100_000, unlinked=0.03).input())
    assert sum(each.role is Role.ISLAND for each in found.clusters) > 100
    assert overlaps(found) == 0


def test_the_separations_differ_in_the_water_and_in_nothing_else() -> None:
    near, apart, far = (built(each) for each in Separation)
    assert [each.count for each in near.clusters] == [each.count for each in far.clusters]
    assert np.ptp(near.x) < np.ptp(apart.x) < np.ptp(far.x)


def test_neighbours_on_a_large_map_are_of_one_topic_and_edges_short() -> None:
    linked = np.bincount(MADE.edges.ravel(), minlength=len(MADE)) > 0
    found = built()
    assert purity(Levels(found.x[linked], found.y[linked], found.cluster, (), ()), MADE.topic[linked]) > 0.9
    assert edge_ratio(found, MADE.input().merged_edges()) < 0.1


def test_an_island_is_evenly_filled() -> None:
    found = built()
    first = found.clusters[0]
    distance = np.hypot(found.x - first.x, found.y - first.y)[found.cluster == 0]
    assert 0.4 < (distance < first.half_width / np.sqrt(2)).mean() < 0.65
    assert first.half_width < 1.2 * islands.disc_radius(np.array([first.count]))[0]


def test_unlinked_nodes_stand_below_in_time_order() -> None:
    found = built()
    here = found.cluster == len(found.clusters) - 1
    assert found.clusters[-1].role is Role.ISOLATED
    assert here.sum() > 900
    assert found.y[here].min() > found.y[~here].max()
    assert np.array_equal(np.lexsort((found.x[here], np.round(found.y[here], 3))), np.arange(here.sum()))


def test_sub_clusters_lie_within_their_island_and_have_names_of_their_own() -> None:
    found = built()
    assert len(found.parts) > len(found.clusters)
    inside = found.part >= 0
    assert np.array_equal(np.array([each.cluster for each in found.parts])[found.part[inside]], found.cluster[inside])
    assert np.bincount(found.part[inside]).tolist() == [each.count for each in found.parts]
    assert len({each.name for each in found.parts}) == len(found.parts)
    part = found.parts[0]
    away = np.hypot(found.x - part.x, found.y - part.y)[found.part == 0]
    assert away.max() <= part.half_width


def test_a_large_map_arranged_anew_is_recognisable() -> None:
    found, graph = built(), MADE.input()
    places = found.x + 1j * found.y
    known = np.random.default_rng(0).random(len(MADE)) > 0.15
    former = levels.Former(np.where(known, places, np.nan), np.where(known, found.cluster, -1), found.clusters)
    assert levels.needs_rebuild(former)
    again = levels.build(graph, former=former)
    linked = found.cluster < sum(each.role is Role.ISLAND for each in found.clusters)
    shift = np.abs(again.x + 1j * again.y - places)[linked & known]
    assert np.median(shift) < 0.05 * np.hypot(np.ptp(found.x), np.ptp(found.y))


def test_arrivals_keep_sub_clusters_and_stand_in_none() -> None:
    found, graph = built(), MADE.input()
    known = np.arange(len(MADE)) % 50 > 0
    former = levels.Former(
        np.where(known, found.x + 1j * found.y, np.nan),
        np.where(known, found.cluster, -1),
        found.clusters,
        np.where(known, found.part, -1),
        found.parts,
    )
    extended = levels.extend(graph, former)
    assert np.array_equal(extended.x[known], found.x[known])
    assert (extended.part[~known] == -1).all()
    here = known & (found.part >= 0)
    now, before = (np.array([part.name for part in each.parts])[each.part[here]] for each in (extended, found))
    assert np.array_equal(now, before)
