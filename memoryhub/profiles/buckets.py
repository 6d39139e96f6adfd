"""Named buckets of a profile: what a space wants to have together, by a key, by metadata, or by stability.

The setting `buckets` of a space: `{"people": {"key": "team"}, "rules": {"metadata": {"kind": "rule"}}}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from memoryhub.associations.models import KeyLink
from memoryhub.associations.texts import normalise
from memoryhub.core import errors
from memoryhub.core.narrowing import Narrowing
from memoryhub.spaces.models import Space

HALVES = ("static", "dynamic")
MOST_BUCKETS = 50
MOST_CHARACTERS = 200
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True)
class Bucket:
    """All that is given must hold: the memory has the key (by its wording or an alias), its metadata contains this, it
    is a stable fact or is none."""

    name: str
    key: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    is_static: bool | None = None

    def q(self, space: Space) -> Q:
        """The condition on memories of the space."""
        wanted = Narrowing(metadata=self.metadata, is_static=self.is_static).q()
        if not self.key:
            return wanted
        links = KeyLink.objects.filter(space=space, key__forms__contains=[normalise(self.key)])
        return wanted & Q(pk__in=links.values("memory_id"))


def of(space: Space) -> tuple[Bucket, ...]:
    """The buckets of a space, in the order of the setting."""
    return checked(space.settings.get("buckets", {})) if space.settings else ()


def checked(given: Any) -> tuple[Bucket, ...]:
    """The buckets of a setting; `errors.InvalidInput` naming `settings` for anything that is none."""
    if not isinstance(given, dict):
        raise _refused("buckets must be an object: a name and how the bucket is chosen.")
    if len(given) > MOST_BUCKETS:
        raise _refused(f"A space has at most {MOST_BUCKETS} buckets.")
    return tuple(_bucket(name, chosen) for name, chosen in given.items())


def _bucket(name: str, chosen: Any) -> Bucket:
    if not _NAME.fullmatch(name) or name in HALVES:
        raise _refused(f"{name!r} cannot name a bucket: 1 to 64 of a-z 0-9 _ - and neither static nor dynamic.")
    if not isinstance(chosen, dict) or not chosen:
        raise _refused(f"The bucket {name!r} must say by what it is chosen: key, metadata or is_static.")
    for by, value in chosen.items():
        if by not in _CHECKS:
            raise _refused(f"The bucket {name!r} cannot be chosen by {by!r}; there are {', '.join(_CHECKS)}.")
        if not _CHECKS[by](value):
            raise _refused(f"{by} of the bucket {name!r} cannot be {value!r}.")
    return Bucket(name, **chosen)


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_CHARACTERS and bool(normalise(value))


def _is_metadata(value: Any) -> bool:
    return isinstance(value, dict) and bool(value)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


_CHECKS: Mapping[str, Callable[[Any], bool]] = {"key": _is_key, "metadata": _is_metadata, "is_static": _is_flag}


def _refused(message: str) -> errors.InvalidInput:
    return errors.InvalidInput("settings", message)
