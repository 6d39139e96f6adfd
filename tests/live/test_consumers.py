"""One socket without a server: what it does when its client, its person or the database gives it trouble."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

import pytest
from django.db import OperationalError, connection

from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.models import Sequence
from memoryhub.live import consumers, door, feeds
from memoryhub.live.consumers import Live
from tests import factories
from tests.cast import Cast
from tests.threads import apart

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 10
P = ParamSpec("P")
R = TypeVar("R")


class Client:
    """The other end of a socket, as a server would show it; `deaf` takes nothing in any more."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.deaf = False

    async def take(self, message: dict[str, Any]) -> None:
        if self.deaf:
            await asyncio.Event().wait()
        await self.heard.put(message)

    async def next(self) -> dict[str, Any]:
        """The next message of the socket; a frame is given as what it says."""
        message = await asyncio.wait_for(self.heard.get(), PATIENCE)
        found: dict[str, Any] = json.loads(message["text"]) if message["type"] == "websocket.send" else message
        return found


@asynccontextmanager
async def socket(
    tag: str, secret: str, *, since: int | None = None
) -> AsyncIterator[tuple[Client, asyncio.Task[None]]]:
    """A socket, the handshake done."""
    client = Client()
    query = b"" if since is None else f"since={since}".encode()
    scope = {"type": "websocket", "query_string": query, "extensions": {}, "headers": []}
    live = Live(tag=tag, credential=door.Credential(secret, None))
    await client.said.put({"type": "websocket.connect"})
    serving = asyncio.create_task(live(scope, client.said.get, client.take))
    try:
        yield client, serving
    finally:
        await client.said.put({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait({serving}, timeout=PATIENCE)


async def said(client: Client, kind: str) -> dict[str, Any]:
    """The next frame of a kind."""
    while (found := await client.next())["type"] != kind:
        pass
    return found


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The ORM, beside the event loop."""
    return await asyncio.to_thread(lambda: apart(function, *args, **kwargs))


def no_database(*_: object, **__: object) -> None:
    raise OperationalError("the server is gone")


def set_seq(cast: Cast, seq: int) -> None:
    Sequence.objects.filter(pk=cast.space.pk).update(seq=seq)


def cut_listeners() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        return len(cursor.fetchall())


@pytest.fixture
def secret(cast: Cast) -> str:
    """A key of Chen, who reads."""
    return cast.key("chen", "read").secret


@pytest.fixture
def slow_heart(settings: Any) -> None:
    """No beat disturbs the test."""
    settings.MEMORYHUB_HEARTBEAT_SECONDS = 3600


async def test_a_client_that_takes_nothing_in_is_let_go(
    cast: Cast, secret: str, slow_heart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SEND_SECONDS", 0.1)
    async with socket(cast.space.tag, secret) as (client, serving):
        assert (await client.next())["type"] == "websocket.accept"
        await client.next()
        client.deaf = True
        await in_thread(factories.remember, cast.space, "Nobody listens.")
        await asyncio.wait_for(serving, PATIENCE)
        assert feeds.spaces() == []


async def test_one_person_has_only_so_many_sockets_at_a_time(
    cast: Cast, secret: str, slow_heart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SOCKETS_PER_PERSON", 1)
    async with socket(cast.space.tag, secret) as (first, _):
        assert (await first.next())["type"] == "websocket.accept"
        async with socket(cast.space.tag, secret) as (second, _):
            assert await second.next() == {"type": "websocket.close", "code": 4429}
        ada = (await in_thread(cast.key, "ada", "read")).secret
        async with socket(cast.space.tag, ada) as (other, _):
            assert (await other.next())["type"] == "websocket.accept"
    async with socket(cast.space.tag, secret) as (again, _):
        assert (await again.next())["type"] == "websocket.accept"


async def test_a_server_that_cannot_answer_in_http_closes_with_the_status_in_the_code(cast: Cast) -> None:
    dora = (await in_thread(cast.key, "dora", "admin")).secret
    async with socket(cast.space.tag, dora) as (client, _):
        assert await client.next() == {"type": "websocket.close", "code": 4404}


async def test_without_a_database_the_handshake_is_refused_as_unavailable(
    cast: Cast, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "look", no_database)
    async with socket(cast.space.tag, secret) as (client, _):
        assert await client.next() == {"type": "websocket.close", "code": 4503}


async def test_while_the_database_is_away_there_is_no_beat_and_afterwards_nothing_is_missing(
    cast: Cast, secret: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEMORYHUB_HEARTBEAT_SECONDS = 0.1
    async with socket(cast.space.tag, secret) as (client, serving):
        await client.next()
        await client.next()
        with monkeypatch.context() as outage:
            outage.setattr(door, "look", no_database)
            outage.setattr(ledger, "entries_since", no_database)
            await asyncio.sleep(0.2)
            while not client.heard.empty():
                client.heard.get_nowait()
            await in_thread(factories.remember, cast.space, "Written meanwhile.")
            await asyncio.sleep(0.5)
            assert client.heard.empty()
        assert not serving.done()
        told = await client.next()
        assert [entry["verb"] for entry in told["entries"]] == ["memory.remembered"]


async def test_a_ledger_that_went_back_in_time_is_another_ledger(cast: Cast, secret: str, settings: Any) -> None:
    settings.MEMORYHUB_HEARTBEAT_SECONDS = 0.1
    async with socket(cast.space.tag, secret) as (client, _):
        await client.next()
        seq = (await client.next())["seq"]
        await in_thread(set_seq, cast, 1)
        assert await said(client, "reload")
        assert await said(client, "beat") == {"type": "beat", "seq": 1}
        assert seq > 1


async def test_a_doorbell_connection_that_is_cut_is_made_anew_and_everybody_looks(
    cast: Cast, secret: str, slow_heart: None
) -> None:
    async with socket(cast.space.tag, secret) as (client, _):
        await client.next()
        await client.next()
        await in_thread(factories.remember, cast.space, "Before the cut.")
        assert (await client.next())["type"] == "entries"
        assert await in_thread(cut_listeners) == 1
        await in_thread(factories.remember, cast.space, "After the cut.")
        assert (await client.next())["type"] == "entries"
        await in_thread(factories.remember, cast.space, "Long after the cut.")
        assert (await client.next())["type"] == "entries"
