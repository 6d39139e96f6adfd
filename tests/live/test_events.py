"""Every committed deed is told once, in order; a deed that failed is not told at all (P-LIV-2)."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from memoryhub.core import ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import unit
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.live.hearing import Listener
from tests.processes import Web
from tests.threads import begin

pytestmark = pytest.mark.processes
WRITERS, EACH = 4, 50


class Interrupted(Exception):
    """What breaks a deed off after its writes."""


def test_each_event_is_readable_at_once_and_twenty_deeds_that_failed_before_commit_leave_none(
    web: Web, stage: Cast
) -> None:
    problems: list[str] = []

    def fetch(entry: dict[str, Any]) -> None:
        memory = memories.latest_of(stage.space, ids.decode(entry["subject"]["id"]))
        stated = ledger.entries_of(stage.space.pk).get(seq=entry["seq"]).values["version"]
        if memory.version < stated or "doomed" in memory.text:
            problems.append(f"{entry}: {memory.text} v{memory.version}")

    with Listener(web, stage.space.tag, stage.chen) as tab:
        start = tab.seq
        writing = [begin(partial(write, stage.space, writer)) for writer in range(WRITERS)]
        told = tab.entries_until(
            lambda: all(each.done() for each in writing) and tab.seq == ledger.revision_of(stage.space.pk), also=fetch
        )
        failed = sum(each.result() for each in writing)
    assert problems == []
    assert failed == 20
    assert [entry["seq"] for entry in told] == list(range(start + 1, start + WRITERS * EACH - failed + 1))
    assert Memory.objects.filter(space=stage.space, text__contains="doomed").count() == 0


def write(space: Space, writer: int) -> int:
    """`EACH` deeds, creates and revisions in turn, of which every tenth fails; returns how many failed."""
    failed, memory = 0, None
    for number in range(EACH):
        try:
            if number % 10 == 9:
                write_and_fail(space=space, text=f"A doomed fact of {writer}: {number}.")
            elif memory is None:
                memory = factories.remember(space, f"A fact of {writer}: {number}.")
            else:
                factories.revise(space, memory, f"A better fact of {writer}: {number}.")
                memory = None
        except Interrupted:
            failed += 1
    return failed


@unit.service
def write_and_fail(*, space: Space, text: str) -> None:
    """Remember, take the numbers, and break off just before the commit."""

    def break_off(_: object) -> None:
        raise Interrupted

    factories.remember(space, text)
    unit.at_flush(break_off)


def test_a_slow_transaction_that_commits_after_a_fast_one_is_told_too(web: Web, stage: Cast) -> None:
    written, commit = threading.Event(), threading.Event()

    def slowly() -> Memory:
        with transaction.atomic():
            memory = factories.remember(stage.space, "Written first, committed last.")
            written.set()
            commit.wait(20)
        return memory

    with Listener(web, stage.space.tag, stage.chen) as tab:
        start = tab.seq
        slow = begin(slowly)
        assert written.wait(20)
        fast = begin(lambda: factories.remember(stage.space, "Written last."))
        other = factories.remember(stage.elsewhere, "Another space waits for nobody.")
        assert other.version == 1
        commit.set()
        told = tab.entries_until(start + 2)
    subjects = [entry["subject"]["id"] for entry in told]
    assert [entry["seq"] for entry in told] == [start + 1, start + 2]
    assert subjects == [ids.encode(slow.result().pk), ids.encode(fast.result().pk)]


@unit.service
def prepare_slowly(*, space: Space, text: str, written: threading.Event, go_on: threading.Event) -> Memory:
    """A deed whose id is made, and whose row is written, long before its number is taken."""
    memory = factories.remember(space, text)
    written.set()
    assert go_on.wait(20)
    return memory


def test_numbers_follow_the_order_of_commits_not_of_inserts(web: Web, stage: Cast) -> None:
    written, go_on = threading.Event(), threading.Event()
    with Listener(web, stage.space.tag, stage.chen) as tab:
        slow = begin(lambda: prepare_slowly(space=stage.space, text="Slow.", written=written, go_on=go_on))
        assert written.wait(20)
        fast = factories.remember(stage.space, "Fast.")
        first = tab.entries_until(tab.started + 1)
        go_on.set()
        second = tab.entries_until(tab.started + 2)
    assert slow.result().pk < fast.pk
    assert [entry["subject"]["id"] for entry in first + second] == [ids.encode(fast.pk), ids.encode(slow.result().pk)]


def test_spaces_whose_tags_look_alike_have_live_channels_of_their_own(web: Web, stage: Cast) -> None:
    """P-ISO-2."""
    mark = stage.space.tag
    tags = [f"{mark}.{rest}" for rest in ("proj_a", "projXa", "proj-a", "PROJ_A", "proj", "proj_a.", ":")]
    twins = [spaces.create(actor=factories.HUB, tag=tag, owner=stage.ada) for tag in tags]
    tabs = [Listener(web, tag, stage.ada).__enter__() for tag in tags]
    try:
        made = [factories.remember(space, f"Only {space.tag} says so.") for space in twins]
        told = [[entry["subject"]["id"] for entry in tab.entries_until(tab.started + 1)] for tab in tabs]
        assert told == [[ids.encode(memory.pk)] for memory in made]
    finally:
        for tab in tabs:
            tab.__exit__()
