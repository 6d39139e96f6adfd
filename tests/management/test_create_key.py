"""`manage.py create_key`: prints a working key once, and makes its space if that is new."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memoryhub.accounts import selectors as accounts
from memoryhub.accounts.models import User
from memoryhub.spaces import access
from memoryhub.spaces.models import Membership, Space
from tests.cast import Cast


def create_key(*arguments: str) -> tuple[str, str]:
    """What it prints to standard output, and what to standard error."""
    out, err = StringIO(), StringIO()
    call_command("create_key", *arguments, stdout=out, stderr=err)
    return out.getvalue().strip(), err.getvalue()


def test_standard_output_holds_the_key_alone_and_the_key_works(cast: Cast) -> None:
    secret, said = create_key("--space", "atlas", "--scope", "write", "--name", "agent")
    key = accounts.valid_key(secret)
    assert key is not None
    assert (key.owner, key.scope, key.name, key.all_spaces) == (cast.ada, "write", "agent", False)
    opened = access.space_for(access.Principal.of_key(key), "atlas")
    assert {str(each) for each in opened.capabilities} == {"read", "write"}
    assert "Ada" in said


def test_a_new_space_is_made_and_belongs_to_the_owner(cast: Cast) -> None:
    secret, said = create_key("--space", "garden", "--scope", "read", "--owner", "CHEN@example.org")
    key = accounts.valid_key(secret)
    assert key is not None
    assert key.owner == cast.chen
    assert Membership.objects.get(space__tag="garden").role == "owner"
    assert "garden" in said


@pytest.mark.django_db
def test_on_an_empty_hub_it_is_the_first_persons_place() -> None:
    secret, _ = create_key("--space", "garden", "--scope", "admin")
    key = accounts.valid_key(secret)
    assert key is not None
    assert key.owner == User.objects.get()
    assert not key.owner.has_usable_password()


def test_what_cannot_be_is_said_in_one_sentence_and_nothing_is_made(cast: Cast) -> None:
    for arguments, sentence in (
        (("--space", "elsewhere", "--scope", "read"), "Ada is no member of elsewhere"),
        (("--space", "atlas", "--scope", "read", "--owner", "nobody@example.org"), "Nobody here"),
        (("--space", "no good", "--scope", "read"), "1 to 100 of the characters"),
        (("--space", "atlas", "--scope", "everything"), "invalid choice"),
    ):
        with pytest.raises(CommandError, match=sentence):
            create_key(*arguments)
    assert Space.objects.count() == 2
    assert cast.ada.api_keys.count() == 0
