"""Keeps search quick in large spaces: counts their texts now and then, and has indexes for their vectors and words.

A space is large above `MEMORYHUB_LARGE_SPACE` vectors of one kind by one model, and small again below half of that, so
that one at the limit is not built for and dropped in turn.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count

from memoryhub.ai.models import EmbeddingModel, Vector
from memoryhub.ai.prefixes import Prefix
from memoryhub.associations.models import KeyVector
from memoryhub.core import clock, lexical, space_indexes
from memoryhub.core.lexical import Corpus
from memoryhub.core.space_indexes import SpaceIndex
from memoryhub.documents import candidates as chunk_candidates
from memoryhub.documents.models import ChunkVector
from memoryhub.memories import candidates as memory_candidates
from memoryhub.memories.models import MemoryVector
from memoryhub.spaces import scale
from memoryhub.spaces.models import Space
from memoryhub.spaces.scale import Scale

SEARCHED = (EmbeddingModel.State.ACTIVE, EmbeddingModel.State.FILLING)


@dataclass(frozen=True, slots=True)
class Kind:
    """Texts that are searched apart from others: their name, where their vectors lie; and, where they are found by
    their words as well, their table and how they are counted."""

    name: str
    table: type[Vector]
    texts: str
    counted: Callable[[Space, datetime], Corpus | None]


KINDS = (
    Kind(scale.MEMORIES, MemoryVector, "memories_memory", memory_candidates.corpus_of),
    Kind(scale.CHUNKS, ChunkVector, "documents_chunk", lambda space, _now: chunk_candidates.corpus_of(space)),
    Kind(scale.KEYS, KeyVector, "", lambda _space, _now: None),
)


@dataclass(frozen=True, slots=True)
class Large:
    """A kind of a space that is large, by the number of its vectors of each model."""

    space: Space
    kind: Kind
    vectors: dict[uuid.UUID, int]


def tend() -> None:
    """Count and build what is missing, drop what nobody needs; outside of any transaction.

    An index is built before a search is told of it, and dropped after no search is: in between every row is looked at.
    """
    models = {model.pk: model for model in EmbeddingModel.objects.filter(state__in=SEARCHED)}
    wanted = {(one.space.pk, one.kind.name): one for one in large_spaces()}
    _tell_small(set(wanted))
    kept: set[str] = set()
    for one in wanted.values():
        kept |= _tend(one, models)
    for name in space_indexes.existing().keys() - kept:
        space_indexes.drop(name)


def large_spaces() -> list[Large]:
    """Every kind of every space that is large, or was and has not shrunk far."""
    found: list[Large] = []
    for kind in KINDS:
        counts: dict[uuid.UUID, dict[uuid.UUID, int]] = {}
        for space_id, model_id, number in _counted(kind):
            counts.setdefault(space_id, {})[model_id] = number
        spaces = Space.objects.filter(purge_at=None).order_by("pk").in_bulk(counts)
        found += [Large(spaces[key], kind, of) for key, of in sorted(counts.items()) if key in spaces]
    return [one for one in found if _is_large(one)]


@dataclass(frozen=True, slots=True)
class Way:
    """How one kind of a large space is searched: by an index of prefixes of `width`, or, at 0, by looking at all.

    It is ready unless an index that should be there, of prefixes or of words, is missing or half built.
    """

    space: str
    kind: str
    vectors: int
    width: int
    is_ready: bool


def way(one: Large, model: EmbeddingModel, whole: Mapping[str, bool]) -> Way:
    """The way a search by `model` takes, where `whole` says of each index that exists whether it is."""
    width = scale.of(one.space, one.kind.name).width(model.pk)
    is_wanted = bool(model.prefix) and model.pk in one.vectors
    wanted = [_prefix(one, model.pk, model.prefix).index] if is_wanted else []
    is_ready = all(whole.get(index.name, False) for index in [*wanted, *_words(one)])
    is_told = width == model.prefix or not is_wanted
    return Way(one.space.tag, one.kind.name, one.vectors.get(model.pk, 0), width, is_ready and is_told)


def _words(one: Large) -> list[SpaceIndex]:
    return [lexical.words_of(one.kind.texts, one.space.pk)] if one.kind.texts else []


def _prefix(one: Large, model_id: uuid.UUID, width: int) -> Prefix:
    return Prefix(one.kind.table._meta.db_table, one.space.pk, model_id, width)


def _counted(kind: Kind) -> list[tuple[uuid.UUID, uuid.UUID, int]]:
    """(Space, model, vectors) of what is at least half of large."""
    rows = kind.table._default_manager.filter(model__state__in=SEARCHED).values_list("space_id", "model_id")
    return list(rows.annotate(n=Count("pk")).filter(n__gt=settings.MEMORYHUB_LARGE_SPACE // 2).order_by())


def _is_large(one: Large) -> bool:
    return (
        max(one.vectors.values()) > settings.MEMORYHUB_LARGE_SPACE or scale.of(one.space, one.kind.name) != scale.SMALL
    )


def _tend(one: Large, models: dict[uuid.UUID, EmbeddingModel]) -> set[str]:
    """Count and build for a large space; returns the names of its indexes."""
    widths = {key: models[key].prefix for key in one.vectors.keys() & models.keys() if models[key].prefix}
    near = {key: _prefix(one, key, width).index for key, width in widths.items()}
    wanted = [*_words(one), *near.values()]
    whole = space_indexes.existing()
    built = {index.name for index in wanted if space_indexes.build(index)}
    names = {index.name for index in wanted}
    if any(not whole.get(name) for name in built):
        space_indexes.warm([one.kind.texts or one.kind.table._meta.db_table, *built])
    counted = one.kind.counted(one.space, clock.now())
    told = {key: widths[key] for key, index in near.items() if index.name in built}
    scale.note(space_id=one.space.pk, kind=one.kind.name, scale=Scale(counted, told, max(one.vectors.values())))
    return names


def _tell_small(large: set[tuple[uuid.UUID, str]]) -> None:
    """Let spaces that are large no more be searched as small ones are."""
    for space in Space.objects.exclude(scale={}):
        for kind in KINDS:
            if (space.pk, kind.name) not in large:
                scale.note(space_id=space.pk, kind=kind.name, scale=scale.SMALL)
