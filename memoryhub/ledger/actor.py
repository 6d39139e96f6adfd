"""Who did something: a person, a program with a key, or the hub itself."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Actor:
    """`kind` is person, key or hub; `id` is the person's or key's id, or the name of the hub's part that acted."""

    kind: str
    id: str

    @classmethod
    def person(cls, user_id: uuid.UUID) -> Self:
        return cls("person", str(user_id))

    @classmethod
    def key(cls, key_id: uuid.UUID) -> Self:
        return cls("key", str(key_id))

    @classmethod
    def hub(cls, part: str) -> Self:
        return cls("hub", part)

    @property
    def user_id(self) -> uuid.UUID | None:
        """The person behind the actor, where it is one."""
        return uuid.UUID(self.id) if self.kind == "person" else None
