"""Which versions a question sees: what is current; what held, or was known, at a moment; or, for editors, what was
forgotten. Said once, for Django's queries and for our own SQL.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Window

from memoryhub.memories import states
from memoryhub.memories.models import Memory, State
from memoryhub.memories.selectors import APPROVED, current
from memoryhub.spaces.models import Space

# The condition of `selectors.current` in SQL, for rows of `memories_memory` by this very name.
CURRENT = """
    memories_memory.space_id = %(space)s AND memories_memory.is_latest AND memories_memory.forgotten_at IS NULL
    AND memories_memory.erased_at IS NULL
    AND (memories_memory.forget_after IS NULL OR memories_memory.forget_after > %(now)s)
    AND (memories_memory.review_status IS NULL OR memories_memory.review_status = 'approved')
"""


@dataclass(frozen=True, slots=True)
class Horizon:
    """Of each chain at most one version is seen.

    Without a moment, the current one. `as_of`: the newest that held then, by `valid_from` and `valid_to`; one without
    them always held. `known_at`: the one that was current then, whatever has been written since. With both: the newest
    known then that held as of that moment. A chain that is not current now is never seen at another moment either, so
    that nothing forgotten or erased comes back. `forgotten`: instead of all these, what was forgotten or has expired.
    """

    as_of: datetime | None = None
    known_at: datetime | None = None
    forgotten: bool = False

    def __bool__(self) -> bool:
        return bool(self.given()) or self.forgotten

    def given(self) -> dict[str, datetime]:
        """The moments that are asked for, by the names of the fields."""
        named = {"as_of": self.as_of, "known_at": self.known_at}
        return {name: moment for name, moment in named.items() if moment is not None}

    def q(self, space: Space, now: datetime, prefix: str = "") -> Q:
        """For rows of a space whose version stands at `prefix`."""
        return Q(**{f"{prefix}pk__in": self._seen(space, now)}) if self else current(now, prefix)

    def versions(self, space: Space, now: datetime) -> QuerySet[Memory]:
        """Of each chain the version that is seen, and those it had replaced, each with the number of the one that is
        `seen`. In one pass over the rows of the space, in which no estimate can go wrong; `q` is for picking out some.
        """
        then, served = self._then(space), current(now)
        rows = Memory.objects.filter(space=space).annotate(
            seen=_newest(then), sound=_newest(then & _unended(now) & Q(erased_at=None)), served=_newest(served)
        )
        if self.as_of is not None and self.known_at is not None:
            rows = rows.annotate(known=_newest(Q(self._in_state(space, states.CURRENT)))).filter(known__isnull=False)
        rows = rows.filter(served__isnull=False, sound=F("seen"), version__lte=F("seen"))
        return rows.filter(APPROVED, erased_at=None)

    def sql(self, space: Space, now: datetime) -> tuple[str, dict[str, Any]]:
        """The condition on rows of `memories_memory`, which names its space, and the values it names."""
        if not self:
            return CURRENT, {"space": space.pk, "now": now}
        sql, parameters = self._seen(space, now).query.sql_with_params()
        values = {f"horizon_{at}": value for at, value in enumerate(parameters)}
        named = sql % tuple(f"%({name})s" for name in values)
        return f"memories_memory.space_id = %(space)s AND memories_memory.id IN ({named})", values | {"space": space.pk}

    def _seen(self, space: Space, now: datetime) -> QuerySet[Memory, Any]:
        rows = Memory.objects.filter(space=space, erased_at=None)
        if self.forgotten:
            gone = Q(forgotten_at__isnull=False) | Q(forget_after__lte=now)
            return rows.filter(APPROVED, gone, is_latest=True).values("pk")
        served = Memory.objects.filter(current(now), space=space, root_id=OuterRef("root_id"))
        return rows.filter(self._at(space, now), Exists(served)).values("pk")

    def _at(self, space: Space, now: datetime) -> Q:
        """Versions once served and not expired, which of their chain are the one of that moment."""
        then = self._then(space)
        if self.as_of is None:
            return then & _unended(now)
        chain = Memory.objects.filter(space=space, root_id=OuterRef("root_id"))
        newest = then & _unended(now) & ~Q(Exists(chain.filter(then, version__gt=OuterRef("version"))))
        if self.known_at is None:
            return newest
        return newest & Q(Exists(chain.filter(self._in_state(space, states.CURRENT))))

    def _then(self, space: Space) -> Q:
        """Versions once served that held at the moment and were known; of a chain the newest of them counts."""
        condition = APPROVED if self.as_of is None else APPROVED & _held(self.as_of)
        if self.known_at is None:
            return condition
        replaced = () if self.as_of is None else (states.SUPERSEDED,)
        return condition & Q(self._in_state(space, states.CURRENT, *replaced))

    def _in_state(self, space: Space, *wanted: str) -> Exists:
        """Versions that the hub took for one of these at the moment of `known_at`."""
        open_or_later = Q(to_at__isnull=True) | Q(to_at__gt=self.known_at)
        rows = State.objects.filter(open_or_later, space=space, state__in=wanted, from_at__lte=self.known_at)
        return Exists(rows.filter(memory_id=OuterRef("pk")))


def _newest(wanted: Q) -> Window:
    """The number of the newest version of the chain that is one of these."""
    return Window(Max("version", filter=wanted), partition_by=[F("root_id")])


def _unended(now: datetime) -> Q:
    return Q(forget_after__isnull=True) | Q(forget_after__gt=now)


def _held(moment: datetime) -> Q:
    """Versions that say what was so at the moment; the end is the first moment at which it is no longer so."""
    begun = Q(valid_from__isnull=True) | Q(valid_from__lte=moment)
    return begun & (Q(valid_to__isnull=True) | Q(valid_to__gt=moment))


PRESENT = Horizon()
