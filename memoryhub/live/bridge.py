"""The one connection on which this process hears the ledger's doorbell; it passes each ring to the space's sockets.

PostgreSQL delivers rings in the order of commits, and only to who listens at that moment. So a ring says no more than
"look": sockets read the ledger from where they are. After a lost connection all of them are told to look.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from typing import Any

import psycopg
from channels import DEFAULT_CHANNEL_LAYER
from channels.layers import channel_layers
from django.db import connection
from psycopg import sql

from memoryhub.ledger.unit import CHANNEL
from memoryhub.live import feeds

FIRST_DELAY, LONGEST_DELAY = 0.2, 5.0
# A connection over a network may die unseen; these are libpq's names, in seconds.
WATCHFUL: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
# What Django adds to its own connections beside libpq's parameters.
NOT_LIBPQ = ("context", "cursor_factory", "prepare_threshold")
RANG, LOOK = "live.rang", "live.look"
log = logging.getLogger(__name__)
_task: asyncio.Task[None] | None = None


def group_of(space_id: uuid.UUID) -> str:
    """The name of a space's group in the channel layer: its id, since a tag may hold what group names may not."""
    return space_id.hex


def start() -> None:
    """Listen from now on, in the running event loop; when that is so already, nothing changes."""
    global _task
    loop = asyncio.get_running_loop()
    if _task is None or _task.done() or _task.get_loop() is not loop:
        _task = loop.create_task(_listen_for_ever(), name="ledger doorbell")


async def _listen_for_ever() -> None:
    delay = FIRST_DELAY
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(_conninfo(), autocommit=True, **WATCHFUL) as listening:
                await listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                delay = FIRST_DELAY
                await _tell_all()
                async for ring in listening.notifies():
                    await _pass_on(ring.payload)
        except psycopg.OperationalError as error:
            log.warning("Live updates wait for the database: %s", error)
        await asyncio.sleep(delay)
        delay = min(LONGEST_DELAY, 2 * delay)


async def _pass_on(payload: str) -> None:
    space_id, _, seq = payload.partition(":")
    await _send(uuid.UUID(space_id), {"type": RANG, "seq": int(seq)})


async def _tell_all() -> None:
    """Whatever was committed while nobody listened is in the ledger."""
    for space_id in feeds.spaces():
        await _send(space_id, {"type": LOOK})


async def _send(space_id: uuid.UUID, message: dict[str, Any]) -> None:
    await channel_layers[DEFAULT_CHANNEL_LAYER].group_send(group_of(space_id), message)


def _conninfo() -> str:
    given = connection.get_connection_params()
    return psycopg.conninfo.make_conninfo(**{name: given[name] for name in given if name not in NOT_LIBPQ})
