"""Undo: the inverse of a recorded deed, itself recorded, refused where something has happened since."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError, transaction

from memoryhub.associations import services as associations
from memoryhub.associations import texts as key_texts
from memoryhub.core import errors, ids
from memoryhub.ledger import selectors, undo, verbs
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.memories import selectors as memories_selectors
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.threads import together

pytestmark = pytest.mark.django_db


def last(space: Space, verb: str) -> Entry:
    """The newest entry of a verb."""
    entry = selectors.entries_of(space.pk).filter(verb=verb).order_by("-seq").first()
    assert entry is not None
    return entry


def take_back(space: Space, entry: Entry, actor: Actor = factories.HUB) -> Entry:
    return undo.undo(actor=actor, space_id=space.pk, entry_id=entry.pk)


def test_an_undo_is_an_entry_that_names_what_it_undoes(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "Undo me.")
    entry = take_back(space, last(space, "memory.remembered"), ada)
    assert (entry.verb, entry.undoes, entry.actor_id) == ("ledger.undone", last(space, "memory.remembered").pk, ada.id)
    assert entry.values == {"verb": "memory.remembered"}
    assert entry.subject_id == memory.root_id
    assert selectors.undone_ids(space.pk, [last(space, "memory.remembered").pk]) == {entry.undoes}


def test_what_was_remembered_is_forgotten(space: Space, ada: Actor) -> None:
    memory = factories.remember(space, "Undo me.")
    take_back(space, last(space, "memory.remembered"))
    memory.refresh_from_db()
    assert memory.forgotten_at is not None


def test_a_revision_is_followed_by_a_version_with_the_text_before(space: Space) -> None:
    memory = factories.remember(space, "The gate is green.")
    factories.revise(space, memory, "The gate is blue.")
    take_back(space, last(space, "memory.revised"))
    texts = [row.text for row in memories_selectors.history_of(space, memory.pk)]
    assert texts == ["The gate is green.", "The gate is blue.", "The gate is green."]


def test_forgetting_a_batch_is_undone_as_a_batch_and_nothing_else_wakes(space: Space) -> None:
    rows = [factories.remember(space, f"Fact {number}.") for number in range(4)]
    memories.forget(actor=factories.HUB, space=space, memory_ids=[rows[3].pk])
    memories.forget(actor=factories.HUB, space=space, memory_ids=[row.pk for row in rows[:3]])
    batch = selectors.entries_of(space.pk).filter(verb="memory.forgotten").order_by("seq")[1:]
    take_back(space, batch[1])
    asleep = [row.forgotten_at is not None for row in Memory.objects.filter(space=space).order_by("pk")]
    assert asleep == [False, False, False, True]
    assert selectors.undone_ids(space.pk, [entry.pk for entry in batch]) == {entry.pk for entry in batch}


def test_bringing_back_is_undone_by_forgetting(space: Space) -> None:
    memory = factories.remember(space, "To and fro.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[memory.pk])
    memories.unforget(actor=factories.HUB, space=space, memory_ids=[memory.pk])
    take_back(space, last(space, "memory.unforgotten"))
    memory.refresh_from_db()
    assert memory.forget_reason == "undone"


def test_a_relation_is_cut_and_a_cut_is_mended(space: Space) -> None:
    newer, older = factories.remember(space, "Newer."), factories.remember(space, "Older.")
    relation = memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")
    take_back(space, last(space, "relation.added"))
    relation.refresh_from_db()
    assert relation.severed_at is not None
    relation = memories.relate(actor=factories.HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind="extends")
    memories.sever(actor=factories.HUB, space=space, relation_id=relation.pk)
    take_back(space, last(space, "relation.severed"))
    relation.refresh_from_db()
    assert relation.severed_at is None


def test_a_deed_after_which_something_happened_to_its_subject_stays(space: Space) -> None:
    memory = factories.remember(space, "The gate is green.")
    factories.revise(space, memory, "The gate is blue.")
    with pytest.raises(errors.Conflict) as refused:
        take_back(space, last(space, "memory.remembered"))
    later = last(space, "memory.revised")
    assert (refused.value.code, refused.value.details) == ("moved_on", {"seq": later.seq, "verb": "memory.revised"})
    assert selectors.revision_of(space.pk) == later.seq


def test_a_later_deed_on_another_memory_is_in_nobodys_way(space: Space) -> None:
    factories.remember(space, "First.")
    entry = last(space, "memory.remembered")
    factories.remember(space, "Second.")
    assert take_back(space, entry).undoes == entry.pk


def test_housekeeping_such_as_giving_keys_is_in_nobodys_way(space: Space) -> None:
    memory = factories.remember(space, "Newton saw an apple.")
    keys = key_texts.prepare([("apple", "concept")])
    associations.link(actor=factories.HUB, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))
    assert last(space, "key.linked").subject_id == memory.root_id
    assert take_back(space, last(space, "memory.remembered")).verb == "ledger.undone"


def test_nothing_is_undone_twice(space: Space) -> None:
    factories.remember(space, "Once.")
    entry = last(space, "memory.remembered")
    take_back(space, entry)
    with pytest.raises(errors.Conflict) as refused:
        take_back(space, entry)
    assert refused.value.code == "already_undone"


def test_an_undo_and_what_has_no_inverse_cannot_be_undone(space: Space) -> None:
    memory = factories.remember(space, "Gone for good.")
    memories.erase(actor=factories.HUB, space=space, memory_id=memory.pk)
    factories.remember(space, "Undone.")
    take_back(space, last(space, "memory.remembered"))
    for verb in ("memory.erased", "ledger.undone", "space.created"):
        with pytest.raises(errors.Conflict) as refused:
            take_back(space, last(space, verb))
        assert refused.value.code == "no_inverse"
        assert not undo.can_undo(last(space, verb))


def test_the_ledger_of_another_space_is_unknown(cast: Cast) -> None:
    factories.remember(cast.space, "Mine.")
    entry = last(cast.space, "memory.remembered")
    with pytest.raises(errors.NotFound):
        take_back(cast.elsewhere, entry)
    with pytest.raises(errors.NotFound):
        undo.undo(actor=factories.HUB, space_id=cast.space.pk, entry_id=ids.new())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verb", ["memory.remembered", "memory.revised", "memory.forgotten", "relation.added"])
def test_of_two_people_who_press_undo_at_once_one_succeeds_and_one_is_told(cast: Cast, verb: str) -> None:
    space = cast.space
    memory, other = factories.remember(space, "The gate is green."), factories.remember(space, "The wall is white.")
    if verb == "memory.revised":
        factories.revise(space, memory, "The gate is blue.")
    if verb == "memory.forgotten":
        memories.forget(actor=factories.HUB, space=space, memory_ids=[memory.pk, other.pk])
    if verb == "relation.added":
        memories.relate(actor=factories.HUB, space=space, newer_id=memory.pk, older_id=other.pk, kind="extends")
    entry = last(space, verb)
    before = Entry.objects.filter(space_id=space.pk, verb="ledger.undone").count()
    outcomes = together(*[lambda: take_back(space, entry)] * 4)
    told = [outcome.code for outcome in outcomes if isinstance(outcome, errors.Conflict)]
    assert sorted(told) == ["already_undone"] * 3
    assert len([outcome for outcome in outcomes if isinstance(outcome, Entry)]) == 1
    batch = 2 if verb == "memory.forgotten" else 1
    assert Entry.objects.filter(space_id=space.pk, verb="ledger.undone").count() == before + batch


def test_the_database_itself_keeps_an_entry_from_being_undone_twice(space: Space) -> None:
    factories.remember(space, "Once.")
    done = take_back(space, last(space, "memory.remembered"))
    done.pk, done.seq = ids.new(), done.seq + 1
    with pytest.raises(IntegrityError, match="entry_undone_once"), transaction.atomic():
        done.save(force_insert=True)


def test_every_inverse_is_called_with_the_right_somebody_may_have() -> None:
    needs = {name: verbs.get(name).needs for name in verbs.names() if verbs.get(name).inverse is not None}
    of_reviewers = {"review.approved", "review.rejected", "relation.confirmed"}
    assert {needs[name] for name in of_reviewers} == {"review"}
    assert {right for name, right in needs.items() if name not in of_reviewers} == {"write"}


def test_an_unknown_verb_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        verbs.get("memory.dreamt")
    with pytest.raises(ValueError, match="registered already"):
        verbs.register("memory.remembered", "again")


def test_subjects_are_chains_so_that_any_later_version_counts(space: Space) -> None:
    memory = factories.remember(space, "One.")
    newer = factories.revise(space, memory, "Two.")
    assert newer.pk != memory.pk
    subjects: set[uuid.UUID] = {last(space, "memory.revised").subject_id, last(space, "memory.remembered").subject_id}
    assert subjects == {memory.root_id}
