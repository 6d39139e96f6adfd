"""The socket of one tab or program: what happened in its space since it last heard, in order, and a beat."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections import Counter
from typing import Any

from channels.consumer import AsyncConsumer
from channels.exceptions import ChannelFull, StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError

from memoryhub.core import errors
from memoryhub.live import bridge, door, feeds, frames
from memoryhub.spaces import services as spaces

SEND_SECONDS = 10
SOCKETS_PER_PERSON = 100
SHUT = 4403
# Entries after which somebody may have to leave.
AT_THE_DOOR = {spaces.MEMBER_SET, spaces.MEMBER_REMOVED, spaces.ARCHIVED}
Message = dict[str, Any]
_sockets_of: Counter[uuid.UUID] = Counter()


class Live(AsyncWebsocketConsumer):
    """`/live/<tag>/?since=<seq>`: the frames of `live.frames`, from `since` on, or without it from now on."""

    feed: feeds.Feed

    def __init__(self, *, tag: str, credential: door.Credential) -> None:
        super().__init__()
        self.tag = tag
        self.credential = credential
        self.seq = 0
        self.admission: door.Admission | None = None
        self._beating: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket until either side ends it; one whose client takes nothing in is let go."""

        async def send_in_time(message: Any) -> None:
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await send(message)
            except TimeoutError:
                raise StopConsumer from None

        try:
            await super().__call__(scope, receive, send_in_time)
        finally:
            await self._leave()

    async def connect(self) -> None:
        """Open the socket, say where the ledger stands, and tell what was missed; or refuse as a page would."""
        try:
            since = door.since_of(self.scope["query_string"])
            await self._join(await door.in_thread(door.look, self.credential, self.tag, arriving=True))
            # Asked once more, now that rings are heard: nothing falls between.
            admission = await door.in_thread(door.look, self.credential, self.tag)
        except errors.HubError as error:
            await self._refuse(error)
        except DatabaseError:
            await self._refuse(errors.Unavailable("The database does not answer; try again shortly."))
        else:
            await self.accept()
            await self.send(frames.hello(admission.seq, settings.MEMORYHUB_HEARTBEAT_SECONDS))
            self.seq = admission.seq if since is None else min(since, admission.seq)
            await self._tell(admission.seq)
            self._beating = asyncio.create_task(self._beat())

    async def live_rang(self, message: Message) -> None:
        """The bell rang for `seq`."""
        await self._tell(message["seq"])

    async def live_look(self, message: Message) -> None:
        """Ask at the door again, tell what was missed, and send a beat where one is due."""
        seq = await self._ask()
        if seq is None:
            return
        if seq < self.seq:  # another ledger, as after restoring a backup
            self.feed.forget()
            await self._start_over(seq)
        await self._tell(seq)
        if message.get("beat"):
            await self.send(frames.beat(self.seq))

    async def _tell(self, upto: int) -> None:
        if upto - self.seq > feeds.MOST:
            await self._start_over(upto)
        if upto <= self.seq:
            return
        try:
            entries = await self.feed.between(self.seq, upto)
        except DatabaseError:
            return  # the next beat, or the bridge when the database is back, has us look again
        if any(entry["verb"] in AT_THE_DOOR for entry in entries) and await self._ask() is None:
            return
        await self.send(frames.entries(entries))
        self.seq = entries[-1]["seq"]

    async def _start_over(self, seq: int) -> None:
        if await self._ask() is not None:
            self.seq = seq
            await self.send(frames.reload())

    async def _ask(self) -> int | None:
        """The space's revision, or None where the database does not answer. Ends the socket where the door is shut."""
        try:
            found = await door.in_thread(door.look, self.credential, self.tag)
        except DatabaseError:
            return None
        except errors.HubError:
            found = None
        if found is None or self.admission is None or found.space_id != self.admission.space_id:
            await self.close(code=SHUT)
            raise StopConsumer
        return found.seq

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(settings.MEMORYHUB_HEARTBEAT_SECONDS)
            bridge.start()
            # Anew, since the layer drops who joined a day ago.
            await self._hear()
            with contextlib.suppress(ChannelFull):  # then there is enough to look at
                await self.channel_layer.send(self.channel_name, {"type": bridge.LOOK, "beat": True})

    async def _join(self, admission: door.Admission) -> None:
        if _sockets_of[admission.user_id] >= SOCKETS_PER_PERSON:
            raise errors.TooManyRequests(f"One person has at most {SOCKETS_PER_PERSON} sockets.", retry_after=60)
        self.admission = admission
        _sockets_of[admission.user_id] += 1
        self.feed = feeds.join(admission.space_id)
        await self._hear()
        bridge.start()

    async def _hear(self) -> None:
        if self.admission is not None:
            await self.channel_layer.group_add(bridge.group_of(self.admission.space_id), self.channel_name)

    async def _leave(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
        if self.admission is None:
            return
        _sockets_of[self.admission.user_id] -= 1
        feeds.leave(self.admission.space_id)
        await self.channel_layer.group_discard(bridge.group_of(self.admission.space_id), self.channel_name)

    async def _refuse(self, error: errors.HubError) -> None:
        """Turn the handshake down with the error's own status where the server can say it, else by a close code."""
        if "websocket.http.response" not in (self.scope["extensions"] or {}):
            await self.close(code=4000 + error.status)
            return
        head = {"status": error.status, "headers": [(b"content-type", b"text/plain; charset=utf-8")]}
        for message in (
            {"type": "websocket.http.response.start", **head},
            {"type": "websocket.http.response.body", "body": error.message.encode()},
        ):
            await AsyncConsumer.send(self, message)
