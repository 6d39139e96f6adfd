"""The local graph over HTTP: a map of what lies around one node, over what its reader sees and no further."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/"
HTMX = {"HX-Request": "true"}
PARTS = ("nodes/", "edges/", "overview/", "ids/", "labels/", "mask/", "times/", "facets/", "around/", "")


def wire(*rows: Memory) -> list[str]:
    return [ids.encode(row.pk) for row in rows]


def relate(space: Space, newer: Memory, older: Memory) -> None:
    memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")


@pytest.fixture
def row(space: Space) -> list[Memory]:
    """Four memories, each of which extends the one before; a fifth is apart."""
    told = [factories.remember(space, f"Link number {number} of a chain.") for number in range(5)]
    for older, newer in pairwise(told[:4]):
        relate(space, newer, older)
    return told


@pytest.fixture
def chen(client: Client, cast: Cast) -> Client:
    client.force_login(cast.chen)
    return client


def ids_of(client: Client, query: str) -> set[str]:
    return set(client.get(f"{PAGE}ids/?{query}").json()["ids"])


def rings(client: Client, query: str) -> dict[str, Any]:
    """Node -> (hops, neighbours not shown)."""
    every = client.get(f"{PAGE}ids/?{query}").json()
    found = client.get(f"{PAGE}around/?{query}").json()
    assert found["version"] == every["version"]
    return dict(zip(every["ids"], zip(found["hops"], found["beyond"], strict=True), strict=True))


def bar(client: Client, query: str, view: str = "") -> str:
    page = client.get(f"{PAGE}?{query}{view}").content.decode()
    return " ".join(page[page.index('id="graph-local"') :].partition("</nav>")[0].split())


def test_it_is_the_map_of_what_lies_around_a_node(chen: Client, row: list[Memory]) -> None:
    first, second, third, fourth, apart = wire(*row)
    assert ids_of(chen, f"around={second}") == {first, second, third}
    assert ids_of(chen, f"around={second}&depth=2") == {first, second, third, fourth}
    assert ids_of(chen, f"around={second}&depth=4&direction=out") == {first, second}
    assert ids_of(chen, f"around={second}&depth=4&direction=in") == {second, third, fourth}
    assert ids_of(chen, f"around={apart}&depth=4") == {apart}
    assert rings(chen, f"around={second}") == {first: (1, 0), second: (0, 0), third: (1, 1)}
    facets = chen.get(f"{PAGE}facets/?around={second}").json()
    assert (facets["shown"], facets["total"]) == (3, 3)
    overview = chen.get(f"{PAGE}overview/?around={second}").json()
    assert (overview["shown"], overview["clusters"], overview["bridges"], overview["parts"]) == (3, [], [], [])


def test_what_is_expanded_is_there_too(chen: Client, row: list[Memory]) -> None:
    first, second, third, fourth, _apart = wire(*row)
    query = f"around={first}&expand={second}.1"
    assert rings(chen, query) == {first: (0, 0), second: (1, 0), third: (2, 1)}
    assert ids_of(chen, f"{query}&expand={third}.3") == {first, second, third, fourth}
    assert ids_of(chen, f"around={first}&expand={ids.encode(ids.new())}.1") == {first, second}


def test_the_same_filters_hold(chen: Client, row: list[Memory]) -> None:
    second = ids.encode(row[1].pk)
    facets = chen.get(f"{PAGE}facets/?around={second}&kind=document").json()
    assert (facets["shown"], facets["total"]) == (0, 3)
    assert [each["count"] for each in facets["facets"]["kind"] if each["value"] == "memory"] == [3]
    assert chen.get(f"{PAGE}mask/?around={second}&kind=document").content == b"\0"


def test_a_block_of_it_has_a_version_of_its_own(chen: Client, row: list[Memory]) -> None:
    first, second = wire(*row[:2])
    ways = ("", "&depth=2", "&direction=in", f"&expand={second}.1")
    queries = ["", f"around={second}", *(f"around={first}{way}" for way in ways)]
    tags = [chen.get(f"{PAGE}nodes/?{query}").headers["ETag"] for query in queries]
    assert len(set(tags)) == len(tags)
    again = chen.get(f"{PAGE}nodes/?around={first}", headers={"If-None-Match": tags[2]})
    assert again.status_code == 304
    assert chen.get(f"{PAGE}nodes/?around={second}", headers={"If-None-Match": tags[2]}).status_code == 200
    labels = chen.get(f"{PAGE}labels/?around={first}&version={tags[2][1:-1]}&index=0&index=1&index=2").json()["labels"]
    assert {label["id"] for label in labels} == {first, second}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ("depth=0", "depth"),
        ("depth=5", "depth"),
        ("depth=x", "depth"),
        ("depth=-1", "depth"),
        ("direction=up", "direction"),
        ("expand=x", "expand"),
        ("expand=x.1", "expand"),
        ("expand={id}", "expand"),
        ("expand={id}.0", "expand"),
        ("expand={id}.81", "expand"),
        ("&".join(["expand={id}.1"] * 51), "expand"),
    ],
)
def test_bad_input_is_named(chen: Client, row: list[Memory], wrong: str, field: str) -> None:
    node = ids.encode(row[0].pk)
    for part in PARTS:
        answer = chen.get(f"{PAGE}{part}?around={node}&{wrong.replace('{id}', node)}")
        assert answer.status_code == 400, part
        assert field in answer.content.decode()


def test_what_waits_is_no_bridge_and_its_id_reads_like_one_that_nothing_has(
    client: Client, cast: Cast, row: list[Memory]
) -> None:
    first, apart = row[0], row[4]
    guess = factories.infer(cast.space, "All chains end.", first, apart)
    client.force_login(cast.ben)
    assert ids_of(client, f"around={ids.encode(apart.pk)}&depth=2") == set(wire(first, apart, guess))
    client.force_login(cast.chen)
    assert rings(client, f"around={ids.encode(apart.pk)}&depth=4") == {ids.encode(apart.pk): (0, 0)}
    assert rings(client, f"around={ids.encode(first.pk)}")[ids.encode(first.pk)] == (0, 0)
    for part in (*PARTS, "versions/"):
        name = "node" if part == "versions/" else "around"
        asked = [*wire(guess), ids.encode(ids.new()), "x", "0" * 22]
        answers = [client.get(f"{PAGE}{part}?{name}={each}", headers=HTMX) for each in asked]
        assert {answer.status_code for answer in answers} == {404}, part
        assert len({answer.content for answer in answers}) == 1, part
    hidden = ids.encode(guess.pk)
    assert ids_of(client, f"around={ids.encode(first.pk)}&expand={hidden}.1") == set(wire(*row[:2]))


def test_what_is_forgotten_is_no_bridge(chen: Client, cast: Cast, row: list[Memory]) -> None:
    first, second, third = wire(*row[:3])
    assert third in ids_of(chen, f"around={first}&depth=4")
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[row[1].pk])
    assert ids_of(chen, f"around={first}&depth=4") == {first}
    assert chen.get(f"{PAGE}?around={second}").status_code == 404


def test_a_stranger_learns_nothing(client: Client, cast: Cast, row: list[Memory]) -> None:
    client.force_login(cast.dora)
    node = ids.encode(row[0].pk)
    bodies = {client.get(f"{PAGE}{part}?around={node}", headers=HTMX).content for part in PARTS}
    bodies |= {client.get(f"/s/nothing/graph/{part}?around={node}", headers=HTMX).content for part in PARTS}
    assert len(bodies) == 1
    assert client.get(f"{PAGE}versions/?node={node}").status_code == 404


def test_the_bar_says_what_is_shown_and_leads_on(chen: Client, row: list[Memory]) -> None:
    first, second = wire(*row[:2])
    said = bar(chen, f"around={second}&depth=2&kind=memory")
    assert f"3 around <bdi>{row[1].text}</bdi>, depth 2" in said
    for way in ("depth=1", "depth=3", "direction=out", "direction=in"):
        assert way in said
    assert f'href="{PAGE}?kind=memory"' in said
    assert "depth=0" not in bar(chen, f"around={second}")
    assert "depth=5" not in bar(chen, f"around={second}&depth=4")
    assert "expand" not in bar(chen, f"around={second}&expand={first}.1").partition("whole")[0]
    assert "hidden" in bar(chen, "")


def test_the_list_has_the_same_nodes_by_steps(chen: Client, row: list[Memory]) -> None:
    second = ids.encode(row[1].pk)
    page = chen.get(f"{PAGE}?around={second}&depth=2&view=outline&open=0&open=1&open=2").content.decode()
    listed = [part.partition('"')[0] for part in page.split('id="outline-')[1:]]
    assert [each for each in listed if each.isdecimal()] == ["0", "1", "2"]
    assert {each for each in listed if not each.isdecimal()} == ids_of(chen, f"around={second}&depth=2")
    names = ("Here", "1 step away", "2 steps away", "3 steps away")
    assert [name in page for name in names] == [True, True, True, False]


def test_older_versions_are_told_to_those_who_may_see_them(client: Client, cast: Cast) -> None:
    told = factories.remember(cast.space, "The shop opens at seven.")
    second = factories.revise(cast.space, told, "The shop opens at eight.")
    third = factories.revise(cast.space, second, "The shop opens at nine.")
    client.force_login(cast.chen)
    found = client.get(f"{PAGE}versions/?node={ids.encode(third.pk)}").json()
    place = f"/s/atlas/memories/{ids.encode(third.pk)}/"
    assert found == {
        "of": 3,
        "older": [
            {"id": ids.encode(second.pk), "version": 2, "url": f"{place}#version-3"},
            {"id": ids.encode(told.pk), "version": 1, "url": f"{place}#version-2"},
        ],
    }
    before = client.get(f"{PAGE}versions/?node={ids.encode(second.pk)}").json()["older"]
    assert [each["version"] for each in before] == [1]
    page = client.get(place).content.decode()
    assert 'id="version-3"' in page
    assert 'id="version-2"' in page


def test_a_draft_that_was_never_served_is_no_version_for_a_reader(
    client: Client, cast: Cast, row: list[Memory]
) -> None:
    guess = factories.infer(cast.space, "All chains end.", row[0])
    said = review.approve_memory(
        actor=Actor.person(cast.ada.pk), space=cast.space, memory_id=guess.pk, text="Most chains end."
    )
    draft, served = wire(guess, said)
    client.force_login(cast.chen)
    assert client.get(f"{PAGE}versions/?node={served}").json() == {"of": 2, "older": []}
    assert client.get(f"{PAGE}versions/?node={draft}").status_code == 404
    client.force_login(cast.ed)
    assert [each["id"] for each in client.get(f"{PAGE}versions/?node={served}").json()["older"]] == [draft]
