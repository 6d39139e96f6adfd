"""`manage.py create_user`: a person with a password, asked for or piped in."""

from __future__ import annotations

import getpass
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from memoryhub.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"  # noqa: S105 - a test's password


class Terminal(StringIO):
    """A standard input with a person at it."""

    def isatty(self) -> bool:
        return True


def create_user(*arguments: str) -> str:
    out = StringIO()
    call_command("create_user", *arguments, stdout=out)
    return out.getvalue()


def test_a_piped_password_makes_a_person_who_can_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(f"{PASSWORD}\n"))
    assert "mina@example.org can sign in" in create_user("Mina@Example.org", "--name", "Mina", "--password-stdin")
    user = User.objects.get()
    assert (user.name, user.is_staff, user.is_superuser) == ("Mina", False, False)
    assert Client().login(email="mina@example.org", password=PASSWORD)


def test_a_password_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    answers = iter([PASSWORD, "something else", PASSWORD, PASSWORD])
    monkeypatch.setattr(getpass, "getpass", lambda prompt: next(answers))
    with pytest.raises(CommandError, match="differ"):
        create_user("mina@example.org", "--staff")
    assert not User.objects.exists()
    create_user("mina@example.org", "--staff")
    assert User.objects.get().is_staff


@pytest.mark.parametrize(
    ("email", "password", "sentence"),
    [
        ("mina", PASSWORD, "not an e-mail address"),
        ("mina@example.org", "short", "too short"),
        ("mina@example.org", "", "too short"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, email: str, password: str, sentence: str
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(password))
    with pytest.raises(CommandError, match=sentence):
        create_user(email, "--password-stdin")
    assert not User.objects.exists()


def test_with_nobody_to_ask_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    with pytest.raises(CommandError, match="--password-stdin"):
        create_user("mina@example.org")
