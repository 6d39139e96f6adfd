"""`manage.py create_key`: a credential for a program, and its space if that is new."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from memoryhub.accounts import selectors as accounts_read
from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import ApiKey, User
from memoryhub.core import errors, postgres, text
from memoryhub.ledger.actor import Actor
from memoryhub.spaces import selectors as spaces_read
from memoryhub.spaces import services as spaces
from memoryhub.spaces.access import Principal, space_for
from memoryhub.spaces.models import Space

COMMAND = Actor.hub("create_key")


class Command(BaseCommand):
    """Make a key, and print it once."""

    help = (
        "Make an API key for one space, and the space if it is new; the key is printed this once."
        " Example: manage.py create_key --space atlas --scope write"
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a key needs."""
        parser.add_argument("--space", required=True, metavar="TAG", help="tag of the space; made if there is none")
        parser.add_argument("--scope", required=True, choices=ApiKey.Scope.values, help="what the key may do")
        parser.add_argument("--owner", metavar="EMAIL", help="whose key it is (default: the first person)")
        parser.add_argument("--name", default="create_key", help="what to call it (default: %(default)s)")

    def handle(self, *args: Any, space: str, scope: str, owner: str | None, name: str, **options: Any) -> None:
        """Standard output has the key and nothing else, so that a script can take it."""
        try:
            postgres.ensure_running()
            person = self._person(owner)
            found = self._space(space, person)
            made = accounts.create_key(owner=person, name=name, scope=scope, space_ids=[found.pk])
        except errors.HubError as error:
            raise CommandError(error.message) from error
        facts = {"space": found.tag, "scope": scope, "owner": text.visible(str(person))}
        self.stderr.write(_("A %(scope)s key of %(owner)s for %(space)s; it is shown this once:") % facts)
        self.stdout.write(made.secret)

    def _person(self, email: str | None) -> User:
        if email is None:
            return accounts.first_person()
        person = accounts_read.user_by_email(email)
        if person is None:
            raise CommandError(_("Nobody here has the e-mail address %(email)s.") % {"email": email})
        return person

    def _space(self, tag: str, person: User) -> Space:
        if spaces_read.by_tag(tag) is None:
            self.stderr.write(_("Made the space %(space)s.") % {"space": tag})
            return spaces.create(actor=COMMAND, tag=tag, owner=person)
        try:
            return space_for(Principal(person), tag).space
        except errors.NotFound as error:
            # A key's right is its owner's right: this one could do nothing.
            facts = {"owner": person, "space": tag}
            raise CommandError(_("%(owner)s is no member of %(space)s; let them in first.") % facts) from error
