"""An owner sees what would go before anything goes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from memoryhub.core import clock
from memoryhub.lifecycle import retention
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/retention/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def owner(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ada)
    with clock.frozen(clock.now() - timedelta(days=100)):
        factories.remember(cast.space, "Mina plans a trip.")
    return client


def policy(space: Space) -> retention.Policy:
    return retention.of(Space.objects.get(pk=space.pk))


def look(client: Client, days: object, deed: str = "look") -> Any:
    return client.post(PAGE, {"forget_after_days": days, "purge_after_days": "", "deed": deed}, headers=HTMX)


def test_what_would_go_is_shown_and_only_then_it_can_be_switched_on(owner: Client, space: Space) -> None:
    assert "Switch it on" not in owner.get(PAGE, headers=HTMX).content.decode()
    seen = look(owner, 90).content.decode()
    assert "1 memory would be forgotten now." in seen
    assert "Mina plans a trip." in seen
    assert "Switch it on" in seen
    assert not policy(space)


def test_switching_it_on_keeps_the_other_settings(owner: Client, space: Space) -> None:
    spaces.change(actor=factories.HUB, space=space, settings={"recalls": False})
    assert look(owner, 90, deed="save").headers["HX-Redirect"] == "/s/atlas/memories/"
    assert policy(space) == retention.Policy(forget_after_days=90)
    assert Space.objects.get(pk=space.pk).settings["recalls"] is False
    look(owner, "", deed="save")
    assert Space.objects.get(pk=space.pk).settings == {"recalls": False}


@pytest.mark.parametrize("days", [0, 3651, "many"])
def test_bad_days_are_refused_beside_their_field(owner: Client, space: Space, days: object) -> None:
    answer = look(owner, days, deed="save")
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["forget_after_days"])
    assert not policy(space)


def test_it_is_for_owners(client: Client, cast: Cast) -> None:
    client.force_login(cast.ed)
    assert client.get(PAGE).status_code == 403
    assert "What is kept" not in client.get("/s/atlas/memories/").content.decode()


def test_an_archive_keeps_what_it_has(owner: Client, space: Space) -> None:
    spaces.archive(actor=factories.HUB, space=space)
    assert look(owner, 90, deed="save").status_code == 409
    assert not policy(space)
