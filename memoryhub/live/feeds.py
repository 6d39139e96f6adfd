"""What each space's sockets in this process have yet to be told, read from the ledger once for all of them."""

from __future__ import annotations

import asyncio
import uuid
from collections import deque
from typing import Any

from memoryhub.ledger import selectors as ledger
from memoryhub.live import door, frames

# More than this missed, and a page is better made anew. Also how much of a space's ledger is kept in memory.
MOST = 500


class Feed:
    """The newest entries of one space, as frames, and how many sockets want them."""

    def __init__(self, space_id: uuid.UUID) -> None:
        self._space_id = space_id
        self._kept: deque[dict[str, Any]] = deque(maxlen=MOST)
        self._reading = asyncio.Lock()
        self.sockets = 0

    async def between(self, seq: int, upto: int) -> list[dict[str, Any]]:
        """All entries after `seq`, up to at least `upto`, in order; `upto - seq` is at most `MOST`."""
        async with self._reading:
            if self._last() < upto:
                await self._read_on(seq)
            if self._kept and self._kept[0]["seq"] <= seq + 1:
                return [entry for entry in self._kept if entry["seq"] > seq]
        return await self._read(seq)

    def forget(self) -> None:
        """Drop what is kept: the ledger turns out to be another one, as after restoring a backup."""
        self._kept.clear()

    def _last(self) -> int:
        return int(self._kept[-1]["seq"]) if self._kept else 0

    async def _read_on(self, seq: int) -> None:
        if self._last() < seq:
            self._kept.clear()
        self._kept.extend(await self._read(max(self._last(), seq)))

    async def _read(self, seq: int) -> list[dict[str, Any]]:
        rows = await door.in_thread(ledger.entries_since, self._space_id, seq=seq, limit=MOST)
        return [frames.entry(row) for row in rows]


_feeds: dict[uuid.UUID, Feed] = {}


def join(space_id: uuid.UUID) -> Feed:
    """The feed of a space, for one socket more."""
    feed = _feeds.setdefault(space_id, Feed(space_id))
    feed.sockets += 1
    return feed


def leave(space_id: uuid.UUID) -> None:
    """One socket less; the last one takes the feed along."""
    feed = _feeds[space_id]
    feed.sockets -= 1
    if feed.sockets == 0:
        del _feeds[space_id]


def spaces() -> list[uuid.UUID]:
    """The spaces that have sockets here."""
    return list(_feeds)
