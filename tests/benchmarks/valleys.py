"""Spaces of any size for the benchmark of the graph, straight into the tables: documents, facts, versions, keys."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from django.db import transaction

from memoryhub.accounts.models import User
from memoryhub.associations.models import Key, KeyLink
from memoryhub.core import clock, ids
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space

HUB = Actor.hub("benchmark")
DOCUMENT_SHARE, REVISED_SHARE, RELATED_SHARE, LOOSE_SHARE = 0.1, 0.08, 0.5, 0.05
FACTS_OF_A_TOPIC = 45
THINGS = ("tea", "mill", "boat", "ladder", "lamp", "orchard", "ledger", "bridge", "kiln", "harbour", "loom", "quarry")


def make(owner: User, nodes: int, *, seed: int = 1) -> Space:
    """A space with that many nodes: a tenth documents, topics of about 45 facts, some revised, a few unlinked."""
    chance = random.Random(seed)
    space = spaces.create(actor=HUB, tag=f"valley-{nodes}", owner=owner, name=f"Valley of {nodes}")
    papers = [_paper(space, number) for number in range(int(nodes * DOCUMENT_SHARE))]
    revised = int(nodes * REVISED_SHARE)
    first = [_fact(space, number) for number in range(nodes - len(papers) - revised)]
    chains = chance.sample(first, revised)
    for memory in chains:
        memory.is_latest = False
    latest = [_next(space, memory) for memory in chains]
    current = [memory for memory in first if memory.is_latest] + latest
    topics = _topics(current, chance)
    with transaction.atomic():
        Document.objects.bulk_create(papers, batch_size=500)
        Memory.objects.bulk_create(first, batch_size=500)
        Memory.objects.bulk_create(latest, batch_size=500)
        MemorySource.objects.bulk_create(_sources(space, topics, papers, chance), batch_size=500)
        Relation.objects.bulk_create(_relations(space, topics, chance), batch_size=500)
        _link_keys(space, topics, chance)
    return space


def _paper(space: Space, number: int) -> Document:
    text = f"Notes, sheet {number}."
    hashed = hashlib.sha256(text.encode()).hexdigest()
    return Document(
        space=space, kind="text", title=f"Sheet {number}", content=text, content_hash=hashed, added_by_kind="hub",
        status="done",
    )  # fmt: skip


def _fact(space: Space, number: int) -> Memory:
    text = f"The {THINGS[number % len(THINGS)]} number {number} was looked after in the year {1500 + number}."
    own = ids.new()
    return Memory(id=own, root_id=own, source_count=1, **_said(space, text))


def _next(space: Space, memory: Memory) -> Memory:
    text = memory.text.replace("looked after", "mended")
    return Memory(
        id=ids.new(), root_id=memory.root_id, parent_id=memory.pk, version=2, source_count=1, **_said(space, text)
    )


def _said(space: Space, text: str) -> dict[str, object]:
    hashed = hashlib.sha256(text.encode()).hexdigest()
    return {
        "space": space, "text": text, "text_hash": hashed, "language": "en", "written_by_kind": "hub",
        "written_by_id": "benchmark", "created_at": clock.now(),
    }  # fmt: skip


def _topics(current: Sequence[Memory], chance: random.Random) -> list[list[Memory]]:
    linked = list(current[: int(len(current) * (1 - LOOSE_SHARE))])
    chance.shuffle(linked)
    return [linked[at : at + FACTS_OF_A_TOPIC] for at in range(0, len(linked), FACTS_OF_A_TOPIC)]


def _sources(
    space: Space, topics: Sequence[Sequence[Memory]], papers: Sequence[Document], chance: random.Random
) -> list[MemorySource]:
    rows = []
    for number, topic in enumerate(topics):
        shelf = papers[number % len(papers) :: len(topics)] or papers[:1]
        for memory in topic:
            rows.append(MemorySource(space=space, memory=memory, document=chance.choice(shelf)))
    return rows


def _relations(space: Space, topics: Sequence[Sequence[Memory]], chance: random.Random) -> list[Relation]:
    rows = []
    for number, topic in enumerate(topics):
        near = topics[(number + 1) % len(topics)]
        for newer, older in zip(topic[1:], topic, strict=False):
            if chance.random() < RELATED_SHARE:
                kind = chance.choice(("extends", "derives"))
                rows.append(Relation(space=space, newer=newer, older=older, kind=kind))
        rows.append(Relation(space=space, newer=topic[0], older=near[-1], kind="extends"))
    return rows


def _link_keys(space: Space, topics: Sequence[Sequence[Memory]], chance: random.Random) -> None:
    keys, links = [], []
    for number, topic in enumerate(topics):
        words = [f"{thing} {number}" for thing in THINGS]
        own = [Key(space=space, text=word, normalised=word, forms=[word], kind="concept") for word in words]
        keys += own
        for memory in topic:
            links += [KeyLink(space=space, key=key, memory=memory) for key in chance.sample(own, 2)]
    Key.objects.bulk_create(keys, batch_size=500)
    KeyLink.objects.bulk_create(links, batch_size=500)
