"""The one-time link and the first person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import User
from tests.cast import PASSWORD, Cast

GOOD = {"email": "mina@example.org", "name": "Mina", "password": "a long enough secret"}


def link() -> str:
    found = accounts.sign_in_link(base_url="http://testserver")
    assert found is not None
    return found


def press(client: Client, url: str) -> Any:
    return client.post("/sign-in/link/", {"sesame": url.partition("sesame=")[2]})


@pytest.mark.django_db
def test_looking_at_the_link_does_not_use_it_up(client: Client) -> None:
    url = link()
    for _ in range(3):
        assert b"<button" in client.get(url).content
    assert press(client, url).status_code == 302
    assert client.get("/").status_code == 302


@pytest.mark.django_db
def test_the_link_signs_in_once(client: Client) -> None:
    url = link()
    press(client, url)
    assert press(Client(), url).status_code == 403


@pytest.mark.django_db
def test_the_link_ends_after_fifteen_minutes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    url = link()
    late = timezone.now() + timedelta(minutes=15, seconds=1)
    monkeypatch.setattr("time.time", late.timestamp)
    assert press(client, url).status_code == 403


@pytest.mark.django_db
def test_the_first_person_chooses_how_to_sign_in(client: Client) -> None:
    press(client, link())
    assert client.get("/").headers["Location"] == "/sign-in/first/"
    assert client.post("/sign-in/first/", GOOD).headers["Location"] == "/"
    assert Client().login(email=GOOD["email"], password=GOOD["password"])
    assert accounts.sign_in_link(base_url="http://testserver") is None
    assert client.get("/sign-in/first/").headers["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"), [("email", "no address"), ("password", "short"), ("password", "1234567890")]
)
def test_a_bad_choice_names_its_field_and_keeps_nothing(client: Client, field: str, value: str) -> None:
    press(client, link())
    answer = client.post("/sign-in/first/", {**GOOD, field: value})
    assert answer.status_code == 400
    assert answer.context["form"].errors[field]
    assert not User.objects.get().has_usable_password()


def test_a_password_signs_in_and_a_wrong_one_does_not(client: Client, cast: Cast) -> None:
    wrong = client.post("/accounts/login/", {"login": cast.ada.email, "password": "not it, sorry"})
    assert wrong.status_code == 200
    right = client.post("/accounts/login/", {"login": cast.ada.email, "password": PASSWORD})
    assert right.headers["Location"] == "/"


def test_guessing_a_password_is_slowed_down(client: Client, cast: Cast) -> None:
    for _ in range(6):
        answer = client.post("/accounts/login/", {"login": cast.ada.email, "password": "not it, sorry"})
    assert b"Too many failed" in answer.content
    assert client.post("/accounts/login/", {"login": cast.ada.email, "password": PASSWORD}).status_code == 200


@pytest.mark.django_db
def test_nobody_signs_up_by_themselves(client: Client) -> None:
    client.post("/accounts/signup/", {"email": "eve@example.org", "password1": PASSWORD, "password2": PASSWORD})
    assert not User.objects.exists()


def test_every_page_sends_a_stranger_to_sign_in(client: Client, cast: Cast) -> None:
    for path in ("/", "/s/atlas/", "/s/nowhere/", "/hub/spaces/"):
        assert client.get(path).headers["Location"].startswith("/accounts/login/?next=")
