"""The profile page: the lines an agent gets, linked to their memories."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/profile/"


@pytest.fixture
def chen(client: Client, cast: Cast) -> Client:
    client.force_login(cast.chen)
    return client


def body(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_each_line_leads_to_its_memory(chen: Client, space: Space) -> None:
    nurse = factories.remember(space, "Mina is a nurse.", is_static=True)
    trip = factories.remember(space, "Mina plans a trip.")
    page = body(chen.get(PAGE))
    for memory in (nurse, trip):
        assert f'href="/s/atlas/memories/{ids.encode(memory.pk)}/"' in page
    assert page.index("Mina is a nurse.") < page.index("Mina plans a trip.")
    assert "Found for the question" not in page


def test_a_question_shows_what_an_agent_would_get_with_it(chen: Client, space: Space) -> None:
    factories.remember(space, "Mina is a nurse.", is_static=True)
    page = body(chen.get(PAGE + "?q=nurse"))
    assert "Found for the question" in page
    assert page.count("Mina is a nurse.</a>") == 2


def test_each_answer_says_why_it_is_there_and_what_is_missing_can_be_asked_for(chen: Client, space: Space) -> None:
    nurse = factories.remember(space, "Mina is a nurse.")
    page = body(chen.get(PAGE + "?q=a+nurse+%26+more"))
    answers = page[page.index("Found for the question") : page.index("Stable facts")]
    assert "How this score came about" in answers
    assert '<dt><span class="score-swatch score-words" aria-hidden="true"></span>words</dt>' in answers
    assert f'href="/s/atlas/memories/{ids.encode(nurse.pk)}/' in answers
    assert "hx-get" not in answers
    assert 'href="/s/atlas/memories/missing/?q=a+nurse+%26+more"' in answers


def test_an_answer_reached_over_a_key_shows_the_way(chen: Client, space: Space) -> None:
    newton = factories.remember(space, "Newton saw something fall.")
    apples = factories.remember(space, "Apples are red.")
    factories.key(space, "apple", newton, apples)
    page = body(chen.get(PAGE + "?q=Newton"))
    answers = page[page.index("Found for the question") : page.index("Stable facts")]
    assert "reached over keys" in answers
    assert answers.index("The way to it") < answers.index("<span>Apples are red.</span>")


def test_the_text_to_copy_is_what_is_shown(chen: Client, space: Space) -> None:
    factories.remember(space, "Mina is a nurse.", is_static=True)
    assert "## Stable facts\n- Mina is a nurse.</pre>" in body(chen.get(PAGE))


def test_buckets_stand_under_their_names(chen: Client, space: Space, ada: Actor) -> None:
    factories.remember(space, "Answer briefly.", metadata={"kind": "rule"})
    spaces.change(actor=ada, space=space, settings={"buckets": {"house-rules": {"metadata": {"kind": "rule"}}}})
    assert '<h2 class="section-title">house-rules</h2>' in body(chen.get(PAGE))


def test_what_is_forgotten_is_gone_from_it_at_once(chen: Client, space: Space, ada: Actor) -> None:
    gone = factories.remember(space, "Mina is a pilot.", is_static=True)
    assert "pilot" in body(chen.get(PAGE))
    memories.forget(actor=ada, space=space, memory_ids=[gone.pk])
    assert "pilot" not in body(chen.get(PAGE))


def test_an_empty_space_says_what_will_stand_here(chen: Client) -> None:
    assert "Nothing is known yet" in body(chen.get(PAGE))


def test_a_live_refresh_gets_the_lines_alone(chen: Client, space: Space) -> None:
    factories.remember(space, "Mina is a nurse.")
    part = body(chen.get(PAGE, headers={"HX-Request": "true", "HX-Target": "profile-lines"}))
    assert "Mina is a nurse." in part
    assert "<html" not in part


def test_a_question_that_is_too_long_is_refused(chen: Client) -> None:
    assert chen.get(PAGE + "?q=" + "x" * 2001).status_code == 400
