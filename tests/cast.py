"""The people of the tests."""

from __future__ import annotations

from dataclasses import dataclass

from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import User
from memoryhub.ledger.actor import Actor
from memoryhub.spaces import services as spaces
from memoryhub.spaces.access import Principal
from memoryhub.spaces.models import Space

PASSWORD = "correct horse battery"  # noqa: S105 - the cast's password


@dataclass(frozen=True, slots=True)
class Cast:
    """Ada owns the space, Ed edits, Ben reviews, Chen reads; Dora is a stranger who owns `elsewhere`; Sia is staff."""

    space: Space
    ada: User
    ed: User
    ben: User
    chen: User
    dora: User
    sia: User
    elsewhere: Space

    def principal(self, name: str, scope: str | None = None) -> Principal:
        """Somebody as a caller; with `scope`, through a key for all their spaces."""
        user: User = getattr(self, name)
        return Principal(user) if scope is None else Principal.of_key(self.key(name, scope).key)

    def key(self, name: str, scope: str) -> accounts.NewKey:
        """A key of somebody for all their spaces."""
        return accounts.create_key(
            owner=getattr(self, name), name=f"{name}'s {scope} key", scope=scope, all_spaces=True
        )


def assemble(*, mark: str = "") -> Cast:
    """Make the people, Ada's space and Dora's; `mark` tells one such cast from another in one database."""
    people = {
        name: accounts.create_user(email=f"{name}{mark}@example.org", password=PASSWORD, name=name.title())
        for name in ("ada", "ed", "ben", "chen", "dora")
    }
    sia = accounts.create_user(email=f"sia{mark}@example.org", password=PASSWORD, name="Sia", is_staff=True)
    by_ada = Actor.person(people["ada"].pk)
    space = spaces.create(actor=by_ada, tag=f"atlas{mark}", owner=people["ada"], name="Atlas")
    for name, role in (("ed", "editor"), ("ben", "reviewer"), ("chen", "viewer")):
        spaces.set_member(actor=by_ada, space=space, user=people[name], role=role)
    dora = people["dora"]
    elsewhere = spaces.create(actor=Actor.person(dora.pk), tag=f"elsewhere{mark}", owner=dora, name="Elsewhere")
    return Cast(space=space, sia=sia, elsewhere=elsewhere, **people)
