"""Relations and sources many at a time, and sources that follow their document."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryhub.core import errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import MemorySource, Relation
from memoryhub.memories.services import RelationDraft
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.ingest.work_through import memory_saying, take_in

TEXTS = [f"Orlan reads book number {number}." for number in range(6)]


def test_many_relations_take_as_many_queries_as_one(space: Space, ada: Actor) -> None:
    first, *others = [factories.remember(space, text) for text in TEXTS]
    counts = []
    for some in (others[:1], others[1:]):
        with CaptureQueriesContext(connection) as queries:
            memories.relate_many(
                actor=ada, space=space, drafts=[RelationDraft(each.pk, first.pk, "extends") for each in some]
            )
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert Relation.objects.count() == 5
    assert Entry.objects.filter(verb="relation.added").count() == 5


def test_a_relation_made_or_cut_before_is_left_alone(space: Space, ada: Actor) -> None:
    first, second, third = [factories.remember(space, text) for text in TEXTS[:3]]
    cut = memories.relate(actor=ada, space=space, newer_id=second.pk, older_id=first.pk, kind="extends")
    memories.sever(actor=ada, space=space, relation_id=cut.pk)
    drafts = [RelationDraft(each.pk, first.pk, "extends") for each in (second, third, third)]
    made = memories.relate_many(actor=ada, space=space, drafts=drafts)
    assert [relation.newer_id for relation in made] == [third.pk]
    cut.refresh_from_db()
    assert cut.severed_at is not None


def test_relations_join_two_chains_of_one_space(space: Space, cast: Cast, ada: Actor) -> None:
    mine, theirs = factories.remember(space, TEXTS[0]), factories.remember(cast.elsewhere, TEXTS[1])
    newer = factories.revise(space, mine, TEXTS[2])
    for other, refusal in ((theirs.pk, errors.NotFound), (ids.new(), errors.NotFound), (newer.pk, errors.Conflict)):
        with pytest.raises(refusal):
            memories.relate_many(actor=ada, space=space, drafts=[RelationDraft(mine.pk, other, "extends")])
    erased = factories.remember(space, TEXTS[3])
    memories.erase(actor=ada, space=space, memory_id=erased.pk)
    with pytest.raises(errors.Conflict):
        memories.relate_many(actor=ada, space=space, drafts=[RelationDraft(mine.pk, erased.pk, "extends")])
    assert memories.relate_many(actor=ada, space=space, drafts=[]) == []


def test_many_sources_count_once_for_each_document(space: Space, ada: Actor) -> None:
    document = take_in(space, "Brenka lives in Porto.")
    rows = [factories.remember(space, text) for text in TEXTS[:2]]
    pairs = [(row, SourceDraft(document_id=document.pk)) for row in (*rows, rows[0])]
    assert memories.add_sources(actor=ada, space=space, pairs=pairs) == [True, True, False]
    assert memories.add_sources(actor=ada, space=space, pairs=pairs) == [False, False, False]
    for row in rows:
        before = row.source_count, row.confidence
        row.refresh_from_db()
        assert row.source_count == before[0] + 1
        assert row.confidence > before[1]
    assert memories.add_sources(actor=ada, space=space, pairs=[]) == []


def test_sources_follow_their_sentence_and_end_where_it_was_replaced(space: Space) -> None:
    take_in(space, "Brenka lives in Porto. Orlan likes tea.")
    stays = memory_saying(space, "Brenka lives in Porto.").sources.get()
    goes = memory_saying(space, "Orlan likes tea.").sources.get()
    memories.follow_document(space=space, moved={stays.pk: SourceDraft(None, None, 3, 9, "moved")}, replaced=[goes.pk])
    stays.refresh_from_db()
    goes.refresh_from_db()
    assert (stays.start, stays.end, stays.quote, stays.ended_at) == (3, 9, "moved", None)
    assert (goes.quote, goes.ended_reason) == ("", "sentence_replaced")
    assert goes.ended_at is not None


def test_quotes_are_blanked_in_the_documents_named_only(space: Space) -> None:
    one = take_in(space, "Brenka lives in Porto.", custom_id="one")
    take_in(space, "Brenka lives in Porto.\n", custom_id="two")
    memories.blank_quotes(space=space, document_ids=[one.pk], blank=lambda text: "x" * len(text))
    quotes = dict(MemorySource.objects.values_list("document__custom_id", "quote"))
    assert quotes == {"one": "x" * 22, "two": "Brenka lives in Porto."}
