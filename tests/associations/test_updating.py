"""A map brought up to date is the map that would be read whole, whatever was done meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import pytest

from memoryhub.associations import atlas, changed, curating, reading, services, texts, updating
from memoryhub.associations.graph.inputs import GraphInput
from memoryhub.associations.models import Key
from memoryhub.core import clock, errors, packed
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, Relation
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

MOST = 1_000
WORDS = ("tea", "desk", "lamp", "vault", "Busan", "Seoul", "zebra", "river")


@dataclass
class Town:
    """A space in which anything may happen, always the same for one seed."""

    space: Space
    actor: Actor
    dice: random.Random
    said: int = 0

    def memory(self) -> Memory:
        return self.dice.choice(list(Memory.objects.filter(space=self.space).order_by("pk")))

    def document(self) -> Document:
        return self.dice.choice(list(Document.objects.filter(space=self.space).order_by("pk")))

    def key(self) -> Key:
        return self.dice.choice(list(Key.objects.filter(space=self.space, taken_over_by=None).order_by("pk")))

    def text(self) -> str:
        self.said += 1
        return f"Fact number {self.said} stands beside the {self.dice.choice(WORDS)}."

    def remember(self) -> None:
        sources: tuple[SourceDraft, ...] = ()
        if self.dice.random() < 0.5:
            sources = (SourceDraft(document_id=self.document().pk, start=0, end=4, quote="Fact"),)
        ends = clock.now() + timedelta(days=self.dice.randint(1, 12)) if self.dice.random() < 0.3 else None
        factories.remember(self.space, self.text(), sources=sources, forget_after=ends)

    def infer(self) -> None:
        factories.infer(self.space, self.text(), self.memory(), self.memory())

    def revise(self) -> None:
        factories.revise(self.space, self.memory(), self.text())

    def change(self) -> None:
        memories.change(actor=self.actor, space=self.space, memory_id=self.memory().pk, is_static=True)

    def forget(self) -> None:
        memories.forget(actor=self.actor, space=self.space, memory_ids=[self.memory().pk, self.memory().pk])

    def unforget(self) -> None:
        memories.unforget(actor=self.actor, space=self.space, memory_ids=[self.memory().pk])

    def relate(self) -> None:
        kind = self.dice.choice(["extends", "derives"])
        newer, older = self.memory().pk, self.memory().pk
        memories.relate(actor=self.actor, space=self.space, newer_id=newer, older_id=older, kind=kind)

    def sever(self) -> None:
        row = self.dice.choice(list(Relation.objects.filter(space=self.space).order_by("pk")))
        memories.sever(actor=self.actor, space=self.space, relation_id=row.pk)

    def supersede(self) -> None:
        newer, older = self.memory().pk, self.memory().pk
        memories.supersede(actor=self.actor, space=self.space, newer_id=newer, older_id=older)

    def approve(self) -> None:
        text = self.text() if self.dice.random() < 0.5 else None
        review.approve_memory(actor=self.actor, space=self.space, memory_id=self.memory().pk, text=text)

    def reject(self) -> None:
        review.decline_memory(actor=self.actor, space=self.space, memory_id=self.memory().pk, reason="wrong")

    def submit(self) -> None:
        ingest.submit(actor=self.actor, space=self.space, content=self.text())

    def delete_document(self) -> None:
        lifecycle.delete_documents(actor=self.actor, space=self.space, document_ids=[self.document().pk])

    def give_key(self) -> None:
        prepared = texts.prepare([(word, "name") for word in self.dice.sample(WORDS, 2)])
        memory = self.memory()
        about = ("memory", memory.root_id)
        services.link(actor=self.actor, space=self.space, keys={memory.pk: prepared}, about=about)

    def take_key(self) -> None:
        key = self.key()
        link = self.dice.choice(list(key.links.order_by("pk")))
        services.unlink(actor=self.actor, space=self.space, memory_id=link.memory_id, key_id=key.pk)

    def rename_key(self) -> None:
        self.said += 1
        text = f"{self.dice.choice('abxyz')} {self.said}"
        curating.change(actor=self.actor, space=self.space, key_id=self.key().pk, text=text)

    def merge_keys(self) -> None:
        curating.merge(actor=self.actor, space=self.space, key_id=self.key().pk, into_id=self.key().pk)

    def split_key(self) -> None:
        key = self.key()
        link = self.dice.choice(list(key.links.order_by("pk")))
        self.said += 1
        curating.split(
            actor=self.actor, space=self.space, key_id=key.pk, text=f"part {self.said}", memory_ids=[link.memory_id]
        )

    def take_back(self) -> None:
        entry = self.dice.choice(list(ledger.entries_of(self.space.pk).order_by("-seq")[:12]))
        undo.undo(actor=self.actor, space_id=self.space.pk, entry_id=entry.pk)

    def erase(self) -> None:
        lifecycle.erase_memory(actor=self.actor, space=self.space, memory_id=self.memory().pk)

    def deeds(self) -> Sequence[Callable[[], None]]:
        return (
            self.remember, self.remember, self.infer, self.revise, self.change, self.forget, self.unforget, self.relate,
            self.sever, self.supersede, self.approve, self.reject, self.submit, self.delete_document, self.give_key,
            self.give_key, self.take_key, self.rename_key, self.merge_keys, self.split_key, self.take_back,
        )  # fmt: skip

    def do(self, deed: Callable[[], None]) -> bool:
        """Whether it could be done."""
        with suppress(errors.HubError, IndexError):
            deed()
            return True
        return False


@pytest.fixture
def town(space: Space, ada: Actor) -> Town:
    found = Town(space, ada, random.Random(1))
    for _ in range(3):
        found.submit()
    for _ in range(12):
        found.remember()
        found.give_key()
    return found


def edges_of(graph: GraphInput) -> list[tuple[int, ...]]:
    return sorted((*ends, kind) for ends, kind in zip(graph.edges.tolist(), graph.edge_kinds.tolist(), strict=True))


def assert_same(one: reading.Reading, other: reading.Reading) -> None:
    for name in updating.COLUMNS:
        assert getattr(one.graph, name).tolist() == getattr(other.graph, name).tolist(), name
    assert edges_of(one.graph) == edges_of(other.graph)
    assert one.is_hidden.tolist() == other.is_hidden.tolist()
    assert (one.counts, one.most, one.now, one.keys.forms) == (other.counts, other.most, other.now, other.keys.forms)
    assert packed.unpack(one.keys.ids) == packed.unpack(other.keys.ids)
    for mine, theirs in ((one.keys.terms, other.keys.terms), (one.graph.keys, other.graph.keys)):
        assert mine.texts == theirs.texts
        for name in ("node", "key", "weight"):
            assert getattr(mine, name).tolist() == getattr(theirs, name).tolist(), name


def revision(space: Space) -> int:
    return ledger.revision_of(space.pk)


@pytest.mark.parametrize("seed", range(4))
def test_after_any_deeds_a_reading_brought_up_to_date_equals_one_read_whole(town: Town, seed: int) -> None:
    town.dice.seed(seed)
    now, done = clock.now(), set()
    former, at = reading.read(town.space, now, most=MOST), revision(town.space)
    for _ in range(30):
        now += timedelta(hours=town.dice.choice([0, 1, 30]))
        with clock.frozen(now):
            for deed in town.dice.sample(town.deeds(), 3):
                if town.do(deed):
                    done.add(deed.__name__)
            upto = revision(town.space)
            found = updating.updated(town.space, former, after=at, upto=upto, now=now)
            assert found is not None
            assert_same(found, reading.read(town.space, now, most=MOST))
            former, at = found, upto
    assert len(done) >= 11


def looks(space: Space, now: datetime) -> list[atlas.Atlas]:
    return [atlas.atlas_of(space, now=now, with_review=each) for each in (True, False)]


def test_both_sights_have_the_map_that_is_read_whole(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    looks(town.space, clock.now())
    for number in range(20):
        with monkeypatch.context() as patch:
            patch.setattr(reading, "read", None)  # nothing is read whole here
            for deed in town.dice.sample(town.deeds(), 2):
                town.do(deed)
            now = clock.now()
            found = looks(town.space, now)
        for kept in (atlas._kept, atlas._wholes):
            kept.clear()
        for one, other in zip(found, looks(town.space, now), strict=True):
            assert (one.version, one.total, one.revision) == (other.version, other.total, other.revision), number
            assert packed.unpack(one.graph.ids) == packed.unpack(other.graph.ids)
            for name in ("x", "y", "cluster", "part"):
                assert np.array_equal(getattr(one.levels, name), getattr(other.levels, name)), name
            assert one.levels.clusters == other.levels.clusters
            assert (one.levels.bridges, one.levels.parts) == (other.levels.bridges, other.levels.parts)


def test_what_ends_leaves_the_map_without_any_deed(town: Town) -> None:
    memory = factories.remember(town.space, "The sale goes on.", forget_after=clock.now() + timedelta(hours=1))
    former, at = reading.read(town.space, clock.now(), most=MOST), revision(town.space)
    later = clock.now() + timedelta(hours=2)
    found = updating.updated(town.space, former, after=at, upto=at, now=later)
    assert found is not None
    assert memory.pk in packed.unpack(former.graph.ids)
    assert memory.pk not in packed.unpack(found.graph.ids)


def test_without_any_news_the_map_stays_the_same_one(town: Town) -> None:
    former, at = reading.read(town.space, clock.now(), most=MOST), revision(town.space)
    found = updating.updated(town.space, former, after=at, upto=at, now=clock.now())
    assert found is not None
    assert found.graph is former.graph


def test_after_erasing_too_much_or_a_step_back_everything_is_read(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    former, at = reading.read(town.space, now, most=MOST), revision(town.space)

    def brought(*, at_once: int = changed.MOST_ENTRIES, then: datetime = now, upto: int | None = None) -> bool:
        monkeypatch.setattr(changed, "MOST_ENTRIES", at_once)
        last = revision(town.space) if upto is None else upto
        return updating.updated(town.space, former, after=at, upto=last, now=then) is not None

    town.remember()
    assert brought()
    assert not brought(at_once=0)
    assert not brought(then=now - timedelta(seconds=1))
    assert not brought(upto=at - 1)
    assert not brought(upto=revision(town.space) + 1)  # entries are missing: it is another ledger
    monkeypatch.setattr(changed, "MOST_CHAINS", 0)
    assert not brought()
    monkeypatch.undo()
    town.erase()
    assert not brought()


def test_past_the_cap_everything_is_read(town: Town) -> None:
    former, at = reading.read(town.space, clock.now(), most=15), revision(town.space)
    town.remember()
    assert updating.updated(town.space, former, after=at, upto=revision(town.space), now=clock.now()) is None


def test_nothing_of_another_space_comes_in(town: Town, cast: Cast) -> None:
    secret = factories.remember(cast.elsewhere, "Dora's secret.")
    former, at = reading.read(town.space, clock.now(), most=MOST), revision(town.space)
    town.remember()
    news = changed.since(town.space, former, after=at, upto=revision(town.space), now=clock.now())
    assert news is not None
    forged = changed.Changed(news.roots | {secret.root_id}, news.versions, news.named | {secret.pk})
    found = updating._with(town.space, former, forged, clock.now())
    assert secret.pk not in packed.unpack(found.graph.ids)
