"""The words of the map: one for everything its script can say, and lines with honest figures."""

from dataclasses import replace

import numpy as np
from django.utils import translation

from graph_ui.graph import words
from graph_ui.graph.outline import ClusterRow, Rest, Shown
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from tests.associations.graph_cast import graph


def test_the_script_has_a_word_for_every_kind_state_and_relation() -> None:
    named = {each.name.lower() for kinds in (NodeKind, NodeState, EdgeKind) for each in kinds}
    assert named <= words.for_script().keys()


def test_every_field_has_a_title() -> None:
    assert all(words.titles()[role] for role in Role if role is not Role.ISLAND)


def test_a_map_that_leaves_nodes_out_says_so() -> None:
    with translation.override("en"):
        assert words.count_line(1_512, 1_547) == "1,512 of 1,547 shown"
        assert words.count_line(385, 385) == "385 shown"


def test_the_head_of_the_list_counts_what_it_holds() -> None:
    pair = replace(graph(3, [(0, 1, EdgeKind.SOURCE), (0, 1, EdgeKind.SOURCE)]), kinds=np.array([1, 0, 0], np.uint8))
    with translation.override("en"):
        shown = Shown.all_of(pair, levels.build(pair))
        assert words.figures_line(pair, shown) == "1 document · 2 memories · 1 relation"
        assert words.figures_line(pair, replace(shown, mask=pair.kinds == 0)).startswith("0 documents · 2 memories")
        island = ClusterRow(0, "Tea", True, 1, 2, 0, "", False, (), Rest(), "")
        assert words.islands_line([island, island, replace(island, is_island=False)]) == "2 islands"
