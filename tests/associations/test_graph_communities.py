"""Communities: planted ones are found by either library, levels nest, and the answer is the same each time."""

import numpy as np
import pytest

from memoryhub.associations.graph import communities, links
from memoryhub.associations.graph.links import Links
from tests.associations.graph_cast import library, town_of, towns
from tests.benchmarks.graph import topics

SIZES = (60, 40, 30, 25)
LARGE = topics.make(9_000)


def linked(sizes: tuple[int, ...]) -> Links:
    return links.weighted(towns(sizes, roads=3).merged_edges())


def large() -> Links:
    return links.weighted(LARGE.input().merged_edges())


@pytest.mark.parametrize("largest", [0, communities.LARGEST_SMALL], ids=["NetworKit", "networkx"])
def test_planted_groups_are_found_by_either_library(largest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(communities, "LARGEST_SMALL", largest)
    found = communities.nested(sum(SIZES), linked(SIZES))
    assert found[-1].tolist() == town_of(SIZES).tolist()


def test_the_libraries_agree_in_modularity(monkeypatch: pytest.MonkeyPatch) -> None:
    town = library(120)
    pairs = links.weighted(town.merged_edges())
    small = modularity(pairs, communities.nested(len(town), pairs)[-1])
    monkeypatch.setattr(communities, "LARGEST_SMALL", 0)
    assert abs(modularity(pairs, communities.nested(len(town), pairs)[-1]) - small) < 0.02
    assert small > 0.7


def test_levels_of_a_large_graph_are_nested_and_of_about_the_wanted_sizes() -> None:
    fine, top = communities.nested(len(LARGE), large())
    inside = np.unique(np.column_stack([fine, top]), axis=0)
    assert len(inside) == fine.max() + 1
    assert 5 < len(LARGE) / (fine.max() + 1) < 12
    assert top.max() + 1 < 80


def test_a_large_graph_has_the_same_communities_each_time() -> None:
    first, second = (communities.nested(len(LARGE), large()) for _ in range(2))
    assert [each.tolist() for each in first] == [each.tolist() for each in second]


def test_groups_are_renumbered_in_the_order_they_appear_in() -> None:
    assert communities.renumber(np.array([7, 7, 2, 9, 2])).tolist() == [0, 0, 1, 2, 1]


def modularity(pairs: Links, label: np.ndarray) -> float:
    """Share of weight inside communities over what chance would put there (Newman and Girvan 2004)."""
    total = pairs.weight.sum()
    inside = pairs.weight[label[pairs.source] == label[pairs.target]].sum() / total
    load = np.bincount(label, pairs.load(len(label))) / (2 * total)
    return float(inside - (load**2).sum())
