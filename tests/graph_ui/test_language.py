"""The console speaks the language a person has chosen, else that of their browser."""

from __future__ import annotations

import re

from django.test import Client

from memoryhub.spaces.models import Space
from tests.cast import Cast

HOME = "/s/atlas/"
CHINESE = {"Accept-Language": "zh-Hans"}


def choose(client: Client, value: str) -> int:
    return client.post("/preference/", {"name": "language", "value": value}).status_code


def test_without_a_choice_the_browser_decides(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    page = client.get(HOME, headers=CHINESE)
    assert 'lang="zh-hans"' in page.content.decode()
    assert "需要你处理" in page.content.decode()
    assert page.headers["Content-Language"] == "zh-hans"


def test_a_choice_holds_against_the_browser_and_on_every_machine(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    assert choose(client, "zh-hans") == 204
    assert "需要你处理" in client.get(HOME).content.decode()
    elsewhere = Client()
    elsewhere.force_login(cast.ada)
    assert "需要你处理" in elsewhere.get(HOME, headers={"Accept-Language": "en"}).content.decode()


def test_the_choice_of_one_is_not_that_of_another(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    choose(client, "zh-hans")
    client.force_login(cast.ben)
    assert "Needs you" in client.get(HOME).content.decode()


def test_the_choice_can_be_given_back_to_the_browser(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    choose(client, "zh-hans")
    choose(client, "system")
    assert "Needs you" in client.get(HOME).content.decode()


def test_a_language_the_hub_does_not_speak_is_refused(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    assert choose(client, "tlh") == 400
    assert cast.ada.choices == {}


def test_after_the_choice_the_page_is_shown_again_and_no_other_site(client: Client, space: Space, cast: Cast) -> None:
    client.force_login(cast.ada)
    form = {"name": "language", "value": "zh-hans"}
    assert client.post("/preference/", {**form, "next": HOME}).headers["Location"] == HOME
    assert client.post("/preference/", {**form, "next": "https://example.org/"}).status_code == 204


def test_dates_follow_the_language(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    assert re.search(r"\d月\d+日 星期.", client.get(HOME, headers=CHINESE).content.decode())
