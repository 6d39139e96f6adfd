"""What a map is read from: rows of one space, their states, and what each sight may see of them."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from memoryhub.associations import reading, services, texts
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput, NodeKind, NodeState
from memoryhub.core import clock, ids, packed
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast


def read(space: Space, *, most: int = 100) -> reading.Reading:
    return reading.read(space, clock.now(), most=most)


def ids_of(graph: GraphInput) -> list[UUID]:
    return packed.unpack(graph.ids)


def tag(space: Space, memory: Memory, *keys: str) -> None:
    prepared = texts.prepare([(key, "concept") for key in keys])
    services.link(actor=factories.HUB, space=space, keys={memory.pk: prepared}, about=("memory", memory.root_id))


def test_nodes_come_oldest_first_with_what_became_of_them(space: Space) -> None:
    paper = ingest.submit(actor=factories.HUB, space=space, content="The office has forty desks.").document
    old = factories.remember(space, "Mina works in Seoul.", is_static=True)
    new = factories.revise(space, old, "Mina works in Busan.")
    ends = factories.remember(space, "The sale goes on.", forget_after=clock.now() + timedelta(days=2))
    guess = factories.infer(space, "Mina has moved.", new)
    found = read(space)
    graph = found.graph
    assert ids_of(graph) == [paper.pk, old.pk, new.pk, ends.pk, guess.pk]
    assert graph.kinds.tolist() == [NodeKind.DOCUMENT] + [NodeKind.MEMORY] * 4
    assert [NodeState(state) for state in graph.states] == [
        NodeState.CURRENT, NodeState.SUPERSEDED, NodeState.CURRENT, NodeState.EXPIRING, NodeState.PENDING,
    ]  # fmt: skip
    assert graph.created.tolist() == [row.created_at.timestamp() for row in (paper, old, new, ends, guess)]
    assert graph.is_static.tolist()[:2] == [False, True]
    assert graph.is_inferred.tolist() == [False] * 4 + [True]
    assert found.is_hidden.tolist() == [False] * 4 + [True]
    assert (found.counts.seen(with_review=True), found.counts.seen(with_review=False)) == (5, 4)
    assert reading.count(space, clock.now()) == found.counts


def test_every_link_of_the_tables_is_an_edge(space: Space) -> None:
    paper = ingest.submit(actor=factories.HUB, space=space, content="The office has forty desks.").document
    old = factories.remember(space, "Mina works in Seoul.")
    new = factories.revise(space, old, "Mina works in Busan.")
    source = SourceDraft(document_id=paper.pk, start=0, end=10, quote="The office")
    desks = factories.remember(space, "The office has forty desks.", sources=(source,))
    memories.relate(actor=factories.HUB, space=space, newer_id=desks.pk, older_id=new.pk, kind="extends")
    guess = factories.infer(space, "Mina has a desk.", desks)
    for memory in (new, desks):
        tag(space, memory, "office")
    graph = read(space).graph
    names = {paper.pk: "paper", old.pk: "old", new.pk: "new", desks.pk: "desks", guess.pk: "guess"}
    told = [names[each] for each in ids_of(graph)]
    edges = {
        (told[source], told[target], EdgeKind(kind).name)
        for (source, target), kind in zip(graph.edges.tolist(), graph.edge_kinds.tolist(), strict=True)
    }
    assert edges == {
        ("new", "old", "UPDATES"),
        ("desks", "new", "EXTENDS"),
        ("guess", "desks", "DERIVES"),
        ("paper", "desks", "SOURCE"),
        ("new", "desks", "KEY"),
    }
    assert graph.keys.texts == ("office",)


def test_a_key_of_very_many_links_no_two_of_them(space: Space) -> None:
    for number in range(reading.HUB_KEY + 1):
        tag(space, factories.remember(space, f"Fact number {number} stands."), "fact", f"group {number // 2}")
    graph = read(space).graph
    assert len(graph.edges) == (reading.HUB_KEY + 1) // 2
    assert len(graph.keys.node) == 2 * (reading.HUB_KEY + 1)


def test_rows_of_another_space_are_never_in(cast: Cast) -> None:
    inside = factories.remember(cast.space, "Mina works in Busan.")
    outside = [factories.remember(cast.elsewhere, f"Dora's secret {number}.") for number in range(2)]
    memories.relate(
        actor=factories.HUB, space=cast.elsewhere, newer_id=outside[1].pk, older_id=outside[0].pk, kind="extends"
    )
    for memory, space in ((inside, cast.space), (outside[0], cast.elsewhere), (outside[1], cast.elsewhere)):
        tag(space, memory, "secret", f"of {space.tag}")
    graph = read(cast.space).graph
    assert (ids_of(graph), len(graph.edges), len(graph.keys.node)) == ([inside.pk], 0, 2)
    assert set(graph.keys.texts) == {"secret", "of atlas"}
    assert reading.labels(cast.space, packed.pack([outside[0].pk, inside.pk])) == ["", inside.text]


def test_past_the_cap_each_sight_has_its_newest_and_the_count_is_honest(space: Space) -> None:
    facts = [factories.remember(space, f"Fact number {number} stands.") for number in range(6)]
    guesses = [factories.infer(space, f"Perhaps {number} falls.", facts[0]) for number in range(2)]
    found = read(space, most=3)
    assert ids_of(found.seen(with_review=True)) == [facts[5].pk, guesses[0].pk, guesses[1].pk]
    assert ids_of(found.seen(with_review=False)) == [facts[3].pk, facts[4].pk, facts[5].pk]
    assert (found.counts.seen(with_review=True), found.counts.seen(with_review=False)) == (8, 6)


def test_an_inference_that_was_corrected_before_it_was_approved_is_hidden(space: Space) -> None:
    office = factories.remember(space, "Mina works in Busan.")
    guess = factories.infer(space, "Mina hates Busan.", office)
    review.approve_memory(actor=factories.HUB, space=space, memory_id=guess.pk, text="Mina knows Busan.")
    found = read(space)
    assert guess.pk in ids_of(found.seen(with_review=True))
    assert guess.pk not in ids_of(found.seen(with_review=False))
    assert found.counts.hidden == 1


def test_labels_are_told_of_what_is_there_and_not_forgotten(space: Space) -> None:
    kept = factories.remember(space, "Mina works in the Busan office, on the third floor, beside the window.")
    gone = factories.remember(space, "The vault is open.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    paper = ingest.submit(actor=factories.HUB, space=space, content="Forty desks.", title="Desks").document
    asked = packed.pack([paper.pk, gone.pk, ids.new(), kept.pk])
    assert reading.labels(space, asked) == ["Desks", "", "", kept.text[: reading.LABEL_CHARACTERS]]
