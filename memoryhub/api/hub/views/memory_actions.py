"""What can be done to a memory beside writing: restored, forgotten, brought back, erased."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.fields import decoded
from memoryhub.api.hub.serializers.memories import (
    CandidateShown,
    Forgetting,
    ForgettingMany,
    ForgottenShown,
    MemoryListed,
    Restoring,
)
from memoryhub.api.hub.views.memories import MemoryEndpoint
from memoryhub.core import ids
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services, sight
from memoryhub.memories.drafts import Forgotten
from memoryhub.retrieval import meaning
from memoryhub.spaces.access import Capability


class Restore(MemoryEndpoint):
    """An older version once more."""

    @operation(
        "Make the text of this version the newest again, as a new version",
        needs=Capability.WRITE,
        body=Restoring,
        answers={200: MemoryListed},
    )
    def post(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """The new version."""
        sight.latest(self.access, memory_id, now=self.now)
        memory = services.restore(actor=self.access.actor, space=self.access.space, memory_id=memory_id, **self.body)
        return Response(self.listed(memory))


class Forget(MemoryEndpoint):
    """No longer served."""

    @operation(
        "Forget a memory: served nowhere from now on; it can be brought back",
        needs=Capability.WRITE,
        body=Forgetting,
        answers={200: MemoryListed},
    )
    def post(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """The memory as it is now."""
        sight.latest(self.access, memory_id, now=self.now)
        services.forget(
            actor=self.access.actor, space=self.access.space, memory_ids=[memory_id], note=self.body["note"]
        )
        return Response(self.listed(sight.latest(self.access, memory_id, now=self.now)))


class Unforget(MemoryEndpoint):
    """Served again."""

    @operation("Bring a forgotten memory back", needs=Capability.WRITE, answers={200: MemoryListed})
    def post(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """The memory as it is now; nothing inferred from it is approved again by that."""
        sight.latest(self.access, memory_id, now=self.now)
        services.unforget(actor=self.access.actor, space=self.access.space, memory_ids=[memory_id])
        return Response(self.listed(sight.latest(self.access, memory_id, now=self.now)))


class Erase(MemoryEndpoint):
    """Gone for good."""

    @operation(
        "Erase the text of all versions for good; this cannot be undone and is the owner's to do",
        needs=Capability.MANAGE,
        answers={200: MemoryListed},
    )
    def post(self, request: Request, tag: str, memory_id: uuid.UUID) -> Response:
        """What is left: a row without text."""
        sight.latest(self.access, memory_id, now=self.now)
        lifecycle.erase_memory(actor=self.access.actor, space=self.access.space, memory_id=memory_id)
        return Response(self.listed(sight.latest(self.access, memory_id, now=self.now)))


class ForgetMany(SpaceEndpoint):
    """Several memories, in one deed."""

    @operation(
        "Forget memories by their ids or by what one says, in one deed, which can be undone as one",
        needs=Capability.WRITE,
        body=ForgettingMany,
        answers={200: ForgottenShown},
    )
    def post(self, request: Request, tag: str) -> Response:
        """What was forgotten, and the ids that are none of this space: reported, whatever they are elsewhere."""
        if "text" in self.body:
            return self._by_text(self.body["text"])
        wires = list(dict.fromkeys(self.body["ids"]))
        known = {wire: memory_id for wire in wires if (memory_id := decoded(wire)) is not None}
        sight.refuse_documents(self.access, known.values(), field="ids")
        done = self._forgotten(list(known.values()))
        unknown = set(done.unknown_ids)
        return Response(_told(done, unknown=[wire for wire in wires if wire not in known or known[wire] in unknown]))

    def _by_text(self, sentence: str) -> Response:
        """By the very words at once; by meaning never."""
        if said := meaning.exactly(self.access.space, sentence):
            return Response(_told(self._forgotten(said)))
        found = meaning.candidates(self.access.space, sentence)
        return Response(
            {"batch": None, "forgotten": [], "unknown": [], "candidates": CandidateShown(found, many=True).data}
        )

    def _forgotten(self, memory_ids: list[uuid.UUID]) -> Forgotten:
        return services.forget(
            actor=self.access.actor, space=self.access.space, memory_ids=memory_ids, note=self.body["note"]
        )


def _told(done: Forgotten, *, unknown: Sequence[str] = ()) -> dict[str, Any]:
    return {
        "batch": ids.encode(done.batch),
        "forgotten": [ids.encode(root) for root in done.root_ids],
        "unknown": list(unknown),
        "candidates": [],
    }
