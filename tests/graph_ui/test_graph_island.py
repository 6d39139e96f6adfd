"""The panel of an island: what it says, to whom, and how an island is named there."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from memoryhub.associations import naming
from memoryhub.core import ids
from memoryhub.ledger import selectors as ledger
from memoryhub.memories.models import Memory
from tests import factories
from tests.cast import Cast

PAGE, NAME = "/s/atlas/graph/island/", "/s/atlas/graph/island/name/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tea(cast: Cast) -> list[Memory]:
    told = [factories.remember(cast.space, f"Tea number {number} is green.") for number in range(6)]
    factories.key(cast.space, "tea", *told)
    factories.remember(cast.space, "A stone lies still.")
    return told


def wire(memory: Memory) -> str:
    return ids.encode(memory.pk)


def shown(client: Client, memory: Memory, **query: str) -> str:
    answer = client.get(PAGE, {"island": wire(memory), **query}, headers=HTMX)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def post(client: Client, memory: Memory, **values: str) -> tuple[int, str]:
    answer = client.post(NAME, {"island": wire(memory), **values}, headers=HTMX)
    return answer.status_code, " ".join(answer.content.decode().split())


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.fixture
def chen(client: Client, cast: Cast) -> Client:
    client.force_login(cast.chen)
    return client


def test_an_island_says_what_is_there(chen: Client, tea: list[Memory]) -> None:
    said = shown(chen, tea[2])
    for words in (
        "<bdi>tea</bdi>",
        "6 entries shown",
        "Tea number 5 is green.",
        "view=outline&amp;open=0%3A25#outline-0",
    ):
        assert words in said
    assert "Tea number 0" not in said
    assert "<form" not in said


def test_what_is_hidden_by_filters_is_not_counted(chen: Client, cast: Cast, tea: list[Memory]) -> None:
    factories.revise(cast.space, tea[0], "Tea number 0 is black.")
    assert "7 entries shown" in shown(chen, tea[2])
    said = shown(chen, tea[2], state="superseded")
    assert "1 entry shown" in said
    assert "state=superseded" in said


def test_an_island_is_named_in_its_panel_and_taken_back_from_the_notice(ed: Client, tea: list[Memory]) -> None:
    status, said = post(ed, tea[2], name="The  kitchen", was="tea")
    assert status == 200
    assert "<bdi>The kitchen</bdi>" in said
    assert "It is called “The kitchen” now." in said
    assert "named by people" in said
    undo = re.search(r'hx-post="(/s/atlas/undo/\w+/)"', said)
    assert undo is not None
    assert "named an island of the map" in ed.get("/s/atlas/").content.decode()
    assert ed.post(undo[1], headers=HTMX).status_code == 200
    assert "<bdi>tea</bdi>" in shown(ed, tea[2])


def test_back_to_the_automatic_name(ed: Client, tea: list[Memory]) -> None:
    post(ed, tea[2], name="Kitchen")
    status, said = post(ed, tea[1], name="Kitchen", automatic="1", was="Kitchen")
    assert (status, "<bdi>tea</bdi>" in said, "named by people" in said) == (200, True, False)
    status, said = post(ed, tea[1], automatic="1", was="tea")
    assert (status, "toast" in said) == (200, False)


def test_without_a_script_the_panel_is_a_page_and_naming_leads_back_to_it(ed: Client, tea: list[Memory]) -> None:
    address = f"{PAGE}?island={wire(tea[2])}"
    assert "<!doctype html>" in ed.get(address).content.decode().lower()
    answer = ed.post(f"{NAME}?colour=age", {"island": wire(tea[2]), "name": "Kitchen"})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}&colour=age")
    assert "Kitchen" in ed.get(address).content.decode()


@pytest.mark.parametrize(
    ("name", "why"), [("", "required"), ("x" * 61, "at most 60"), ("a\u202eb", "turn the direction")]
)
def test_what_is_no_name_is_said_beside_the_field(ed: Client, tea: list[Memory], name: str, why: str) -> None:
    status, said = post(ed, tea[2], name=name)
    assert (status, why in said, "aria-invalid" in said) == (422, True, True)


def test_who_has_an_old_panel_before_them_is_told(ed: Client, tea: list[Memory]) -> None:
    post(ed, tea[2], name="Kitchen", was="tea")
    assert post(ed, tea[2], name="Bar", was="tea")[0] == 409


@pytest.mark.parametrize("who", ["chen", "ben"])
def test_who_may_not_write_names_nothing(client: Client, cast: Cast, tea: list[Memory], who: str) -> None:
    client.force_login(getattr(cast, who))
    assert post(client, tea[2], name="Kitchen")[0] == 403


def test_a_stranger_and_a_node_of_elsewhere_get_nothing(client: Client, cast: Cast, tea: list[Memory]) -> None:
    far = factories.remember(cast.elsewhere, "Nobody here knows.")
    client.force_login(cast.ed)
    for node in (wire(far), "nothing", wire(Memory.objects.get(text="A stone lies still."))):
        assert client.get(PAGE, {"island": node}, headers=HTMX).status_code == 404
        assert client.post(NAME, {"island": node, "name": "Kitchen"}, headers=HTMX).status_code == 404
    for wrong in ({}, {"island": wire(tea[0]), "part": wire(tea[0])}):
        assert client.get(PAGE, wrong, headers=HTMX).status_code == 400
    client.force_login(cast.dora)
    assert client.get(PAGE, {"island": wire(tea[0])}, headers=HTMX).status_code == 404
    assert post(client, tea[0], name="Kitchen")[0] == 404


def test_who_does_not_review_learns_of_no_island_that_waits(client: Client, cast: Cast, tea: list[Memory]) -> None:
    guess = factories.infer(cast.space, "Somebody drinks tea.", *tea)
    naming.name(actor=cast.principal("ada").actor, space=cast.space, node_id=tea[0].pk, name="Secret kitchen")
    client.force_login(cast.chen)
    assert client.get(PAGE, {"island": wire(guess)}, headers=HTMX).status_code == 404
    assert "6 entries shown" in shown(client, tea[0])
    assert "Secret kitchen" not in client.get("/s/atlas/").content.decode()
    client.force_login(cast.ben)
    assert "7 entries shown" in shown(client, tea[0])
    assert "Secret kitchen" in client.get("/s/atlas/").content.decode()


def test_the_page_and_the_outline_lead_to_the_panel(chen: Client, tea: list[Memory]) -> None:
    page = chen.get("/s/atlas/graph/", {"island": wire(tea[2]), "kind": "memory"}).content.decode()
    assert f'hx-get="{PAGE}?island={wire(tea[2])}&amp;kind=memory"' in page
    outline = chen.get("/s/atlas/graph/", {"view": "outline"}).content.decode()
    links = re.findall(r'href="/s/atlas/graph/\?island=(\w+)"', outline)
    assert links in [[wire(one)] for one in tea]


def test_of_another_moment_nothing_is_named(ed: Client, tea: list[Memory]) -> None:
    now = ledger.entries_of(tea[0].space_id).latest("seq").at.isoformat()
    assert "<form" not in shown(ed, tea[0], known_at=now)
    assert "<form" in shown(ed, tea[0])
