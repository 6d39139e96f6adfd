"""Keys and their links: what is one key, what is an alias, and what goes when nobody uses it."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from django.db import transaction

from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations import selectors, services, texts
from memoryhub.associations.models import Key, KeyLink, KeyVector
from memoryhub.core import clock, errors, ids
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB
from tests.threads import begin, together

pytestmark = pytest.mark.django_db
CONCEPT, NAME, PROPER = "concept", "name", "proper_noun"


def link(space: Space, memory: Memory, *pairs: tuple[str, str]) -> list[str]:
    """Give a memory keys; returns the texts of the keys used."""
    keys = texts.prepare(pairs)
    used = services.link(actor=HUB, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))
    return sorted(key.text for key in used.values())


def keys_of(space: Space, memory: Memory) -> list[str]:
    return [key.text for key in selectors.keys_of(space, [memory.pk]).get(memory.pk, [])]


def alike(space: Space) -> None:
    """Let the model take everything for near."""
    EmbeddingModel.objects.update(thresholds={"key_merge": -1.0})


@pytest.fixture
def memory(space: Space) -> Memory:
    """A memory without keys."""
    return factories.remember(space, "Newton saw an apple fall.")


def test_a_key_is_made_once_and_shared(space: Space, memory: Memory) -> None:
    other = factories.remember(space, "Eris threw an apple.")
    link(space, memory, ("Apple", CONCEPT), ("Newton", NAME))
    assert link(space, other, ("apple!", CONCEPT)) == ["Apple"]
    assert Key.objects.filter(space=space).count() == 2
    assert KeyVector.objects.filter(space_id=space.pk).count() == 2
    assert (keys_of(space, memory), keys_of(space, other)) == (["Apple", "Newton"], ["Apple"])


def test_a_key_given_again_writes_nothing(space: Space, memory: Memory) -> None:
    link(space, memory, ("apple", CONCEPT))
    before = ledger.revision_of(space.pk)
    link(space, memory, ("APPLE", CONCEPT))
    assert ledger.revision_of(space.pk) == before
    assert KeyLink.objects.count() == 1


def test_all_links_of_a_call_are_one_entry_about_their_subject(space: Space, memory: Memory) -> None:
    other = factories.remember(space, "Eris threw an apple.")
    keys = texts.prepare([("apple", CONCEPT)])
    document_id = ids.new()
    services.link(actor=HUB, space=space, keys={memory.pk: keys, other.pk: keys}, about=("document", document_id))
    entry = ledger.entries_of(space.pk).get(verb="key.linked")
    assert (entry.subject_kind, entry.subject_id, entry.values) == ("document", document_id, {"links": 2})


def test_the_same_word_in_another_space_is_another_key(cast: Cast) -> None:
    for space in (cast.space, cast.elsewhere):
        link(space, factories.remember(space, "An apple."), ("apple", CONCEPT))
    assert Key.objects.filter(normalised="apple").count() == 2


def test_a_near_concept_becomes_an_alias_by_which_the_key_is_found_again(space: Space, memory: Memory) -> None:
    link(space, memory, ("fruit", CONCEPT))
    alike(space)
    assert link(space, memory, ("produce", CONCEPT)) == ["fruit"]
    EmbeddingModel.objects.update(thresholds={"key_merge": 1.1})
    assert link(space, memory, ("Produce", CONCEPT)) == ["fruit"]
    assert Key.objects.get(space=space).aliases == ["produce"]


def test_names_and_proper_nouns_never_merge_by_nearness(space: Space, memory: Memory) -> None:
    link(space, memory, ("fruit", CONCEPT))
    alike(space)
    assert link(space, memory, ("Newton", NAME), ("Cambridge", PROPER)) == ["Cambridge", "Newton"]


def test_merging_can_be_left_out(space: Space, memory: Memory) -> None:
    link(space, memory, ("fruit", CONCEPT))
    alike(space)
    services.link(
        actor=HUB,
        space=space,
        keys={memory.pk: texts.prepare([("produce", CONCEPT)])},
        about=("memory", memory.root_id),
        merge=False,
    )
    assert keys_of(space, memory) == ["fruit", "produce"]


def test_concepts_of_another_space_are_no_neighbours(cast: Cast) -> None:
    link(cast.elsewhere, factories.remember(cast.elsewhere, "Fruit."), ("fruit", CONCEPT))
    alike(cast.space)
    memory = factories.remember(cast.space, "Produce.")
    assert link(cast.space, memory, ("produce", CONCEPT)) == ["produce"]


def test_a_key_taken_off_goes_when_nobody_else_has_it(space: Space, memory: Memory) -> None:
    other = factories.remember(space, "Eris threw an apple.")
    for each in (memory, other):
        link(space, each, ("apple", CONCEPT))
    key = Key.objects.get(space=space)
    services.unlink(actor=HUB, space=space, memory_id=memory.pk, key_id=key.pk)
    assert Key.objects.filter(pk=key.pk).exists()
    services.unlink(actor=HUB, space=space, memory_id=other.pk, key_id=key.pk)
    assert not Key.objects.filter(pk=key.pk).exists()
    assert not KeyVector.objects.filter(space_id=space.pk).exists()
    assert ledger.entries_of(space.pk).filter(verb="key.unlinked").count() == 2


def test_a_link_that_is_not_there_is_not_found(cast: Cast) -> None:
    memory = factories.remember(cast.elsewhere, "An apple.")
    link(cast.elsewhere, memory, ("apple", CONCEPT))
    key = Key.objects.get()
    for wanted in ({"memory_id": memory.pk, "key_id": key.pk}, {"memory_id": ids.new(), "key_id": ids.new()}):
        with pytest.raises(errors.NotFound):
            services.unlink(actor=HUB, space=cast.space, **wanted)
    assert KeyLink.objects.count() == 1


def test_a_new_version_keeps_its_keys_save_names_it_no_longer_says(space: Space) -> None:
    memory = factories.remember(space, "Tavi loves aubergine in Ghent.")
    link(space, memory, ("Tavi", NAME), ("Ghent", PROPER), ("taste", CONCEPT))
    newer = factories.revise(space, memory, "Tavi loves aubergine.")
    assert sorted(keys_of(space, newer)) == ["Tavi", "taste"]
    assert sorted(keys_of(space, memory)) == ["Ghent", "Tavi", "taste"]


def test_erasing_takes_links_and_the_keys_only_that_memory_had(space: Space, memory: Memory) -> None:
    other = factories.remember(space, "Eris threw an apple.")
    link(space, memory, ("apple", CONCEPT), ("Newton", NAME))
    link(space, other, ("apple", CONCEPT))
    memories.erase(actor=HUB, space=space, memory_id=memory.pk)
    assert list(Key.objects.filter(space=space).values_list("text", flat=True)) == ["apple"]
    assert not KeyLink.objects.filter(memory=memory).exists()


def test_counts_are_of_current_memories_alone(space: Space, memory: Memory) -> None:
    other, forgotten = factories.remember(space, "Eris threw an apple."), factories.remember(space, "An apple rotted.")
    pending = factories.infer(space, "Apples are news.", memory)
    for each in (memory, other, forgotten, pending):
        link(space, each, ("apple", CONCEPT))
    link(space, forgotten, ("rot", CONCEPT))
    memories.forget(actor=HUB, space=space, memory_ids=[forgotten.pk])
    counted = selectors.keys_with_counts(space, now=clock.now())
    assert [(key.text, key.memory_count) for key in counted] == [("apple", 2)]  # type: ignore[attr-defined]  # annotated


def test_a_key_recurs_by_the_documents_behind_current_stated_memories(space: Space) -> None:
    papers = [
        Document.objects.create(space=space, kind="text", custom_id=name, content_hash=name, added_by_kind="hub")
        for name in "abc"
    ]
    rows = [
        factories.remember(space, f"Apple {paper.custom_id}.", sources=(SourceDraft(document_id=paper.pk),))
        for paper in papers
    ]
    told = factories.remember(space, "Apples, by word of mouth.")
    for each in (*rows, told, factories.infer(space, "Apples are everywhere.", *rows)):
        link(space, each, ("apple", CONCEPT))
    key = Key.objects.get(space=space)

    def documents(least: int) -> list[int]:
        found = selectors.recurring(space, [key.pk], now=clock.now(), documents=least)
        return [row.document_count for row in found]  # type: ignore[attr-defined]  # annotated

    assert (documents(3), documents(4)) == ([3], [])
    memories.forget(actor=HUB, space=space, memory_ids=[rows[0].pk])
    assert (documents(2), documents(3)) == ([2], [])


@pytest.mark.parametrize("text", ["", "   ", "“”", "x" * 201])
def test_a_key_says_something_short(text: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        texts.check(text, CONCEPT)
    assert refused.value.field == "keys"


def test_a_key_is_of_a_known_kind() -> None:
    with pytest.raises(errors.InvalidInput, match="concept, name, proper_noun"):
        texts.check("apple", "fruit")


def test_equal_keys_have_one_normal_form() -> None:
    given = ["Straße", "STRASSE", " strasse. ", "«straße»", "\uff53\uff54\uff52\uff41\uff53\uff53\uff45"]
    assert {texts.normalise(text) for text in given} == {"strasse"}


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_meet_the_same_new_keys_in_other_orders_both_finish(cast: Cast) -> None:
    words = [f"word {chr(97 + number)}" for number in range(12)]
    rows = [factories.remember(cast.space, text) for text in ("One.", "Other.")]

    def work(memory: Memory, order: Sequence[str]) -> int:
        return len(link(cast.space, memory, *[(word, PROPER) for word in order]))

    assert together(lambda: work(rows[0], words), lambda: work(rows[1], words[::-1])) == [12, 12]
    assert Key.objects.filter(space=cast.space).count() == 12
    assert KeyLink.objects.filter(space=cast.space).count() == 24


@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_being_given_out_is_not_dropped_as_unused(cast: Cast) -> None:
    one, other = factories.remember(cast.space, "One."), factories.remember(cast.space, "Other.")
    link(cast.space, one, ("apple", PROPER))
    key = Key.objects.get()
    linked, commit = threading.Event(), threading.Event()

    def give() -> None:
        with transaction.atomic():
            link(cast.space, other, ("apple", PROPER))
            linked.set()
            commit.wait(20)

    giving = begin(give)
    assert linked.wait(20)
    taking = begin(lambda: services.unlink(actor=HUB, space=cast.space, memory_id=one.pk, key_id=key.pk))
    commit.set()
    giving.result(20)
    taking.result(20)
    assert [keys_of(cast.space, memory) for memory in (one, other)] == [[], ["apple"]]


@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_dropped_while_it_is_asked_for_is_made_anew(cast: Cast) -> None:
    one, other = factories.remember(cast.space, "One."), factories.remember(cast.space, "Other.")
    link(cast.space, one, ("apple", PROPER))
    key = Key.objects.get()
    dropped, commit = threading.Event(), threading.Event()

    def take() -> None:
        with transaction.atomic():
            services.unlink(actor=HUB, space=cast.space, memory_id=one.pk, key_id=key.pk)
            dropped.set()
            commit.wait(20)

    taking = begin(take)
    assert dropped.wait(20)
    giving = begin(lambda: link(cast.space, other, ("apple", PROPER)))
    commit.set()
    taking.result(20)
    assert giving.result(20) == ["apple"]
    assert Key.objects.get().pk != key.pk
    assert keys_of(cast.space, other) == ["apple"]
