"""Relations between chains, and one chain taken into another."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memoryhub.associations import services as associations
from memoryhub.associations import texts as key_texts
from memoryhub.associations.models import KeyLink
from memoryhub.core import clock, errors, ids
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.memories import selectors, services
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, Relation
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB
from tests.threads import together

pytestmark = pytest.mark.django_db


def relate(space: Space, newer: Memory, older: Memory, kind: str = "extends") -> Relation:
    return services.relate(actor=HUB, space=space, newer_id=newer.pk, older_id=older.pk, kind=kind)


def texts(space: Space) -> set[str]:
    return set(selectors.current_memories_of(space, now=clock.now()).values_list("text", flat=True))


def others_of(space: Space, memory: Memory) -> list[tuple[str, bool]]:
    return [(edge.other.text, edge.outward) for edge in selectors.relations_of(space, memory.pk, now=clock.now())]


def test_a_relation_is_seen_from_both_ends(space: Space) -> None:
    older, newer = factories.remember(space, "Older."), factories.remember(space, "Newer.")
    relation = relate(space, newer, older)
    assert others_of(space, newer) == [("Older.", True)]
    assert others_of(space, older) == [("Newer.", False)]
    entry = ledger.entries_of(space.pk).get(verb="relation.added")
    assert (entry.subject_kind, entry.subject_id) == ("relation", relation.pk)
    assert entry.values == {"kind": "extends", "newer": str(newer.pk), "older": str(older.pk)}


def test_the_same_relation_twice_is_the_same_row_also_after_a_new_version(space: Space) -> None:
    older, newer = factories.remember(space, "Older."), factories.remember(space, "Newer.")
    relation = relate(space, newer, older)
    factories.revise(space, newer, "Newer still.")
    before = ledger.revision_of(space.pk)
    assert relate(space, newer, older) == relation
    assert ledger.revision_of(space.pk) == before
    assert relate(space, newer, older, kind="derives") != relation


def test_a_cut_relation_is_gone_and_can_be_made_again(space: Space) -> None:
    older, newer = factories.remember(space, "Older."), factories.remember(space, "Newer.")
    relation = relate(space, newer, older)
    services.sever(actor=HUB, space=space, relation_id=relation.pk)
    before = ledger.revision_of(space.pk)
    services.sever(actor=HUB, space=space, relation_id=relation.pk)
    assert ledger.revision_of(space.pk) == before
    assert others_of(space, older) == []
    assert relate(space, newer, older) == relation
    assert others_of(space, older) == [("Newer.", False)]


def test_relations_to_what_is_not_current_are_not_shown(space: Space) -> None:
    older, newer = factories.remember(space, "Older."), factories.remember(space, "Newer.")
    relate(space, newer, older)
    services.forget(actor=HUB, space=space, memory_ids=[older.pk])
    assert others_of(space, newer) == []


def test_hand_made_relations_that_cannot_be_are_refused_and_nothing_changes(cast: Cast) -> None:
    """P-DED-3: no cycle, no fork, nothing across spaces."""
    space = cast.space
    first = factories.remember(space, "The studio is in Ghent.")
    second = factories.revise(space, first, "The studio moved to Porto.")
    third = factories.revise(space, first, "The studio moved back to Ghent.")
    foreign = factories.remember(cast.elsewhere, "Not yours.")
    before = ledger.revision_of(space.pk)
    with pytest.raises(errors.InvalidInput, match="related to itself"):
        relate(space, third, third)
    with pytest.raises(errors.InvalidInput, match="supersede"):
        relate(space, first, third, kind="updates")
    for newer, older in ((first, third), (third, first), (second, third)):
        with pytest.raises(errors.Conflict) as refused:
            relate(space, newer, older)
        assert refused.value.code == "same_chain"
        with pytest.raises(errors.Conflict):
            services.supersede(actor=HUB, space=space, newer_id=newer.pk, older_id=older.pk)
    with pytest.raises(errors.InvalidInput):
        services.supersede(actor=HUB, space=space, newer_id=third.pk, older_id=third.pk)
    for other_id in (foreign.pk, ids.new()):
        with pytest.raises(errors.NotFound):
            services.relate(actor=HUB, space=space, newer_id=first.pk, older_id=other_id, kind="extends")
    assert ledger.revision_of(space.pk) == before
    assert [row.version for row in selectors.history_of(space, first.pk)] == [1, 2, 3]


def test_a_relation_of_another_space_is_not_found(cast: Cast) -> None:
    relation = relate(cast.space, factories.remember(cast.space, "Newer."), factories.remember(cast.space, "Older."))
    with pytest.raises(errors.NotFound):
        services.sever(actor=HUB, space=cast.elsewhere, relation_id=relation.pk)


class Move:
    """Two chains, of which the newer one is to replace the older; each has a key, the newer one a document."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.paper = Document.objects.create(space=space, kind="text", content_hash="0", added_by_kind="hub")
        source = SourceDraft(document_id=self.paper.pk, start=0, end=9, quote="in Porto.")
        self.older = factories.remember(space, "The studio is in Ghent.")
        self.newer = factories.remember(space, "The studio is in Porto.", sources=(source,))
        for memory, key in ((self.older, ("workplace", "concept")), (self.newer, ("Porto", "proper_noun"))):
            keys = key_texts.prepare([key])
            about = ("memory", memory.root_id)
            associations.link(actor=HUB, space=space, keys={memory.pk: keys}, about=about)

    def supersede(self) -> Memory:
        return services.supersede(
            actor=HUB, space=self.space, newer_id=self.newer.pk, older_id=self.older.pk, rule="person"
        )


@pytest.fixture
def move(space: Space) -> Move:
    """Nothing is decided yet."""
    return Move(space)


def test_superseding_adds_a_version_to_the_older_chain_and_retires_the_newer_one(move: Move) -> None:
    written = move.supersede()
    move.newer.refresh_from_db()
    assert (written.root_id, written.version, written.text) == (move.older.root_id, 2, "The studio is in Porto.")
    assert (written.change_rule, written.source_count) == ("person", 1)
    assert (move.newer.forget_reason, move.newer.merged_into) == ("merged_into", move.older.root_id)
    assert texts(move.space) == {"The studio is in Porto."}
    source = written.sources.get()
    assert (source.document_id, source.quote) == (move.paper.pk, "in Porto.")


def test_the_merged_version_has_the_keys_of_both(move: Move) -> None:
    written = move.supersede()
    assert set(KeyLink.objects.filter(memory=written).values_list("key__text", flat=True)) == {"workplace", "Porto"}


def test_superseding_is_undone_as_one_deed(move: Move) -> None:
    move.supersede()
    entry = ledger.entries_of(move.space.pk).get(verb="memory.revised")
    undo.undo(actor=HUB, space_id=move.space.pk, entry_id=entry.pk)
    assert texts(move.space) == {"The studio is in Ghent.", "The studio is in Porto."}
    move.newer.refresh_from_db()
    assert move.newer.merged_into is None


@pytest.mark.parametrize("end", ["forgotten", "erased", "pending", "expired"])
def test_only_what_is_current_can_replace_or_be_replaced(move: Move, end: str) -> None:
    if end == "forgotten":
        services.forget(actor=HUB, space=move.space, memory_ids=[move.newer.pk])
    elif end == "erased":
        services.erase(actor=HUB, space=move.space, memory_id=move.newer.pk)
    elif end == "pending":
        move.newer = factories.infer(move.space, "The studio has the sea.", move.newer)
    else:
        past = clock.now() - timedelta(seconds=1)
        services.change(actor=HUB, space=move.space, memory_id=move.newer.pk, forget_after=past)
    with pytest.raises(errors.Conflict):
        move.supersede()
    assert "The studio is in Ghent." in texts(move.space)


def test_an_inference_from_what_was_replaced_goes_back_to_review(move: Move) -> None:
    for source, text in ((move.older, "Ghent is near."), (move.newer, "Porto is far.")):
        factories.infer(move.space, text, source)
    Memory.objects.filter(is_inference=True).update(review_status="approved")
    move.supersede()
    rows = (
        Memory.objects.filter(is_inference=True).order_by("text").values_list("text", "review_status", "review_reason")
    )
    assert list(rows) == [
        ("Ghent is near.", "pending", "source_changed"),
        ("Porto is far.", "pending", "source_forgotten"),
    ]


@pytest.mark.django_db(transaction=True)
def test_two_who_merge_the_same_chains_the_other_way_round_leave_one_current_fact(cast: Cast) -> None:
    one, other = factories.remember(cast.space, "One."), factories.remember(cast.space, "Other.")

    def merge(newer: Memory, older: Memory) -> str:
        return services.supersede(actor=HUB, space=cast.space, newer_id=newer.pk, older_id=older.pk).text

    outcomes = together(lambda: merge(one, other), lambda: merge(other, one))
    assert [type(outcome) for outcome in outcomes].count(errors.Conflict) == 1
    assert len(texts(cast.space)) == 1


def test_a_person_vouches_for_a_relation_and_takes_it_back(space: Space) -> None:
    relation = relate(space, factories.remember(space, "Newer."), factories.remember(space, "Older."))
    with clock.frozen(moment := clock.now() + timedelta(hours=1)):
        confirmed = services.confirm(actor=HUB, space=space, relation_id=relation.pk)
    assert (confirmed.confirmed_at, confirmed.confidence) == (moment, relation.confidence)
    before = ledger.revision_of(space.pk)
    assert services.confirm(actor=HUB, space=space, relation_id=relation.pk).confirmed_at == moment
    assert ledger.revision_of(space.pk) == before
    entry = ledger.entries_of(space.pk).get(verb="relation.confirmed")
    undo.undo(actor=HUB, space_id=space.pk, entry_id=entry.pk)
    assert selectors.relation_of(space, relation.pk).confirmed_at is None


def test_what_is_cut_cannot_be_confirmed_and_comes_back_as_it_was(cast: Cast) -> None:
    space = cast.space
    newer, older = factories.remember(space, "Newer."), factories.remember(space, "Older.")
    relation = services.confirm(actor=HUB, space=space, relation_id=relate(space, newer, older).pk)
    services.sever(actor=HUB, space=space, relation_id=relation.pk)
    with pytest.raises(errors.Conflict) as refused:
        services.confirm(actor=HUB, space=space, relation_id=relation.pk)
    assert refused.value.code == "severed"
    assert relate(space, newer, older).confirmed_at == relation.confirmed_at
    for act in (services.confirm, services.unconfirm):
        with pytest.raises(errors.NotFound):
            act(actor=HUB, space=cast.elsewhere, relation_id=relation.pk)
