"""Rows as arrays: every type as the database has it, nothing lost, and of one moment."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import FloatField, SmallIntegerField, Value
from django.db.models.functions import Cast, Coalesce

from memoryhub.core import columns, packed
from memoryhub.core.columns import ID, MOMENT, REAL, SMALL
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.threads import apart

LATE = datetime(2026, 3, 1, 12, 30, 15, 123457, tzinfo=UTC)
EARLY = datetime(1999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


def test_every_type_comes_as_the_database_has_it(space: Space) -> None:
    for moment in (LATE, EARLY):
        factories.remember(space, f"It was {moment:%Y}.")
        Memory.objects.filter(space=space, text=f"It was {moment:%Y}.").update(updated_at=moment)
    rows = Memory.objects.filter(space=space).annotate(
        before=Coalesce("parent_id", Value(UUID(int=0))),
        small=Cast(Value(-7), SmallIntegerField()),
        real=Cast(Value(0.1), FloatField()),
    )
    found = columns.read(rows, {"pk": ID, "before": ID, "updated_at": MOMENT, "small": SMALL, "real": REAL})
    told = dict(zip(packed.unpack(found["pk"]), columns.seconds(found["updated_at"]).tolist(), strict=True))
    assert told == {row.pk: row.updated_at.timestamp() for row in Memory.objects.filter(space=space)}
    assert packed.unpack(found["before"]) == [UUID(int=0)] * 2
    assert (found["small"].tolist(), found["real"].tolist()) == ([-7, -7], [0.1, 0.1])


def test_no_rows_are_an_empty_table(space: Space) -> None:
    assert len(columns.read(Memory.objects.filter(space=space), {"pk": ID, "created_at": MOMENT})) == 0


def test_a_null_is_refused_rather_than_dropped(space: Space) -> None:
    factories.remember(space, "Mina works in Busan.")
    with pytest.raises(ValueError, match="a NULL among pk, parent_id"):
        columns.read(Memory.objects.filter(space=space), {"pk": ID, "parent_id": ID})


@pytest.mark.django_db(transaction=True)
def test_what_others_write_meanwhile_is_not_seen_within_one_moment() -> None:
    def add() -> None:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO ledger_sequence (space_id, seq) VALUES (gen_random_uuid(), 1)")

    def count() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM ledger_sequence")
            return int(cursor.fetchone()[0])

    before = count()
    with columns.one_moment():
        assert count() == before
        apart(add)
        assert count() == before
    assert count() == before + 1
