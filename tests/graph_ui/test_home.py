"""The start page says what needs whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from memoryhub.core import clock
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from tests import factories
from tests.cast import Cast


def page(client: Client, cast: Cast, name: str, query: str = "") -> str:
    client.force_login(getattr(cast, name))
    answer = client.get("/s/atlas/" + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_start_leads_to_the_first_space(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    assert client.get("/").headers["Location"] == "/s/atlas/"


def test_an_empty_space_says_what_to_do_next(client: Client, cast: Cast) -> None:
    assert "Add the first document" in page(client, cast, "ada")


def test_what_waits_is_shown_to_reviewers_only(client: Client, cast: Cast) -> None:
    known = factories.remember(cast.space, "Mina works in Busan.")
    factories.infer(cast.space, "Mina has moved.", known)
    assert "Mina has moved." in page(client, cast, "ben")
    seen = page(client, cast, "chen")
    assert "Mina works in Busan." in seen
    assert "Mina has moved." not in seen


def test_a_forgotten_text_is_gone_for_readers(client: Client, cast: Cast) -> None:
    gone = factories.remember(cast.space, "The spare laptop is with Jonas.")
    memories.forget(actor=Actor.person(cast.ada.pk), space=cast.space, memory_ids=[gone.pk])
    assert "Jonas" in page(client, cast, "ed")
    assert "Jonas" not in page(client, cast, "chen")


def test_news_count_from_the_last_visit(client: Client, cast: Cast) -> None:
    page(client, cast, "ada")
    with clock.frozen(clock.now() + timedelta(hours=2)):
        factories.remember(cast.space, "One new fact.")
        assert "1 new since your last visit" in page(client, cast, "ada")


def test_what_the_hub_links_on_the_way_is_no_news_and_what_a_person_links_is(client: Client, cast: Cast) -> None:
    first, second, third = (factories.remember(cast.space, text) for text in ("One.", "Two.", "Three."))
    for actor, newer in ((factories.HUB, second), (Actor.person(cast.ed.pk), third)):
        memories.relate(actor=actor, space=cast.space, newer_id=newer.pk, older_id=first.pk, kind="extends")
    assert page(client, cast, "ada").count("linked two memories") == 1


@pytest.mark.parametrize("part", ["needs", "news", "trust"])
def test_a_part_answers_alone(client: Client, cast: Cast, part: str) -> None:
    body = page(client, cast, "ada", f"?part={part}")
    assert f'id="{part}"' in body
    assert "<html" not in body


def test_the_numbers_of_the_frame_can_be_asked_alone(client: Client, cast: Cast) -> None:
    known = factories.remember(cast.space, "One fact.")
    factories.infer(cast.space, "One guess.", known)
    client.force_login(cast.chen)
    assert client.get("/s/atlas/counts/").json() == {"memories": 1, "documents": 0, "review": 1}
    client.force_login(cast.dora)
    assert client.get("/s/atlas/counts/").status_code == 404


def test_markup_in_a_memory_is_text(client: Client, cast: Cast) -> None:
    factories.remember(cast.space, "<img src=x onerror=alert(1)> & 'quoted'")
    assert "<img src=x" not in page(client, cast, "ada")


def test_the_page_takes_a_fixed_number_of_queries(
    client: Client, cast: Cast, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(15):
        factories.remember(cast.space, f"Fact number {number} is here.")
    client.force_login(cast.ada)
    client.get("/s/atlas/")
    with django_assert_max_num_queries(30):  # type: ignore[operator]  # pytest-django's fixture
        client.get("/s/atlas/")
