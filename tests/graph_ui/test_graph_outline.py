"""The list twin: it unfolds in honest pages, asks for texts once, and reads relations from either end."""

from collections.abc import Sequence

import numpy as np
from django.http import QueryDict

from graph_ui.graph import outline
from graph_ui.graph.outline import ClusterRow, Rest, Shown
from graph_ui.graph.unfolding import MAX_OPEN, MOST_ROWS, PAGE, Unfolded, Window
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, Flags, GraphInput, NodeKind
from memoryhub.associations.graph.levels import Levels
from tests.associations.graph_cast import graph, towns

TITLES = {Role.SMALL: "Small groups", Role.ISOLATED: "Without relations"}
FOLDED = Unfolded({}, {})


def address(kind: NodeKind, wire_id: str) -> tuple[str, str]:
    return f"/{kind.name.lower()}/{wire_id}", f"/{kind.name.lower()}/{wire_id}/panel"


class Texts:
    """Gives every node a text and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def __call__(self, indices: Sequence[int]) -> dict[int, str]:
        self.asked.append(list(indices))
        return {index: f"text {index}" for index in indices}


def rows(
    town: GraphInput, unfolded: Unfolded, texts: Texts | None = None, mask: Flags | None = None
) -> list[ClusterRow]:
    ids, arranged = [f"id{index}" for index in range(len(town))], levels.build(town)
    shown = Shown.all_of(town, arranged) if mask is None else left_by(town, arranged, mask)
    return outline.build(town, arranged, ids, unfolded, shown, titles=TITLES, texts=texts or Texts(), addresses=address)


def left_by(town: GraphInput, arranged: Levels, mask: Flags) -> Shown:
    edges = town.merged_edges()
    edges = edges.where(mask[edges.source] & mask[edges.target])
    return Shown(mask, edges, levels.bridges_of(edges, arranged.cluster))


def test_folded_it_lists_the_clusters_with_their_strongest_bridge() -> None:
    found = rows(towns((40, 30), roads=3, loose=2), FOLDED)
    assert [(each.name, each.count, each.links, each.linked_to, each.nodes) for each in found] == [
        ("town 0", 40, 3, "town 1", ()),
        ("town 1", 30, 3, "town 0", ()),
        ("Without relations", 2, 0, "", ()),
    ]
    assert found[0].toggle == "open=0%3A25"


def test_an_open_cluster_shows_its_best_linked_members_and_how_many_more_there_are() -> None:
    cluster = rows(towns((40, 30)), FOLDED.with_cluster(0, Window(25)))[0]
    assert cluster.nodes[0].id == "id0"
    assert (len(cluster.nodes), cluster.rest, cluster.toggle) == (25, Rest(0, 15, "open=0%3A25", "open=0%3A50"), "")


def test_texts_are_asked_for_once_and_only_for_what_is_shown() -> None:
    texts = Texts()
    rows(towns((40, 30)), FOLDED.with_cluster(0, Window(2)).with_node("id0", Window(1)), texts)
    assert texts.asked == [[0, 1, 39]]


def test_a_relation_is_read_from_the_end_it_is_shown_at() -> None:
    pair = graph(2, [(1, 0, EdgeKind.DERIVES), (1, 0, EdgeKind.DERIVES)])
    members = rows(pair, FOLDED.with_cluster(0, Window(25)).with_node("id0", Window(25)).with_node("id1", Window(25)))[
        0
    ].nodes
    relations = {each.id: each.relations[0] for each in members}
    assert (str(relations["id0"].word), str(relations["id1"].word)) == ("gives rise to", "follows from")
    assert (relations["id0"].other.text, relations["id0"].count) == ("text 1", 2)


def test_a_self_link_is_listed() -> None:
    members = rows(
        graph(1, [(0, 0, EdgeKind.EXTENDS)]), FOLDED.with_cluster(0, Window(25)).with_node("id0", Window(25))
    )[0].nodes
    assert [each.other.id for each in members[0].relations] == ["id0"]


def test_relations_come_in_pages_too() -> None:
    star = graph(40, [(0, at, EdgeKind.SOURCE) for at in range(1, 40)], documents=[0])
    hub = rows(star, FOLDED.with_cluster(0, Window(1)).with_node("id0", Window(25)))[0].nodes[0]
    assert (hub.kind, len(hub.relations), hub.rest.behind) == ("document", 25, 14)
    assert (hub.url, hub.relations[0].other.panel_url) == ("/document/id0", "/memory/id1/panel")
    assert hub.rest.later == "open=0%3A1&unfold=id0%3A50"


def test_every_node_is_reached_by_unfolding() -> None:
    town = towns((40, 30), loose=5)
    everything = Unfolded(dict.fromkeys(range(3), Window(99)), {})
    assert {node.id for cluster in rows(town, everything) for node in cluster.nodes} == {
        f"id{index}" for index in range(75)
    }


def test_a_chosen_node_is_in_sight_with_its_relations() -> None:
    town = towns((40, 30))
    arranged, ids = levels.build(town), [f"id{index}" for index in range(70)]
    shown = Shown.all_of(town, arranged)
    unfolded = outline.opened_at(town, arranged, ids, "id1", shown)
    assert unfolded == Unfolded({0: Window(25, 25)}, {"id1": Window(25)})
    assert "id1" in [node.id for node in rows(town, unfolded)[0].nodes if node.is_open]
    assert outline.opened_at(town, arranged, ids, "gone", shown) == FOLDED
    hidden = left_by(town, arranged, np.arange(70) != 1)
    assert outline.opened_at(town, arranged, ids, "id1", hidden) == FOLDED


def test_what_a_filter_hides_is_no_member_no_relation_and_counts_nowhere() -> None:
    mask = np.ones(72, np.bool_)
    mask[[0, 71, *range(40, 70)]] = False
    found = rows(
        towns((40, 30), roads=3, loose=2), FOLDED.with_cluster(0, Window(99)).with_node("id1", Window(99)), mask=mask
    )
    assert [(each.name, each.count, each.links, each.rest.behind) for each in found] == [
        ("town 0", 39, 0, 0),
        ("Without relations", 1, 0, 0),
    ]
    assert "id0" not in {node.id for node in found[0].nodes}
    first = next(node for node in found[0].nodes if node.id == "id1")
    assert [each.other.id for each in first.relations] == ["id2", "id39"]
    assert first.degree == 2


def test_an_address_that_does_not_parse_opens_nothing() -> None:
    assert Unfolded.parse(["x:1", "1:-3", "2:999999", ":", "9:5"], ["a:b"]) == Unfolded({9: Window(5)}, {})
    assert rows(graph(2), Unfolded.parse(["9:5"], []))[0].is_open is False


def test_an_address_opens_what_it_was_written_from() -> None:
    unfolded = FOLDED.with_cluster(3, Window(50)).with_node("abc", Window(25))
    assert unfolded.query() == "open=3%3A50&unfold=abc%3A25"
    assert Unfolded.parse(["3:50"], ["abc:25"]) == unfolded
    assert unfolded.with_cluster(3, None) == FOLDED.with_node("abc", Window(25))


def test_one_address_keeps_a_bounded_number_of_things_open() -> None:
    assert len(Unfolded.parse([f"{at}:1" for at in range(500)], []).clusters) == MAX_OPEN


def test_a_window_moves_a_page_at_a_time_and_shows_a_bounded_number_of_rows() -> None:
    assert Window(25, 40).earlier() == Window(50, 15)
    assert Window(50, 15).earlier() == Window(65, 0)
    assert Window(25).later() == Window(50)
    assert Window(MOST_ROWS).later() == Window(MOST_ROWS, PAGE)
    assert Window(MOST_ROWS, PAGE).earlier() == Window(MOST_ROWS)
    assert Window(25, 999).within(60) == Window(10, 50)
    assert Window(25, 5).within(0) == Window(0)
    assert Unfolded.parse(["3:99999:7"], ["abc:25:50"]) == Unfolded({3: Window(MOST_ROWS, 7)}, {"abc": Window(25, 50)})
    assert Unfolded({3: Window(25, 50)}, {}).query() == "open=3%3A25%3A50"


def test_every_member_is_reached_by_the_links_from_the_page_of_a_deep_one() -> None:
    town = towns((40,), loose=140)
    arranged, ids = levels.build(town), [f"id{index}" for index in range(180)]
    unfolded = outline.opened_at(town, arranged, ids, "id117", Shown.all_of(town, arranged))
    found = rows(town, unfolded)[-1]
    assert len(found.nodes) == PAGE
    assert "id117" in {node.id for node in found.nodes}
    assert found.rest.before + PAGE + found.rest.behind == 140
    while found.rest.before:
        found = rows(town, parsed(found.rest.earlier))[-1]
    while found.rest.behind:
        found = rows(town, parsed(found.rest.later))[-1]
    assert {node.id for node in found.nodes} == set(ids[40:])


def parsed(query: str) -> Unfolded:
    given = QueryDict(query)
    return Unfolded.parse(given.getlist("open"), given.getlist("unfold"))


def test_relations_deep_in_a_hub_are_a_page_with_those_before_and_behind() -> None:
    star = graph(60, [(0, at, EdgeKind.SOURCE) for at in range(1, 60)], documents=[0])
    hub = rows(star, FOLDED.with_cluster(0, Window(1)).with_node("id0", Window(25, 25)))[0].nodes[0]
    assert [each.other.id for each in hub.relations] == [f"id{at}" for at in range(26, 51)]
    assert (hub.rest.before, hub.rest.behind) == (25, 9)
    assert parsed(hub.rest.earlier).nodes == {"id0": Window(50)}
