"""The graph page of a large space that has no map yet: it says so, and shows the map when it is there."""

from __future__ import annotations

import pytest
from django.test import Client

from memoryhub.associations import services, tasks
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/"
SAYS = "The map of 5 entries is being drawn"


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch, space: Space) -> None:
    """Five memories are many."""
    monkeypatch.setattr(services, "ARRANGED_AT_ONCE", 4)
    for number in range(5):
        factories.remember(space, f"Fact number {number} stands.")


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.mark.parametrize("path", ["", "?view=outline", "?node=nonsense"])
def test_the_page_says_that_the_map_is_being_drawn_and_then_shows_it(ed: Client, space: Space, path: str) -> None:
    page = ed.get(PAGE + path)
    assert (page.status_code, SAYS in page.content.decode()) == (200, True)
    assert 'hx-get="/s/atlas/graph/?part=drawing"' in page.content.decode()
    assert "memory-graph" not in page.content.decode()
    tasks.arrange(str(space.pk))
    assert SAYS not in ed.get(PAGE + path).content.decode()


def test_the_part_that_waits_loads_the_page_when_the_map_is_there(ed: Client, space: Space) -> None:
    waiting = ed.get(PAGE + "?part=drawing")
    assert SAYS in waiting.content.decode()
    assert "<html" not in waiting.content.decode()
    assert "HX-Refresh" not in waiting.headers
    tasks.arrange(str(space.pk))
    there = ed.get(PAGE + "?part=drawing")
    assert (there.headers["HX-Refresh"], there.content) == ("true", b"")


@pytest.mark.parametrize(
    "path",
    [
        "nodes/", "edges/", "overview/", "ids/", "labels/?index=0", "search/?q=fact", "facets/", "mask/", "times/",
        "mask/?kind=memory", "nodes/?as_of=2026-11-30",
    ],
)  # fmt: skip
def test_what_the_script_asks_for_says_when_to_ask_again(ed: Client, path: str) -> None:
    answer = ed.get(PAGE + path, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "being drawn" in answer.json()["detail"]


def test_a_stranger_hears_of_no_map_that_is_being_drawn(client: Client, cast: Cast) -> None:
    client.force_login(cast.dora)
    for path in ("", "?part=drawing", "nodes/"):
        assert client.get(PAGE + path).status_code == 404


def test_a_person_who_opens_such_an_address_reads_that_it_is_not_ready_yet(ed: Client) -> None:
    answer = ed.get(PAGE + "overview/?kind=memory", headers={"Accept": "text/html"})
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Not ready yet" in page
    assert "cannot be understood" not in page
    assert 'href="/s/atlas/graph/overview/?kind=memory"' in page
