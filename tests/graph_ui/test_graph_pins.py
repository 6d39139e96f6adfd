"""Pins over the console: whose they are, where they may be, and how one is taken back."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.memories.models import Memory
from tests import factories
from tests.cast import Cast

PINS = "/s/atlas/graph/pins/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def told(cast: Cast) -> list[str]:
    return [wire(factories.remember(cast.space, f"Fact number {number} stands.")) for number in range(3)]


def wire(memory: Memory) -> str:
    return ids.encode(memory.pk)


@pytest.fixture
def chen(client: Client, cast: Cast) -> Client:
    client.force_login(cast.chen)
    return client


def pinned(client: Client) -> list[list[float]]:
    answer = client.get(PINS)
    assert "private" in answer["Cache-Control"]
    assert answer.json()["version"] == client.get("/s/atlas/graph/ids/").json()["version"]
    found: list[list[float]] = answer.json()["pins"]
    return found


def places(client: Client) -> dict[str, list[float]]:
    known = client.get("/s/atlas/graph/ids/").json()["ids"]
    return {known[int(at)]: place for at, *place in pinned(client)}


def test_a_node_is_pinned_moved_and_taken_back(chen: Client, told: list[str]) -> None:
    assert pinned(chen) == []
    answer = chen.post(PINS, {"node": told[0], "x": "7.5", "y": "-3"}, headers=HTMX)
    assert (answer.status_code, answer["HX-Trigger"]) == (200, "pins:change")
    assert "Pinned on your map." in answer.content.decode()
    assert places(chen) == {told[0]: [7.5, -3.0]}
    moved = chen.post(PINS, {"node": told[0], "x": "0", "y": "0"}, headers=HTMX)
    for after, deed in (({told[0]: [7.5, -3.0]}, moved), ({}, answer)):
        undo = re.search(r'hx-post="([^"]+)"', deed.content.decode())
        assert undo is not None
        assert chen.post(undo[1].replace("&amp;", "&"), headers=HTMX).status_code == 200
        assert places(chen) == after


def test_without_a_place_it_is_pinned_where_it_stands_and_without_a_script_the_page_follows(
    chen: Client, told: list[str]
) -> None:
    answer = chen.post(PINS, {"node": told[1]})
    assert (answer.status_code, answer["Location"]) == (302, f"/s/atlas/graph/?node={told[1]}")
    assert places(chen).keys() == {told[1]}
    chen.post(PINS, {"node": told[1], "unpin": "1"})
    assert places(chen) == {}


@pytest.mark.parametrize(("values", "status"), [({"x": "far"}, 400), ({"x": "nan"}, 400), ({"y": "1e9"}, 400)])
def test_what_is_no_place_is_refused(chen: Client, told: list[str], values: dict[str, str], status: int) -> None:
    assert chen.post(PINS, {"node": told[0], **values}, headers=HTMX).status_code == status
    assert pinned(chen) == []


def test_what_one_does_not_see_is_not_pinned_and_no_longer_told(client: Client, cast: Cast, told: list[str]) -> None:
    guess = wire(factories.infer(cast.space, "Somebody guesses.", Memory.objects.all()[0]))
    far = wire(factories.remember(cast.elsewhere, "Nobody here knows."))
    client.force_login(cast.chen)
    for node in (guess, far, "nothing", ""):
        assert client.post(PINS, {"node": node}, headers=HTMX).status_code == 404
    client.force_login(cast.ben)
    assert client.post(PINS, {"node": guess}, headers=HTMX).status_code == 200
    assert places(client).keys() == {guess}
    cast.space.memberships.filter(user=cast.ben).update(role="viewer")
    assert pinned(client) == []


def test_nobody_sees_the_pins_of_others_and_a_stranger_nothing(client: Client, cast: Cast, told: list[str]) -> None:
    client.force_login(cast.chen)
    client.post(PINS, {"node": told[0], "x": "1", "y": "1"}, headers=HTMX)
    client.force_login(cast.ada)
    assert pinned(client) == []
    assert "outline-pins" not in client.get("/s/atlas/graph/", {"view": "outline"}).content.decode()
    client.force_login(cast.dora)
    assert client.get(PINS).status_code == client.post(PINS, {"node": told[0]}).status_code == 404


def test_the_outline_lists_them_as_far_as_they_are_shown(chen: Client, told: list[str]) -> None:
    chen.post(PINS, {"node": told[0]}, headers=HTMX)
    listed = chen.get("/s/atlas/graph/", {"view": "outline"}).content.decode()
    assert listed.count(f'name="node" value="{told[0]}"') == 1
    assert "outline-pins" not in chen.get("/s/atlas/graph/", {"view": "outline", "kind": "document"}).content.decode()
