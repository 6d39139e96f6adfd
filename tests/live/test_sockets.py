"""Sockets of a real web process: who is let in, what they are told, and in which order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from websockets.exceptions import InvalidStatus

from memoryhub.accounts import services as accounts
from memoryhub.core import clock, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.spaces import services as spaces
from tests import factories
from tests.cast import Cast
from tests.live.hearing import Listener, close_code_of, frame, hello_of
from tests.processes import Web, knock, started

pytestmark = pytest.mark.processes


def test_the_first_frame_says_where_the_ledger_stands_and_how_often_the_server_speaks(web: Web, stage: Cast) -> None:
    with web.listen(stage.space.tag, person=stage.chen) as socket:
        assert frame(socket) == {"type": "hello", "seq": ledger.revision_of(stage.space.pk), "heartbeat": 10}


def test_what_happens_arrives_with_its_number_verb_and_subject_and_without_any_text(web: Web, stage: Cast) -> None:
    with web.listen(stage.space.tag, person=stage.chen) as socket:
        seq = hello_of(socket)
        memory = factories.remember(stage.space, "Ludmila grows quinces.")
        heard = json.loads(raw := socket.recv(timeout=5))
    entry = {"seq": seq + 1, "verb": "memory.remembered", "batch": None}
    assert heard == {
        "type": "entries",
        "entries": [entry | {"subject": {"kind": "memory", "id": ids.encode(memory.pk)}}],
    }
    assert "quinces" not in raw


def test_since_brings_what_was_missed_in_order_and_nothing_twice(web: Web, stage: Cast) -> None:
    seen = ledger.revision_of(stage.space.pk)
    made = [factories.remember(stage.space, f"Shelf {number} is full.") for number in range(5)]
    with web.listen(stage.space.tag, since=seen + 2, person=stage.chen) as socket:
        assert hello_of(socket) == seen + 5
        told = frame(socket)["entries"]
        assert [entry["seq"] for entry in told] == [seen + 3, seen + 4, seen + 5]
        assert [entry["subject"]["id"] for entry in told] == [ids.encode(memory.pk) for memory in made[2:]]
        factories.remember(stage.space, "Shelf 6 is empty.")
        assert [entry["seq"] for entry in frame(socket)["entries"]] == [seen + 6]


def test_a_since_that_is_up_to_date_brings_nothing_until_something_happens(web: Web, stage: Cast) -> None:
    with web.listen(stage.space.tag, since=ledger.revision_of(stage.space.pk), person=stage.chen) as socket:
        hello_of(socket)
        with pytest.raises(TimeoutError):
            socket.recv(timeout=0.5)


def test_who_missed_more_than_500_entries_is_told_to_reload_and_follows_from_there(web: Web, stage: Cast) -> None:
    drafts = [factories.draft(f"Fact number {number}.") for number in range(501)]
    memories.remember_many(actor=factories.HUB, space=stage.space, drafts=drafts)
    with web.listen(stage.space.tag, since=0, person=stage.chen) as socket:
        seq = hello_of(socket)
        assert frame(socket) == {"type": "reload"}
        factories.remember(stage.space, "One more.")
        assert [entry["seq"] for entry in frame(socket)["entries"]] == [seq + 1]


def test_since_a_number_the_ledger_has_not_reached_starts_from_now(web: Web, stage: Cast) -> None:
    with web.listen(stage.space.tag, since=10_000, person=stage.chen) as socket:
        seq = hello_of(socket)
        factories.remember(stage.space, "A ledger restored from a backup goes on.")
        assert [entry["seq"] for entry in frame(socket)["entries"]] == [seq + 1]


@pytest.mark.parametrize("since", ["-1", "x", "", "1.5", "٣", "9" * 19, "9" * 400])
def test_a_since_that_is_no_number_is_refused(web: Web, stage: Cast, since: str) -> None:
    address = f"{web.url.replace('http', 'ws', 1)}/live/{stage.space.tag}/?since={since}"
    with pytest.raises(InvalidStatus) as refused:
        knock(address, person=stage.chen, origin=web.url)
    assert refused.value.response.status_code == 400


def test_two_tabs_are_told_the_same(web: Web, stage: Cast) -> None:
    with Listener(web, stage.space.tag, stage.ada) as one, Listener(web, stage.space.tag, stage.chen) as other:
        for number in range(20):
            factories.remember(stage.space, f"Crate {number} holds tiles.")
        last = ledger.revision_of(stage.space.pk)
        assert one.entries_until(last) == other.entries_until(last)


def test_nothing_of_one_space_is_told_in_another(web: Web, stage: Cast) -> None:
    with Listener(web, stage.elsewhere.tag, stage.dora) as dora:
        factories.remember(stage.space, "Only Atlas knows this.")
        mine = factories.remember(stage.elsewhere, "Dora knows this.")
        told = dora.entries_until(ledger.revision_of(stage.elsewhere.pk))
    assert [entry["subject"]["id"] for entry in told] == [ids.encode(mine.pk)]


@contextmanager
def refused(status: int) -> Iterator[None]:
    with pytest.raises(InvalidStatus) as turned_down:
        yield
    assert turned_down.value.response.status_code == status


def test_a_stranger_is_refused_with_the_words_for_a_space_that_does_not_exist(web: Web, stage: Cast) -> None:
    answers = []
    for tag in (stage.space.tag, "no-such-space", "no%20such%20tag", "%00", "a" * 101):
        with pytest.raises(InvalidStatus) as turned_down:
            web.listen(tag, person=stage.dora)
        answers.append((turned_down.value.response.status_code, turned_down.value.response.body))
    assert answers == [(404, b"Not found.")] * 5


def test_staff_who_are_not_members_are_strangers(web: Web, stage: Cast) -> None:
    with refused(404):
        web.listen(stage.space.tag, person=stage.sia)


def test_nobody_gets_in_without_a_credential_or_with_a_bad_one(web: Web, stage: Cast) -> None:
    with refused(401):
        web.listen(stage.space.tag)
    with refused(401):
        web.listen(stage.space.tag, key="sm_not-a-key")


def test_a_page_of_another_site_cannot_use_a_signed_in_browser(web: Web, stage: Cast) -> None:
    address = f"{web.url.replace('http', 'ws', 1)}/live/{stage.space.tag}/"
    for origin in ("https://evil.example", "null", None):
        with refused(403):
            knock(address, person=stage.ada, origin=origin)


def test_a_program_comes_with_a_key_and_needs_no_origin(web: Web, stage: Cast) -> None:
    key = stage.key("chen", "read")
    with web.listen(stage.space.tag, key=key.secret) as socket:
        assert hello_of(socket) == ledger.revision_of(stage.space.pk)
    key.key.refresh_from_db()
    assert key.key.last_used_at is not None


def test_a_key_reaches_only_the_spaces_it_names(web: Web, stage: Cast) -> None:
    other = spaces.create(actor=Actor.person(stage.ada.pk), tag=f"{stage.space.tag}.2", owner=stage.ada)
    key = accounts.create_key(owner=stage.ada, name="narrow", scope="admin", space_ids=[other.pk])
    with refused(404):
        web.listen(stage.space.tag, key=key.secret)
    web.listen(other.tag, key=key.secret).close()


def test_who_loses_membership_is_shut_out_at_once(web: Web, stage: Cast) -> None:
    with web.listen(stage.space.tag, person=stage.chen) as socket, Listener(web, stage.space.tag, stage.ada) as ada:
        hello_of(socket)
        spaces.remove_member(actor=Actor.person(stage.ada.pk), space=stage.space, user=stage.chen)
        assert close_code_of(socket) == 4403
        assert [entry["verb"] for entry in ada.entries_until(ledger.revision_of(stage.space.pk))] == ["member.removed"]


def test_another_role_leaves_the_socket_open(web: Web, stage: Cast) -> None:
    with web.listen(stage.space.tag, person=stage.chen) as socket:
        hello_of(socket)
        spaces.set_member(actor=Actor.person(stage.ada.pk), space=stage.space, user=stage.chen, role="reviewer")
        spaces.archive(actor=Actor.person(stage.ada.pk), space=stage.space)
        heard: list[str] = []
        while len(heard) < 2:
            heard += [entry["verb"] for entry in frame(socket).get("entries", ())]
    assert heard == ["member.set", "space.archived"]


@pytest.fixture(scope="module")
def brisk_web(hub_environment: dict[str, str]) -> Iterator[Web]:
    """A web process whose heart beats fast."""
    with started(hub_environment | {"MEMORYHUB_HEARTBEAT_SECONDS": "0.3"}) as web:
        yield web


def test_the_server_beats_with_the_number_it_has_told_everything_up_to(brisk_web: Web, stage: Cast) -> None:
    with brisk_web.listen(stage.space.tag, person=stage.chen) as socket:
        assert frame(socket)["heartbeat"] == 0.3
        seq = ledger.revision_of(stage.space.pk)
        assert [frame(socket) for _ in range(3)] == [{"type": "beat", "seq": seq}] * 3


def test_what_a_client_says_changes_nothing(brisk_web: Web, stage: Cast) -> None:
    with brisk_web.listen(stage.space.tag, person=stage.chen) as socket:
        hello_of(socket)
        for said in ('{"type":"beat"}', "not json", "", '{"type":"live.look"}'):
            socket.send(said)
        socket.send(b"\xff\x00")
        assert frame(socket)["type"] == "beat"


def test_at_the_next_beat_a_revoked_key_a_session_that_ended_and_a_person_who_left_are_shut_out(
    brisk_web: Web, stage: Cast
) -> None:
    key = stage.key("ed", "read")
    with (
        brisk_web.listen(stage.space.tag, key=key.secret) as program,
        brisk_web.listen(stage.space.tag, person=stage.chen) as tab,
        brisk_web.listen(stage.space.tag, person=stage.ben) as gone,
    ):
        for socket in (program, tab, gone):
            hello_of(socket)
        accounts.revoke_key(owner=stage.ed, key_id=key.key.pk)
        stage.chen.set_password("another good password")  # ends the sessions of before
        stage.chen.save()
        stage.ben.is_active = False
        stage.ben.save()
        for socket in (program, tab, gone):
            assert close_code_of(socket) == 4403


def test_at_the_next_beat_an_expired_key_is_shut_out(brisk_web: Web, stage: Cast) -> None:
    ends = clock.now() + timedelta(seconds=1)
    key = accounts.create_key(owner=stage.ed, name="brief", scope="read", all_spaces=True, expires_at=ends)
    with brisk_web.listen(stage.space.tag, key=key.secret) as socket:
        hello_of(socket)
        assert close_code_of(socket) == 4403
