"""Verbs of the ledger: each package registers its own, with a sentence and, where one exists, the inverse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memoryhub.ledger.actor import Actor

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from memoryhub.ledger.models import Entry

Inverse = Callable[[Actor, "list[Entry]"], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """`sentence` is a lazy translation with `%(actor)s`; `inverse(actor, entries)` takes the deed back as a service.

    `needs` is the capability that may take it back. A verb that does not `move` its subject (housekeeping, such as
    giving keys) stands in nobody's way when an earlier deed is taken back.
    """

    name: str
    sentence: str | _StrPromise
    inverse: Inverse | None = None
    needs: str = "write"
    moves: bool = True


_verbs: dict[str, Verb] = {}


def register(
    name: str,
    sentence: str | _StrPromise,
    inverse: Inverse | None = None,
    *,
    needs: str = "write",
    moves: bool = True,
) -> None:
    """Make a verb known; a name is registered once."""
    if name in _verbs:
        raise ValueError(f"Verb {name} is registered already.")
    _verbs[name] = Verb(name, sentence, inverse, needs, moves)


def get(name: str) -> Verb:
    """The registered verb; `KeyError` for a name nobody registered."""
    return _verbs[name]


def names() -> list[str]:
    """All registered names, sorted."""
    return sorted(_verbs)


def still() -> list[str]:
    """Names of the verbs that leave their subject where it was."""
    return [verb.name for verb in _verbs.values() if not verb.moves]
