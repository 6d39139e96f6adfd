"""Links that die, servers that restart and databases that are killed: afterwards nobody has missed anything."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from django.db import connection
from websockets.exceptions import InvalidStatus

from memoryhub.core import ids, instance
from memoryhub.core.postgres import Cluster, postmaster
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast, assemble
from tests.live.hearing import Listener, close_code_of, frame, frames_until_silence, hello_of
from tests.live.wire import wire_to
from tests.processes import HOST, Web, database_of, knock, started, wait_for

pytestmark = pytest.mark.processes
AWAY = ["memory.remembered"] * 3 + ["memory.revised", "memory.forgotten"]


def write_while_away(space: Space) -> None:
    """Create three, update one, forget one."""
    first, second, _ = (factories.remember(space, f"Written while away, {number}.") for number in range(3))
    factories.revise(space, first, "Written while away, better.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[second.pk])


@pytest.fixture
def own_web(hub_environment: dict[str, str]) -> Iterator[Web]:
    """A web process this test may end; its pings find a dead link in two seconds."""
    with started(hub_environment | {"MEMORYHUB_HEARTBEAT_SECONDS": "0.5"}) as web:
        yield web


def test_after_a_restart_of_the_server_a_tab_gets_what_it_missed(own_web: Web, stage: Cast) -> None:
    """P-LIV-1, second variant."""
    with Listener(own_web, stage.space.tag, stage.chen) as tab:
        factories.remember(stage.space, "Heard before.")
        tab.entries_until(tab.started + 1)
        own_web.stop()
        assert close_code_of(tab.socket) == 1012
    write_while_away(stage.space)
    own_web.start()
    with Listener(own_web, stage.space.tag, stage.chen, since=tab.seq) as back:
        told = back.entries_until(ledger.revision_of(stage.space.pk), begin=tab.seq)
    assert [entry["verb"] for entry in told] == AWAY
    assert [entry["seq"] for entry in told] == list(range(tab.seq + 1, tab.seq + 6))


def test_a_dead_link_falls_silent_and_the_next_one_brings_what_it_lost(own_web: Web, stage: Cast) -> None:
    """P-LIV-1: packets vanish, nothing is closed; a client knows by the beats that no longer come."""
    address = "ws://127.0.0.1:{port}/live/{tag}/?since={since}"
    since = ledger.revision_of(stage.space.pk)
    with wire_to(own_web.port) as wire:
        through_it = address.format(port=wire.port, tag=stage.space.tag, since=since)
        with knock(through_it, person=stage.chen, origin=own_web.url) as socket:
            hello_of(socket)
            assert frame(socket) == {"type": "beat", "seq": since}
            wire.cut()
            write_while_away(stage.space)
            assert {heard["type"] for heard in frames_until_silence(socket, seconds=2)} <= {"beat"}
    with Listener(own_web, stage.space.tag, stage.chen, since=since) as back:
        told = back.entries_until(since + 5, begin=since)
    assert [entry["verb"] for entry in told] == AWAY


def test_asked_twice_for_the_same_numbers_the_server_says_the_same(own_web: Web, stage: Cast) -> None:
    """P-LIV-1, fourth variant: a client that gets an event twice knows it by its number."""
    since = ledger.revision_of(stage.space.pk)
    write_while_away(stage.space)
    told = []
    for _ in range(2):
        with Listener(own_web, stage.space.tag, stage.chen, since=since) as tab:
            told.append(tab.entries_until(since + 5, begin=since))
    assert told[0] == told[1]


def test_a_killed_database_comes_back_and_the_web_process_with_it(committed: None) -> None:
    with Cluster.temporary() as cluster, database_of(cluster) as environment:
        cast = assemble()
        with started(environment | {"MEMORYHUB_HEARTBEAT_SECONDS": "0.5"}) as web:
            with Listener(web, cast.space.tag, cast.chen) as tab:
                factories.remember(cast.space, "Before the crash.")
                told = tab.entries_until(tab.started + 1)
                last = factories.remember(cast.space, "Committed just before the crash.")
                kill(cluster)
                connection.close()
                assert not instance.answers(web.url, HOST)
                with pytest.raises(InvalidStatus) as refused:
                    web.listen(cast.space.tag, key="sm_any")
                assert refused.value.response.status_code == 503
                cluster.start()
                wait_for(lambda: instance.answers(web.url, HOST), seconds=15)
                told += tab.entries_until(tab.started + 2)
                after = factories.remember(cast.space, "After the crash.")
                told += tab.entries_until(tab.started + 3)
            assert [entry["subject"]["id"] for entry in told[1:]] == [ids.encode(row.pk) for row in (last, after)]
            with Listener(web, cast.space.tag, cast.chen, since=0) as again:
                assert again.entries_until(again.started, begin=0)[-1]["seq"] == again.started


def kill(cluster: Cluster) -> None:
    """End the server as a power cut would."""
    main = postmaster.of(cluster.data)
    assert main is not None
    os.kill(main.pid, signal.SIGKILL)
    wait_for(lambda: not cluster.answers())
