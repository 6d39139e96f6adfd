"""`manage.py create_user`: a person who can sign in."""

from __future__ import annotations

import getpass
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from memoryhub.accounts import services as accounts
from memoryhub.core import errors, postgres


class Command(BaseCommand):
    """Make a person with a password."""

    help = "Make a person who can sign in; asks for a password. Example: manage.py create_user mina@example.org --staff"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a person has."""
        parser.add_argument("email", help="e-mail address to sign in with")
        parser.add_argument("--name", default="", help="how to call them")
        parser.add_argument("--staff", action="store_true", help="lets them manage spaces and people")
        parser.add_argument("--password-stdin", action="store_true", help="read the password from standard input")

    def handle(self, *args: Any, email: str, name: str, staff: bool, password_stdin: bool, **options: Any) -> None:
        """Make them, or say in one sentence why that cannot be."""
        password = sys.stdin.readline().rstrip("\r\n") if password_stdin else self._asked()
        try:
            postgres.ensure_running()
            user = accounts.create_user(email=email, password=password, name=name, is_staff=staff)
        except errors.HubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(_("%(email)s can sign in now.") % {"email": user.email})

    def _asked(self) -> str:
        if not sys.stdin.isatty():
            raise CommandError(_("Nobody is here to ask for a password; pipe one in and say --password-stdin."))
        password = getpass.getpass(_("Password: "))
        if getpass.getpass(_("The same again: ")) != password:
            raise CommandError(_("The two passwords differ."))
        return password
