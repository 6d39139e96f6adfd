"""Short ways to rows, always through the services."""

from __future__ import annotations

import uuid
from typing import Any

from memoryhub.associations import services as associations
from memoryhub.associations import texts as key_texts
from memoryhub.associations.models import Key
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.memories import texts
from memoryhub.memories.drafts import Draft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

HUB = Actor.hub("test")


def draft(text: str, **values: Any) -> Draft:
    """A draft with its text made ready."""
    return Draft(texts.prepare([text])[0], **values)


def remember(space: Space, text: str, *, actor: Actor = HUB, **values: Any) -> Memory:
    """A memory, new or known."""
    memory: Memory = memories.remember(actor=actor, space=space, draft=draft(text, **values)).memory
    return memory


def infer(space: Space, text: str, *sources: Memory, actor: Actor = HUB, **values: Any) -> Memory:
    """A pending inference from `sources`."""
    ids_: tuple[uuid.UUID, ...] = tuple(source.pk for source in sources)
    return remember(space, text, actor=actor, is_inference=True, derives_from=ids_, rule="test", **values)


def revise(space: Space, memory: Memory, text: str, *, actor: Actor = HUB, **values: Any) -> Memory:
    """The next version."""
    return memories.revise(actor=actor, space=space, memory_id=memory.pk, draft=draft(text), **values)


def key(space: Space, text: str, *memories_: Memory, kind: str = "proper_noun") -> Key:
    """A key that these versions have."""
    for memory in memories_:
        keys = key_texts.prepare([(text, kind)])
        associations.link(actor=HUB, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))
    return Key.objects.get(space=space, text=text)
