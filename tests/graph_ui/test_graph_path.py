"""The panel of a path: read out in words, and only over what its reader sees."""

from __future__ import annotations

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/path/"
HTMX = {"HX-Request": "true"}


def relate(space: Space, newer: Memory, older: Memory) -> None:
    memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")


def ask(client: Client, start: Memory, end: Memory) -> str:
    answer = client.get(PAGE, {"from": ids.encode(start.pk), "to": ids.encode(end.pk)}, headers=HTMX)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def orchard(cast: Cast) -> list[Memory]:
    """Newton - falls (extends) - [apple] - apples are red; and a stone apart from all."""
    texts = ("Newton sat there.", "An apple fell.", "Apples are red.", "A stone lies still.")
    told = [factories.remember(cast.space, text) for text in texts]
    relate(cast.space, told[1], told[0])
    factories.key(cast.space, "apple", told[1], told[2])
    return told


def test_a_path_is_read_out_in_words(client: Client, cast: Cast, orchard: list[Memory]) -> None:
    newton, fell, red, _stone = orchard
    client.force_login(cast.chen)
    said = ask(client, newton, red)
    assert "2 steps, the shortest way" in said
    order = [
        said.index(words) for words in (newton.text, "extended by", fell.text, "shares a key with", ">apple<", red.text)
    ]
    assert order == sorted(order)
    lit = " ".join(ids.encode(each.pk) for each in (newton, fell, red))
    assert f'data-graph-lit="{lit}"' in said
    assert f"?edge={ids.encode(newton.pk)}.{ids.encode(fell.pk)}.extends" in said


def test_where_there_is_no_path_a_sentence_says_so(client: Client, cast: Cast, orchard: list[Memory]) -> None:
    client.force_login(cast.chen)
    said = ask(client, orchard[0], orchard[3])
    assert "No relation leads from one to the other, however far." in said
    assert 'data-graph-lit=""' in said
    assert orchard[0].text in said
    assert orchard[3].text in said


def test_no_path_leads_through_what_its_reader_may_not_see(client: Client, cast: Cast, orchard: list[Memory]) -> None:
    newton, _fell, _red, stone = orchard
    guess = factories.infer(cast.space, "All things fall.", newton, stone)
    client.force_login(cast.ben)
    assert guess.text in ask(client, newton, stone)
    client.force_login(cast.chen)
    said = ask(client, newton, stone)
    assert guess.text not in said
    assert "No relation leads" in said
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[orchard[1].pk])
    assert "No relation leads" in ask(client, newton, orchard[2])


def test_hidden_and_unknown_ends_are_alike(client: Client, cast: Cast, orchard: list[Memory]) -> None:
    guess = factories.infer(cast.space, "All things fall.", orchard[0])
    client.force_login(cast.chen)
    answers = [
        client.get(PAGE, {"from": ids.encode(orchard[0].pk), "to": ids.encode(to)}, headers=HTMX)
        for to in (guess.pk, ids.new())
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert client.get(PAGE, {"from": ids.encode(orchard[0].pk)}).status_code == 400
    client.force_login(cast.dora)
    assert client.get(PAGE, {"from": ids.encode(orchard[0].pk), "to": ids.encode(orchard[1].pk)}).status_code == 404


def test_without_a_script_it_is_a_page(client: Client, cast: Cast, orchard: list[Memory]) -> None:
    client.force_login(cast.chen)
    one = ids.encode(orchard[0].pk)
    page = client.get(PAGE, {"from": one, "to": one}).content.decode()
    assert "0 steps, the shortest way" in " ".join(page.split())
