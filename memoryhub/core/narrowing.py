"""Which rows a search looks at beside what is asked: said once, for Django's queries and for our own SQL."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q


@dataclass(frozen=True, slots=True)
class Narrowing:
    """All that is given must hold: `metadata` is contained in the row's own, it was made from `since` on and before
    `until`, and, of rows that have it, `is_static` is so.
    """

    metadata: Mapping[str, Any] = field(default_factory=dict)
    since: datetime | None = None
    until: datetime | None = None
    is_static: bool | None = None

    def __bool__(self) -> bool:
        return bool(self.given())

    def q(self, prefix: str = "") -> Q:
        """For rows that stand at `prefix`."""
        lookups = {"metadata": "metadata__contains", "since": "created_at__gte", "until": "created_at__lt"}
        return Q(**{prefix + lookups.get(name, name): value for name, value in self.given().items()})

    def sql(self, table: str) -> str:
        """The condition on rows of `table`, with a leading AND; `parameters` has its values."""
        conditions = {
            "metadata": f"{table}.metadata @> %(narrow_metadata)s::jsonb",
            "since": f"{table}.created_at >= %(narrow_since)s",
            "until": f"{table}.created_at < %(narrow_until)s",
            "is_static": f"{table}.is_static = %(narrow_is_static)s",
        }
        return "".join(f" AND {conditions[name]}" for name in self.given())

    def parameters(self) -> dict[str, Any]:
        """The values that `sql` names."""
        return {
            f"narrow_{name}": json.dumps(value) if name == "metadata" else value for name, value in self.given().items()
        }

    def given(self) -> dict[str, Any]:
        """What is asked for, by the names of the fields."""
        named = {"since": self.since, "until": self.until, "is_static": self.is_static}
        given = {name: value for name, value in named.items() if value is not None}
        return given | ({"metadata": dict(self.metadata)} if self.metadata else {})


ALL = Narrowing()
