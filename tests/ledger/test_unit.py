"""The unit of work: one transaction, one flush by the outermost service, numbers last, lost races tried again."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg import errors as pg

from memoryhub.core import ids, locks
from memoryhub.ledger import selectors, unit
from memoryhub.ledger.models import Entry
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB
from tests.threads import together


def note(space_id: uuid.UUID, verb: str = "space.changed") -> Entry:
    return unit.record(actor=HUB, space_id=space_id, verb=verb, subject_kind="space", subject_id=space_id)


@unit.service
def noted(*space_ids: uuid.UUID) -> list[Entry]:
    """A service that writes nothing but entries."""
    return [note(space_id) for space_id in space_ids]


def test_an_entry_outside_a_service_is_refused() -> None:
    with pytest.raises(RuntimeError, match="inside a service"):
        note(ids.new())


@pytest.mark.django_db
def test_entries_get_gapless_numbers_in_the_order_they_were_recorded(db: None) -> None:
    space_id = ids.new()
    first, second = noted(space_id, space_id)
    (third,) = noted(space_id)
    assert [first.seq, second.seq, third.seq] == [1, 2, 3]
    assert selectors.revision_of(space_id) == 3
    assert list(selectors.entries_of(space_id).order_by("seq")) == [first, second, third]


@pytest.mark.django_db
def test_only_the_outermost_service_flushes(db: None) -> None:
    space_id = ids.new()

    @unit.service
    def outer() -> None:
        noted(space_id)
        assert selectors.revision_of(space_id) == 0
        noted(space_id)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        outer()
    assert selectors.revision_of(space_id) == 2
    assert len([query for query in queries if "INTO ledger_sequence" in query["sql"]]) == 1
    assert len([query for query in queries if "pg_notify" in query["sql"]]) == 1


@pytest.mark.django_db
def test_each_space_of_a_unit_is_numbered_by_itself_and_locked_in_the_order_of_ids(db: None) -> None:
    low, high = sorted([ids.new(), ids.new()])
    with CaptureQueriesContext(connection) as queries:
        entries = noted(high, low, high)
    assert [entry.seq for entry in entries] == [1, 1, 2]
    numbered = [query["sql"] for query in queries if "INTO ledger_sequence" in query["sql"]]
    assert [low.hex in numbered[0], high.hex in numbered[1]] == [True, True]


@pytest.mark.django_db
def test_numbers_are_taken_after_every_other_write_so_that_the_hot_row_is_held_only_for_the_flush(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as queries:
        factories.remember(cast.space, "Pears ripen in September.")
    statements = [
        query["sql"]
        for query in queries
        if query["sql"].lstrip().startswith(("INSERT", "COPY", "UPDATE", "DELETE", "WITH taken"))
    ]
    taken = next(at for at, sql in enumerate(statements) if "ledger_sequence" in sql)
    after = " ".join(statements[taken + 1 :])
    assert any("memories_memory" in sql for sql in statements[:taken])
    assert [name in statements[taken] for name in ("ledger_entry", "pg_notify")] == [True, True]
    assert [name in after for name in ("memories_state", 'memories_memory"')] == [True, False]


@pytest.mark.django_db
def test_callbacks_at_the_flush_know_the_last_number_of_each_space(db: None) -> None:
    space_id = ids.new()
    told: list[dict[uuid.UUID, int]] = []

    @unit.service
    def deed() -> None:
        unit.at_flush(told.append)
        noted(space_id, space_id)

    deed()
    assert told == [{space_id: 2}]


@pytest.mark.django_db(transaction=True)
def test_a_deed_that_fails_leaves_neither_rows_nor_entries_nor_a_gap(cast: Cast) -> None:
    before = selectors.revision_of(cast.space.pk)

    @unit.service
    def fail_late() -> None:
        factories.remember(cast.space, "Never happened.")
        unit.at_flush(refuse)

    with pytest.raises(ZeroDivisionError):
        fail_late()
    assert selectors.revision_of(cast.space.pk) == before
    assert not Memory.objects.filter(space=cast.space).exists()
    factories.remember(cast.space, "Did happen.")
    assert selectors.revision_of(cast.space.pk) == before + 1


def refuse(_: object) -> None:
    raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_a_constraint_that_only_the_commit_checks_takes_the_entries_along(cast: Cast) -> None:
    memory = factories.remember(cast.space, "Alone in its chain.")
    before = selectors.revision_of(cast.space.pk)

    @unit.service
    def leave_a_chain_without_a_latest() -> None:
        Memory.objects.filter(pk=memory.pk).update(is_latest=False)
        note(cast.space.pk)

    with pytest.raises(IntegrityError, match="keeps one latest"):
        leave_a_chain_without_a_latest()
    assert selectors.revision_of(cast.space.pk) == before


@pytest.mark.django_db(transaction=True)
def test_a_unit_that_failed_does_not_leak_into_the_next(cast: Cast) -> None:
    @unit.service
    def fail() -> None:
        note(cast.space.pk)
        raise ZeroDivisionError

    before = selectors.revision_of(cast.space.pk)
    with pytest.raises(ZeroDivisionError):
        fail()
    noted(cast.space.pk)
    assert selectors.revision_of(cast.space.pk) == before + 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_crossed_subjects_both_finish(cast: Cast) -> None:
    """Each locks what the other needs: PostgreSQL breaks one off, and that one starts over."""
    first, second = factories.remember(cast.space, "One."), factories.remember(cast.space, "Two.")
    before, met, tries = selectors.revision_of(cast.space.pk), threading.Barrier(2), []

    def crossed(one: uuid.UUID, other: uuid.UUID) -> Callable[[], str]:
        @unit.service
        def deed() -> str:
            tries.append(one)
            locks.rows(Memory.objects.all(), [one])
            if len(tries) <= 2:
                met.wait(20)
            locks.rows(Memory.objects.all(), [other])
            note(cast.space.pk)
            return "done"

        return deed

    assert together(crossed(first.pk, second.pk), crossed(second.pk, first.pk)) == ["done", "done"]
    assert len(tries) == 3
    assert selectors.revision_of(cast.space.pk) == before + 2


def losing(times: int, cause: Exception) -> tuple[Callable[[], str], list[int]]:
    tries: list[int] = []

    @unit.service
    def deed() -> str:
        tries.append(1)
        note(SPACE)
        if len(tries) <= times:
            raise OperationalError("lost") from cause
        return "done"

    return deed, tries


SPACE = uuid.UUID(int=1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("cause", [pg.DeadlockDetected(), pg.SerializationFailure()])
def test_a_lost_race_is_run_again_up_to_three_times_and_recorded_once(cause: Exception) -> None:
    deed, tries = losing(3, cause)
    assert deed() == "done"
    assert len(tries) == 4
    assert selectors.revision_of(SPACE) == 1
    hopeless, tries = losing(4, cause)
    with pytest.raises(OperationalError):
        hopeless()
    assert len(tries) == 4


@pytest.mark.django_db(transaction=True)
def test_another_trouble_of_the_database_is_not_tried_again() -> None:
    deed, tries = losing(1, pg.AdminShutdown())
    with pytest.raises(OperationalError):
        deed()
    assert len(tries) == 1


@pytest.mark.django_db(transaction=True)
def test_inside_somebody_elses_transaction_nothing_is_tried_again() -> None:
    deed, tries = losing(1, pg.DeadlockDetected())
    with pytest.raises(OperationalError), transaction.atomic():
        deed()
    assert len(tries) == 1


@pytest.mark.django_db(transaction=True)
def test_eight_writers_leave_no_gap_and_no_double_though_some_fail(cast: Cast) -> None:
    before = selectors.revision_of(cast.space.pk)

    @unit.service
    def deed(failing: bool) -> None:
        noted(cast.space.pk, cast.space.pk)
        if failing:
            unit.at_flush(refuse)

    def write() -> int:
        failed = 0
        for number in range(15):
            try:
                deed(number % 5 == 4)
            except ZeroDivisionError:
                failed += 1
        return failed

    assert together(*[write] * 8) == [3] * 8
    numbers = selectors.entries_of(cast.space.pk).order_by("seq").values_list("seq", flat=True)
    assert list(numbers) == list(range(1, before + 8 * 12 * 2 + 1))
    assert selectors.revision_of(cast.space.pk) == before + 192


@pytest.mark.django_db
def test_entries_hold_ids_numbers_and_words_of_ours_never_peoples_text(cast: Cast, ada: Any) -> None:
    memory = factories.remember(cast.space, "Quince jam needs sugar.", actor=ada, metadata={"note": "secret"})
    factories.revise(cast.space, memory, "Quince jam needs much sugar.", actor=ada)
    spaces.change(actor=ada, space=cast.space, name="Secret name", description="Secret plan")
    for entry in selectors.entries_of(cast.space.pk):
        assert all(word not in f"{entry.values} {entry.fields} {entry.verb}" for word in ("uince", "ecret"))


def test_spaces_do_not_share_numbers(cast: Cast) -> None:
    own = selectors.revision_of(cast.elsewhere.pk)
    factories.remember(cast.space, "Only here.")
    assert selectors.revision_of(cast.elsewhere.pk) == own
    assert Space.objects.count() == 2
