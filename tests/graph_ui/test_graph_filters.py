"""The filters of the graph page over HTTP: panel, counts and blocks, and who learns what from them."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np
import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_ui.graph import outline, payload
from graph_ui.graph.outline import Shown
from graph_ui.graph.unfolding import Unfolded, Window
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.facets import Facts, Filter, Trait
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.inputs import EdgeKind, NodeKind, NodeState
from memoryhub.core import ids, packed
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.associations.graph_cast import library
from tests.cast import Cast

PAGE = "/s/atlas/graph/"
HTMX = {"HX-Request": "true"}
NEW = ("facets/", "mask/", "times/")


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.fixture
def office(space: Space) -> Memory:
    told = ingest.remember(actor=factories.HUB, space=space, text="Mina works in Seoul.", keys=[("Seoul", "name")])
    return ingest.revise(actor=factories.HUB, space=space, memory_id=told.memory.pk, text="Mina works in Busan.")


def facets_of(client: Client, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{PAGE}facets/?{query}").json()
    return found


def shown(client: Client, query: str = "") -> set[str]:
    """Ids of the nodes whose bit is set."""
    every = client.get(f"{PAGE}ids/?{query}").json()["ids"]
    bits = np.unpackbits(np.frombuffer(client.get(f"{PAGE}mask/?{query}").content, np.uint8), bitorder="little")
    assert len(bits) == -(-len(every) // 8) * 8
    return {node for node, bit in zip(every, bits, strict=False) if bit}


def test_the_mask_has_a_bit_for_each_node_in_the_order_of_the_wire(ed: Client, office: Memory) -> None:
    answer = ed.get(PAGE + "mask/?state=current")
    assert answer.headers["Content-Type"] == payload.MASK_TYPE
    assert answer.headers["ETag"] == ed.get(PAGE + "nodes/").headers["ETag"]
    assert shown(ed, "state=current") == {ids.encode(office.pk)}
    assert shown(ed, "state=superseded") == {ids.encode(office.root_id)}
    assert len(shown(ed)) == 2


def test_the_lowest_bit_comes_first() -> None:
    flags = np.array([1, 0, 0, 1, 0, 0, 0, 0, 1], np.bool_)
    assert payload.encode_mask(flags) == bytes([0b1001, 0b1])


def test_counts_values_and_histogram_as_json(ed: Client, office: Memory) -> None:
    found = facets_of(ed, "state=current")
    assert (found["shown"], found["total"]) == (1, 2)
    assert found["version"] == ed.get(PAGE + "nodes/").headers["ETag"].strip('"')
    assert found["facets"]["state"] == [
        {"value": "current", "label": "current", "count": 1, "chosen": True},
        {"value": "superseded", "label": "superseded", "count": 1, "chosen": False},
    ]
    assert [(each["label"], each["count"]) for each in found["facets"]["key"]] == [
        (text, 1) for text in sorted(each["label"] for each in found["facets"]["key"])
    ]
    assert sum(found["created"]["counts"]) == 1
    assert len(found["created"]["edges"]) == len(found["created"]["counts"]) + 1


def test_the_times_are_the_bins_of_the_histogram(ed: Client, office: Memory) -> None:
    bins = ed.get(PAGE + "times/").content
    counts = facets_of(ed)["created"]["counts"]
    assert np.bincount(np.frombuffer(bins, np.uint8), minlength=len(counts)).tolist() == counts


def test_an_edge_of_the_histogram_can_be_asked_for_as_it_stands(ed: Client, office: Memory) -> None:
    created = facets_of(ed)["created"]
    first, last = created["edges"][0], created["edges"][-1]
    assert facets_of(ed, f"since={first}&until={last}")["shown"] == 2
    assert facets_of(ed, f"until={first}")["shown"] == facets_of(ed, f"since={last}")["shown"] == 0


def test_a_key_and_a_document_are_found_by_their_words(ed: Client, space: Space) -> None:
    for number in range(30):
        memory = factories.remember(space, f"Fact {number} stands.")
        factories.key(space, f"common {number // 2}" if number < 29 else "rare bird", memory)
    listed = facets_of(ed)["facets"]["key"]
    assert len(listed) <= 20
    found = facets_of(ed, "find_key=rare")["facets"]["key"]
    assert [(each["label"], each["count"]) for each in found] == [("rare bird", 1)]
    chosen = facets_of(ed, f"key={found[0]['value']}&find_key=common+3")["facets"]["key"]
    assert [(each["label"], each["count"], each["chosen"]) for each in chosen] == [
        ("rare bird", 1, True),
        ("common 3", 2, False),
    ]


def test_a_value_that_is_gone_can_be_taken_back(ed: Client, office: Memory) -> None:
    unknown = ids.encode(ids.new())
    found = facets_of(ed, f"source={unknown}")
    assert found["shown"] == 0
    assert found["facets"]["source"] == [{"value": unknown, "label": "not on this map", "count": 0, "chosen": True}]


def test_the_page_counts_what_is_shown_and_keeps_the_filter_in_its_links(ed: Client, office: Memory) -> None:
    for view in ("", "view=outline&"):
        body = ed.get(f"{PAGE}?{view}state=current&node={ids.encode(office.root_id)}").content.decode()
        assert "1 of 2 shown" in body
        assert f'href="{PAGE}?{view.replace("&", "&amp;")}node={ids.encode(office.root_id)}"' in body
        assert f'/memories/{ids.encode(office.root_id)}/" hx-trigger' not in body
    listed = ed.get(f"{PAGE}?view=outline&state=current&open=0:25").content.decode()
    assert "Mina works in Busan." in listed
    assert "Mina works in Seoul." not in listed
    assert "1 memory" in listed
    none = ed.get(f"{PAGE}?view=outline&kind=document").content.decode()
    assert "Nothing matches these filters" in none


def test_a_page_asks_for_the_parts_of_the_panel_alone(ed: Client, office: Memory) -> None:
    body = ed.get(f"{PAGE}facets/?state=current&colour=age", headers=HTMX).content.decode()
    assert "<html" not in body
    for part in ("graph-filters-body", "graph-legend", "graph-times"):
        assert f'id="{part}"' in body
    assert "colour: age" in body


def test_names_of_keys_and_documents_stay_text(ed: Client, space: Space) -> None:
    hostile = '<img src=x onerror="window.__hit=1">'
    factories.key(space, hostile, factories.remember(space, "A fact."))
    for path in (PAGE, PAGE + "facets/"):
        assert "<img src=x" not in ed.get(path, headers=HTMX).content.decode()


def test_search_tells_no_place_of_what_is_hidden(ed: Client, office: Memory) -> None:
    assert ed.get(PAGE + "search/?q=where+is+Mina").json()["hits"][0]["index"] is not None
    assert ed.get(PAGE + "search/?q=where+is+Mina&state=superseded").json()["hits"][0]["index"] is None


@pytest.mark.parametrize("part", ["", *NEW, "nodes/", "edges/", "overview/", "ids/", "labels/", "search/?q=a"])
def test_a_bad_value_is_refused_by_name_on_every_address(ed: Client, part: str) -> None:
    query = f"{PAGE}{part}{'&' if '?' in part else '?'}"
    for name in ("kind", "as_of", "key", "colour"):
        answer = ed.get(f"{query}{name}=nonsense", headers={"Accept": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["detail"].startswith(f"{name} must be")


@pytest.mark.parametrize("part", ["", *NEW, "nodes/", "edges/", "overview/", "ids/", "labels/", "search/?q=lamp"])
def test_what_was_forgotten_is_refused_to_all_who_may_not_write(
    client: Client, cast: Cast, space: Space, part: str
) -> None:
    gone = factories.remember(space, "The lamp is red.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    query = f"{PAGE}{part}{'&' if '?' in part else '?'}forgotten=1"
    client.force_login(cast.ed)
    assert client.get(query).status_code == 200
    for person in (cast.chen, cast.ben):
        client.force_login(person)
        answer = client.get(query, headers={"Accept": "application/json"})
        assert answer.status_code == 403
        assert "lamp" not in answer.content.decode()
        assert ids.encode(gone.pk) not in answer.content.decode()
    client.force_login(cast.dora)
    assert client.get(query).status_code == 404


def test_editors_who_ask_see_what_was_forgotten_and_are_told_how_much_there_is(ed: Client, space: Space) -> None:
    gone = factories.remember(space, "The lamp is red.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    assert "also forgotten" in ed.get(PAGE).content.decode()
    assert facets_of(ed, "forgotten=1&state=forgotten")["shown"] == 1
    assert facets_of(ed)["total"] == 0
    listed = ed.get(f"{PAGE}?view=outline&forgotten=1&node={ids.encode(gone.pk)}").content.decode()
    assert "The lamp is red." in listed


def test_a_reader_learns_nothing_of_what_waits_or_was_forgotten(
    client: Client, cast: Cast, space: Space, office: Memory
) -> None:
    client.force_login(cast.chen)
    before = facets_of(client)
    guess = factories.infer(space, "Mina has moved.", office, confidence=0.1)
    secret = factories.key(space, "secret word", guess)
    gone = factories.remember(space, "The lamp is red.", confidence=0.1)
    lamp = factories.key(space, "lamp word", gone)
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    after = facets_of(client)
    assert {**after, "version": ""} == {**before, "version": ""}
    assert "also forgotten" not in client.get(PAGE).content.decode()
    for query in (
        "state=pending",
        "trait=inferred",
        "confidence=low",
        *(f"key={ids.encode(k.pk)}" for k in (secret, lamp)),
    ):
        assert shown(client, query) == set(), query
        assert "word" not in client.get(f"{PAGE}facets/?{query}").content.decode()
    for query in ("find_key=word", "find_key=secret"):
        assert facets_of(client, query)["facets"]["key"] == []
    client.force_login(cast.ben)
    assert shown(client, "state=pending") == {ids.encode(guess.pk)}


@pytest.mark.parametrize("part", NEW)
def test_for_a_stranger_there_are_no_filters(client: Client, cast: Cast, office: Memory, part: str) -> None:
    client.force_login(cast.dora)
    assert client.get(PAGE + part).status_code == 404
    client.logout()
    assert client.get(PAGE + part).status_code == 302


def some(members: type[Enum]) -> st.SearchStrategy[frozenset[Any]]:
    return st.frozensets(st.sampled_from(list(members)), max_size=2)


LIBRARY = library(30)
ARRANGED = levels.build(LIBRARY)
FILTERS = st.builds(
    Filter,
    kind=some(NodeKind),
    state=some(NodeState),
    relation=some(EdgeKind),
    trait=some(Trait),
    source=st.frozensets(st.sampled_from(packed.unpack(LIBRARY.ids[:35])), max_size=3),
)


@given(asked=FILTERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_list_holds_what_the_map_shows_under_every_filter(space: Space, asked: Filter) -> None:
    facts = Facts(space, Atlas(LIBRARY, ARRANGED, len(LIBRARY), 1, "made-up"))
    mask = facts.mask(asked)
    edges = facts.shown_edges(asked, mask)
    everything = Unfolded(dict.fromkeys(range(len(ARRANGED.clusters)), Window(999)), {})
    wire = packed.encode(LIBRARY.ids)
    rows = outline.build(
        LIBRARY,
        ARRANGED,
        wire,
        everything,
        Shown(mask, edges, levels.bridges_of(edges, ARRANGED.cluster)),
        titles={},
        texts=lambda indices: dict.fromkeys(indices, ""),
        addresses=lambda kind, node: ("", ""),
    )
    listed = [node.id for row in rows for node in row.nodes]
    assert sorted(listed) == sorted(wire[at] for at in np.flatnonzero(mask))
    assert sum(row.count for row in rows) == facts.counts(asked).shown == len(listed)
