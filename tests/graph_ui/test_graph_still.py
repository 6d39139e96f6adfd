"""The map of a reader without scripts."""

from __future__ import annotations

import numpy as np

from graph_ui.graph import still
from graph_ui.graph.still import Disc
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.levels import Cluster, Levels


def levels_of(*clusters: Cluster) -> Levels:
    nothing = np.zeros(0)
    return Levels(nothing, nothing, nothing.astype(np.int64), clusters, ())


def test_nothing_is_an_empty_box() -> None:
    assert still.picture(levels_of()) == still.Still("0 0 1 1", ())


def test_names_fit_their_discs_and_fields_are_left_out() -> None:
    tea = Cluster(Role.ISLAND, "Tea", 1, 40, 100.0, 50.0, 60.0, 60.0)
    notes = Cluster(Role.ISLAND, "设计评审", 0, 9, 300.0, 50.0, 40.0, 40.0)
    field = Cluster(Role.ISOLATED, "", 0, 5, 0.0, 900.0, 500.0, 20.0)
    found = still.picture(levels_of(tea, notes, field))
    # The box is that of the map with its field, as the script has it.
    assert found.box == "-500 -10 1000 930"
    # 1.8 radii over 3 letters of 0.6 em, but no more than half the radius; four wide letters take four em.
    assert found.discs == (Disc("100", "50", "60", 1, "Tea", "30"), Disc("300", "50", "40", 0, "设计评审", "18"))


def test_a_name_that_could_not_be_read_is_left_out() -> None:
    wide = Cluster(Role.ISLAND, "Wide", 1, 900, 0.0, 0.0, 4000.0, 4000.0)
    small = Cluster(Role.ISLAND, "Quite a small island", 2, 9, 5000.0, 0.0, 40.0, 40.0)
    assert [disc.size for disc in still.picture(levels_of(wide, small)).discs] == ["2000", ""]


def test_a_small_map_is_not_blown_up() -> None:
    tea = Cluster(Role.ISLAND, "Tea", 1, 4, 100.0, 50.0, 30.0, 30.0)
    assert still.picture(levels_of(tea)).box == "-30 -80 260 260"
