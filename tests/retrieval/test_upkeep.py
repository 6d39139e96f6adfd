"""Large spaces: an index is built for them, used for them alone, and finds what a scan of all finds."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from memoryhub.ai import prefixes, storing
from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.prefixes import Prefix
from memoryhub.ai.vectors import Vectors, unit
from memoryhub.associations import candidates as association
from memoryhub.associations.models import Key, KeyVector
from memoryhub.core import clock, ids, space_indexes
from memoryhub.core.lexical import words_of
from memoryhub.core.narrowing import Narrowing
from memoryhub.documents import candidates as chunk_candidates
from memoryhub.documents.models import Chunk, ChunkVector, Document
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import candidates, services
from memoryhub.memories.models import Memory, MemoryVector
from memoryhub.retrieval import upkeep
from memoryhub.spaces import scale
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)
MANY, TOPICS = 600, 12
NEAR = "_near_"
Ranked = list[tuple[uuid.UUID, float]]


@pytest.fixture(autouse=True)
def _limit(settings: Settings) -> Iterator[None]:
    """A space of more than three hundred is large; an index outlives the emptying of its table."""
    settings.MEMORYHUB_LARGE_SPACE = 300
    yield
    for name in space_indexes.existing():
        space_indexes.drop(name)


@pytest.fixture
def model() -> EmbeddingModel:
    """The model in use, looked at by half of its numbers first."""
    model = ai.active_model()
    model.prefix, model.candidates = 128, 150
    model.save()
    return model


@pytest.fixture
def vectors() -> Vectors:
    """Around some topics, and the less spread the further back a number stands, as a basis makes them."""
    chance = np.random.default_rng(7)
    falling = np.exp(-np.arange(256) / 40).astype(np.float32)
    topics = chance.standard_normal((TOPICS, 256), dtype=np.float32) * falling
    near = chance.standard_normal((MANY, 256), dtype=np.float32) * falling
    return unit(topics[np.arange(MANY) % TOPICS] + near)


@pytest.fixture
def large(space: Space, model: EmbeddingModel, vectors: Vectors) -> Space:
    """Six hundred memories and chunks with these vectors, before anybody has looked after the space."""
    remember_many(space, model, vectors)
    slice_many(space, model, vectors)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memories_memory, memories_memoryvector, documents_chunk, documents_chunkvector")
    return space


def remember_many(space: Space, model: EmbeddingModel, vectors: Vectors) -> None:
    made = [
        Memory(id=key, root_id=key, space=space, text=f"Note {number} of the cedar.", text_hash=key.hex * 2,
               tokens=["note", "cedar"], length=2, metadata={"rare": number % 100 == 0},
               written_by_kind="hub", written_by_id="test")
        for number in range(MANY) if (key := ids.new())
    ]  # fmt: skip
    Memory.objects.bulk_create(made)
    rows = [(row.pk, vector) for row, vector in zip(made, vectors, strict=True)]
    storing.insert(MemoryVector, "memory", rows, space_id=space.pk, model_id=model.pk)


def slice_many(space: Space, model: EmbeddingModel, vectors: Vectors) -> None:
    document = Document.objects.create(space=space, kind="text", status="done", stage="linking")
    made = [
        Chunk(space=space, document=document, revision=document.revision, index=number, text="The cedar.", start=0,
              end=10, tokens=["cedar"], length=1)
        for number in range(MANY)
    ]  # fmt: skip
    Chunk.objects.bulk_create(made)
    rows = [(row.pk, vector) for row, vector in zip(made, vectors, strict=True)]
    storing.insert(ChunkVector, "chunk", rows, space_id=space.pk, model_id=model.pk)


def key_many(space: Space, model: EmbeddingModel, vectors: Vectors) -> None:
    """Every second of them is a name, which is not found by what is near to it."""
    made = [
        Key(space=space, text=f"key {number}", normalised=f"key {number}", forms=[f"key {number}"],
            kind="concept" if number % 2 else "name")
        for number in range(MANY)
    ]  # fmt: skip
    Key.objects.bulk_create(made)
    rows = [(row.pk, vector) for row, vector in zip(made, vectors, strict=True)]
    storing.insert(KeyVector, "key", rows, space_id=space.pk, model_id=model.pk)


def tended(space: Space) -> Space:
    """The space after a round of upkeep, as the next request reads it."""
    upkeep.tend()
    return Space.objects.get(pk=space.pk)


def nearest(space: Space, vector: np.ndarray, **values: Any) -> Ranked:
    return candidates.nearest(
        space, model=ai.active_model(), vector=vector, now=clock.now(), limit=values.pop("limit", 10), **values
    )


def nearest_chunks(space: Space, vector: np.ndarray, **values: Any) -> Ranked:
    return chunk_candidates.nearest(space, model=ai.active_model(), vector=vector, limit=10, **values)


@contextmanager
def plans(marked: str = "<#>") -> Iterator[list[str]]:
    """The plans of the searches inside by their mark, as JSON."""
    seen: list[str] = []

    def explained(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if marked in sql:
            with connection.connection.cursor() as cursor:
                cursor.execute("EXPLAIN (FORMAT JSON) " + sql, parameters)
                seen.append(json.dumps(cursor.fetchone()[0]))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(explained):
        yield seen


def name_of(space: Space, table: str = "memories_memoryvector", width: int = 128) -> str:
    return Prefix(table, space.pk, ai.active_model().pk, width).index.name


def of_chunks(space: Space) -> set[str]:
    return {name_of(space, "documents_chunkvector"), words_of("documents_chunk", space.pk).name}


def near_indexes() -> set[str]:
    return {name for name in space_indexes.existing() if NEAR in name}


def recall(found: Sequence[Ranked], exact: Sequence[Ranked]) -> float:
    kept = [len({key for key, _ in a} & {key for key, _ in b}) / len(b) for a, b in zip(found, exact, strict=True)]
    return float(np.mean(kept))


def test_a_large_space_is_searched_by_its_index_and_a_small_one_is_not(large: Space, cast: Cast) -> None:
    elsewhere = factories.remember(cast.elsewhere, "The cedar is tall.")
    asked = factories.draft("The cedar is tall.").prepared.vector
    space = tended(large)
    with plans() as memories:
        nearest(space, asked)
    with plans() as chunks:
        nearest_chunks(space, asked)
    with plans() as small:
        assert [key for key, _ in nearest(cast.elsewhere, asked)] == [elsewhere.pk]
    assert len(memories) == len(chunks) == len(small) == 1
    assert name_of(space) in memories[0]
    assert name_of(space, "documents_chunkvector") in chunks[0]
    assert NEAR not in small[0]


def test_before_an_index_is_built_every_row_is_looked_at(large: Space, vectors: Vectors) -> None:
    with plans() as before:
        nearest(large, vectors[0])
    assert NEAR not in before[0]


def test_two_stages_find_what_a_scan_of_all_finds(large: Space, vectors: Vectors) -> None:
    chance = np.random.default_rng(8)
    asked = unit(vectors[::12] + 0.02 * chance.standard_normal((50, 256), dtype=np.float32))
    exact = [nearest(large, one) for one in asked]
    exact_chunks = [nearest_chunks(large, one) for one in asked]
    space = tended(large)
    assert recall([nearest(space, one) for one in asked], exact) >= 0.98
    assert recall([nearest_chunks(space, one) for one in asked], exact_chunks) >= 0.98
    assert nearest(space, vectors[0])[0] == pytest.approx((exact[0][0][0], 1.0), abs=0.01)


def test_concepts_of_a_large_space_are_found_by_their_index(
    space: Space, model: EmbeddingModel, vectors: Vectors
) -> None:
    key_many(space, model, vectors)
    asked = vectors[1::60]

    def meant(of: Space) -> list[Ranked]:
        found = [association.meant(of, one, model=model, limit=10, least=-1.0) for one in asked]
        assert {hit.kind for hits in found for hit in hits} == {"concept"}
        return [[(hit.id, hit.score) for hit in hits] for hits in found]

    exact, space = meant(space), tended(space)
    with plans() as seen:
        assert recall(meant(space), exact) >= 0.98
    assert all(name_of(space, "associations_keyvector") in plan for plan in seen)
    assert meant(space)[0][0] == pytest.approx(exact[0][0])


def test_what_is_not_current_is_not_found_and_takes_no_place(large: Space, vectors: Vectors, ada: Actor) -> None:
    space = tended(large)
    first = [key for key, _ in nearest(space, vectors[0], limit=100)]
    services.forget(actor=ada, space=space, memory_ids=first)
    second = [key for key, _ in nearest(space, vectors[0], limit=100)]
    assert len(second) == 100
    assert set(first).isdisjoint(second)


def test_a_question_that_few_answer_still_finds_them(large: Space, vectors: Vectors) -> None:
    space = tended(large)
    rare = Narrowing(metadata={"rare": True})
    found = [key for key, _ in nearest(space, vectors[1], narrowing=rare)]
    assert len(found) == MANY // 100
    assert set(found) == set(Memory.objects.filter(metadata__rare=True).values_list("pk", flat=True))


def test_a_filter_holds_while_the_index_is_gone_through(large: Space, vectors: Vectors) -> None:
    space = tended(large)
    Memory.objects.filter(pk__in=list(Memory.objects.values_list("pk", flat=True)[: MANY // 2])).update(is_static=True)
    found = [key for key, _ in nearest(space, vectors[0], limit=100, narrowing=Narrowing(is_static=True))]
    assert len(found) == 100
    assert Memory.objects.filter(pk__in=found, is_static=True).count() == 100


def test_named_ones_are_all_there_whatever_the_index_finds(large: Space, vectors: Vectors) -> None:
    far = [key for key, _ in nearest(large, vectors[0], limit=MANY)][-3:]
    space = tended(large)
    found = nearest(space, vectors[0], also=far)
    assert [key for key, _ in found[10:]] == far
    assert found == nearest(large, vectors[0], also=far)
    assert [key for key, _ in nearest(space, vectors[0], among=far)] == far


def test_nothing_is_left_of_how_a_large_space_is_searched(large: Space, vectors: Vectors) -> None:
    nearest(tended(large), vectors[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('enable_sort')")
        assert cursor.fetchone() == ("on",)


def test_it_takes_one_statement_and_one_for_how_to_search(
    large: Space, vectors: Vectors, model: EmbeddingModel, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    space = tended(large)
    with django_assert_num_queries(4):  # two of them begin and end the transaction
        candidates.nearest(space, model=model, vector=vectors[0], now=clock.now(), limit=10)


def test_a_space_is_counted_when_it_is_large_and_its_words_then_are_not(large: Space) -> None:
    fresh = candidates.lexical(large, terms=["cedar"], now=clock.now(), limit=MANY)
    space = tended(large)
    corpus = scale.of(space, scale.MEMORIES).corpus
    assert corpus is not None
    assert (corpus.texts, corpus.mean_length) == (MANY, 2)
    assert candidates.lexical(space, terms=["cedar"], now=clock.now(), limit=MANY) == fresh


def test_the_words_of_a_large_space_are_looked_up_in_an_index_of_its_own(large: Space, cast: Cast) -> None:
    factories.remember(cast.elsewhere, "The cedar is tall.")
    own = words_of("memories_memory", large.pk).name
    with plans(marked="tokens &&") as before:
        candidates.lexical(large, terms=["cedar"], now=clock.now(), limit=10)
    space = tended(large)
    with connection.cursor() as cursor, plans(marked="tokens &&") as after:
        cursor.execute("SET enable_seqscan = off")  # of six hundred texts all are as soon read
        cursor.execute("SET enable_indexscan = off")
        candidates.lexical(space, terms=["cedar"], now=clock.now(), limit=10)
        candidates.lexical(cast.elsewhere, terms=["cedar"], now=clock.now(), limit=10)
        cursor.execute("RESET enable_seqscan")
        cursor.execute("RESET enable_indexscan")
    assert [own in plan for plan in [*before, *after]] == [False, True, False]


def test_as_many_are_looked_for_as_the_space_was_counted_to_need(
    large: Space, vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = tended(large)
    assert scale.of(space, scale.MEMORIES).vectors == MANY
    monkeypatch.setattr(prefixes, "ENOUGH_FOR", MANY // 4)
    with plans() as seen:
        nearest(space, vectors[0])
    assert '"Plan Rows": 300' in seen[0]


def test_an_old_count_moves_scores_and_never_what_is_found(large: Space) -> None:
    space = tended(large)
    before = dict(candidates.lexical(space, terms=["cedar"], now=clock.now(), limit=2 * MANY))
    new = [factories.remember(space, f"A cedar, {number} years old.").pk for number in range(5)]
    after = dict(candidates.lexical(space, terms=["cedar"], now=clock.now(), limit=2 * MANY))
    assert set(after) == set(before) | set(new)
    assert min(after.values()) > 0


def test_a_round_that_has_nothing_to_do_builds_nothing(large: Space) -> None:
    tended(large)
    with connection.cursor() as cursor:
        cursor.execute("SELECT oid FROM pg_class WHERE relname = %s", [name_of(large)])
        before = cursor.fetchone()
        upkeep.tend()
        cursor.execute("SELECT oid FROM pg_class WHERE relname = %s", [name_of(large)])
        assert cursor.fetchone() == before


def test_what_was_built_is_read_into_memory_once_with_the_texts(large: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[set[str]] = []
    monkeypatch.setattr(space_indexes, "warm", lambda relations: read.append(set(relations)))
    space = tended(large)
    memories = {name_of(space), words_of("memories_memory", space.pk).name}
    assert read == [memories | {"memories_memory"}, of_chunks(space) | {"documents_chunk"}]
    upkeep.tend()
    assert len(read) == 2


def test_another_width_is_another_index(large: Space, model: EmbeddingModel) -> None:
    tended(large)
    model.prefix = 64
    model.save()
    space = tended(large)
    assert scale.of(space, scale.MEMORIES).width(model.pk) == 64
    assert near_indexes() == {name_of(space, width=64), name_of(space, "documents_chunkvector", 64)}


def test_a_space_that_shrinks_a_little_keeps_its_index_and_one_that_shrinks_far_loses_it(large: Space) -> None:
    space = tended(large)
    shrink(MemoryVector, to=200)
    assert name_of(tended(space)) in space_indexes.existing()
    shrink(MemoryVector, to=random.Random(1).randint(1, 150))
    space = tended(space)
    assert set(space_indexes.existing()) == {
        name_of(space, "documents_chunkvector"),
        words_of("documents_chunk", space.pk).name,
    }
    assert scale.of(space, scale.MEMORIES) == scale.SMALL
    assert scale.of(space, scale.CHUNKS) != scale.SMALL


def shrink(table: type[MemoryVector], *, to: int) -> None:
    left = table.objects.order_by("pk").values_list("pk", flat=True)[:to]
    table.objects.exclude(pk__in=list(left)).delete()


def test_a_space_of_middling_size_has_none(large: Space) -> None:
    shrink(MemoryVector, to=200)
    space = tended(large)
    assert set(space_indexes.existing()) == {
        name_of(space, "documents_chunkvector"),
        words_of("documents_chunk", space.pk).name,
    }


def test_the_indexes_go_with_their_space(large: Space, ada: Actor) -> None:
    space = tended(large)
    lifecycle.purge_space(actor=ada, space=space)
    upkeep.tend()
    assert space_indexes.existing() == {}


def test_the_indexes_go_with_their_model(large: Space, model: EmbeddingModel) -> None:
    space = tended(large)
    assert len(space_indexes.existing()) == 4
    EmbeddingModel.objects.update(state="retired")
    upkeep.tend()
    assert space_indexes.existing() == {}
    assert Space.objects.get(pk=space.pk).scale == {}
