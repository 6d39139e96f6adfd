"""A process's own copy of the newest vectors of the spaces it writes to, to find what may concern many facts at once.

The way in compares every new fact with all that is known: some ten times per document, where a search does it once.
Asked of the database one by one, that takes longer than the embedding (measured: 1 ms for every 1,000 memories); here
it is one product of matrices. The ledger says what has come since: its numbers follow the order of commits, so that
nothing is missed. What is found is only a candidate; the caller asks the database whether it is current.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memoryhub.ai import storing
from memoryhub.core import clock
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import verbs
from memoryhub.memories.models import MemoryVector
from memoryhub.memories.selectors import current
from memoryhub.spaces.models import Space

MOST_ROWS = 50_000
MOST_SPACES = 4
NEW = (verbs.REMEMBERED, verbs.REVISED, verbs.RESTORED, verbs.UNFORGOTTEN)
Matrix = NDArray[np.float32]


def nearest(space: Space, *, model_id: uuid.UUID, vectors: Matrix, limit: int) -> list[list[tuple[uuid.UUID, float]]]:
    """For each of the vectors [n, dimension] up to `limit` (version id, cosine), best first.

    Versions may have been superseded or forgotten since. Of a space with more than `MOST_ROWS` memories the newest
    are compared.
    """
    if not len(vectors):
        return []
    return _copy_of(space.pk, model_id).nearest(vectors, limit)


class _Copy:
    """The vectors of one space by one model, as rows of a matrix that doubles when it is full."""

    def __init__(self, space_id: uuid.UUID, model_id: uuid.UUID) -> None:
        self._space_id, self._model_id = space_id, model_id
        self._lock = threading.Lock()
        self._seq = 0
        self._ids: list[uuid.UUID] = []
        self._known: set[uuid.UUID] = set()
        self._matrix: Matrix = np.empty((0, 1), dtype=np.float32)  # at least as many rows as there are ids

    def nearest(self, vectors: Matrix, limit: int) -> list[list[tuple[uuid.UUID, float]]]:
        with self._lock:
            self._catch_up()
            ids, matrix = self._ids, self._matrix[: len(self._ids)]
        if not ids:
            return [[] for _ in vectors]
        scores = np.asarray(vectors, dtype=np.float32) @ matrix.T
        return [self._best(ids, row, limit) for row in scores]

    @staticmethod
    def _best(ids: Sequence[uuid.UUID], scores: Matrix, limit: int) -> list[tuple[uuid.UUID, float]]:
        among = np.argpartition(-scores, limit)[:limit] if limit < len(scores) else np.arange(len(scores))
        ranked = among[np.argsort(-scores[among], kind="stable")]
        return [(ids[at], float(scores[at])) for at in ranked]

    def _catch_up(self) -> None:
        rows = MemoryVector.objects.filter(space_id=self._space_id, model_id=self._model_id)
        if self._seq:
            seq, come = self._come_since(self._seq)
            rows = rows.filter(memory_id__in=come)
        else:
            seq = ledger.revision_of(self._space_id)
            rows = rows.filter(current(clock.now(), "memory__"))
        newest = list(storing.read(rows.order_by("-memory_id")[:MOST_ROWS], "memory_id"))
        for memory_id, vector in reversed(newest):
            self._add(memory_id, vector)
        self._seq = seq

    def _come_since(self, seq: int) -> tuple[int, list[uuid.UUID]]:
        """The number of the newest entry that may have brought a vector, and the versions they are about."""
        entries = ledger.entries_of(self._space_id).filter(seq__gt=seq, verb__in=NEW).order_by("seq")
        found = list(entries.values_list("seq", "values__id"))
        ids = [uuid.UUID(memory_id) for _, memory_id in found]
        return (found[-1][0] if found else seq), [memory_id for memory_id in ids if memory_id not in self._known]

    def _add(self, memory_id: uuid.UUID, vector: Matrix) -> None:
        """Append a row. What a reader holds of the list and the matrix stays as it is."""
        if len(self._ids) == MOST_ROWS:
            kept = MOST_ROWS // 2
            self._matrix = self._matrix[MOST_ROWS - kept : MOST_ROWS].copy()
            self._ids = self._ids[-kept:]
            self._known = set(self._ids)
        if len(self._ids) == len(self._matrix):
            grown = np.empty((max(256, 2 * len(self._matrix)), len(vector)), dtype=np.float32)
            grown[: len(self._ids)] = self._matrix[: len(self._ids)]
            self._matrix = grown
        self._matrix[len(self._ids)] = vector
        self._ids.append(memory_id)
        self._known.add(memory_id)


_copies: OrderedDict[tuple[uuid.UUID, uuid.UUID], _Copy] = OrderedDict()
_copies_lock = threading.Lock()


def _copy_of(space_id: uuid.UUID, model_id: uuid.UUID) -> _Copy:
    """The copy for a space and model; those used longest ago make room."""
    with _copies_lock:
        copy = _copies.setdefault((space_id, model_id), _Copy(space_id, model_id))
        _copies.move_to_end((space_id, model_id))
        while len(_copies) > MOST_SPACES:
            _copies.popitem(last=False)
        return copy
