"""The list twin: it unfolds in honest pages, asks for texts once, and reads relations from either end."""

from collections.abc import Sequence

from graph_ui.graph import outline
from graph_ui.graph.outline import ClusterRow, Unfolded
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput, NodeKind
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


def rows(town: GraphInput, unfolded: Unfolded, texts: Texts | None = None) -> list[ClusterRow]:
    ids = [f"id{index}" for index in range(len(town))]
    return outline.build(
        town, levels.build(town), ids, unfolded, titles=TITLES, texts=texts or Texts(), addresses=address
    )


def test_folded_it_lists_the_clusters_with_their_strongest_bridge() -> None:
    found = rows(towns((40, 30), roads=3, loose=2), FOLDED)
    assert [(each.name, each.count, each.links, each.linked_to, each.nodes) for each in found] == [
        ("town 0", 40, 3, "town 1", ()),
        ("town 1", 30, 3, "town 0", ()),
        ("Without relations", 2, 0, "", ()),
    ]
    assert found[0].toggle == "open=0%3A25"


def test_an_open_cluster_shows_its_best_linked_members_and_how_many_more_there_are() -> None:
    cluster = rows(towns((40, 30)), FOLDED.with_cluster(0, 25))[0]
    assert cluster.nodes[0].id == "id0"
    assert (len(cluster.nodes), cluster.remaining, cluster.toggle, cluster.more) == (25, 15, "", "open=0%3A50")


def test_texts_are_asked_for_once_and_only_for_what_is_shown() -> None:
    texts = Texts()
    rows(towns((40, 30)), FOLDED.with_cluster(0, 2).with_node("id0", 1), texts)
    assert texts.asked == [[0, 1, 39]]


def test_a_relation_is_read_from_the_end_it_is_shown_at() -> None:
    pair = graph(2, [(1, 0, EdgeKind.DERIVES), (1, 0, EdgeKind.DERIVES)])
    members = rows(pair, FOLDED.with_cluster(0, 25).with_node("id0", 25).with_node("id1", 25))[0].nodes
    relations = {each.id: each.relations[0] for each in members}
    assert (str(relations["id0"].word), str(relations["id1"].word)) == ("gives rise to", "follows from")
    assert (relations["id0"].other.text, relations["id0"].count) == ("text 1", 2)


def test_a_self_link_is_listed() -> None:
    members = rows(graph(1, [(0, 0, EdgeKind.EXTENDS)]), FOLDED.with_cluster(0, 25).with_node("id0", 25))[0].nodes
    assert [each.other.id for each in members[0].relations] == ["id0"]


def test_relations_come_in_pages_too() -> None:
    star = graph(40, [(0, at, EdgeKind.SOURCE) for at in range(1, 40)], documents=[0])
    hub = rows(star, FOLDED.with_cluster(0, 1).with_node("id0", 25))[0].nodes[0]
    assert (hub.kind, len(hub.relations), hub.remaining) == ("document", 25, 14)
    assert (hub.url, hub.relations[0].other.panel_url) == ("/document/id0", "/memory/id1/panel")
    assert hub.more == "open=0%3A1&unfold=id0%3A50"


def test_every_node_is_reached_by_unfolding() -> None:
    town = towns((40, 30), loose=5)
    everything = Unfolded({0: 99, 1: 99, 2: 99}, {})
    assert {node.id for cluster in rows(town, everything) for node in cluster.nodes} == {
        f"id{index}" for index in range(75)
    }


def test_a_chosen_node_is_in_sight_with_its_relations() -> None:
    town = towns((40, 30))
    ids = [f"id{index}" for index in range(70)]
    unfolded = outline.opened_at(town, levels.build(town), ids, "id1")
    assert unfolded == Unfolded({0: 50}, {"id1": 25})
    assert "id1" in [node.id for node in rows(town, unfolded)[0].nodes if node.is_open]
    assert outline.opened_at(town, levels.build(town), ids, "gone") == FOLDED


def test_an_address_that_does_not_parse_opens_nothing() -> None:
    assert Unfolded.parse(["x:1", "1:-3", "2:999999", ":", "9:5"], ["a:b"]) == Unfolded({9: 5}, {})
    assert rows(graph(2), Unfolded.parse(["9:5"], []))[0].is_open is False


def test_an_address_opens_what_it_was_written_from() -> None:
    unfolded = FOLDED.with_cluster(3, 50).with_node("abc", 25)
    assert unfolded.query() == "open=3%3A50&unfold=abc%3A25"
    assert Unfolded.parse(["3:50"], ["abc:25"]) == unfolded
    assert unfolded.with_cluster(3, 0) == FOLDED.with_node("abc", 25)


def test_one_address_keeps_a_bounded_number_of_things_open() -> None:
    assert len(Unfolded.parse([f"{at}:1" for at in range(500)], []).clusters) == outline.MAX_OPEN
