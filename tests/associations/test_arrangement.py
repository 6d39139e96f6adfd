"""Large spaces: what is stored, what a request adds to it, and what the job arranges and says."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import numpy as np
import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.associations import arrangement, atlas, services, tasks, texts
from memoryhub.associations.graph import levels
from memoryhub.associations.models import GraphLevel
from memoryhub.core import clock, packed
from memoryhub.ledger import selectors as ledger
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.associations.graph_cast import towns

Places = dict[UUID, complex]


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A space of more than ten nodes is large."""
    monkeypatch.setattr(services, "ARRANGED_AT_ONCE", 10)


def look(space: Space, *, with_review: bool = False) -> atlas.Atlas:
    return atlas.atlas_of(space, now=clock.now(), with_review=with_review)


def tag(space: Space, memory: Memory, *keys: str) -> None:
    prepared = texts.prepare([(key, "concept") for key in keys])
    services.link(actor=factories.HUB, space=space, keys={memory.pk: prepared}, about=("memory", memory.root_id))


def facts(space: Space, numbers: Sequence[int], key: str = "fact") -> list[Memory]:
    found = [factories.remember(space, f"Fact number {number} stands here.") for number in numbers]
    for memory in found:
        tag(space, memory, key)
    return found


def places_of(found: atlas.Atlas) -> Places:
    return dict(zip(packed.unpack(found.graph.ids), (found.levels.x + 1j * found.levels.y).tolist(), strict=True))


def jobs(space: Space) -> int:
    return ProcrastinateJob.objects.filter(task_name=tasks.arrange.name, args={"space_id": str(space.pk)}).count()


def run(space: Space) -> None:
    """The job, and then nothing waits any more."""
    ProcrastinateJob.objects.filter(task_name=tasks.arrange.name).delete()
    tasks.arrange(str(space.pk))


@pytest.mark.parametrize(("count", "waits"), [(10, 0), (10, 4), (11, 0), (11, 4)])
def test_what_waits_for_review_does_not_make_a_map_wait(space: Space, count: int, waits: int) -> None:
    kept = facts(space, range(count))
    for number in range(waits):
        factories.infer(space, f"Guess number {number} may stand.", kept[number])
    if count > 10:
        with pytest.raises(atlas.BeingDrawn):
            look(space)
    else:
        assert len(look(space)) == count
    assert jobs(space) == (count > 10)


@pytest.mark.parametrize("waits", [0, 5])
def test_what_waits_for_review_does_not_leave_a_new_map_to_a_job(space: Space, waits: int) -> None:
    kept = facts(space, range(7))
    look(space)
    written = GraphLevel.objects.get(space=space).pk
    facts(space, range(7, 10))
    for number in range(waits):
        factories.infer(space, f"Guess number {number} may stand.", kept[number])
    look(space)
    level = GraphLevel.objects.get(space=space)
    assert (jobs(space), level.added, level.pk != written) == (0, 0, True)


def test_a_large_space_without_a_map_is_left_to_one_job_and_the_count_is_that_of_the_reader(space: Space) -> None:
    known = facts(space, range(20))
    factories.infer(space, "Somebody counts.", known[0])
    for with_review, nodes in ((False, 20), (True, 21), (False, 20)):
        with pytest.raises(atlas.BeingDrawn) as drawing:
            look(space, with_review=with_review)
        assert (drawing.value.nodes, drawing.value.details["retry_after"]) == (nodes, atlas.RETRY_SECONDS)
    assert (jobs(space), GraphLevel.objects.filter(space=space).exists()) == (1, False)


def test_the_job_arranges_says_so_and_is_done(space: Space) -> None:
    facts(space, range(20))
    before = ledger.revision_of(space.pk)
    run(space)
    entry = ledger.entries_of(space.pk).order_by("-seq")[0]
    assert (entry.seq, entry.verb, entry.subject_id, entry.values) == (before + 1, "space.arranged", space.pk, {})
    assert len(look(space)) == 20
    run(space)
    assert (ledger.revision_of(space.pk), jobs(space)) == (before + 1, 0)


def test_a_space_that_is_gone_is_nothing_to_arrange(space: Space) -> None:
    tasks.arrange(str(factories.remember(space, "No space has this id.").pk))
    assert not GraphLevel.objects.exists()


def test_a_request_extends_what_is_stored_as_the_whole_map_would_be_and_keeps_it(space: Space) -> None:
    facts(space, range(30))
    run(space)
    before = places_of(look(space))
    stored = arrangement.stored_of(space)
    facts(space, [30, 31])
    after = look(space)
    assert stored is not None
    expected = levels.extend(after.graph, arrangement.carried_over(stored, after.graph))
    assert np.array_equal(after.levels.x, expected.x)
    assert after.levels.clusters == expected.clusters
    assert {pk: place for pk, place in places_of(after).items() if pk in before} == pytest.approx(before, abs=1e-3)
    kept = arrangement.stored_of(space)
    assert kept is not None
    assert (len(kept.ids), kept.levels.clusters, jobs(space)) == (32, after.levels.clusters, 0)


def test_nothing_is_written_while_nothing_is_new(space: Space) -> None:
    known = facts(space, range(30))
    run(space)
    look(space)
    written = GraphLevel.objects.get(space=space).pk
    memories.forget(actor=factories.HUB, space=space, memory_ids=[known[3].pk])
    assert len(look(space)) == 29
    assert GraphLevel.objects.get(space=space).pk == written


def test_past_a_tenth_of_new_nodes_since_the_map_was_arranged_one_job_does_it_anew(space: Space) -> None:
    facts(space, range(20))
    run(space)
    before = look(space)
    for numbers, waiting in (((20,), 0), ((21,), 0), ((22,), 1), ((23,), 1)):
        facts(space, numbers)
        assert len(look(space)) == numbers[-1] + 1
        assert (jobs(space), len(look(space, with_review=True))) == (waiting, numbers[-1] + 1)
    extended = look(space)
    run(space)
    after, places = look(space), places_of(before)
    assert after.version != extended.version
    moved = [abs(places_of(after)[pk] - place) for pk, place in places.items()]
    assert 0 < np.median(moved) < 0.1 * np.hypot(np.ptp(before.levels.x), np.ptp(before.levels.y))
    facts(space, (24,))
    assert (len(look(space)), jobs(space)) == (25, 0)


def test_a_map_that_is_no_longer_the_stored_one_is_not_written_over_it(space: Space) -> None:
    facts(space, range(30))
    run(space)
    found, stored = look(space), arrangement.stored_of(space)
    revision = ledger.revision_of(space.pk)
    arrangement.keep(space, found.graph, found.levels, revision=revision, instead_of=stored)
    first = GraphLevel.objects.get(space=space).pk
    arrangement.keep(space, found.graph, found.levels, revision=revision, instead_of=stored)
    arrangement.keep(space, found.graph, found.levels, revision=revision, instead_of=None)
    assert GraphLevel.objects.get(space=space).pk == first


def test_erasing_takes_the_names_of_a_large_map_and_leaves_the_places(space: Space) -> None:
    group = facts(space, range(30), key="savanna")
    run(space)
    before = places_of(look(space))
    lifecycle.erase_memory(actor=factories.HUB, space=space, memory_id=group[0].pk)
    assert "savanna" not in str(GraphLevel.objects.get(space=space).clusters)
    after = look(space)
    assert "savanna" in [each.name for each in after.levels.clusters]
    assert places_of(after) == pytest.approx({pk: before[pk] for pk in places_of(after)}, abs=1e-3)


def test_what_was_arranged_before_something_was_erased_bears_no_names(space: Space) -> None:
    group = facts(space, range(30), key="savanna")
    run(space)
    found, revision = look(space), ledger.revision_of(space.pk)
    lifecycle.erase_memory(actor=factories.HUB, space=space, memory_id=group[0].pk)
    arrangement._put(space, found.graph, found.levels, revision)
    assert "savanna" not in str(GraphLevel.objects.get(space=space).clusters)
    stored = arrangement.stored_of(space)
    arrangement.keep(space, found.graph, found.levels, revision=revision, instead_of=stored)
    assert "savanna" not in str(GraphLevel.objects.get(space=space).clusters)


def test_a_name_that_is_a_text_goes_with_the_memory_whose_text_it_is(space: Space) -> None:
    group = [factories.remember(space, f"Lamp {number} is green.") for number in range(12)]
    for memory in group[1:]:
        memories.relate(actor=factories.HUB, space=space, newer_id=memory.pk, older_id=group[0].pk, kind="extends")
    run(space)
    assert [each.name for each in look(space).levels.clusters] == [group[0].text]
    memories.forget(actor=factories.HUB, space=space, memory_ids=[group[0].pk])
    after = look(space)
    assert [each.name for each in after.levels.clusters if each.name] == [
        packed_text(space, after, each.named_by) for each in after.levels.clusters if each.name
    ]
    assert group[0].text not in str(GraphLevel.objects.get(space=space).clusters)


def packed_text(space: Space, found: atlas.Atlas, node: int) -> str:
    return Memory.objects.get(space=space, pk=packed.unpack(found.graph.ids[[node]])[0]).text


def test_sub_clusters_are_stored_with_their_names(space: Space) -> None:
    town = towns((40, 30), loose=2)
    built = levels.build(town)
    part = np.where(built.cluster == 0, np.arange(72) % 2, -1)
    parts = tuple(levels.Part(0, name, 20, 1.0, 2.0, 3.0, node) for name, node in (("east", -1), ("west", 7)))
    arranged = levels.Levels(built.x, built.y, built.cluster, built.clusters, built.bridges, part, parts)
    arrangement.keep(space, town, arranged, revision=0, instead_of=None)
    stored = arrangement.stored_of(space)
    assert stored is not None
    assert np.array_equal(stored.ids, town.ids)
    assert np.allclose(stored.levels.x, built.x, atol=1e-3)
    assert (stored.levels.part.tolist(), stored.levels.parts) == (part.tolist(), parts)
    assert (stored.levels.cluster.tolist(), stored.levels.clusters) == (built.cluster.tolist(), built.clusters)
